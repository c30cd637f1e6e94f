"""Positions as arrays, checked before a kernel sees them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .driver import BROKEN, HANDS_AT, LEADER, POSITION, TABLE_AT, WON_AT
from .errors import SolverError, refused
from .memory import LEAD_ANY, LEAD_NEVER, MOST_TRUMPS, PLAIN, SUIT_BITS, TRUMP_START, TRUMPS, Words

MOST_TRICKS = 15
_CARDS = (1 << 62) - 1
_COUNT = np.array([bin(number).count("1") for number in range(1 << 16)], np.int64)


def position_rows(  # noqa: PLR0913 - what a position consists of
    hands: Any, leader: Any, trick: Any, won: Any, broken: Any, *, lead: int, trump: bool
) -> Words:
    """The rows that the kernel reads.

    Raises:
        SolverError: names the first position that cannot be.
    """
    hands = _array("hands", hands, 2)
    number, players = hands.shape
    if not 2 <= players <= 4:
        raise refused("players", "{players} hands, expected two to four", players=players)
    leader = _column("leader", leader, number)
    trick = _table("trick", [] if trick is None else trick, number, players - 1)
    won = _table("won", [0] * players if won is None else won, number, players)
    broken = _column("broken", broken, number)
    rows = np.zeros((number, POSITION), np.int64)
    rows[:, TABLE_AT : TABLE_AT + 3] = -1
    rows[:, HANDS_AT : HANDS_AT + players] = hands
    rows[:, LEADER] = leader
    rows[:, TABLE_AT : TABLE_AT + players - 1] = trick
    rows[:, WON_AT : WON_AT + players] = won
    rows[:, BROKEN] = broken
    _check(rows, players, lead=lead, trump=trump)
    return rows


def _array(name: str, values: Any, axes: int) -> Words:
    try:
        array = np.asarray(values)
        if array.dtype.kind not in "iub" and array.size:
            raise TypeError
        array = array.astype(np.int64)
    except (TypeError, ValueError, OverflowError) as error:
        raise refused("array", "{name} is no array of integers", name=name) from error
    if array.ndim != axes:
        raise refused(
            "array", "{name} has {has} axes, expected {axes}", name=name, has=array.ndim, axes=axes
        )
    return array


def _column(name: str, values: Any, number: int) -> Words:
    column = np.asarray(values)
    if column.ndim == 0:
        column = np.full(number, column)
    array = _array(name, column, 1)
    if len(array) != number:
        raise _length(name, len(array), number)
    return array


def _table(name: str, values: Any, number: int, width: int) -> Words:
    table = np.asarray(values)
    if table.ndim == 1:
        table = np.broadcast_to(table, (number, len(table)))
    array = _array(name, table, 2)
    if len(array) != number:
        raise _length(name, len(array), number)
    if array.shape[1] > width:
        raise refused(
            "array",
            "{name} has {has} entries a position, expected at most {width}",
            name=name,
            has=array.shape[1],
            width=width,
        )
    padded = np.full((number, width), -1 if name == "trick" else 0, np.int64)
    padded[:, : array.shape[1]] = array
    return padded


def _length(name: str, has: int, number: int) -> SolverError:
    return refused(
        "array",
        "{name} is for {has} positions, expected {number}",
        name=name,
        has=has,
        number=number,
    )


def _counted(cards: Words) -> Words:
    """How many cards each set has."""
    return sum(
        (_COUNT[cards >> start & 0xFFFF] for start in range(0, 64, 16)), np.zeros_like(cards)
    )


def _check(rows: Words, players: int, *, lead: int, trump: bool) -> None:
    hands = rows[:, HANDS_AT : HANDS_AT + players]
    leader = rows[:, LEADER]
    trick = rows[:, TABLE_AT : TABLE_AT + players - 1]
    won = rows[:, WON_AT : WON_AT + players]
    _refuse((leader < 0) | (leader >= players), "leader", "the leader is no seat of these hands")
    _refuse((hands < 0).any(1) | (hands > _CARDS).any(1), "card", "a hand has cards that are none")
    _refuse((trick < -1).any(1) | (trick > 61).any(1), "card", "a card on the table is none")
    _refuse((won < 0).any(1), "won", "a number of tricks won is negative")
    gaps = (trick[:, :-1] < 0) & (trick[:, 1:] >= 0)
    _refuse(gaps.any(1), "trick", "there is a gap in the trick")
    seen = np.zeros(len(rows), np.int64)
    sets = [hands[:, seat] for seat in range(players)]
    played = [np.where(card >= 0, 1 << np.maximum(card, 0), 0) for card in trick.T]
    for cards in (*sets, *played):
        _refuse((seen & cards) != 0, "card-twice", "a card is there twice")
        seen |= cards
    sizes = np.stack([_counted(cards) for cards in sets], 1)
    on_table = (trick >= 0).sum(1)
    places = (np.arange(players) - leader[:, None]) % players
    sizes = sizes + (places < on_table[:, None])
    _refuse(
        (sizes != sizes[:, :1]).any(1),
        "unequal-hands",
        "the hands, with the cards on the table, are not equally long",
    )
    _refuse(sizes[:, 0] == 0, "no-cards", "there are no cards")
    _refuse(
        sizes[:, 0] > MOST_TRICKS, "too-many-cards", f"hands are longer than {MOST_TRICKS} cards"
    )
    _refuse(
        _counted(seen >> TRUMP_START) > MOST_TRUMPS,
        "too-many-trumps",
        f"there are more than {MOST_TRUMPS} spades",
    )
    if players > 1 and on_table.any():
        _check_trick(rows, players, lead=lead, trump=trump)


def _check_trick(rows: Words, players: int, *, lead: int, trump: bool) -> None:
    """Refuses tricks in which somebody did not follow suit, or led trumps too early."""
    every = np.arange(len(rows))
    leader = rows[:, LEADER]
    led = rows[:, TABLE_AT]
    suits = np.array([PLAIN << SUIT_BITS * suit for suit in range(3)] + [TRUMPS], np.int64)
    suit_led = np.minimum(np.maximum(led, 0) // SUIT_BITS, 3)
    lane = suits[suit_led]
    for at in range(1, players - 1):
        card = rows[:, TABLE_AT + at]
        hand = rows[every, HANDS_AT + (leader + at) % players]
        revoked = (card >= 0) & ((1 << np.maximum(card, 0)) & lane == 0) & (hand & lane != 0)
        _refuse(revoked, "trick", "a card on the table does not follow suit though its hand could")
    if trump and lead != LEAD_ANY:
        hand = rows[every, HANDS_AT + leader]
        early = (led >= TRUMP_START) & (hand & ~TRUMPS != 0)
        if lead != LEAD_NEVER:
            early &= rows[:, BROKEN] == 0
        _refuse(early, "trick", "spades were led though they may not be yet")


def _refuse(bad: NDArray[np.bool_], code: str, sentence: str) -> None:
    """Refuses the first position that is bad."""
    if bad.any():
        if len(bad) == 1:
            raise refused(code, sentence)
        raise refused(code, "position {number}: " + sentence, number=int(bad.argmax()))
