"""What can happen at a table. A table is the sum of its events, and these are what is stored.

Stored games outlive versions of the program: fields may be added here with a default, and nothing
may be renamed or removed.
"""

from hashlib import sha256

import msgspec
from msgspec import Struct, structs

from ..bots import Level
from ..game import ChanceAction, PlayerAction, Rules, Seat
from ..notation import with_older_options

PersonId = str
"""Tells people apart without telling how they prove who they are."""


def person_of(token: str) -> PersonId:
    """The person who holds the secret `token`, which itself is never kept."""
    return sha256(f"spadille/{token}".encode()).hexdigest()[:32]


class Made(Struct, frozen=True, tag="made", tag_field="type"):
    """The table was made: its rules, the level of its bots, who is host, and who may join.

    `preset` is the one that the rules were made from; `title` is empty where nobody named them.
    `group` are the ids of all tables that were made together, this one among them; empty for a
    table of its own. In a group nobody is `host` before somebody sits down.
    """

    preset: str
    rules: Rules
    level: Level
    invite: bool
    host: PersonId
    title: str = ""
    group: tuple[str, ...] = ()


class Sat(Struct, frozen=True, tag="sat", tag_field="type"):
    """A person took a seat, and left the one taken before, if any."""

    seat: Seat
    person: PersonId
    name: str


class Stood(Struct, frozen=True, tag="stood", tag_field="type"):
    """A person left a seat to the bot of that name, or, with none, left it open."""

    seat: Seat
    bot: str | None


class Reserved(Struct, frozen=True, tag="reserved", tag_field="type"):
    """A person is to take that seat from its bot when the round is over, and no other one."""

    seat: Seat
    person: PersonId
    name: str


class Released(Struct, frozen=True, tag="released", tag_field="type"):
    """Nobody is to take that seat from its bot any more."""

    seat: Seat


class Asked(Struct, frozen=True, tag="asked", tag_field="type"):
    """The person at `by` asked that a bot plays for who is away from that seat."""

    seat: Seat
    by: Seat


class Covered(Struct, frozen=True, tag="covered", tag_field="type"):
    """A bot plays for the person of that seat, who is away."""

    seat: Seat


class Returned(Struct, frozen=True, tag="returned", tag_field="type"):
    """The person of that seat is back and plays for themselves."""

    seat: Seat


class Hosted(Struct, frozen=True, tag="hosted", tag_field="type"):
    """Somebody else became the host."""

    person: PersonId


class Drawn(Struct, frozen=True, tag="drawn", tag_field="type"):
    """Seats were drawn by lot: who sat at `seats[n]` now sits at seat n (T6)."""

    seats: tuple[Seat, ...]


class Started(Struct, frozen=True, tag="started", tag_field="type"):
    """A game began; `bots` are the names of those that took the open seats, in order of seats.

    `at` is the time of day, in seconds since 1970, for games with a time limit.
    """

    bots: tuple[str, ...]
    at: float = 0.0


class Acted(Struct, frozen=True, tag="acted", tag_field="type"):
    """A seat acted in the game."""

    seat: Seat
    action: PlayerAction


class Withdrawn(Struct, frozen=True, tag="withdrawn", tag_field="type"):
    """A person took back the bid just made: the game stands as it stood before."""

    seat: Seat


class Resigned(Struct, frozen=True, tag="resigned", tag_field="type"):
    """The only person at the table gave up the game, which is over without an outcome."""

    seat: Seat


class Happened(Struct, frozen=True, tag="happened", tag_field="type"):
    """Chance acted in the game."""

    action: ChanceAction


class Readied(Struct, frozen=True, tag="readied", tag_field="type"):
    """A person asked for the next round."""

    seat: Seat


TableEvent = (
    Made
    | Sat
    | Stood
    | Reserved
    | Released
    | Asked
    | Covered
    | Returned
    | Hosted
    | Drawn
    | Started
    | Acted
    | Withdrawn
    | Resigned
    | Happened
    | Readied
)

_decoder = msgspec.json.Decoder(TableEvent)


def read_event(body: str) -> TableEvent:
    """A stored event; rules that were stored before an option came mean what was meant then."""
    event: TableEvent = _decoder.decode(body)
    if not isinstance(event, Made):
        return event
    named = msgspec.json.decode(body)["rules"]
    return structs.replace(event, rules=with_older_options(event.rules, named))
