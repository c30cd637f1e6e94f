"""Which cards are kept in a draft, and hands drawn by that."""

from functools import lru_cache
from typing import Any

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


def draw_kept(odds: Floats, may_drop: Any, size: int, draws: Floats) -> NDArray[np.bool_]:
    """Which cards are kept in some drafts that keep so many of them, by draft and card.

    Each choice comes as often as the product of the odds of its cards says; those that may not be
    turned down are in each. `draws` are random numbers by draft and card.
    """
    cards = len(odds)
    ways = np.zeros((cards + 1, size + 1))
    ways[cards, 0] = 1.0
    for card in range(cards - 1, -1, -1):
        ways[card] = ways[card + 1] * may_drop[card]
        ways[card, 1:] += odds[card] * ways[card + 1, :-1]
    left = np.full(len(draws), size)
    kept = np.zeros(draws.shape, np.bool_)
    for card in range(cards):
        with_it = odds[card] * ways[card + 1, left - 1] * (left > 0)
        kept[:, card] = draws[:, card] * ways[card, left] < with_it
        left -= kept[:, card]
    return kept
