"""Seats at a table that waits, dealt again so that its sides are as strong as each other."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from ...bots import Rating
from ...game import Seat, Side
from ..refusals import RefusedError, for_the_host
from ..table.events import Drawn, PersonId
from ..table.sealing import Seeds
from ..table.seating import Occupant, Person
from ..table.table import Table

USUAL = Rating().mu
"""How strong someone is taken to be of whom nothing is known."""

DIGITS = 6
"""Of a difference; what differs beyond them differs because numbers in a computer end somewhere."""


class Strengths(NamedTuple):
    """How strong the people at a table are, as far as that is known, and the bots that join."""

    people: Mapping[PersonId, float] = MappingProxyType({})
    bot: float = USUAL

    def of(self, occupant: Occupant) -> float:
        """Return that of someone; in an open seat a bot will play."""
        if isinstance(occupant, Person):
            return self.people.get(occupant.id, USUAL)
        return self.bot


def check_balance(table: Table, person: PersonId) -> None:
    """Refuses to balance the seats of a table where that is not for `person`, or makes no sense.

    Raises:
        RefusedError: when it is so.
    """
    if person != table.host:
        raise for_the_host()
    if table.status != "waiting":
        raise RefusedError("table/started", "the game has already started")
    if len(set(map(len, table.rules.sides))) > 1 or len(table.rules.sides[0]) == 1:
        raise RefusedError("balance/no-teams", "the teams here do not have equal sizes")
    if table.rules.table.seating == "random":
        raise RefusedError(
            "balance/by-lot", "these rules draw the seats by lot when the game starts"
        )
    if len(table.persons) < 2:
        raise RefusedError("balance/alone", "no one else has a seat yet")


def may_balance(table: Table, person: PersonId) -> bool:
    """Return True if someone may have the seats balanced now."""
    # Asked for each state that anyone is shown, most of them of games that go on.
    if table.status != "waiting" or table.made.as_it_comes:
        return False
    try:
        check_balance(table, person)
    except RefusedError:
        return False
    return True


def balanced(table: Table, strengths: Strengths, seeds: Seeds) -> Drawn:
    """Seats in which the sides differ least in what their players add up to.

    Where several are as good, which it is decides the lot; so no one learns from their own seat who
    of a side is the stronger one.
    """
    by_seat = [strengths.of(occupant) for occupant in table.seats]
    sides = table.rules.sides
    ways = {way: _difference(by_seat, way, sides) for way in permutations(range(len(by_seat)))}
    least = min(ways.values())
    best = [way for way, difference in ways.items() if difference == least]
    return Drawn(tuple(map(Seat, Random(seeds()).choice(best))), "strength")


def _difference(by_seat: Sequence[float], way: Sequence[int], sides: Sequence[Side]) -> float:
    """By how much the strongest side would be stronger than the weakest one."""
    sums = [sum(by_seat[way[seat]] for seat in side) for side in sides]
    return round(max(sums) - min(sums), DIGITS)
