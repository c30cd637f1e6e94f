"""Rules for taking a seat, and for when a player gets it.

No one sees two hands in a round, or moves to another hand after seeing one. So a player who joins a
round in progress takes a bot's seat when that round is over. Only a player who left a seat in this
round may come back to it at once, because they already know its cards.
"""

from collections.abc import Set as AbstractSet
from typing import Literal

from ...game import Seat
from ..refusals import RefusedError
from .events import PersonId, Sat
from .seating import Bot, Open, Person
from .table import Table

When = Literal["now", "next_deal"]


def joining(
    table: Table, person: PersonId, seat: Seat, present: AbstractSet[PersonId]
) -> When | RefusedError:
    """Return when a person would get a seat that they do not have, or why they cannot get it."""
    if seat not in table.rules.seats:
        return RefusedError("seat/unknown", "this table has no such seat")
    begun = table.made.in_match and table.status != "waiting"
    if begun and seat not in table.seats_left_by(person):
        return RefusedError(
            "duplicate/begun", "this match has started; only players who left a seat can come back"
        )
    match table.seats[seat]:
        case Person(name=name):
            return RefusedError("seat/taken", "{name} already sits there", name=name)
        case Bot(heir=Person(id=heir, name=name)) if heir != person and heir in present:
            return RefusedError(
                "seat/taken", "{name} takes this seat when the round is over", name=name
            )
        case Bot() if not table.made.invite and person != table.host:
            return RefusedError("seat/not-invited", "no one else can join this game")
        case Bot() | Open():
            pass
    if table.status != "waiting" and table.seat_of(person) is not None:
        return RefusedError("seat/has-one", "you already have a seat; leave it first")
    if table.status != "playing" or table.between_rounds or seat in table.seats_left_by(person):
        return "now"
    return "next_deal"


def seat_to_join(table: Table, person: PersonId) -> Seat | None:
    """Return the seat that an invited guest gets on arrival, if any.

    The seat of the host's partner comes first, then the seats clockwise from the host. People who
    gave up a seat, or were removed from it, do not get another one when they reload the page. In a
    group of tables, each guest chooses a table first.
    """
    made = table.made
    if table.status != "waiting" or table.worn or not made.invite:
        return None
    if made.group or made.as_it_comes or person in table.stood or table.has(person):
        return None
    host = table.seat_of(table.host)
    if host is None:
        return next(iter(table.seats.free), None)
    own_side = next(side for side in table.rules.sides if host in side)
    players = len(table.seats)

    def order(seat: Seat) -> tuple[bool, int]:
        return seat not in own_side, (seat - host) % players

    return min(table.seats.free, key=order, default=None)


def heirs(table: Table, present: AbstractSet[PersonId]) -> tuple[Sat, ...]:
    """Return the events by which connected people take their reserved seats after the round."""
    if not table.between_rounds and table.status != "over":
        return ()
    return tuple(
        Sat(seat, occupant.heir.id, occupant.heir.name, occupant.heir.program)
        for seat, occupant in table.seats.each
        if isinstance(occupant, Bot) and occupant.heir and occupant.heir.id in present
    )
