"""Deals of the unseen cards as hands for kernels."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..thumb.position import BITS, SUITS

Integers = NDArray[np.int64]


def worlds_of(
    position: Any, players: int, seat: int, codes: tuple[int, ...], dealt: Integers
) -> Integers:
    """The hands of all seats in each world, by world, seat and suit.

    `dealt` is the place of each unseen card by world, as in `Worlds.sample`.
    """
    worlds, _ = dealt.shape
    hands = np.zeros((worlds, players + 1, SUITS), np.int64)
    index = np.arange(worlds)
    for at, code in enumerate(codes):
        hands[index, dealt[:, at], code // BITS] |= 1 << code % BITS
    hands[:, seat] = position.hands[seat]
    return np.ascontiguousarray(hands[:, :players])
