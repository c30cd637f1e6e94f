"""Which cards are kept in a draft."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ...game import Rules
from ..order import order_of
from ..thumb.position import BITS, SUITS

Floats = NDArray[np.float64]

_HIGH = 0.0
_TRUMP = 0.0


@lru_cache(maxsize=16)
def taste_of(rules: Rules, *, trump: bool) -> Floats:
    """The logarithm of how much likelier each card was kept than turned down, by suit and bit."""
    order = order_of(rules, trump=trump)
    table = np.zeros((SUITS, BITS))
    for card, level in order.level.items():
        suit = order.suit_of[card]
        above = order.top[suit] - level
        for bit in order.bits_of(card):
            table[suit, bit] = _HIGH * above + _TRUMP * order.is_trump(card)
    return table
