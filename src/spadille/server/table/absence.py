"""Who is away, and what those who are there may decide about it.

Where no sand-glass runs, the game would wait for ever for somebody who is gone, or until their bank
is used up. After a while more
than half of the others who are there may have a bot play for them. The seat stays theirs: when they
come back the bot steps back at once. The host may also take them from the table.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from ...game import Seat
from ..refusals import RefusedError
from .events import Asked, Covered, PersonId
from .seating import Person
from .table import Table

ABSENCE = 60.0
"""Seconds without a connection after which the others may decide."""


def awaited(table: Table, present: AbstractSet[PersonId]) -> Person | None:
    """Who is away while it is their turn, and while others are there who wait for them."""
    seat = table.to_act
    clock = table.rules.clock
    if table.status != "playing" or seat is None or (clock.runs and not clock.bank_seconds):
        return None
    person = table.seats[seat]
    if not isinstance(person, Person) or person.covered or person.id in present:
        return None
    return person if voters(table, present) else None


def voters(table: Table, present: AbstractSet[PersonId]) -> tuple[Seat, ...]:
    """The seats of the people who are there."""
    seats = (table.seat_of(person) for person in table.people if person in present)
    return tuple(seat for seat in seats if seat is not None)


def needed(table: Table, present: AbstractSet[PersonId]) -> int:
    """How many have to agree: more than half of those who are there."""
    return len(voters(table, present)) // 2 + 1


def cover(
    table: Table,
    own: Seat,
    seat: Seat,
    present: AbstractSet[PersonId],
    away: Mapping[PersonId, float],
) -> tuple[Asked | Covered, ...]:
    """What follows when the one at `own` asks that a bot plays for who is away.

    Raises:
        RefusedError: when it may not be.
    """
    person = awaited(table, present)
    if person is None or table.to_act != seat:
        raise RefusedError("cover/not-now", "nobody waits for anybody away there")
    check_absence(person.id, present, away)
    agreed = {*person.asked, own} & {*voters(table, present)}
    if len(agreed) >= needed(table, present):
        return (Covered(seat),)
    return () if own in person.asked else (Asked(seat, own),)


def check_absence(
    person: PersonId, present: AbstractSet[PersonId], away: Mapping[PersonId, float]
) -> None:
    """Refuses to decide about somebody who is there, or was a moment ago.

    Raises:
        RefusedError: when they are.
    """
    if person in present:
        raise RefusedError("absence/present", "they are there and play for themselves")
    if away.get(person, 0.0) < ABSENCE:
        raise RefusedError(
            "absence/too-early", "give them a moment to come back; then you can decide"
        )
