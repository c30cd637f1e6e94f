"""Which cards are likely to be kept in a draft."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ...game import Rules
from ..order import order_of
from ..thumb.position import BITS, SUITS

Floats = NDArray[np.float64]

_TRUMP = 6.0
_HIGH = (6.0, 6.0, 5.0, 1.3)
"""The odds that a spade is held, or one of the highest four of another suit, beside a lower
card's. `intermediate` always keeps spades and the highest three of a suit: of those that the other
player has not seen, the odds are six times as high (`benchmarks/bid_line.py`, 250 deals)."""


@lru_cache(maxsize=16)
def odds_to_keep(rules: Rules, *, trump: bool) -> Floats:
    """How much likelier each card was kept than turned down, by suit and bit."""
    order = order_of(rules, trump=trump)
    table = np.ones((SUITS, BITS))
    for card in order.level:
        from_top = order.from_top(card)
        odds = _HIGH[from_top] if from_top < len(_HIGH) else 1.0
        for bit in order.bits_of(card):
            table[order.suit_of[card], bit] = _TRUMP if order.is_trump(card) else odds
    return table
