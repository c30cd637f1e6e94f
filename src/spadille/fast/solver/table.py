"""The table of proven patterns.

A *shape* is the leader and the length of each suit in each hand. Each shape has a run of entries.
An entry names the holders of some of the highest cards of every suit, with a goal that they can
force and one that they cannot, no matter who holds the other cards. Its words have the remaining
cards packed together: those that matter, those in hand 1 or 3, and those in hand 2 or 3. Entries
that have given answers come before those that have not.

A full run moves to a place twice as long. Without room for that, it replaces its last entry;
without room for a new shape, the table starts over.
"""

# ruff: noqa: C901, PLR0912, PLR0913, PLR0915, PLR0917 - kernels do their work in one piece, on what they are passed
# mypy: no-warn-return-any

from ..bits import fetch, gather, scatter
from ..kernel import inlined_kernel, lean_kernel
from .goals import LOST, WON, implies
from .memory import (
    ALL,
    END,
    ENTRY,
    FREE,
    GAPS,
    GENERATION,
    GOAL,
    LEFT,
    RELEVANT,
    SEAT,
    SHAPE,
    SLOT,
    SLOTS,
    START,
    WIDEST,
    Words,
)

_KEY_BITS = 54
GENERATIONS = 1 << 9
_PLACE_BITS = 32
_PLACE = (1 << _PLACE_BITS) - 1
_COUNT_BITS = 15
_MOST = (1 << _COUNT_BITS) - 1
_GOAL_BITS = 16
_GOAL = (1 << _GOAL_BITS) - 1
_UNKNOWN = WON | LOST << _GOAL_BITS
_ENTRIES = 2
_PROBES = 12
_HASHED = (1 << 62) - 1


@lean_kernel
def forget_all(work: Words, table: Words) -> None:
    """Empty the table by marking its entries as an earlier generation.

    When the generations run out, all slots used in any of them are cleared.
    """
    work[GENERATION] += 1
    work[WIDEST] = max(work[WIDEST], work[SLOTS])
    if work[GENERATION] >= GENERATIONS:
        for word in range(SLOT * (work[WIDEST] + 1)):
            table[word] = 0
        work[GENERATION] = 1
        work[WIDEST] = work[SLOTS]
    work[FREE] = work[START]


@inlined_kernel
def key_of(work: Words, frame: int) -> int:
    """Return the shape of the position in a frame, from which the rest of the key follows."""
    more = work[frame + LEFT] | work[frame + SEAT] << 4 | work[GENERATION] << (_KEY_BITS - 48)
    return work[frame + SHAPE] | more << 48


@inlined_kernel
def _owners(work: Words, left: int) -> tuple[int, int]:
    """Return the remaining cards in hand 1 or 3, and those in hand 2 or 3, packed together."""
    return gather(work[1] | work[3], left), gather(work[2] | work[3], left)


@inlined_kernel
def _first(key: int) -> int:
    """Return the slot at which to begin looking for a shape."""
    mixed = key ^ (key >> 19) ^ (key >> 38)
    return ((int(mixed) * 0x1E3779B97F4A7C15) & _HASHED) >> 26


@inlined_kernel
def approach(work: Words, table: Words, key: int) -> None:
    """Prefetch the known patterns of a shape."""
    fetch(table, SLOT * (_first(key) & work[SLOTS]))


@inlined_kernel
def _slot(work: Words, table: Words, key: int) -> int:
    """Return the slot of a shape, or a free slot for it; -1 if all are taken."""
    first = _first(key)
    generation = work[GENERATION]
    for probe in range(_PROBES):
        place = SLOT * ((first + probe) & work[SLOTS])
        if table[place] == key or table[place] >> _KEY_BITS != generation:
            return place
    return -1


@inlined_kernel
def look_up(work: Words, table: Words, below: Words, key: int, goal: int) -> int:
    """Return 1 or 0 if the table knows whether a goal can be forced here, else -1.

    The cards that this depends on are left in RELEVANT.
    """
    place = _slot(work, table, key)
    if place < 0 or table[place] != key:
        return -1
    left = work[ALL]
    odd, later = _owners(work, left)
    where = table[place + 1]
    before = place + _ENTRIES
    at = before
    after = where & _PLACE
    for _ in range((where >> _PLACE_BITS) & _MOST):
        mask = table[at]
        if ((table[at + 1] ^ odd) | (table[at + 2] ^ later)) & mask == 0:
            known = table[at + 3]
            result = -1
            if implies(below, known & _GOAL, goal):
                result = 1
            elif implies(below, goal, known >> _GOAL_BITS):
                result = 0
            if result >= 0:
                work[RELEVANT] = scatter(mask, left)
                for word in range(ENTRY):
                    other = table[before + word]
                    table[before + word] = table[at + word]
                    table[at + word] = other
                return result
        before = at
        at = after
        after += ENTRY
    return -1


@lean_kernel
def store(work: Words, table: Words, below: Words, frame: int, result: int, relevant: int) -> None:
    """Record whether the goal in a frame can be forced when the relevant cards are held as now.

    The relevant cards are the given ones and all that are higher in their suits.
    """
    goal = work[frame + GOAL]
    left = work[ALL]
    mask = gather(((GAPS - relevant) | relevant) & left, left)
    odd, later = _owners(work, left)
    key = key_of(work, frame)
    place = _slot(work, table, key)
    if place < 0:
        forget_all(work, table)
        key = key_of(work, frame)
        place = _slot(work, table, key)
    first = place + _ENTRIES
    if table[place] != key:
        table[place] = key
        table[place + 1] = 0
    where = table[place + 1]
    start = where & _PLACE
    entries = (where >> _PLACE_BITS) & _MOST
    room_bits = where >> (_PLACE_BITS + _COUNT_BITS)
    known = goal | LOST << _GOAL_BITS if result else WON | goal << _GOAL_BITS
    number = 0
    while number < entries:
        at = start + (number - 1) * ENTRY if number else first
        other = table[at]
        differ = (table[at + 1] ^ odd) | (table[at + 2] ^ later)
        if (mask & ~other) | (differ & mask) == 0:
            rest = _without(below, table[at + 3], goal, result)
            if other == mask:
                if rest != _UNKNOWN:
                    known = _joined(known, rest)
                rest = _UNKNOWN
            if rest == _UNKNOWN:
                entries -= 1
                if number < entries:
                    _move(table, start + (entries - 1) * ENTRY, at)
                continue
        number += 1
    room = (1 << room_bits) & ~1
    if entries > room:
        size = ENTRY << (room_bits + 1)
        if work[FREE] + size <= work[END] and room_bits < _COUNT_BITS - 1:
            for word in range((entries - 1) * ENTRY):
                table[work[FREE] + word] = table[start + word]
            start = work[FREE]
            work[FREE] += size
            room_bits += 1
        else:
            entries -= 1
    if entries:
        _move(table, first, start + (entries - 1) * ENTRY)
    entries += 1
    table[first] = mask
    table[first + 1] = odd
    table[first + 2] = later
    table[first + 3] = known
    table[place + 1] = start | (entries | room_bits << _COUNT_BITS) << _PLACE_BITS


@inlined_kernel
def _move(table: Words, start: int, to: int) -> None:
    for word in range(ENTRY):
        table[to + word] = table[start + word]


@lean_kernel
def _without(below: Words, known: int, goal: int, result: int) -> int:
    """Return the knowledge in an entry apart from whether a given goal can be forced."""
    forced, refuted = known & _GOAL, known >> _GOAL_BITS
    if result and implies(below, goal, forced):
        forced = WON
    if not result and implies(below, refuted, goal):
        refuted = LOST
    return forced | refuted << _GOAL_BITS


@lean_kernel
def _joined(known: int, rest: int) -> int:
    """Return both pieces of knowledge about a pattern, as far as one entry can hold them."""
    forced, refuted = known & _GOAL, known >> _GOAL_BITS
    if forced == WON:
        forced = rest & _GOAL
    if refuted == LOST:
        refuted = rest >> _GOAL_BITS
    return forced | refuted << _GOAL_BITS
