"""What leading each suit promises."""

# mypy: no-warn-return-any

import numpy as np

from ..bits import choose, gather, highest
from ..bits import count as size_of
from ..kernel import inlined_kernel
from .lead_weights import LOTS, TOPS, TRUMP_LOTS
from .memory import ALL, SHAPE, TRUMP, TRUMPS, Words
from .suits import lane_at

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
def promises_of(work: Words, frame: np.uint64, seat: int, players: int) -> int:
    """What leading each suit promises, in a field each; with four hands, else always the same."""
    if players != 4:
        return _NOTHING
    second, fourth = work[np.uint64((seat + 1) & 3)], work[np.uint64((seat + 3) & 3)]
    partner = work[np.uint64(seat ^ 2)]
    # All is moved up a bit, so that the lowest stands for no card at all.
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
            value = _TOPS[np.uint64(holders)] + _LOTS[np.uint64(lot >> 1)]
        else:
            lot = _trump_lot(second) + 3 * _trump_lot(partner) + 9 * _trump_lot(fourth)
            holders += choose(trump != 0, _FOR_TRUMPS, 0)
            value = _TOPS[np.uint64(holders)] + _TRUMP_LOTS[np.uint64(lot)]
        promises |= (_MIDDLE + value) << (FIELD_BITS * suit)
    return promises


@inlined_kernel
def _plain_lots(work: Words, frame: np.uint64) -> int:
    """How many of each plain suit each seat holds, suit by suit, in two bits a seat.

    0 for none, 1 for one, 2 for none but trumps, 3 for more.
    """
    shape = work[frame + SHAPE]
    trumped = 0
    for seat in range(4):
        trumped |= choose(work[np.uint64(seat)] & work[TRUMP] != 0, _TRUMPED << 4 * seat, 0)
    more = shape >> 1 | shape >> 2 | shape >> 3
    some = (shape | more) & _PLAIN_ONES
    lots = some | (more & _PLAIN_ONES) << 1 | ~some << 1 & trumped
    return gather(lots, _PLAIN_LOTS)


@inlined_kernel
def _trump_lot(hand: int) -> int:
    return min(size_of(hand & TRUMPS), 2)
