"""The events of a tournament, which is the sum of them; these are stored.

Fields may be added here with a default. Nothing may be renamed or removed.
"""

import msgspec
from msgspec import Struct, structs

from ...bots import Level
from ...game import Rules
from ...notation import with_older_options
from ..messages.evening_messages import EveningForm
from ..table.events import Happening, PersonId, TalkRule


class Announced(Happening, frozen=True, tag="announced"):
    """A person hosts a tournament.

    Each round is one whole game at each table, or the number of `deals`, the same at all tables.
    `minutes`, if set, limit the time after the start of a round in which deals and rounds begin.
    `rounds` is the number the host wants for a Swiss tournament, 0 for the usual number. Bots of
    that `level` take the places that no one has.
    """

    name: str
    host: PersonId
    form: EveningForm
    preset: str
    rules: Rules
    title: str
    deals: int
    rounds: int
    minutes: int
    level: Level
    talk: TalkRule


class Entered(Happening, frozen=True, tag="entered"):
    """A pair with that name takes part; its number follows that of the last one."""

    name: str


class Joined(Happening, frozen=True, tag="joined"):
    """A person or a bot (`program`) has a place, 0 or 1, in a pair."""

    pair: int
    place: int
    person: PersonId
    name: str
    program: bool = False


class Left(Happening, frozen=True, tag="left"):
    """The place of a pair is empty again."""

    pair: int
    place: int


class Scratched(Happening, frozen=True, tag="scratched"):
    """A pair does not take part, and those after it move up; before the first round only."""

    pair: int


class Match(Struct, frozen=True):
    """The pair on the first side and the one on the other, and their table; None for a bye."""

    first: int
    second: int | None
    table: str = ""


class Paired(Happening, frozen=True, tag="paired"):
    """A round of the tournament began with these matches; `at` is in seconds since 1970."""

    matches: tuple[Match, ...]
    at: float


class Result(Struct, frozen=True):
    """The result of a match.

    `margins` are by how much each deal was worth more to the first pair. A whole game has one
    margin, the difference of the scores. `points` are those of the pairs. `winner` is set if a
    whole game has one.
    """

    margins: tuple[float, ...] = ()
    points: tuple[int, int] = (0, 0)
    winner: int | None = None


class Played(Happening, frozen=True, tag="played"):
    """The match with that number in the current round is over."""

    match: int
    result: Result
    at: float


class Stopped(Happening, frozen=True, tag="stopped"):
    """The host has ended the tournament early."""


EveningEvent = Announced | Entered | Joined | Left | Scratched | Paired | Played | Stopped

_decoder = msgspec.json.Decoder(EveningEvent)


def read_event(body: str) -> EveningEvent:
    """Return a stored event, with the rules as they were then."""
    event: EveningEvent = _decoder.decode(body)
    if not isinstance(event, Announced):
        return event
    return structs.replace(event, rules=with_older_options(event.rules, body))


def write_event(event: EveningEvent) -> str:
    """Return an event as the JSON that is stored."""
    return msgspec.json.encode(event).decode()
