"""The occupants of seats, and the names that people may have."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import ClassVar, Literal

from msgspec import Struct, structs

from ..bots import Level
from ..game import BySeat, Seat, T, clean_name, kept
from ..locale import translate
from .errors import RefusedError
from .events import PersonId

BOT_NAMES = (
    "Alma", "Bruno", "Clara", "Dario", "Elsa", "Fabian", "Greta", "Hugo", "Irma", "Jonas",
    "Karla", "Linus", "Mira", "Nils", "Olga", "Paul", "Rosa", "Simon", "Thea", "Viktor",
)  # fmt: skip


class Open(Struct, frozen=True):
    """An empty seat."""

    kind: ClassVar[Literal["open"]] = "open"
    name: ClassVar[str] = ""
    program: ClassVar[bool] = False
    automatic: ClassVar[bool] = False


class Person(Struct, frozen=True):
    """A person, who keeps the seat while they are away.

    `asked` are the seats of the players who want a bot to play for this person. `covered` says that
    one is doing so. `delegated` says that a bot plays the rest of the round at the person's
    request. A bot that plays over the network (`program`) has a seat just as a person does.
    """

    kind: ClassVar[Literal["person"]] = "person"
    id: PersonId
    name: str
    covered: bool = False
    asked: tuple[Seat, ...] = ()
    program: bool = False
    delegated: bool = False

    @property
    def automatic(self) -> bool:
        """True if a bot decides for the person now."""
        return self.covered or self.delegated


class Bot(Struct, frozen=True):
    """A bot; `heir` is the person who takes its seat when the round is over."""

    kind: ClassVar[Literal["bot"]] = "bot"
    program: ClassVar[bool] = False
    automatic: ClassVar[bool] = True
    name: str
    level: Level
    heir: Person | None = None


Occupant = Open | Person | Bot


class Seats(tuple[Occupant, ...]):  # noqa: SLOT001 - cached values need a dictionary
    """The occupants of all seats; derived values are kept until a player comes or goes."""

    @kept
    def names(self) -> dict[Seat, str]:
        """Return the names of all players at the table, by seat."""
        return {seat: one.name for seat, one in self.each if not isinstance(one, Open)}

    @kept
    def by_person(self) -> dict[PersonId, Seat]:
        """Return the seats of people, and of bots that play over the network, in order."""
        return {one.id: seat for seat, one in self.each if isinstance(one, Person)}

    @kept
    def persons(self) -> tuple[PersonId, ...]:
        """Return the seated people in order of their seats, including bots over the network."""
        return tuple(self.by_person)

    @kept
    def people(self) -> tuple[PersonId, ...]:
        """Return the seated people, who decide about the table; bots do not."""
        return tuple(one.id for one in self if isinstance(one, Person) and not one.program)

    @kept
    def deciding(self) -> dict[Seat, Person]:
        """Return the people and network bots for whom no bot plays now, by seat."""
        return {
            seat: one for seat, one in self.each if isinstance(one, Person) and not one.automatic
        }

    @kept
    def voting(self) -> dict[Seat, Person]:
        """Return the people who are asked for their consent: no bots, and no one covered by one."""
        return {
            seat: one
            for seat, one in self.each
            if isinstance(one, Person) and not (one.program or one.covered)
        }

    @kept
    def programs(self) -> frozenset[Seat]:
        """Return the seats of network bots, which have no say among people."""
        return frozenset(seat for seat, one in self.each if one.program)

    @kept
    def only(self) -> PersonId | None:
        """Return the only person who has a seat or will have one, if there is just one."""
        return self.persons[0] if len(self.persons) == 1 and not self.reserved else None

    @kept
    def levels(self) -> frozenset[Level]:
        """Return the levels of the bots."""
        return frozenset(one.level for one in self if isinstance(one, Bot))

    @kept
    def free(self) -> tuple[Seat, ...]:
        """Return the open seats, which do not even have a bot; they exist only before the game."""
        return tuple(seat for seat, occupant in self.each if isinstance(occupant, Open))

    @kept
    def heirs(self) -> dict[Seat, Person]:
        """Return the people who will take bots' seats when the round is over, by seat."""
        return {seat: bot.heir for seat, bot in self.each if isinstance(bot, Bot) and bot.heir}

    @kept
    def reserved(self) -> dict[PersonId, Seat]:
        """Return the bots' seats that people will take when the round is over."""
        return {heir.id: seat for seat, heir in self.heirs.items()}

    @kept
    def all_people(self) -> bool:
        """Return True if every seat has a person or a bot over the network."""
        return len(self.by_person) == len(self)

    @kept
    def finishing(self) -> bool:
        """Return True if a bot plays the rest of the round for a person who asked for it."""
        return any(isinstance(one, Person) and one.delegated for one in self)

    @property
    def each(self) -> Iterator[tuple[Seat, Occupant]]:
        """Every seat with its occupant."""
        return ((Seat(seat), occupant) for seat, occupant in enumerate(self))


def without(seats: BySeat[Occupant], person: PersonId) -> BySeat[Occupant]:
    """Return the seats after removing that person and any reservation of theirs."""

    def leave(occupant: Occupant) -> Occupant:
        match occupant:
            case Person(id=id) if id == person:
                return Open()
            case Bot(heir=Person(id=id)) if id == person:
                return structs.replace(occupant, heir=None)
            case _:
                return occupant

    return tuple(map(leave, seats))


def maker_seat(players: int) -> Seat:
    """Return the seat for the person who makes a table: at the bottom of the page."""
    return Seat.SOUTH if players == 4 else Seat.NORTH


def names_for_bots(seats: Sequence[Occupant], count: int, table: str) -> tuple[str, ...]:
    """Return names that no one at the table has yet, in an order that depends on the table."""
    taken = {occupant.name.casefold() for occupant in seats}
    free = [name for name in BOT_NAMES if name.casefold() not in taken]
    return tuple(Random(table).sample(free, count))


def plain_name(name: str) -> str:
    """Return a name as everyone may read it; raise RefusedError if nothing visible remains."""
    plain = clean_name(name)
    if not plain:
        raise RefusedError("name/empty", "a name needs at least one visible character")
    return plain


def own_first(scores: Sequence[int], side: int) -> tuple[int, ...]:
    """Return the scores of the sides, that of `side` first.

    >>> own_first((10, 20, 30), 1)
    (20, 10, 30)
    """
    return (*scores[side : side + 1], *scores[:side], *scores[side + 1 :])


SOMEBODY = T("Somebody")
"""The name that replaces a forgotten person's name wherever it was stored."""


def called(name: str, lang: str) -> str:
    """Return a stored name as it is shown; a name chosen by the server is translated.

    >>> called("Somebody", "de"), called("Ann", "de")
    ('Jemand', 'Ann')
    """
    return translate(SOMEBODY, lang) if name == SOMEBODY else name
