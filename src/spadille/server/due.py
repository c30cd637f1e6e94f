"""What happens at a table by itself, and when: bots move, time runs out, rounds follow."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Literal, NamedTuple

from .events import PersonId
from .seating import Bot, Person, persons
from .table import Table

PAUSE = 20.0
"""Seconds between rounds where nobody is asked, or where a sand-glass runs."""

HOST_GRACE = 20.0
"""Seconds that a disconnected host has to come back before another one is found."""


class Due(NamedTuple):
    """What happens next, and at which time of the clock."""

    what: Literal["bot", "timeout", "round", "host"]
    at: float


class Times(NamedTuple):
    """When the game last changed, when the turn began, and who has left when."""

    moved: float
    turn: float
    left: Mapping[PersonId, float]


def due(table: Table, present: AbstractSet[PersonId], times: Times, pace: float) -> Due | None:
    """What happens at the table unless somebody does something before."""
    if table.status != "playing":
        return _host_due(table, present, times)
    if table.between_rounds:
        return _round_due(table, present, times)
    seat = table.to_act
    if seat is None:
        return None
    if isinstance(table.seats[seat], Bot):
        return Due("bot", times.moved + pace * (2 if _trick_just_won(table) else 1))
    limit = table.rules.clock.turn_seconds
    return Due("timeout", times.turn + limit) if limit else None


def seconds_left(next_due: Due | None, now: float) -> float | None:
    """The time left for the turn of a person or the pause between rounds."""
    if next_due is None or next_due.what not in {"timeout", "round"}:
        return None
    return round(max(0.0, next_due.at - now), 1)


def _host_due(table: Table, present: AbstractSet[PersonId], times: Times) -> Due | None:
    if table.host in present or present.isdisjoint(persons(table.seats)):
        return None
    return Due("host", times.left.get(table.host, times.moved) + HOST_GRACE)


def _round_due(table: Table, present: AbstractSet[PersonId], times: Times) -> Due | None:
    """The next deal: when all who are connected have asked, or when the pause is over."""
    asked = [
        table.ready[seat]
        for seat, occupant in enumerate(table.seats)
        if isinstance(occupant, Person) and occupant.id in present
    ]
    if asked and all(asked):
        return Due("round", times.moved)
    if table.rules.clock.turn_seconds or not persons(table.seats):
        return Due("round", times.moved + PAUSE)
    return None


def _trick_just_won(table: Table) -> bool:
    """Whether the table still shows a complete trick, which people want to see."""
    if table.game is None or table.game.round is None:
        return False
    return bool(table.game.round.tricks) and not table.game.round.trick
