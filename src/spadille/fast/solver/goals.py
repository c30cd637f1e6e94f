"""Goals: sets of outcomes that one side wants to force, followed trick by trick.

An outcome is how many tricks each group of seats wins. A goal with m tricks to go is the set of
outcomes that are still good; the winner of the next trick determines the goal that follows. Equal
goals are stored once. A goal that every outcome fulfills is `WON`, and one that none fulfills is
`LOST`, however many tricks are left.

A goal is a row of numbers:

    0..3    the goal that follows when a seat wins the next trick
    4, 5    from how many tricks of the maximizing side on the goal is surely fulfilled, and of
            the other side surely missed
    6..9    from how many tricks of each seat on it is surely fulfilled, 10..13 surely missed
    14, 15  the numbers of tricks of the maximizing side with which all, or some, outcomes are good
    16..23  the same by group
"""

# ruff: noqa: PLR0913, PLR0917 - kernels do their work in one piece, on what they are passed
# mypy: no-warn-return-any

from ..bits import highest, lowest
from ..kernel import inlined_kernel, lean_kernel
from .memory import MAXIMISER, PLAYERS, Words

LOST, WON = 0, 1
ROW_BITS = 5
LEVEL_BITS = 9
MOST_GOALS = 1 << LEVEL_BITS
"""The largest number of goals with the same number of tricks to go."""

NEED, MISS, SURE, NEVER, EVERY, SOME, GROUPS = 4, 5, 6, 10, 14, 15, 16
MOST_TRICKS = 18
MOST_VALUES = 1024

ROWS = (MOST_TRICKS + 1) << LEVEL_BITS
# Behind the rows: how many goals each level has, the group of each seat, then workspace.
COUNTS = ROWS << ROW_BITS
GROUP_OF = COUNTS + 32
NUMBER_OF_GROUPS = GROUP_OF + 4
SPAN = GROUP_OF + 5
"""One more than the tricks of the round: the length of each axis of the table of utilities."""
WON_BEFORE = GROUP_OF + 6
LEVEL = GROUP_OF + 10
VALUES = GROUP_OF + 32
"""The distinct utilities that can still be reached, in order; their number comes before them."""
STATES = VALUES + MOST_VALUES
MOST_OUTCOMES = 8192
"""The most entries that a table of utilities may have."""
SAME = STATES + MOST_OUTCOMES
"""The question and the utilities that the goals were made for."""
ROOTS = SAME + 8 + MOST_OUTCOMES
"""The goal for reaching each of the utilities, by number; 0 if it was not requested."""
SIZE = ROOTS + MOST_VALUES


@lean_kernel
def forget(goals: Words) -> None:
    """Drop all goals."""
    for level in range(32):
        goals[COUNTS + level] = 0
    for number in range(MOST_VALUES):
        goals[ROOTS + number] = 0


@lean_kernel
def keep_or_forget(work: Words, goals: Words, group_of: Words, utility: Words) -> None:
    """Drop all goals unless they were made for the same question."""
    same = goals[SAME] == work[PLAYERS] and goals[SAME + 1] == work[MAXIMISER]
    same = same and goals[SAME + 2] == len(utility)
    goals[SAME], goals[SAME + 1], goals[SAME + 2] = work[PLAYERS], work[MAXIMISER], len(utility)
    for seat in range(4):
        same = same and goals[GROUP_OF + seat] == group_of[seat]
        goals[GROUP_OF + seat] = group_of[seat]
    for place in range(len(utility)):
        same = same and goals[SAME + 8 + place] == utility[place]
        goals[SAME + 8 + place] = utility[place]
    if not same:
        goals[LEVEL] = -1


@lean_kernel
def outcomes_left(goals: Words, utility: Words, tricks: int) -> None:
    """List the distinct utilities that `tricks` more tricks can lead to."""
    span = goals[SPAN]
    groups = goals[NUMBER_OF_GROUPS]
    found = 0
    for more_0 in range(tricks + 1):
        for more_1 in range(tricks - more_0 + 1 if groups > 2 else 1):
            for more_2 in range(tricks - more_0 - more_1 + 1 if groups > 3 else 1):
                place = _place(goals, span, groups, more_0, more_1, more_2)
                value = utility[place]
                at = found
                while at > 0 and goals[VALUES + at - 1] > value:
                    at -= 1
                if at > 0 and goals[VALUES + at - 1] == value:
                    continue
                for later in range(found, at, -1):
                    goals[VALUES + later] = goals[VALUES + later - 1]
                goals[VALUES + at] = value
                found += 1
    goals[VALUES - 1] = found


@lean_kernel
def _place(goals: Words, span: int, groups: int, more_0: int, more_1: int, more_2: int) -> int:
    place = goals[WON_BEFORE] + more_0
    if groups > 2:
        place = place * span + goals[WON_BEFORE + 1] + more_1
    if groups > 3:
        place = place * span + goals[WON_BEFORE + 2] + more_2
    return place


@lean_kernel
def goal_of(
    work: Words, goals: Words, below: Words, utility: Words, tricks: int, asked: int
) -> int:
    """Return the goal for a utility, given by number, with `tricks` to go; -1 if full."""
    if goals[ROOTS + asked]:
        return goals[ROOTS + asked]
    least = goals[VALUES + asked]
    span = goals[SPAN]
    groups = goals[NUMBER_OF_GROUPS]
    step_0 = 1
    step_1 = 0
    step_2 = 0
    if groups > 2:
        step_0, step_1 = span, 1
    if groups > 3:
        step_0, step_1, step_2 = span * span, span, 1
    for level in range(tricks + 1):
        over = tricks - level
        for more_0 in range(over + 1):
            for more_1 in range(over - more_0 + 1 if groups > 2 else 1):
                for more_2 in range(over - more_0 - more_1 + 1 if groups > 3 else 1):
                    place = _place(goals, span, groups, more_0, more_1, more_2)
                    if level == 0:
                        goals[STATES + place] = WON if utility[place] >= least else LOST
                        continue
                    last = goals[STATES + place]
                    next_0 = goals[STATES + place + step_0]
                    next_1 = goals[STATES + place + step_1] if groups > 2 else last
                    next_2 = goals[STATES + place + step_2] if groups > 3 else last
                    state = _goal(work, goals, below, level, next_0, next_1, next_2, last)
                    if state < 0:
                        return -1
                    goals[STATES + place] = state
    goals[ROOTS + asked] = goals[STATES + _place(goals, span, groups, 0, 0, 0)]
    return goals[ROOTS + asked]


@lean_kernel
def _goal(
    work: Words,
    goals: Words,
    below: Words,
    level: int,
    next_0: int,
    next_1: int,
    next_2: int,
    last: int,
) -> int:
    """Return the goal with these successors by group; -1 if there is no room for it."""
    if next_0 == last and next_1 == last and next_2 == last and last <= WON:
        return last
    groups = goals[NUMBER_OF_GROUPS]
    players = work[PLAYERS]
    first = level << LEVEL_BITS
    number = goals[COUNTS + level]
    after = (next_0, next_1, next_2, last)
    for other in range(first, first + number):
        same = True
        for seat in range(players):
            group = goals[GROUP_OF + seat]
            child = last if group == groups - 1 else after[group]
            same = same and goals[(other << ROW_BITS) + seat] == child
        if same:
            return other
    if number == MOST_GOALS:
        return -1
    goals[COUNTS + level] = number + 1
    made = first + number
    row = made << ROW_BITS
    for seat in range(players):
        group = goals[GROUP_OF + seat]
        goals[row + seat] = last if group == groups - 1 else after[group]
    _measure(work, goals, row, level)
    for other in range(first, made + 1):
        below[made, other - first] = _is_below(goals, below, players, row, other << ROW_BITS)
        below[other, number] = _is_below(goals, below, players, other << ROW_BITS, row)
    return made


@lean_kernel
def _is_below(goals: Words, below: Words, players: int, row: int, other: int) -> int:
    for seat in range(players):
        if not implies(below, goals[row + seat], goals[other + seat]):
            return 0
    return 1


@inlined_kernel
def implies(below: Words, goal: int, other: int) -> bool:
    """Return True if every outcome that meets a goal meets another with the same tricks to go."""
    if goal in (other, LOST) or other == WON:
        return True
    if goal == WON or other == LOST:
        return False
    return below[goal, other & (MOST_GOALS - 1)] != 0


@lean_kernel
def _measure(work: Words, goals: Words, row: int, level: int) -> None:
    """Fill in the numbers of tricks, by seat or side, from which a goal is decided."""
    players = work[PLAYERS]
    every, some = _counts(goals, row, level, players, work[MAXIMISER], EVERY)
    goals[row + EVERY] = every
    goals[row + SOME] = some
    full = (1 << (level + 1)) - 1
    goals[row + NEED] = highest(full & ~every) + 1
    goals[row + MISS] = level - lowest(some) + 1 if some else 0
    for group in range(goals[NUMBER_OF_GROUPS]):
        members = 0
        for seat in range(players):
            if goals[GROUP_OF + seat] == group:
                members |= 1 << seat
        field = GROUPS + 2 * group
        every, some = _counts(goals, row, level, players, members, field)
        goals[row + field] = every
        goals[row + field + 1] = some
        for seat in range(players):
            if members >> seat & 1:
                goals[row + SURE + seat] = highest(full & ~every) + 1
                goals[row + NEVER + seat] = highest(some) + 1


@lean_kernel
def _counts(
    goals: Words, row: int, level: int, players: int, members: int, field: int
) -> tuple[int, int]:
    """Return, as bits, the trick counts of some seats for which all, or some, outcomes are good.

    The goals that follow have these bits in `field` and the next one.
    """
    full = (1 << level) - 1
    every_in, every_out, some_in, some_out = full, full, 0, 0
    for seat in range(players):
        child = goals[row + seat]
        every, some = 0, 0
        if child == WON:
            every, some = full, full
        elif child != LOST:
            every = goals[(child << ROW_BITS) + field]
            some = goals[(child << ROW_BITS) + field + 1]
        if members >> seat & 1:
            every_in &= every
            some_in |= some
        else:
            every_out &= every
            some_out |= some
    every = ((every_in << 1) | 1) & (every_out | (1 << level))
    return every, (some_in << 1) | some_out
