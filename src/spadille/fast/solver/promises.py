"""Estimate how promising it is to lead each suit."""

# mypy: no-warn-return-any

import numpy as np

from ..bits import choose, gather, highest
from ..bits import count as size_of
from ..kernel import inlined_kernel
from .memory import ALL, SHAPE, TRUMP, TRUMPS, Words
from .suits import lane_at

# The promises are numbers found by changing a few at a time and keeping changes that let the search
# visit fewer nodes in random deals of 8 to 11 cards. Other deals would only take more time. Seats
# are counted from the leader: 0 the leader, 1 the second to play, 2 the partner, 3 the fourth.
TOPS = (
    37, 5, 23, 0, 19, -19, 44, -17, 39, 10, 24, 1, 13, -14, 29, -11,
    20, -5, 20, -13, 30, 6, 42, -9, 14, 8, 27, 5, 11, 3, 11, -10,
)  # fmt: skip
"""Indexed by the holder of the highest card of the suit, plus four times the holder of the next, or
0 without one; first for plain suits, then for trumps.
"""

LOTS = (
    -70, -42, -33, -5, -87, -65, -79, -51, -45, -48, -24, -27, -68, -77, -37, -40,
    -46, -62, 22, 6, -44, -66, 8, -8, -39, -42, 14, 11, -63, -72, -16, -19,
    -48, -17, 22, 53, -52, -27, -9, 22, -4, -4, 20, 20, -11, -17, 21, 21,
    31, 18, 90, 77, 12, -7, 35, 22, 2, 2, 31, 31, -17, -23, 19, 19,
    -107, -74, -67, -34, -132, -105, -102, -69, -48, -46, -21, -19, -108, -112, -39, -37,
    -89, -100, -13, -24, -88, -105, -30, -41, -61, -59, -44, -42, -104, -108, -49, -47,
    -52, -21, -14, 17, -55, -30, -40, -9, -13, -13, 16, 16, -48, -54, 16, 16,
    14, 1, 61, 48, -12, -31, 33, 20, -14, -14, 17, 17, -32, -38, 18, 18,
)  # fmt: skip
"""Indexed by the lengths of a plain suit: 1 if the leader has more than one card. The others in
turn add 2, 8 and 32 times 0 for none, 1 for one, 2 for none but trumps, 3 for more.
"""

TRUMP_LOTS = (
    -47, -12, -42, -45, -20, -25, -61, 7, -26,
    -35, 46, 22, -7, 33, 23, 4, 33, 20,
    -30, 28, 2, -4, 15, 13, -32, 17, 18,
)  # fmt: skip
"""Indexed by how many trumps each of the others holds: none, one or more, times 1, 3 and 9."""

AGAIN = 12
"""How much less promising a suit is after a card of it was tried."""

FIELD_BITS = 16
FIELD = (1 << FIELD_BITS) - 1

_TOPS, _LOTS, _TRUMP_LOTS = (np.array(each, np.int64) for each in (TOPS, LOTS, TRUMP_LOTS))
_FOR_TRUMPS = len(TOPS) // 2

_MIDDLE = 512
_NOTHING = _MIDDLE * 0x0001_0001_0001_0001
_PLAIN_ONES = 0x1111_1111_1111
_PLAIN_LOTS = 3 * _PLAIN_ONES
_TRUMPED = 0x0002_0002_0002


@inlined_kernel
def promises_of(work: Words, frame: int, seat: int, players: int) -> int:
    """Return the promise of leading each suit, one field each; it varies only with four hands."""
    if players != 4:
        return _NOTHING
    second, fourth = work[(seat + 1) & 3], work[(seat + 3) & 3]
    partner = work[seat ^ 2]
    # Everything is shifted up one bit, so that the lowest bit means no card at all.
    odd, late = (second | fourth) << 1, (partner | fourth) << 1
    every = work[ALL] << 1
    trump = work[TRUMP]
    lots = _plain_lots(work, frame)
    promises = 0
    for suit in range(4):
        cards = every & lane_at(suit) << 1
        top = highest(cards | 1)
        after = highest(cards & ~(1 << top) | 1)
        holders = (odd >> top & 1) | (late >> top & 1) << 1
        holders |= (odd >> after & 1) << 2 | (late >> after & 1) << 3
        if suit < 3:
            lot = lots >> 8 * suit & 255
            lot = (lot | lot << 8) >> 2 * seat & 255
            value = _TOPS[holders] + _LOTS[lot >> 1]
        else:
            lot = _trump_lot(second) + 3 * _trump_lot(partner) + 9 * _trump_lot(fourth)
            holders += choose(trump != 0, _FOR_TRUMPS, 0)
            value = _TOPS[holders] + _TRUMP_LOTS[lot]
        promises |= (_MIDDLE + value) << (FIELD_BITS * suit)
    return promises


@inlined_kernel
def _plain_lots(work: Words, frame: int) -> int:
    """Return how many of each plain suit each seat holds, suit by suit, in two bits a seat.

    0 for none, 1 for one, 2 for none but trumps, 3 for more.
    """
    shape = work[frame + SHAPE]
    trumped = 0
    for seat in range(4):
        trumped |= choose(work[seat] & work[TRUMP] != 0, _TRUMPED << 4 * seat, 0)
    more = shape >> 1 | shape >> 2 | shape >> 3
    some = (shape | more) & _PLAIN_ONES
    lots = some | (more & _PLAIN_ONES) << 1 | ~some << 1 & trumped
    return gather(lots, _PLAIN_LOTS)


@inlined_kernel
def _trump_lot(hand: int) -> int:
    return min(size_of(hand & TRUMPS), 2)
