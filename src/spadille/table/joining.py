"""Who gets which seat and when: people who join, and seats balanced by strength.

No one sees two hands in a round, or moves to another hand after seeing one. So a player who joins a
round in progress takes a bot's seat when that round is over. Only a player who left a seat in this
round may come back to it at once, because they already know its cards.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import permutations
from random import Random
from types import MappingProxyType
from typing import Literal, NamedTuple

from ..bots import Rating
from ..game import Seat, Side
from .commitments import Seeds
from .errors import RefusedError, for_the_host
from .events import AMONG_PEOPLE, PersonId, SeatsShuffled, SeatTaken
from .model import Table
from .seats import Bot, Occupant, Person

USUAL = Rating().mu
"""The strength that is assumed for a person who is not known."""

DIGITS = 6
"""The digits of a difference that count; any others differ only because of rounding errors."""

When = Literal["now", "next_deal"]

Bar = Literal["unknown", "begun", "taken", "promised", "not-invited", "has-one"]
"""The reasons why a person cannot take a seat."""

SEATED: frozenset[When | Bar] = frozenset({"now", "next_deal"})


def joining(
    table: Table, person: PersonId, seat: Seat, present: AbstractSet[PersonId]
) -> When | Bar:
    """Return when a person would get a seat that they do not have, or why they cannot get it."""
    if seat not in table.rules.seats:
        return "unknown"
    waiting, back = table.status == "waiting", seat in table.seats_left_by(person)
    if not waiting and table.made.format in AMONG_PEOPLE and not back:
        return "begun"
    match table.seats[seat]:
        case Person():
            return "taken"
        case Bot(heir=Person(id=heir)) if heir != person and heir in present:
            return "promised"
        case Bot() if not table.made.invite and person != table.host:
            return "not-invited"
    if not waiting and table.seat_of(person) is not None:
        return "has-one"
    return "next_deal" if table.in_round and not back else "now"


def check_seat(table: Table, person: PersonId, seat: Seat, present: AbstractSet[PersonId]) -> When:
    """Return when a person would get a seat; raise RefusedError if they cannot get it."""
    match joining(table, person, seat, present):
        case "unknown":
            raise RefusedError("seat/unknown", "this table has no such seat")
        case "begun":
            raise RefusedError(
                "duplicate/begun",
                "this match has started; only players who left a seat can come back",
            )
        case "taken":
            name = table.seats[seat].name
            raise RefusedError("seat/taken", "{name} already sits there", name=name)
        case "promised":
            raise RefusedError(
                "seat/taken",
                "{name} takes this seat when the round is over",
                name=table.seats.heirs[seat].name,
            )
        case "not-invited":
            raise RefusedError("seat/not-invited", "no one else can join this game")
        case "has-one":
            raise RefusedError("seat/has-one", "you already have a seat; leave it first")
        case when:
            return when


def seat_to_join(table: Table, person: PersonId) -> Seat | None:
    """Return the seat that an invited guest gets on arrival, if any.

    The seat of the host's partner comes first, then the seats clockwise from the host. People who
    gave up a seat, or were removed from it, do not get another one when they reload the page. In a
    group of tables, each guest chooses a table first.
    """
    made = table.made
    if table.status != "waiting" or table.worn or not made.invite:
        return None
    if made.group or made.contest or person in table.stood or table.has(person):
        return None
    host = table.seat_of(table.host)
    if host is None:
        return next(iter(table.seats.free), None)
    own_side = next(side for side in table.rules.sides if host in side)

    def order(seat: Seat) -> tuple[bool, int]:
        return seat not in own_side, (seat - host) % len(table.seats)

    return min(table.seats.free, key=order, default=None)


def heirs(table: Table, present: AbstractSet[PersonId]) -> tuple[SeatTaken, ...]:
    """Return the events by which connected people take their reserved seats after the round."""
    if not table.between_rounds and table.status != "over":
        return ()
    return tuple(
        SeatTaken(seat, heir.id, heir.name, heir.program)
        for seat, heir in table.seats.heirs.items()
        if heir.id in present
    )


class Strengths(NamedTuple):
    """The known strengths of the people at a table, and of the bots that join them."""

    people: Mapping[PersonId, float] = MappingProxyType({})
    bot: float = USUAL

    def of(self, occupant: Occupant) -> float:
        """Return the strength of an occupant; an open seat will be taken by a bot."""
        if isinstance(occupant, Person):
            return self.people.get(occupant.id, USUAL)
        return self.bot


def _no_balance(table: Table, person: PersonId) -> RefusedError | None:
    """Return why a person may not balance the seats, or why that is pointless."""
    rules = table.rules
    if person != table.host:
        return for_the_host()
    if table.status != "waiting":
        return RefusedError("table/started", "the game has already started")
    if len(set(map(len, rules.sides))) > 1 or len(rules.sides[0]) == 1:
        return RefusedError("balance/no-teams", "the teams here do not have equal sizes")
    if rules.table.seating == "random":
        return RefusedError(
            "balance/by-lot", "these rules draw the seats by lot when the game starts"
        )
    if len(table.persons) < 2:
        return RefusedError("balance/alone", "no one else has a seat yet")
    return None


def may_balance(table: Table, person: PersonId) -> bool:
    """Return True if a person may have the seats balanced now."""
    return not table.made.contest and _no_balance(table, person) is None


def check_balance(table: Table, person: PersonId) -> None:
    """Raise RefusedError if a person may not balance the seats, or if that is pointless."""
    if (refusal := _no_balance(table, person)) is not None:
        raise refusal


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
