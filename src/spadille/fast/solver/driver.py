"""Solve positions one after another: renumber, search goal by goal, and answer."""

# ruff: noqa: C901, PLR0912, PLR0913, PLR0915, PLR0917 - kernels do their work in one piece, on what they are passed
# mypy: no-warn-return-any

import numpy as np

from ..bits import count, lowest
from ..game.cards import best_kind
from ..kernel import lean_kernel
from .goals import (
    GROUP_OF,
    LEVEL,
    NUMBER_OF_GROUPS,
    SPAN,
    VALUES,
    WON_BEFORE,
    forget,
    goal_of,
    keep_or_forget,
    outcomes_left,
)
from .goals import WON as WON_GOAL
from .guess import first_guess
from .memory import (
    ALL,
    ALL_PRUNINGS,
    BEST,
    BUDGET,
    CUT_MASK,
    FLAGS,
    FRAMES,
    GOAL,
    LANE,
    LEAD,
    LED,
    LEFT,
    MAXIMISER,
    MOST_SLOTS,
    NEW,
    NODES,
    OLD,
    PAIRS,
    PLAIN,
    PLAYERS,
    SEAT,
    SEATS,
    SHAPE,
    SLOTS,
    SUIT,
    TRICK,
    TRUMP,
    TRUMPS,
    UNBROKEN,
    WHO,
    WINNER,
    Memory,
    Words,
)
from .positions import BROKEN, HANDS_AT, LEADER, LEFT_AT, TABLE_AT, WON_AT
from .search import OUT_OF_BUDGET, forced, playable
from .suits import highest_of_runs, lane_of, prepare
from .table import forget_all

# The question: the same for all positions of a call.
(
    ASK_PLAYERS, ASK_MAXIMISER, ASK_LEAD, ASK_TRUMP, ASK_FLAGS, ASK_BUDGET, ASK_CARDS, ASK_GROUPS,
    ASK_SPAN, ASK_MONOTONE, ASK_MOVER,
) = range(11)  # fmt: skip
"""ASK_MOVER: whether the answer is the tricks of the side to move, not of the maximizing side."""
ASK_GROUP_OF = 11
QUESTION = 15

# The answer: lower and upper bound, nodes, then bounds by card.
LOWEST, HIGHEST, VISITED, LEGAL, BY_CARD = range(5)
CARDS = 63
ANSWER = BY_CARD + 2 * CARDS


_ANY_CARD: int = np.int64(0)  # type: ignore[assignment]
"""Not a Python constant, for which everything it is passed to would be compiled separately."""

_SMALL_BITS, _SLOT_BITS, _LARGE_BITS = 12, 4, 3
"""Few slots if only the number of tricks counts, so that they stay in the processor's cache."""
_WHO_BITS = 6
"""More slots if it matters who wins which tricks, because far more positions are then distinct."""


@lean_kernel
def solve_positions(
    memory: Memory,
    question: Words,
    utility: Words,
    positions: Words,
    answers: Words,
    first: int,
    last: int,
) -> None:
    """Answer the positions from `first` up to but not including `last`.

    `utility` is the value of each outcome, by the tricks of all groups of seats except the last.
    Positions and answers are rows as above, with the public numbers of cards.
    """
    work, goals = memory.work, memory.goals
    goals[NUMBER_OF_GROUPS] = question[ASK_GROUPS]
    goals[SPAN] = question[ASK_SPAN]
    work[PLAYERS] = question[ASK_PLAYERS]
    work[MAXIMISER] = question[ASK_MAXIMISER]
    work[LEAD] = question[ASK_LEAD]
    work[TRUMP] = TRUMPS if question[ASK_TRUMP] else 0
    work[FLAGS] = question[ASK_FLAGS]
    work[BUDGET] = question[ASK_BUDGET]
    work[PAIRS] = question[ASK_PLAYERS] == 4 and question[ASK_MAXIMISER] in (5, 10)
    work[WHO] = not question[ASK_MONOTONE]
    keep_or_forget(work, goals, question[ASK_GROUP_OF:], utility)
    for number in range(first, last):
        tricks = _set_up(memory, positions[number])
        _set_goals(goals, utility, positions[number], work[PLAYERS], tricks)
        _answer(memory, utility, answers[number], tricks, question[ASK_CARDS])
        if question[ASK_MOVER]:
            _of_mover(memory.work, answers[number], tricks, question[ASK_CARDS])


@lean_kernel
def _set_up(memory: Memory, position: Words) -> int:
    """Put a position into memory, and return the number of incomplete tricks."""
    work = memory.work
    players = work[PLAYERS]
    for seat in range(4):
        work[seat] = 0
    on_table = 0
    for at in range(players - 1):
        card = position[TABLE_AT + at]
        if card < 0:
            break
        work[(position[LEADER] + at) % players] |= 1 << card
        on_table += 1
    every = 0
    tricks = position[LEFT_AT]
    for seat in range(players):
        work[seat] |= position[HANDS_AT + seat]
        every |= work[seat]
    new = -1
    rest = every
    while rest:
        old = lowest(rest)
        rest &= rest - 1
        new = max(new + 1, LANE * min(old // SUIT, 3))
        work[NEW + old] = new
        work[OLD + new] = old
    work[ALL] = 0
    for seat in range(players):
        renumbered = 0
        rest = work[seat]
        while rest:
            renumbered |= 1 << work[NEW + lowest(rest)]
            rest &= rest - 1
        work[seat] = renumbered
        work[ALL] |= renumbered
    prepare(work, memory.facts)
    trick = 0
    for at in range(on_table):
        trick |= 1 << work[NEW + position[TABLE_AT + at]]
    best = 0
    if trick:
        led = lane_of(work, 1 << work[NEW + position[TABLE_AT]])
        best = 1 << best_kind(trick, led, work[TRUMP])
        work[FRAMES + LED] = led
        work[FRAMES + BEST] = best
    for seat in range(players):
        if work[seat] & best:
            work[FRAMES + WINNER] = seat
        work[seat] &= ~trick
    work[ALL] &= ~trick
    work[FRAMES + TRICK] = trick
    work[FRAMES + SEAT] = (position[LEADER] + on_table) % players
    work[FRAMES + LEFT] = tricks
    shape = 0
    for suit in range(3):
        for other in range(players):
            shape |= count(work[other] & PLAIN << (suit * LANE)) << (16 * suit + 4 * other)
    work[FRAMES + SHAPE] = shape
    broken = position[BROKEN] or trick & TRUMPS
    work[UNBROKEN] = -1 if broken else work[ALL] & TRUMPS
    work[NODES] = 0
    work[CUT_MASK] = (1 << min(14, tricks + 3)) - 1
    slot_bits = min(tricks + _SLOT_BITS, max(_SMALL_BITS, tricks + _LARGE_BITS))
    if work[WHO]:
        slot_bits = tricks + _WHO_BITS
    work[SLOTS] = min(work[MOST_SLOTS], (1 << slot_bits) - 1)
    forget_all(work, memory.table)
    return tricks


@lean_kernel
def _set_goals(goals: Words, utility: Words, position: Words, players: int, tricks: int) -> None:
    """List the reachable utilities, and keep the previous position's goals if they fit."""
    groups = goals[NUMBER_OF_GROUPS]
    same = goals[LEVEL] == tricks
    for group in range(groups):
        won = 0
        for seat in range(players):
            if goals[GROUP_OF + seat] == group:
                won += position[WON_AT + seat]
        same = same and goals[WON_BEFORE + group] == won
        goals[WON_BEFORE + group] = won
    if not same:
        goals[LEVEL] = tricks
        forget(goals)
        outcomes_left(goals, utility, tricks)


@lean_kernel
def _answer(memory: Memory, utility: Words, answer: Words, tricks: int, every_card: int) -> None:
    work, goals = memory.work, memory.goals
    seat = work[FRAMES + SEAT]
    played = count(work[FRAMES + TRICK])
    cards = playable(work, FRAMES, played)
    values = goals[VALUES - 1]
    for place in range(ANSWER):
        answer[place] = 0
    rest = cards
    while rest:
        answer[LEGAL] |= 1 << work[OLD + lowest(rest)]
        rest &= rest - 1
    guess = first_guess(work, tricks, values)
    if not every_card:
        low, high = _between(memory, utility, tricks, played, _ANY_CARD, guess)
        answer[LOWEST], answer[HIGHEST] = goals[VALUES + low], goals[VALUES + high]
        answer[VISITED] = work[NODES]
        return
    ours = work[MAXIMISER] >> seat & 1
    least, most = (0, 0) if ours else (values - 1, values - 1)
    tops = highest_of_runs(work[seat], work[ALL] | (work[FRAMES + BEST] if played else 0))
    rest = cards
    while rest:
        card = rest & -rest
        run = card
        while not card & tops:
            rest ^= card
            card = rest & -rest
            run |= card
        rest ^= card
        low, high = _between(memory, utility, tricks, played, card, guess)
        guess = high
        if ours:
            least, most = max(least, low), max(most, high)
        else:
            least, most = min(least, low), min(most, high)
        while run:
            old = work[OLD + lowest(run)]
            answer[BY_CARD + 2 * old] = goals[VALUES + low]
            answer[BY_CARD + 2 * old + 1] = goals[VALUES + high]
            run &= run - 1
    answer[LOWEST], answer[HIGHEST] = goals[VALUES + least], goals[VALUES + most]
    answer[VISITED] = work[NODES]


@lean_kernel
def _of_mover(work: Words, answer: Words, tricks: int, every_card: int) -> None:
    """Turn the tricks of the maximizing side into those of the side to move."""
    if work[MAXIMISER] >> work[FRAMES + SEAT] & 1:
        return
    answer[LOWEST], answer[HIGHEST] = tricks - answer[HIGHEST], tricks - answer[LOWEST]
    if every_card:
        for card in range(CARDS):
            if answer[LEGAL] >> card & 1:
                at = BY_CARD + 2 * card
                answer[at], answer[at + 1] = tricks - answer[at + 1], tricks - answer[at]


@lean_kernel
def _between(
    memory: Memory, utility: Words, tricks: int, played: int, only: int, guess: int
) -> tuple[int, int]:
    """Return the number of the utility reached, or bounds on it if the budget runs out."""
    work, goals = memory.work, memory.goals
    low, high = 0, goals[VALUES - 1] - 1
    asked = guess
    while low < high:
        asked = min(max(asked, low + 1), high)
        goal = goal_of(work, goals, memory.below, utility, tricks, asked)
        if goal < 0:
            forget(goals)
            forget_all(work, memory.table)
            goal = goal_of(work, goals, memory.below, utility, tricks, asked)
        result = 1 if goal == WON_GOAL else 0
        if goal > WON_GOAL:
            work[FRAMES + GOAL] = goal
            result = _forced(memory, played, only)
        if result == OUT_OF_BUDGET:
            break
        if result:
            low = asked
            asked += 1
        else:
            high = asked - 1
            asked -= 1
        if work[WHO] and high - low > 3:
            asked = (low + high + 1) >> 1
    return low, high


@lean_kernel
def _forced(memory: Memory, played: int, only: int) -> int:
    """Search for a goal; the usual game has its own version, compiled for its constants."""
    work, facts, table, cuts = memory.work, memory.facts, memory.table, memory.cuts
    goals, below = memory.goals, memory.below
    if work[PLAYERS] == SEATS and work[FLAGS] == ALL_PRUNINGS:
        return forced(work, facts, table, cuts, goals, below, played, only, SEATS, ALL_PRUNINGS)
    players, flags = work[PLAYERS], work[FLAGS]
    return forced(work, facts, table, cuts, goals, below, played, only, players, flags)
