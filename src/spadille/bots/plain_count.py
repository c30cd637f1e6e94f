"""The tricks that a beginner counts in a hand, with a partner and without."""

from collections.abc import Iterable

from ..game import Card, Suit
from .order import Order

_KING, _QUEEN = 1, 2
"""How far below the highest card of a suit these stand, as a rule."""

_LONG = 5
_BOTH = 2
_SPADES = 3


def plain_count(hand: Iterable[Card], order: Order, *, partners: bool) -> int:
    """Aces and kings, and each lower spade after the third.

    With a partner, who may help where a suit is ruffed, also a queen below both of them, unless the
    suit is long; alone no king of a long suit.
    """
    suits: dict[Suit, list[Card]] = {suit: [] for suit in Suit}
    for card in hand:
        suits[order.suit_of[card]].append(card)
    del suits[Suit.JOKERS]
    tricks = 0
    for suit, cards in suits.items():
        places = [order.from_top(card) for card in cards]
        high = sum(place <= _KING for place in places)
        if suit is order.trump:
            tricks += high + max(0, len(cards) - high - _SPADES)
        elif partners:
            long = len(cards) >= _LONG
            tricks += high + (high == _BOTH and not long) * places.count(_QUEEN)
        else:
            long = len(cards) >= _LONG
            tricks += high - long * places.count(_KING)
    return tricks
