"""What can happen at a table. A table is the sum of its events, and these are what is stored.

Stored games outlive versions of the program: fields may be added here with a default, and nothing
may be renamed or removed.
"""

from hashlib import sha256
from typing import Literal

import msgspec
from msgspec import Struct, structs

from ..bots import Level
from ..game import ChanceAction, PlayerAction, Rules, Seat
from ..notation import with_older_options

PersonId = str
"""Tells people apart without telling how they prove who they are."""


Wish = Literal["undo", "misdeal", "pause", "stop"]
"""What one asks and all agree to: a card or bid taken back, a new deal, a pause, the end."""

TalkRule = Literal["between", "phrases", "free", "off"]
"""When people write freely: between rounds, never, or always; or that nobody says anything."""


def person_of(token: str) -> PersonId:
    """The person who holds the secret `token`, which itself is never kept."""
    return sha256(f"spadille/{token}".encode()).hexdigest()[:32]


class Happening(Struct, frozen=True, tag_field="type"):
    """Anything that can happen."""


class OfSeat(Happening, frozen=True):
    """What happens to one seat."""

    seat: Seat


class Made(Happening, frozen=True, tag="made"):
    """The table was made: its rules, the level of its bots, who is host, and who may join.

    `preset` is the one that the rules were made from; `title` is empty where nobody named them.
    `group` are the ids of all tables that were made together, this one among them; empty for a
    table of its own. In a group nobody is `host` before somebody sits down. A `public` table is
    open to everybody; others are found by their link alone. `talk` is what may be said during a
    round; `undo` whether players may ask each other to take back or to deal anew.
    """

    preset: str
    rules: Rules
    level: Level
    invite: bool
    host: PersonId
    title: str = ""
    group: tuple[str, ...] = ()
    public: bool = False
    talk: TalkRule = "between"
    undo: bool = True


class Sat(OfSeat, frozen=True, tag="sat"):
    """A person took a seat, and left the one taken before, if any."""

    person: PersonId
    name: str


class Stood(OfSeat, frozen=True, tag="stood"):
    """A person left a seat to the bot of that name, or, with none, left it open."""

    bot: str | None


class Reserved(OfSeat, frozen=True, tag="reserved"):
    """A person is to take that seat from its bot when the round is over, and no other one."""

    person: PersonId
    name: str


class Released(OfSeat, frozen=True, tag="released"):
    """Nobody is to take that seat from its bot any more."""


class Asked(OfSeat, frozen=True, tag="asked"):
    """The person at `by` asked that a bot plays for who is away from that seat."""

    by: Seat


class Covered(OfSeat, frozen=True, tag="covered"):
    """A bot plays for the person of that seat, who is away."""


class Returned(OfSeat, frozen=True, tag="returned"):
    """The person of that seat is back and plays for themselves."""


class Hosted(Happening, frozen=True, tag="hosted"):
    """Somebody else became the host."""

    person: PersonId


class Drawn(Happening, frozen=True, tag="drawn"):
    """Seats were drawn by lot: who sat at `seats[n]` now sits at seat n (T6)."""

    seats: tuple[Seat, ...]


class Started(Happening, frozen=True, tag="started"):
    """A game began; `bots` are the names of those that took the open seats, in order of seats.

    `at` is the time of day, in seconds since 1970, for games with a time limit.
    """

    bots: tuple[str, ...]
    at: float = 0.0


class Acted(OfSeat, frozen=True, tag="acted"):
    """A seat acted in the game."""

    action: PlayerAction


class Withdrawn(OfSeat, frozen=True, tag="withdrawn"):
    """A person took back the bid just made: the game stands as it stood before."""


class Resigned(OfSeat, frozen=True, tag="resigned"):
    """The only person at the table gave up the game, which is over without an outcome."""


class Proposed(OfSeat, frozen=True, tag="proposed"):
    """A person asked the others for something."""

    wish: Wish


class Assented(OfSeat, frozen=True, tag="assented"):
    """A person agreed to what was asked for."""


class Declined(OfSeat, frozen=True, tag="declined"):
    """A person did not agree, or took their own question back."""


class Lapsed(Happening, frozen=True, tag="lapsed"):
    """Not everybody has answered in time."""


class Granted(Happening, frozen=True, tag="granted"):
    """Everybody agreed, and what was asked for happened; `at` is the time of day."""

    at: float


class GoneOn(OfSeat, frozen=True, tag="gone-on"):
    """A person ended the pause; `at` is the time of day."""

    at: float


class Abandoned(Happening, frozen=True, tag="abandoned"):
    """Nobody has been at the game for so long that it is over, without an outcome."""


class Happened(Happening, frozen=True, tag="happened"):
    """Chance acted in the game."""

    action: ChanceAction


class Sealed(Happening, frozen=True, tag="sealed"):
    """The seed of the next cards was drawn, before any of them is dealt."""

    seed: str


class Salted(Happening, frozen=True, tag="salted"):
    """Somebody added a number of their own to the seed of the next cards."""

    person: PersonId
    salt: str


class Readied(OfSeat, frozen=True, tag="readied"):
    """A person asked for the next round."""


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
    | Sealed
    | Salted
    | Readied
    | Proposed
    | Assented
    | Declined
    | Lapsed
    | Granted
    | GoneOn
    | Abandoned
)

_decoder = msgspec.json.Decoder(TableEvent)


def read_event(body: str) -> TableEvent:
    """A stored event; rules that were stored before an option came mean what was meant then."""
    event: TableEvent = _decoder.decode(body)
    if not isinstance(event, Made):
        return event
    named = msgspec.json.decode(body)["rules"]
    return structs.replace(event, rules=with_older_options(event.rules, named))
