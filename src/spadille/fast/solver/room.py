"""Memory for searches: of a given size, allocated once, and lent to one search after another."""

from typing import ClassVar

import numpy as np

from .goals import MOST_GOALS, ROWS, SIZE
from .memory import (
    CUT_MASK,
    END,
    ENTRY,
    LANE,
    LANES,
    MOST_SLOTS,
    MOST_TRUMPS,
    PLAIN,
    SLOT,
    START,
    TRUMP_START,
    TRUMPS,
    UNITS,
    WORK,
    Memory,
    Words,
)
from .positions import refused

_SLOTS_MOST = 1 << 18
_LINE = 8
_CUTS = 1 << 14
_FACTS = 1 << MOST_TRUMPS


def _aligned(words: int) -> Words:
    """Return zeros that begin at a line of the processor's cache."""
    room = np.zeros(words + _LINE, np.int64)
    start = -room.ctypes.data // 8 % _LINE
    return room[start : start + words]


def memory_of(megabytes: int) -> Memory:
    """Return empty memory of this many megabytes; untouched parts cost nothing."""
    fixed = 8 * (WORK + _FACTS + _CUTS + SIZE) + ROWS * MOST_GOALS
    words = ((megabytes << 20) - fixed) // 8 - _LINE
    slots = 1 << 9
    while slots < _SLOTS_MOST and slots * SLOT * 8 < words:
        slots *= 2
    memory = Memory(
        np.zeros(WORK, np.int64),
        np.zeros(_FACTS, np.int64),
        _aligned(words),
        np.zeros(_CUTS, np.int64),
        np.zeros(SIZE, np.int64),
        np.zeros((ROWS, MOST_GOALS), np.uint8),
    )
    work = memory.work
    work[LANES + TRUMP_START : LANES + 64] = TRUMPS
    for suit in range(3):
        work[LANES + LANE * suit : LANES + LANE * (suit + 1)] = PLAIN << (LANE * suit)
        work[UNITS + LANE * suit : UNITS + LANE * (suit + 1)] = 1 << (16 * suit)
    work[MOST_SLOTS] = slots - 1
    work[START] = SLOT * slots
    work[END] = words - ENTRY
    work[CUT_MASK] = _CUTS - 1
    return memory


class Borrowed:
    """Memory of a given size, kept for the next caller that needs the same size."""

    # Single operations on a list or a dictionary need no lock.
    _kept: ClassVar[dict[int, list[Memory]]] = {}

    def __init__(self, megabytes: int) -> None:
        self.megabytes = megabytes

    def __enter__(self) -> Memory:
        try:
            self.memory = self._kept[self.megabytes].pop()
        except LookupError:
            for others in list(self._kept.values()):
                others.clear()
            try:
                self.memory = memory_of(self.megabytes)
            except MemoryError:
                raise refused(
                    "no-memory", "{size} megabytes of memory are not available", size=self.megabytes
                ) from None
        return self.memory

    def __exit__(self, *error: object) -> None:
        self._kept.setdefault(self.megabytes, []).append(self.memory)
