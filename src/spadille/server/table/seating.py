"""Who sits where, and what people may be called."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Literal

from msgspec import Struct, structs

from ...bots import Level
from ...game import BySeat, Seat, clean_name, kept
from ..refusals import RefusedError
from .events import PersonId

BOT_NAMES = (
    "Alma", "Bruno", "Clara", "Dario", "Elsa", "Fabian", "Greta", "Hugo", "Irma", "Jonas",
    "Karla", "Linus", "Mira", "Nils", "Olga", "Paul", "Rosa", "Simon", "Thea", "Viktor",
)  # fmt: skip


class Open(Struct, frozen=True):
    """No one."""


class Person(Struct, frozen=True):
    """A person, who keeps the seat while they are away.

    `asked` are the seats of those who want a bot to play for them, and `covered` says that one
    does; `delegated` that they have one play the rest of the round. A `program` that plays over the
    network has a seat as a person has.
    """

    id: PersonId
    name: str
    covered: bool = False
    asked: tuple[Seat, ...] = ()
    program: bool = False
    delegated: bool = False


class Bot(Struct, frozen=True):
    """A bot; `heir` is who takes its seat when the round is over."""

    name: str
    level: Level
    heir: Person | None = None


Occupant = Open | Person | Bot


class Seats(tuple[Occupant, ...]):  # noqa: SLOT001 - what is kept needs a dictionary
    """Who has each seat; what follows is worked out once for as long as no one comes or goes."""

    @kept
    def names(self) -> dict[Seat, str]:
        """The name of everyone at the table by seat."""
        return {
            seat: name_of(occupant)
            for seat, occupant in self.each
            if not isinstance(occupant, Open)
        }

    @kept
    def by_person(self) -> dict[PersonId, Seat]:
        """The seats of people, and of programs that play, in order."""
        return {one.id: seat for seat, one in self.each if isinstance(one, Person)}

    @kept
    def persons(self) -> tuple[PersonId, ...]:
        """The people who are seated, in order of their seats, and the programs that play."""
        return tuple(self.by_person)

    @kept
    def people(self) -> tuple[PersonId, ...]:
        """The people who are seated, who decide about the table; programs do not."""
        return tuple(one.id for one in self if isinstance(one, Person) and not one.program)

    @kept
    def free(self) -> tuple[Seat, ...]:
        """Those that not even a bot has: there are some only before the game."""
        return tuple(seat for seat, occupant in self.each if isinstance(occupant, Open))

    @kept
    def reserved(self) -> dict[PersonId, Seat]:
        """The seats of bots that someone takes when the round is over."""
        return {bot.heir.id: seat for seat, bot in self.each if isinstance(bot, Bot) and bot.heir}

    @kept
    def all_people(self) -> bool:
        """True if a person, or a program like one, has each of the seats."""
        return len(self.by_person) == len(self)

    @kept
    def finishing(self) -> bool:
        """True if a bot plays the rest of the round for someone who has asked for it."""
        return any(isinstance(one, Person) and one.delegated for one in self)

    @property
    def each(self) -> Iterator[tuple[Seat, Occupant]]:
        """Every seat with who has it."""
        return ((Seat(seat), occupant) for seat, occupant in enumerate(self))


def kind_of(occupant: Occupant) -> Literal["person", "bot", "open"]:
    match occupant:
        case Person():
            return "person"
        case Bot():
            return "bot"
        case Open():
            return "open"


def without(seats: BySeat[Occupant], person: PersonId) -> BySeat[Occupant]:
    """Return the seats with neither a place nor a reservation of that person."""

    def leave(occupant: Occupant) -> Occupant:
        match occupant:
            case Person(id=id) if id == person:
                return Open()
            case Bot(heir=Person(id=id)) if id == person:
                return structs.replace(occupant, heir=None)
            case _:
                return occupant

    return tuple(map(leave, seats))


def plays_for(occupant: Occupant) -> bool:
    """Return True if a bot decides at that seat, its own or for the person who has it."""
    if isinstance(occupant, Person):
        return occupant.covered or occupant.delegated
    return isinstance(occupant, Bot)


def maker_seat(players: int) -> Seat:
    """Return where the maker of a table sits: at the bottom of the page."""
    return Seat.SOUTH if players == 4 else Seat.NORTH


def name_of(occupant: Occupant) -> str:
    return "" if isinstance(occupant, Open) else occupant.name


def names_for_bots(seats: Sequence[Occupant], count: int, table: str) -> tuple[str, ...]:
    """Names that no one at the table bears yet, in an order of its own for each table."""
    taken = {name_of(occupant).casefold() for occupant in seats}
    free = [name for name in BOT_NAMES if name.casefold() not in taken]
    return tuple(Random(table).sample(free, count))


def is_program(occupant: Occupant) -> bool:
    """Return True if a program plays there that stands elsewhere."""
    return isinstance(occupant, Person) and occupant.program


def plain_name(name: str) -> str:
    """Return a name as everyone may read it, see `clean_name`.

    Raises:
        RefusedError: when nothing visible is left of it.
    """
    plain = clean_name(name)
    if not plain:
        raise RefusedError("name/empty", "a name needs at least one visible character")
    return plain
