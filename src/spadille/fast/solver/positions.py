"""Positions as arrays, checked before they are searched."""

from typing import Any

import numpy as np

from .checks import (
    BROKEN,
    HANDS_AT,
    LEADER,
    POSITION,
    PROBLEMS,
    TABLE_AT,
    WON_AT,
    first_problem,
)
from .errors import SolverError, refused
from .memory import Words


def position_rows(  # noqa: PLR0913 - what a position consists of
    hands: Any, leader: Any, trick: Any, won: Any, broken: Any, *, lead: int, trump: bool
) -> Words:
    """The rows that the kernel reads.

    Raises:
        SolverError: names the first position that cannot be.
    """
    hands = _table("hands", hands)
    number, players = hands.shape
    if not 2 <= players <= 4:
        raise refused("players", "{players} hands, expected two to four", players=players)
    rows = np.zeros((number, POSITION), np.int64)
    rows[:, HANDS_AT : HANDS_AT + players] = hands
    rows[:, LEADER] = _column("leader", leader, number)
    rows[:, TABLE_AT : TABLE_AT + 3] = -1
    rows[:, BROKEN] = _column("broken", broken, number)
    if trick is not None:
        cards = _padded("trick", trick, number, players - 1)
        rows[:, TABLE_AT : TABLE_AT + cards.shape[1]] = cards
    if won is not None:
        tricks = _padded("won", won, number, players)
        rows[:, WON_AT : WON_AT + tricks.shape[1]] = tricks
    bad, problem = first_problem(rows, players, lead, int(trump))
    if problem:
        code, sentence = PROBLEMS[problem]
        if number == 1:
            raise refused(code, sentence)
        raise refused(code, "position {number}: " + sentence, number=bad)
    return rows


def _integers(name: str, values: Any) -> Words:
    problem = refused("array", "{name} is no array of integers", name=name)
    try:
        array = np.asarray(values)
        if array.dtype.kind in "iub" or not array.size:
            return array.astype(np.int64, copy=False)
    except (TypeError, ValueError, OverflowError) as error:
        raise problem from error
    raise problem


def _table(name: str, values: Any) -> Words:
    array = _integers(name, values)
    if array.ndim != 2:
        raise refused("array", "{name} has {axes} axes, expected 2", name=name, axes=array.ndim)
    return array


def _column(name: str, values: Any, number: int) -> Words:
    array = _integers(name, values)
    if array.ndim > 1:
        raise refused("array", "{name} has {axes} axes, expected 1", name=name, axes=array.ndim)
    if array.ndim == 1 and len(array) != number:
        raise _length(name, len(array), number)
    return array


def _padded(name: str, values: Any, number: int, width: int) -> Words:
    array = _integers(name, values)
    if array.ndim == 1:
        array = array[None]
    elif len(_table(name, array)) != number:
        raise _length(name, len(array), number)
    if array.shape[1] > width:
        raise refused(
            "array",
            "{name} has {has} entries a position, expected at most {width}",
            name=name,
            has=array.shape[1],
            width=width,
        )
    return array


def _length(name: str, has: int, number: int) -> SolverError:
    return refused(
        "array",
        "{name} is for {has} positions, expected {number}",
        name=name,
        has=has,
        number=number,
    )
