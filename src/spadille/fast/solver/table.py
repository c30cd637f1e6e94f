"""The table of proven patterns.

A *shape* is who leads and how long each suit is in each hand. Under each shape stands a run of
entries; each tells for some of the highest cards of every suit who holds them, and a goal that is
then forced and one that is then refuted, whoever holds the other cards. Entries that answered stand
before those that did not.

A run that is full moves to a place twice as long. When there is no room left it replaces its last
entry, and when there is no room for a new shape, the table starts anew.
"""

# ruff: noqa: C901, PLR0912, PLR0913, PLR0915, PLR0917 - kernels do their work in one piece, on what they are passed
# mypy: no-warn-return-any

import numpy as np

from ..bits import count
from ..kernel import inlined_kernel
from ..kernel import lean_kernel as kernel
from .goals import LOST, WON, implies
from .memory import (
    ALL,
    CLEARED,
    END,
    ENTRY,
    FREE,
    GENERATION,
    RELEVANT,
    SLOT,
    SLOTS,
    START,
    SUIT_BITS,
    Words,
)
from .suits import suit_left

_KEY_BITS = 54
GENERATIONS = 1 << 9
_PLACE_BITS = 32
_COUNT_BITS = 15
_MOST = (1 << _COUNT_BITS) - 1
_GOAL_BITS = 16
_GOAL = (1 << _GOAL_BITS) - 1
_UNKNOWN = WON | LOST << _GOAL_BITS
_PROBES = 12
_HASHED = (1 << 62) - 1


@kernel
def forget_all(work: Words, table: Words) -> None:
    """Empties the table."""
    work[GENERATION] += 1
    if work[GENERATION] >= GENERATIONS:
        for word in range(work[START]):
            table[np.uint64(word)] = 0
        work[GENERATION] = 1
    work[FREE] = work[START]


@inlined_kernel
def _slot(work: Words, table: Words, shape: int) -> int:
    """Where a shape stands, or where it may be put; -1 when all places are taken."""
    key = shape | work[GENERATION] << _KEY_BITS
    mixed = int(shape) ^ (int(shape) >> 19) ^ (int(shape) >> 38)
    mixed = (mixed * 0x1E3779B97F4A7C15) & _HASHED
    first = mixed >> 26
    generation = work[GENERATION]
    for probe in range(_PROBES):
        place = SLOT * ((first + probe) & work[SLOTS])
        if table[np.uint64(place)] == key or table[np.uint64(place)] >> _KEY_BITS != generation:
            return place
    return -1


@inlined_kernel
def look_up(
    work: Words, table: Words, below: Words, shape: int, low: int, high: int, goal: int
) -> int:
    """1 or 0 where the table knows whether a goal can be forced, else -1.

    Leaves the cards that this rests on in RELEVANT.
    """
    place = _slot(work, table, shape)
    if place < 0 or table[np.uint64(place)] != shape | work[GENERATION] << _KEY_BITS:
        return -1
    where = table[np.uint64(place + 1)]
    start = where & ((1 << _PLACE_BITS) - 1)
    entries = (where >> _PLACE_BITS) & _MOST
    for at in range(start, start + entries * ENTRY, ENTRY):
        low_mask, high_mask = table[np.uint64(at + 1)], table[np.uint64(at + 3)]
        if (low & low_mask) != table[np.uint64(at)] or (high & high_mask) != table[
            np.uint64(at + 2)
        ]:
            continue
        known = table[np.uint64(at + 4)]
        if implies(below, known & _GOAL, goal):
            result = 1
        elif implies(below, goal, known >> _GOAL_BITS):
            result = 0
        else:
            continue
        work[RELEVANT] = _cards(work[ALL], low_mask, high_mask)
        if at > start:
            for word in range(ENTRY):
                other = table[np.uint64(at + word - ENTRY)]
                table[np.uint64(at + word - ENTRY)] = table[np.uint64(at + word)]
                table[np.uint64(at + word)] = other
        return result
    return -1


@inlined_kernel
def _cards(left: int, low_mask: int, high_mask: int) -> int:
    """The highest cards of each suit that masks of owners cover."""
    found = 0
    for suit in range(4):
        mask = low_mask if suit < 2 else high_mask
        mask >>= 26 * (suit & 1)
        if suit & 1 == 0:
            mask &= (1 << 26) - 1
        covered = count(mask) >> 1
        if covered:
            cards = suit_left(left, suit)
            for _ in range(count(cards) - covered):
                cards &= cards - 1
            found |= cards << (suit * SUIT_BITS)
    return found


@inlined_kernel
def _mask(left: int, relevant: int, suit: int) -> int:
    """The bits of the owners of a suit's cards, down to the lowest relevant one."""
    cards = suit_left(relevant, suit)
    if not cards:
        return 0
    above = suit_left(left, suit) & -(cards & -cards)
    return ((1 << (2 * count(above))) - 1) << (26 * (suit & 1))


@kernel
def store(
    work: Words,
    table: Words,
    below: Words,
    shape: int,
    low: int,
    high: int,
    goal: int,
    result: int,
    relevant: int,
) -> None:
    """Puts down that a goal can be forced, or not, wherever the relevant cards lie as now."""
    left = work[ALL]
    low_mask = _mask(left, relevant, 0) | _mask(left, relevant, 1)
    high_mask = _mask(left, relevant, 2) | _mask(left, relevant, 3)
    low &= low_mask
    high &= high_mask
    place = _slot(work, table, shape)
    if place < 0:
        work[CLEARED] += 1
        forget_all(work, table)
        place = _slot(work, table, shape)
    key = shape | work[GENERATION] << _KEY_BITS
    if table[np.uint64(place)] != key:
        if work[FREE] + 2 * ENTRY > work[END]:
            work[CLEARED] += 1
            forget_all(work, table)
            place = _slot(work, table, shape)
            key = shape | work[GENERATION] << _KEY_BITS
        table[np.uint64(place)] = key
        table[np.uint64(place + 1)] = work[FREE] | 1 << (_PLACE_BITS + _COUNT_BITS)
        work[FREE] += 2 * ENTRY
    where = table[np.uint64(place + 1)]
    start = where & ((1 << _PLACE_BITS) - 1)
    entries = (where >> _PLACE_BITS) & _MOST
    room_bits = where >> (_PLACE_BITS + _COUNT_BITS)
    known = goal | LOST << _GOAL_BITS if result else WON | goal << _GOAL_BITS
    at = start
    while at < start + entries * ENTRY:
        special = (
            (table[np.uint64(at + 1)] & low_mask) == low_mask
            and (table[np.uint64(at + 3)] & high_mask) == high_mask
            and (table[np.uint64(at)] & low_mask) == low
            and (table[np.uint64(at + 2)] & high_mask) == high
        )
        if special:
            rest = _without(below, table[np.uint64(at + 4)], goal, result)
            if table[np.uint64(at + 1)] == low_mask and table[np.uint64(at + 3)] == high_mask:
                if rest != _UNKNOWN:
                    known = _joined(known, rest)
                rest = _UNKNOWN
            if rest == _UNKNOWN:
                entries -= 1
                final = start + entries * ENTRY
                for word in range(ENTRY):
                    table[np.uint64(at + word)] = table[np.uint64(final + word)]
                continue
        at += ENTRY
    if entries == 1 << room_bits:
        size = ENTRY << (room_bits + 1)
        if work[FREE] + size <= work[END] and room_bits < _COUNT_BITS - 1:
            for word in range(entries * ENTRY):
                table[np.uint64(work[FREE] + word)] = table[np.uint64(start + word)]
            start = work[FREE]
            work[FREE] += size
            room_bits += 1
        else:
            entries -= 1
    final = start + entries * ENTRY
    for word in range(ENTRY):
        table[np.uint64(final + word)] = table[np.uint64(start + word)]
    table[np.uint64(start)] = low
    table[np.uint64(start + 1)] = low_mask
    table[np.uint64(start + 2)] = high
    table[np.uint64(start + 3)] = high_mask
    table[np.uint64(start + 4)] = known
    table[np.uint64(place + 1)] = start | (entries + 1 | room_bits << _COUNT_BITS) << _PLACE_BITS


@kernel
def _without(below: Words, known: int, goal: int, result: int) -> int:
    """What an entry knows beyond that a goal can be forced, or not."""
    forced, refuted = known & _GOAL, known >> _GOAL_BITS
    if result and implies(below, goal, forced):
        forced = WON
    if not result and implies(below, refuted, goal):
        refuted = LOST
    return forced | refuted << _GOAL_BITS


@kernel
def _joined(known: int, rest: int) -> int:
    """Both pieces of knowledge about a pattern, as far as one entry can hold them."""
    forced, refuted = known & _GOAL, known >> _GOAL_BITS
    if forced == WON:
        forced = rest & _GOAL
    if refuted == LOST:
        refuted = rest >> _GOAL_BITS
    return forced | refuted << _GOAL_BITS
