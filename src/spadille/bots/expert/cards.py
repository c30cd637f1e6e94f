"""Cards as the numbers that kernels know, and back."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...fast.rollout import BITS, SUITS
from ...game import Card, Rules, Suit
from ..order import Order, order_of

Integers = NDArray[np.int64]


class Cards(NamedTuple):
    """The cards of a rule set by suit in play and bit, as in `Order`.

    `codes` are the numbers of the copies of a card, low to high, and `cards` the card of a number.
    """

    order: Order
    codes: dict[Card, tuple[int, ...]]
    cards: dict[int, Card]
    deck: Integers
    level: Integers
    above: Integers
    top: Integers


@lru_cache(maxsize=32)
def cards_of(rules: Rules, *, trump: bool = True) -> Cards:
    """The cards of a rule set, with spades as trump or without trump."""
    order = order_of(rules, trump=trump)
    masks = [0] * len(Suit)
    codes: dict[Card, tuple[int, ...]] = {}
    cards: dict[int, Card] = {}
    level = np.zeros((SUITS, BITS), np.int64)
    above = np.zeros((SUITS, BITS), np.int64)
    for card in rules.deck_cards:
        suit = order.suit_of[card]
        before = masks[suit]
        order.add(masks, card)
        bit = (masks[suit] ^ before).bit_length() - 1
        code = BITS * suit + bit
        codes[card] = (*codes.get(card, ()), code)
        cards[code] = card
        level[suit, bit] = order.level[card]
        above[suit, bit] = order.above[card]
    return Cards(
        order=order,
        codes=codes,
        cards=cards,
        deck=np.array(order.full, np.int64),
        level=level,
        above=above,
        top=np.array(order.top, np.int64),
    )
