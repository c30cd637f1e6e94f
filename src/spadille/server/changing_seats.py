"""What becomes of the seats when people come, go, wait or are drawn by lot."""

from msgspec import structs

from ..game import BySeat, Seat, put
from .events import Asked, Covered, Drawn, Released, Reserved, Returned, Sat
from .seating import Bot, Occupant, Person, without


def seats_after(
    seats: BySeat[Occupant], event: Sat | Reserved | Released | Asked | Covered | Returned | Drawn
) -> BySeat[Occupant]:
    match event:
        case Sat(seat=seat, person=person, name=name):
            return put(without(seats, person), seat, Person(person, name))
        case Reserved(seat=seat, person=person, name=name):
            return _with_heir(without(seats, person), seat, Person(person, name))
        case Released(seat=seat):
            return _with_heir(seats, seat, None)
        case Asked(seat=seat, by=by):
            gone = seats[seat]
            assert isinstance(gone, Person)
            return put(seats, seat, structs.replace(gone, asked=(*gone.asked, by)))
        case Covered(seat=seat) | Returned(seat=seat):
            gone = seats[seat]
            assert isinstance(gone, Person)
            covered = isinstance(event, Covered)
            return put(seats, seat, structs.replace(gone, covered=covered, asked=()))
        case Drawn(seats=drawn):
            return tuple(seats[seat] for seat in drawn)


def _with_heir(seats: BySeat[Occupant], seat: Seat, heir: Person | None) -> BySeat[Occupant]:
    bot = seats[seat]
    assert isinstance(bot, Bot)
    return put(seats, seat, structs.replace(bot, heir=heir))
