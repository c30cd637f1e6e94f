"""The exact solver: what a position is worth when all see all cards and play their best.

`solve_batch` takes positions as arrays, `solve` one position of cards:

    solve_batch(hands, leader, *, trick=None, won=None, broken=True, lead="broken", trump=True,
                utility=None, cards=True, nodes=None, memory=256, threads=1) -> Answers

`hands` is uint64[n, seats] (2 to 4 seats, clockwise), a card being the bit `13 * suit + rank`;
bits from 52 on are spades above the ace. `leader` is int[n] or one seat, `trick` int[n, k] the
cards on the table by their numbers, in the order played, -1 for none; they are no longer in
`hands`. `won` int[n, seats] are the tricks each seat has won before, `broken` bool[n] or one.
"""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ...game import Card, Deal, Rules, Seat
from ..readiness import ready
from .checks import LEFT_AT, MOST_TRICKS, WON_AT
from .driver import (
    ANSWER,
    ASK_BUDGET,
    ASK_CARDS,
    ASK_FLAGS,
    ASK_GROUP_OF,
    ASK_GROUPS,
    ASK_LEAD,
    ASK_MAXIMISER,
    ASK_MONOTONE,
    ASK_MOVER,
    ASK_PLAYERS,
    ASK_SPAN,
    ASK_TRUMP,
    BY_CARD,
    CARDS,
    HIGHEST,
    LEGAL,
    LOWEST,
    QUESTION,
    VISITED,
    solve_positions,
)
from .errors import refused
from .memory import ALL_PRUNINGS, Memory, Words, memory_of
from .numbering import card_numbers
from .positions import position_rows
from .utilities import Utility, check_utility, tricks_utility

Lead = Literal["broken", "any", "never"]
_LEADS = ("broken", "any", "never")
_UNLIMITED = 1 << 62
_LEAST_MEMORY = 16
_MOST_MEMORY = 1 << 16
_CHUNK = 16


_TRICKS = {
    players: tricks_utility(MOST_TRICKS, tuple(seat % 2 for seat in range(players)))
    for players in (2, 4)
}
"""The utility where none is given: the sides are every other seat."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What positions are worth, to side 0 of the utility, or in tricks for the side to move.

    `lower` and `upper`, int64[n], are bounds; they differ only where the budget of nodes was used
    up. `legal`, uint64[n], are the cards that may be played; `card_lower` and `card_upper`,
    int64[n, 63], the bounds by card, 0 for the others, and None if cards were not asked for.
    `nodes`, int64[n], are the cards that were tried.
    """

    lower: Words
    upper: Words
    legal: NDArray[np.uint64]
    card_lower: Words | None
    card_upper: Words | None
    nodes: Words

    @property
    def exact(self) -> NDArray[np.bool_]:
        """Which positions are solved, bool[n]."""
        return np.equal(self.lower, self.upper)


@dataclass(frozen=True, slots=True)
class Solution:
    """What one position is worth, see `Answers`; `cards` are the bounds of each legal card."""

    lower: int
    upper: int
    cards: dict[Card, tuple[int, int]]
    nodes: int

    @property
    def exact(self) -> bool:
        return self.lower == self.upper


def solve_batch(  # noqa: PLR0913 - what may be asked
    hands: Any,
    leader: Any,
    *,
    trick: Any = None,
    won: Any = None,
    broken: Any = True,
    lead: Lead = "broken",
    trump: bool = True,
    utility: Utility | None = None,
    cards: bool = True,
    nodes: int | None = None,
    memory: int = 256,
    threads: int = 1,
    prunings: int = ALL_PRUNINGS,
) -> Answers:
    """Solves positions, each with the same question, on some threads.

    Without a `utility` the worth is the tricks from here on, with the trick in progress, of the
    side to move, sides being every other seat. `nodes` limits the search of each position,
    `memory` all tables together, in megabytes. The answers do not depend on `threads`.

    Raises:
        SolverError: says what is wrong with the positions or the question.
    """
    if lead not in _LEADS:
        raise refused("lead", "lead is {lead!r}, expected broken, any or never", lead=lead)
    if nodes is not None and not 1 <= nodes < _UNLIMITED:
        raise refused("nodes", "a budget of {nodes} nodes, expected a number from 1", nodes=nodes)
    if not 1 <= threads <= 1024:
        raise refused("threads", "{threads} threads, expected 1 to 1024", threads=threads)
    if not _LEAST_MEMORY * threads <= memory <= _MOST_MEMORY:
        raise refused(
            "memory",
            "{memory} megabytes for {threads} threads, expected {least} to {most}",
            memory=memory,
            threads=threads,
            least=_LEAST_MEMORY * threads,
            most=_MOST_MEMORY,
        )
    ready("spadille.fast.solver")
    rows = position_rows(hands, leader, trick, won, broken, lead=_LEADS.index(lead), trump=trump)
    players = np.asarray(hands).shape[1]
    if utility is None:
        if players == 3:
            raise refused("sides", "three hands are no two sides, expected a utility")
        rows[:, WON_AT : WON_AT + 4] = 0
        asked = _TRICKS[players]
    else:
        check_utility(utility, players)
        asked = utility
    if utility is not None:
        total = rows[:, LEFT_AT] + rows[:, WON_AT : WON_AT + players].sum(1)
        if (total != utility.tricks).any():
            raise refused(
                "won",
                "tricks won and left add up to {total}, expected {tricks} as in the utility",
                total=int(total[(total != utility.tricks).argmax()]),
                tricks=utility.tricks,
            )
    question = _question(asked, players, lead, trump=trump, cards=cards, prunings=prunings)
    question[ASK_MOVER] = utility is None
    question[ASK_BUDGET] = _UNLIMITED if nodes is None else nodes
    table = np.ascontiguousarray(asked.table, np.int64).ravel()
    found = _run(question, table, rows, memory, threads)
    by_card = found[:, BY_CARD:].reshape(len(found), CARDS, 2)
    return Answers(
        found[:, LOWEST],
        found[:, HIGHEST],
        found[:, LEGAL].view(np.uint64),
        by_card[:, :, 0] if cards else None,
        by_card[:, :, 1] if cards else None,
        found[:, VISITED],
    )


def solve(  # noqa: PLR0913 - what may be asked
    deal: Deal | Sequence[Sequence[Card]],
    leader: int = Seat.NORTH,
    *,
    trick: Sequence[Card] = (),
    won: Sequence[int] | None = None,
    broken: bool = False,
    lead: Lead | None = None,
    trump: bool = True,
    rules: Rules | None = None,
    utility: Utility | None = None,
    cards: bool = True,
    nodes: int | None = None,
    memory: int = 256,
    prunings: int = ALL_PRUNINGS,
) -> Solution:
    """Solves one position, see `solve_batch`.

    `rules` tell how cards rank and, unless `lead` does, when spades may be led; by default these
    are those of `standard`. Cards of the trick in progress are no longer in the hands.

    Raises:
        SolverError: says what is wrong with the position or the question.

    >>> from spadille.notation import parse_deal
    >>> found = solve(parse_deal("N:A2... K3... Q4... J5..."))
    >>> found.lower, found.exact, found.cards[Card.SA]
    (1, True, (1, 1))
    """
    rules = rules or Rules()
    hands = deal.hands if isinstance(deal, Deal) else deal
    numbers = card_numbers(rules, trump=trump)
    answers = solve_batch(
        [[_word(hand, numbers) for hand in hands]],
        leader,
        trick=[[numbers[card] for card in trick]] if trick else None,
        won=None if won is None else [list(won)],
        broken=broken,
        lead=lead or rules.play.lead_spades,
        trump=trump,
        utility=utility,
        cards=cards,
        nodes=nodes,
        memory=memory,
        prunings=prunings,
    )
    by_card: dict[Card, tuple[int, int]] = {}
    if answers.card_lower is not None and answers.card_upper is not None:
        legal = int(answers.legal[0])
        for hand in hands:
            for card in hand:
                at = numbers[card]
                if legal >> at & 1:
                    low, high = answers.card_lower[0, at], answers.card_upper[0, at]
                    by_card[card] = (int(low), int(high))
    return Solution(int(answers.lower[0]), int(answers.upper[0]), by_card, int(answers.nodes[0]))


def warm() -> None:
    """Compiles the kernels, or loads them."""
    solve_batch([[1, 2, 4, 8]], 0)


def _word(hand: Sequence[Card], numbers: dict[Card, int]) -> int:
    word = 0
    for card in hand:
        bit = 1 << numbers[card]
        if word & bit:
            raise refused("card-twice", "the {card} is there twice", card=card)
        word |= bit
    return word


def _question(  # noqa: PLR0913 - what may be asked
    utility: Utility, players: int, lead: Lead, *, trump: bool, cards: bool, prunings: int
) -> Words:
    question = np.zeros(QUESTION, np.int64)
    groups = max(utility.group_of) + 1
    question[ASK_PLAYERS] = players
    question[ASK_MAXIMISER] = sum(
        1 << seat for seat, side in enumerate(utility.side_of) if not side
    )
    question[ASK_LEAD] = _LEADS.index(lead)
    question[ASK_TRUMP] = trump
    question[ASK_FLAGS] = prunings
    question[ASK_CARDS] = cards
    question[ASK_GROUPS] = groups
    question[ASK_SPAN] = utility.table.shape[0]
    rising = groups == 2 and bool((np.diff(utility.table) >= 0).all())
    question[ASK_MONOTONE] = rising and utility.side_of[utility.group_of.index(0)] == 0
    question[ASK_GROUP_OF : ASK_GROUP_OF + players] = utility.group_of
    return question


def _run(question: Words, table: Words, rows: Words, memory: int, threads: int) -> Words:
    number = len(rows)
    found = np.zeros((number, ANSWER), np.int64)
    if threads == 1 or number <= 1:
        with _Borrowed(memory) as own:
            solve_positions(own, question, table, rows, found, 0, number)
        return found

    def work(first: int) -> None:
        with _Borrowed(memory // threads) as own:
            last = min(first + _CHUNK, number)
            solve_positions(own, question, table, rows, found, first, last)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, range(0, number, _CHUNK)))
    return found


class _Borrowed:
    """Memory of a given size, kept for the next one who asks for as much."""

    _kept: ClassVar[dict[int, list[Memory]]] = {}
    _lock: ClassVar[threading.Lock] = threading.Lock()

    def __init__(self, megabytes: int) -> None:
        self.megabytes = megabytes

    def __enter__(self) -> Memory:
        with self._lock:
            kept = self._kept.get(self.megabytes)
            if kept:
                return self._hold(kept.pop())
            for others in self._kept.values():
                others.clear()
        return self._hold(memory_of(self.megabytes))

    def _hold(self, memory: Memory) -> Memory:
        self.memory = memory
        return memory

    def __exit__(self, *error: object) -> None:
        with self._lock:
            self._kept.setdefault(self.megabytes, []).append(self.memory)
