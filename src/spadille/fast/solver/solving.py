"""The exact solver: the value of a position with open hands and best play.

`solve_batch` takes positions as arrays, and `solve` takes one position as cards:

    solve_batch(hands, leader, *, trick=None, won=None, broken=False, lead="broken", trump=True,
                utility=None, cards=True, nodes=None, memory=256, threads=1,
                progress=None) -> Answers

`hands` is uint64[n, seats] (2 to 4 seats, clockwise), with each card as the bit `13 * suit + rank`;
bits from 52 on are spades above the ace. `leader` is int[n] or one seat. `trick` is int[n, k]: the
cards on the table by number, in the order played, with -1 for none; they are no longer in `hands`.
`won` is int[n, seats]: the tricks each seat has already won. `broken` is bool[n] or one value.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ...game import Card, Deal, Lead, Rules, Seat, in_range, in_short, option_values
from ...notation import parse_cards, parse_deal, parse_seat
from ..readiness import ready
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
    HIGHEST,
    LEGAL,
    LOWEST,
    QUESTION,
    VISITED,
    solve_positions,
)
from .memory import ALL_PRUNINGS, Words
from .positions import (
    LEFT_AT,
    MOST_TRICKS,
    WON_AT,
    SolverError,
    card_bits,
    card_numbers,
    position_rows,
    refused,
)
from .room import Borrowed
from .utilities import Utility, check_utility, tricks_utility

_LEADS = option_values("play.lead_spades")
_UNLIMITED = 1 << 62
_LEAST_MEMORY = 16
_MOST_MEMORY = 1 << 16
_CHUNK = 16
STANDARD = Rules()


class Answers(Struct, frozen=True):
    """The values of positions, to side 0 of the utility, or in tricks for the side to move.

    `found`, int64[n, ...], has the rows that the kernel wrote; everything else is read from them.
    """

    found: Words
    by_card: bool

    @property
    def lower(self) -> Words:
        """Lower bounds, int64[n]; inexact only if the node budget was used up."""
        return self.found[:, LOWEST]

    @property
    def upper(self) -> Words:
        """Upper bounds, int64[n]."""
        return self.found[:, HIGHEST]

    @property
    def exact(self) -> NDArray[np.bool_]:
        """Which positions are solved, bool[n]."""
        return np.equal(self.lower, self.upper)

    @property
    def legal(self) -> NDArray[np.uint64]:
        """The cards that may be played, uint64[n]."""
        return self.found[:, LEGAL].view(np.uint64)

    @property
    def card_lower(self) -> Words | None:
        """Lower bounds by card, int64[n, 63], 0 for illegal cards; None if not requested."""
        return self.found[:, BY_CARD::2] if self.by_card else None

    @property
    def card_upper(self) -> Words | None:
        """Upper bounds by card, int64[n, 63], like the lower bounds."""
        return self.found[:, BY_CARD + 1 :: 2] if self.by_card else None

    @property
    def nodes(self) -> Words:
        """The numbers of cards tried, int64[n]."""
        return self.found[:, VISITED]


class Solution(Struct, frozen=True):
    """The value of one position, see `Answers`; `cards` has the bounds of each legal card."""

    lower: int
    upper: int
    cards: dict[Card, tuple[int, int]]
    nodes: int

    @property
    def exact(self) -> bool:
        """Return True if the lower bound is equal to the upper bound."""
        return self.lower == self.upper


def solve_batch(  # noqa: PLR0913 - what may be asked
    hands: Any,
    leader: Any,
    *,
    trick: Any = None,
    won: Any = None,
    broken: Any = False,
    lead: Lead = "broken",
    trump: bool = True,
    utility: Utility | None = None,
    cards: bool = True,
    nodes: int | None = None,
    memory: int = 256,
    threads: int = 1,
    progress: Callable[[int], object] | None = None,
    prunings: int = ALL_PRUNINGS,
) -> Answers:
    """Solve positions, all with the same question, on a number of threads.

    Without a `utility`, the value is the number of tricks from here on, including the trick in
    progress, for the side to move; every other seat is on the same side. `nodes` limits the search
    of each position, and `memory` the size of all tables together, in megabytes. The answers do not
    depend on `threads`. Every few positions, `progress` is called in this thread with how many are
    solved; an error that it raises ends the search.

    Raises:
        SolverError: says what is wrong with the positions or the question.
    """
    if lead not in _LEADS:
        raise refused(
            "lead", "lead is {lead!r}, expected {known}", lead=lead, known=" | ".join(_LEADS)
        )
    if trump not in (True, False):
        raise refused("trump", "trump is {trump!r}, expected True or False", trump=trump)
    if nodes is not None and in_range(nodes, 1, _UNLIMITED - 1) is None:
        raise refused(
            "nodes",
            "a budget of {nodes} nodes, expected 1 to {most}",
            nodes=nodes,
            most=_UNLIMITED - 1,
        )
    if threads != 1 and in_range(threads, 1, 1024) is None:
        raise refused("threads", "{threads} threads, expected 1 to 1024", threads=threads)
    check_memory(memory, threads)
    ready("spadille.fast.solver")
    rows, players = position_rows(
        hands, leader, trick, won, broken, lead=_LEADS.index(lead), trump=trump
    )
    how = {
        "trump": trump,
        "cards": cards,
        "prunings": prunings,
        "budget": _UNLIMITED if nodes is None else nodes,
    }
    if utility is None:
        if won is not None:
            rows[:, WON_AT : WON_AT + 4] = 0
        asked = _asked_for_tricks(players, lead, **how)
    else:
        check_utility(utility, players)
        _check_tricks(utility, rows, players)
        asked = _asked(utility, lead, **how)
    return Answers(_run(asked, rows, memory, threads, progress), cards)


def solve(  # noqa: PLR0913 - what may be asked
    deal: Deal | Sequence[Sequence[Card]] | str,
    leader: int | str = Seat.NORTH,
    *,
    trick: Sequence[Card] | str = (),
    won: Sequence[int] | None = None,
    broken: bool = False,
    lead: Lead | None = None,
    trump: bool = True,
    rules: Rules | str | None = None,
    utility: Utility | None = None,
    cards: bool = True,
    nodes: int | None = None,
    memory: int = 256,
    prunings: int = ALL_PRUNINGS,
) -> Solution:
    """Solve one position; see `solve_batch`.

    `rules`, which may be the name of a preset, define how cards rank and, unless `lead` is given,
    when spades may be led; the default is `standard`. Cards of the trick in progress are no longer
    in the hands. The deal, the leader and the trick may be texts.

    >>> found = solve("N:A2... K3... Q4... J5...")
    >>> found.lower, found.exact, found.cards[Card.SA]
    (1, True, (1, 1))
    >>> solve("N:A2... K3... Q... J5...", leader="S", trick="S4").lower
    1

    Raises:
        SolverError: says what is wrong with the position or the question.
        ParseError: if a text cannot be read.
    """
    rules = STANDARD if rules is None else Rules.of(rules)
    hands = hands_of(deal)
    leader, trick = seat_of(leader, len(hands)), cards_of(trick)
    numbers = card_numbers(rules, trump=trump)
    bits = card_bits(rules, trump=trump)
    words = [word_of(hand, bits) for hand in hands]
    table = [_looked_up(trick, numbers)] if trick else None
    if in_range(leader, 0, len(hands) - 1) is None:
        raise refused(
            "leader",
            "the leader {leader} is not a seat of these {players} hands",
            leader=in_short(leader),
            players=len(hands),
        )
    answers = solve_batch(
        [words],
        leader,
        trick=table,
        won=None if won is None else [won],
        broken=broken,
        lead=lead or rules.play.lead_spades,
        trump=trump,
        utility=utility,
        cards=cards,
        nodes=nodes,
        memory=memory,
        prunings=prunings,
    )
    found = answers.found[0].data
    by_card = {}
    if cards:
        legal = found[LEGAL]
        for card in hands[(leader + len(trick)) % len(hands)]:
            if legal & bits[card]:
                at = BY_CARD + 2 * numbers[card]
                by_card[card] = (found[at], found[at + 1])
    return Solution(found[LOWEST], found[HIGHEST], by_card, found[VISITED])


def seat_of(leader: int | str, players: int) -> int:
    """Return a seat that may be given as a letter.

    Raises:
        ParseError: if a text is not a seat.
    """
    return parse_seat(leader, players=players) if isinstance(leader, str) else leader


def cards_of(cards: Sequence[Card] | str) -> Sequence[Card]:
    """Return cards that may be given as a text.

    Raises:
        ParseError: if a text does not name cards.
    """
    return parse_cards(cards) if isinstance(cards, str) else cards


def hands_of(deal: Deal | Sequence[Sequence[Card]] | str) -> tuple[Sequence[Card], ...]:
    """Return the hands to solve.

    Raises:
        SolverError: if there are none.
        ParseError: if a text is not a deal.
    """
    if isinstance(deal, str):
        deal = parse_deal(deal)
    if isinstance(deal, Deal):
        return deal.hands
    try:
        return tuple(deal)
    except TypeError:
        raise no_cards() from None


def no_cards() -> SolverError:
    """Return the error for an argument that is not a deal, or not a trick."""
    return refused(
        "no-card", "pass a deal as text, `Deal` or hands of `Card`, and a trick as text or `Card`"
    )


def check_memory(memory: int, threads: int) -> None:
    """Raise an error if the megabytes are too few, or too many, for this many threads together.

    Raises:
        SolverError: says how many are allowed.
    """
    if in_range(memory, _LEAST_MEMORY * threads, _MOST_MEMORY) is None:
        raise refused(
            "memory",
            "{memory} MB for one thread, expected {least} to {most}",
            plural="{memory} MB for {n} threads, expected {least} to {most}",
            n=threads,
            memory=memory,
            least=_LEAST_MEMORY * threads,
            most=_MOST_MEMORY,
        )


def warm() -> None:
    """Compile the kernels, or load them."""
    solve_batch([[1, 2, 4, 8]], 0)


def word_of(hand: Sequence[Card], bits: Mapping[Card, int]) -> int:
    """Return the word of a hand, given the bit of each card.

    Raises:
        SolverError: if a card occurs twice or has no bit, or if something else is given.
    """
    word = sum(_looked_up(hand, bits))
    if word.bit_count() != len(hand):  # cards with the same bit leave fewer bits
        twice = next(card for card in hand if list(hand).count(card) > 1)
        raise refused("card-twice", "the {card} occurs twice", card=twice)
    return word


def _looked_up(cards: Sequence[Card], numbers: Mapping[Card, int]) -> list[int]:
    try:
        return [numbers[card] for card in cards]
    except KeyError as error:
        card = error.args[0]
        if not isinstance(card, Card):
            told = in_short(card)
            raise refused(
                "no-card", "{card} is not a card: hands contain `Card`", card=told
            ) from None
        raise refused("no-suit", "the {card} has no suit to follow", card=card) from None
    except TypeError:
        raise no_cards() from None


def _check_tricks(utility: Utility, rows: Words, players: int) -> None:
    total = rows[:, LEFT_AT] + rows[:, WON_AT : WON_AT + players].sum(1)
    wrong = total != utility.tricks
    if wrong.any():
        raise refused(
            "won",
            "tricks won and left add up to {total}, expected {tricks} as in the utility",
            total=int(total[wrong.argmax()]),
            tricks=utility.tricks,
        )


class _Asked(NamedTuple):
    """The question asked about all positions of a call, in the kernel's format."""

    question: Words
    utility: Words


@lru_cache(maxsize=64)
def _asked_for_tricks(players: int, lead: Lead, **how: int) -> _Asked:
    """Return the question if no utility is given; every other seat is on the same side."""
    if players == 3:
        raise refused("sides", "three hands do not make two sides; pass a utility")
    utility = tricks_utility(MOST_TRICKS, tuple(seat % 2 for seat in range(players)))
    return _asked(utility, lead, mover=True, **how)


def _asked(  # noqa: PLR0913 - what may be asked
    utility: Utility,
    lead: Lead,
    *,
    trump: int,
    cards: int,
    prunings: int,
    budget: int,
    mover: int = False,
) -> _Asked:
    if in_range(prunings, 0, ALL_PRUNINGS) is None:
        raise refused(
            "prunings",
            "prunings {prunings}, expected a number from 0 to {most}",
            prunings=prunings,
            most=ALL_PRUNINGS,
        )
    question = np.zeros(QUESTION, np.int64)
    players = len(utility.side_of)
    groups = max(utility.group_of) + 1
    question[ASK_PLAYERS] = players
    question[ASK_MAXIMISER] = sum(
        1 << seat for seat, side in enumerate(utility.side_of) if not side
    )
    question[ASK_LEAD] = _LEADS.index(lead)
    question[ASK_TRUMP] = trump
    question[ASK_FLAGS] = prunings
    question[ASK_BUDGET] = budget
    question[ASK_CARDS] = cards
    question[ASK_GROUPS] = groups
    question[ASK_SPAN] = utility.table.shape[0]
    rising = groups == 2 and bool((np.diff(utility.table) >= 0).all())
    question[ASK_MONOTONE] = rising and utility.side_of[utility.group_of.index(0)] == 0
    question[ASK_MOVER] = mover
    question[ASK_GROUP_OF : ASK_GROUP_OF + players] = utility.group_of
    return _Asked(question, np.ascontiguousarray(utility.table, np.int64).ravel())


def _run(
    asked: _Asked,
    rows: Words,
    memory: int,
    threads: int,
    progress: Callable[[int], object] | None,
) -> Words:
    number = len(rows)
    found = np.zeros((number, ANSWER), np.int64)
    threads = min(threads, max(1, number))

    def work(first: int, last: int) -> int:
        with Borrowed(memory // threads) as own:
            solve_positions(own, asked.question, asked.utility, rows, found, first, last)
        return last

    if threads == 1 and progress is None:
        work(0, number)
        return found
    starts = range(0, number, _CHUNK)
    ends = [min(first + _CHUNK, number) for first in starts]
    if threads == 1:
        _tell(map(work, starts, ends), progress)
        return found
    pool = ThreadPoolExecutor(threads)
    try:
        _tell(pool.map(work, starts, ends), progress)
    finally:
        pool.shutdown(cancel_futures=True)
    return found


def _tell(solved: Iterator[int], progress: Callable[[int], object] | None) -> None:
    for many in solved:
        if progress is not None:
            progress(many)
