"""Cards as the numbers that kernels know, and back."""

from functools import lru_cache
from typing import NamedTuple

from ...game import Card, Rules
from ..order import Order, order_of
from ..thumb.position import BITS


class Cards(NamedTuple):
    """The cards of a rule set by suit in play and bit, as in `Order`.

    `codes` are the numbers of the copies of a card, low to high, and `cards` the card of a number.
    """

    order: Order
    codes: dict[Card, tuple[int, ...]]
    cards: dict[int, Card]


@lru_cache(maxsize=32)
def cards_of(rules: Rules, *, trump: bool = True) -> Cards:
    """The cards of a rule set, with spades as trump or without trump."""
    order = order_of(rules, trump=trump)
    codes = {
        card: tuple(BITS * suit + bit for bit in order.bits_of(card))
        for card, suit in order.suit_of.items()
        if card in order.level
    }
    return Cards(order, codes, {code: card for card in codes for code in codes[card]})
