"""Reassigning the seats at a waiting table, so that its sides are equally strong."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from random import Random
from types import MappingProxyType
from typing import Literal, NamedTuple

from ...bots import Rating
from ...game import Seat, Side
from ..errors import RefusedError, for_the_host
from .commitments import Seeds
from .events import PersonId, SeatsShuffled
from .model import Table
from .seats import Occupant, Person

USUAL = Rating().mu
"""The strength that is assumed for a person who is not known."""

DIGITS = 6
"""The digits of a difference that count; any others differ only because of rounding errors."""


class Strengths(NamedTuple):
    """The known strengths of the people at a table, and of the bots that join them."""

    people: Mapping[PersonId, float] = MappingProxyType({})
    bot: float = USUAL

    def of(self, occupant: Occupant) -> float:
        """Return the strength of an occupant; an open seat will be taken by a bot."""
        if isinstance(occupant, Person):
            return self.people.get(occupant.id, USUAL)
        return self.bot


Bar = Literal["host", "started", "no-teams", "by-lot", "alone"]
"""A reason not to balance the seats."""


def _bar(table: Table, person: PersonId) -> Bar | None:
    rules = table.rules
    if person != table.host:
        return "host"
    if table.status != "waiting":
        return "started"
    if len(set(map(len, rules.sides))) > 1 or len(rules.sides[0]) == 1:
        return "no-teams"
    if rules.table.seating == "random":
        return "by-lot"
    return "alone" if len(table.persons) < 2 else None


def may_balance(table: Table, person: PersonId) -> bool:
    """Return True if a person may have the seats balanced now."""
    return not table.made.contest and _bar(table, person) is None


def check_balance(table: Table, person: PersonId) -> None:
    """Raise RefusedError if a person may not balance the seats, or if that is pointless."""
    match _bar(table, person):
        case "host":
            raise for_the_host()
        case "started":
            raise RefusedError("table/started", "the game has already started")
        case "no-teams":
            raise RefusedError("balance/no-teams", "the teams here do not have equal sizes")
        case "by-lot":
            raise RefusedError(
                "balance/by-lot", "these rules draw the seats by lot when the game starts"
            )
        case "alone":
            raise RefusedError("balance/alone", "no one else has a seat yet")


def balanced(table: Table, strengths: Strengths, seeds: Seeds) -> SeatsShuffled:
    """Return the seats for which the total strengths of the sides differ least.

    If several ways are equally good, one is chosen at random. So seats do not reveal which partner
    is stronger.
    """
    by_seat = [strengths.of(occupant) for occupant in table.seats]
    sides = table.rules.sides
    ways = {way: _difference(by_seat, way, sides) for way in permutations(range(len(by_seat)))}
    least = min(ways.values())
    best = [way for way, difference in ways.items() if difference == least]
    return SeatsShuffled(tuple(map(Seat, Random(seeds()).choice(best))), "strength")


def _difference(by_seat: Sequence[float], way: Sequence[int], sides: Sequence[Side]) -> float:
    """Return how much stronger the strongest side would be than the weakest one."""
    sums = [sum(by_seat[way[seat]] for seat in side) for side in sides]
    return round(max(sums) - min(sums), DIGITS)
