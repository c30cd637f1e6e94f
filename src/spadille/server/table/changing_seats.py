"""How seats change when people come, go or wait, or when seats are drawn by lot."""

from msgspec import structs

from ...game import BySeat, Seat, put
from .events import Asked, Covered, Delegated, Drawn, Released, Reserved, Returned, Sat, SeatEvent
from .seating import Bot, Occupant, Person, Seats, without


def seats_after(seats: BySeat[Occupant], event: SeatEvent) -> BySeat[Occupant]:
    """Return the seats after an event; their order changes only if they are drawn by lot."""
    match event:
        case Sat(seat=seat, person=person):
            return put(without(seats, person), seat, _who(event))
        case Reserved(seat=seat, person=person):
            return _with_heir(without(seats, person), seat, _who(event))
        case Released(seat=seat):
            return _with_heir(seats, seat, None)
        case Asked(seat=seat, by=by):
            gone = seats[seat]
            assert isinstance(gone, Person)
            return put(seats, seat, structs.replace(gone, asked=(*gone.asked, by)))
        case Covered(seat=seat) | Delegated(seat=seat) | Returned(seat=seat):
            occupant = seats[seat]
            assert isinstance(occupant, Person)
            changed = structs.replace(
                occupant,
                covered=isinstance(event, Covered),
                delegated=isinstance(event, Delegated),
                asked=(),
            )
            return put(seats, seat, changed)
        case Drawn(seats=drawn):
            return tuple(seats[seat] for seat in drawn)


def _who(event: Sat | Reserved) -> Person:
    return Person(event.person, event.name, program=event.program)


def taken_over(seats: Seats) -> Seats:
    """Return the seats once players who let a bot finish the round play again."""
    if not seats.finishing:
        return seats
    return Seats(
        structs.replace(one, delegated=False) if isinstance(one, Person) else one for one in seats
    )


def _with_heir(seats: BySeat[Occupant], seat: Seat, heir: Person | None) -> BySeat[Occupant]:
    bot = seats[seat]
    assert isinstance(bot, Bot)
    return put(seats, seat, structs.replace(bot, heir=heir))
