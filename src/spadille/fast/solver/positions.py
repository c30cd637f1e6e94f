"""Positions as arrays: the numbers of cards, the layout, and checks for impossible positions."""

# ruff: noqa: C901, PLR0912 - kernels do their work in one piece, on what they are passed
# mypy: no-warn-return-any

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...game import SUITS, Card, Message, Rules, SpadesError, coverage, ranking_of
from ..bits import count
from ..game.playable import bars_lead, those_or_all
from ..kernel import lean_kernel
from .memory import MOST_TRUMPS, SUIT, Words

# A position: a row of numbers.
(
    HANDS_AT, LEADER, TABLE_AT, WON_AT, BROKEN, LEFT_AT,
) = (0, 4, 5, 8, 12, 13)  # fmt: skip
"""The four hands without the cards on the table; the leader; up to three cards on the table, with
-1 for none; the tricks won by each seat; whether trumps are broken; and the number of incomplete
tricks, which is computed here.
"""
POSITION = 14

_BLANK = np.zeros((1, POSITION), np.int64)
_BLANK[:, TABLE_AT : TABLE_AT + 3] = -1

MOST_TRICKS = 15
_MOST_WON = 1 << 20

PROBLEMS = (
    ("", ""),
    ("leader", "the leader is not a seat of these hands"),
    ("card", "a hand has invalid cards"),
    ("card", "a card on the table is invalid"),
    ("won", "a number of tricks won is negative or too large"),
    ("trick", "there is a gap in the trick"),
    ("card-twice", "a card appears twice"),
    ("unequal-hands", "the hands, with the cards on the table, differ in length"),
    ("no-cards", "there are no cards"),
    ("too-many-cards", f"hands are longer than {MOST_TRICKS} cards"),
    ("too-many-trumps", f"there are more than {MOST_TRUMPS} spades"),
    ("trick", "a card on the table does not follow suit although its hand could"),
    ("trick", "spades were led too early"),
)
"""The code and the sentence of each problem, by number."""
(
    FINE, NO_LEADER, NO_HAND, NO_CARD, NO_WON, GAP, TWICE, UNEQUAL, EMPTY, TOO_LONG,
    MANY_TRUMPS, REVOKED, EARLY,
) = range(13)  # fmt: skip
_LAST_CARD = 61
_FIRST_TRUMP = 3 * SUIT
_TRUMPS = (1 << (_LAST_CARD + 1)) - (1 << _FIRST_TRUMP)


class SolverError(SpadesError):
    """A position or a question that the solver does not accept."""


def refused(code: str, sentence: str, **values: Any) -> SolverError:
    """Return the refusal `solver/CODE` with its sentence."""
    return SolverError(f"solver/{code}", Message(sentence, **values))


def position_rows(  # noqa: PLR0913 - what a position consists of
    hands: Any, leader: Any, trick: Any, won: Any, broken: Any, *, lead: int, trump: bool
) -> tuple[Words, int]:
    """Return the rows that the kernel reads, and the number of hands in each.

    Raises:
        SolverError: names the first impossible position.
    """
    hands = _integers("hands", hands, 2)
    number, players = hands.shape
    if not 2 <= players <= 4:
        raise refused("players", "{players} hands, expected two to four", players=players)
    rows = _BLANK.repeat(number, 0)
    rows[:, HANDS_AT : HANDS_AT + players] = hands
    rows[:, LEADER] = _by_position("leader", leader, number, 0, 1)
    rows[:, BROKEN] = _by_position("broken", broken, number, 0, 1)
    if trick is not None:
        cards = _padded("trick", trick, number, players - 1)
        rows[:, TABLE_AT : TABLE_AT + cards.shape[1]] = cards
    if won is not None:
        tricks = _padded("won", won, number, players)
        if tricks.shape[1] < players:
            raise refused(
                "array",
                "won has {has} entries a position, expected {players}",
                has=tricks.shape[1],
                players=players,
            )
        rows[:, WON_AT : WON_AT + players] = tricks
    bad, problem = first_problem(rows, players, lead, int(trump))
    if problem:
        code, sentence = PROBLEMS[problem]
        if number == 1:
            raise refused(code, sentence)
        raise refused(code, "position {number}: " + sentence, number=bad)
    return rows, players


def _integers(name: str, values: Any, *axes: int) -> NDArray[Any]:
    """Return an array of integers with that many axes."""
    try:
        array = np.asarray(values)
    except (TypeError, ValueError, OverflowError) as error:
        raise _no_integers(name) from error
    if array.dtype.kind not in "iub" and array.size:
        raise _no_integers(name)
    if array.ndim not in axes:
        raise refused(
            "array",
            "{name} has {axes} axes, expected {most}",
            name=name,
            axes=array.ndim,
            most=axes[-1],
        )
    return array


def _no_integers(name: str) -> SolverError:
    return refused("array", "{name} is not an array of integers", name=name)


def _by_position(name: str, values: Any, number: int, *axes: int) -> NDArray[Any] | int:
    """Return an array of integers for each position; with fewer axes, they apply to all."""
    if 0 in axes and isinstance(values, int) and values.bit_length() < 64:  # usually
        return int(values)
    array = _integers(name, values, *axes)
    if array.ndim == axes[-1] and len(array) != number:
        raise refused(
            "array",
            "{name} is for {has} positions, expected {number}",
            name=name,
            has=len(array),
            number=number,
        )
    return array


def _padded(name: str, values: Any, number: int, width: int) -> NDArray[Any]:
    array = np.atleast_2d(_by_position(name, values, number, 1, 2))
    if array.shape[1] > width:
        raise refused(
            "array",
            "{name} has {has} entries a position, expected at most {width}",
            name=name,
            has=array.shape[1],
            width=width,
        )
    return array


@lean_kernel
def first_problem(rows: Words, players: int, lead: int, trump: int) -> tuple[int, int]:
    """Return the first impossible row and its problem; fill in the tricks left in earlier rows."""
    for number in range(len(rows)):
        problem = _problem(rows[number], players, lead, trump)
        if problem:
            return number, problem
    return 0, FINE


@lean_kernel
def _problem(row: Words, players: int, lead: int, trump: int) -> int:
    leader = row[LEADER]
    if leader < 0 or leader >= players:
        return NO_LEADER
    seen = 0
    for seat in range(players):
        hand = row[HANDS_AT + seat]
        if hand < 0 or hand >> (_LAST_CARD + 1):
            return NO_HAND
        if hand & seen:
            return TWICE
        if row[WON_AT + seat] < 0 or row[WON_AT + seat] > _MOST_WON:
            return NO_WON
        seen |= hand
    on_table = 0
    for at in range(players - 1):
        card = row[TABLE_AT + at]
        if card < -1 or card > _LAST_CARD:
            return NO_CARD
        if card < 0:
            continue
        if on_table != at:
            return GAP
        if seen >> card & 1:
            return TWICE
        seen |= 1 << card
        on_table += 1
    size = count(row[HANDS_AT + leader]) + (on_table > 0)
    for seat in range(players):
        played = (seat - leader) % players < on_table
        if count(row[HANDS_AT + seat]) + played != size:
            return UNEQUAL
    if size == 0:
        return EMPTY
    if size > MOST_TRICKS:
        return TOO_LONG
    if count(seen >> _FIRST_TRUMP) > MOST_TRUMPS:
        return MANY_TRUMPS
    row[LEFT_AT] = size
    if on_table:
        suit = min(row[TABLE_AT] // SUIT, 3)
        lane = _TRUMPS if suit == 3 else ((1 << SUIT) - 1) << (suit * SUIT)
        for at in range(1, on_table):
            card = 1 << row[TABLE_AT + at]
            if not those_or_all(row[HANDS_AT + (leader + at) % players] | card, lane) & card:
                return REVOKED
        led = 1 << row[TABLE_AT]
        may_lead = those_or_all(row[HANDS_AT + leader] | led, ~_TRUMPS)
        if trump and bars_lead(lead, row[BROKEN]) and not may_lead & led:
            return EARLY
    return FINE


@lru_cache(maxsize=4096)  # bounded, because people send custom rules to a server
def card_numbers(rules: Rules, *, trump: bool = True) -> Mapping[Card, int]:
    """Return the number of each card: 13 times the suit in play, plus its rank in the suit.

    In the ordinary pack, this is `Card.id`.

    Raises:
        SolverError: for rules of play that the solver does not support.

    >>> numbers = card_numbers(Rules.preset("jokers"))
    >>> [numbers[card] for card in (Card.SA, Card.S2, Card.D2, Card.JL)]
    [50, 52, 53, 54]
    """
    for sentence in coverage.SOLVER.unknown(rules):
        raise SolverError("solver/rules", sentence)
    ranking = ranking_of(rules, trump=trump)
    numbers: dict[Card, int] = {}
    for suit in SUITS:
        cards = [card for card in Card if ranking.suit_of[card] is suit]
        cards.sort(key=ranking.power.__getitem__)
        numbers |= {card: SUIT * suit + at for at, card in enumerate(cards)}
    return numbers


@lru_cache(maxsize=4096)  # bounded for the same reason
def card_bits(rules: Rules, *, trump: bool = True) -> Mapping[Card, int]:
    """Return the bit of each card in a hand, numbered as by `card_numbers`."""
    return {card: 1 << number for card, number in card_numbers(rules, trump=trump).items()}
