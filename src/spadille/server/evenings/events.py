"""The events of a tournament. They are stored, and the tournament is the sum of them.

Fields with a default may be added here. Nothing may be renamed or removed.
"""

import msgspec
from msgspec import Struct, structs

from ...bots import Level
from ...game import Rules
from ...notation import with_older_options
from ..messages.evening_messages import EveningForm
from ..table.events import Happening, PersonId, TalkRule


class Announced(Happening, frozen=True, tag="announced"):
    """A person announced a tournament that they host.

    In each round, every table plays one whole game or that number of `deals`, which are the same at
    all tables. `minutes`, if set, is the time after the start of a tournament round during which
    deals and rounds of a game may begin. `rounds` is the number that the host wants for a Swiss
    tournament, or 0 for the usual number. Bots of that `level` take the empty places.
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
    """A pair with that name takes part; its number follows the last pair's."""

    name: str


class Joined(Happening, frozen=True, tag="joined"):
    """A person or a bot (`program`) has a place, 0 or 1, in a pair."""

    pair: int
    place: int
    person: PersonId
    name: str
    program: bool = False


class Left(Happening, frozen=True, tag="left"):
    """The place in a pair is empty again."""

    pair: int
    place: int


class Scratched(Happening, frozen=True, tag="scratched"):
    """A pair was removed before the first round, and those after it move up."""

    pair: int


class Match(Struct, frozen=True):
    """The pairs on the first and the second side, and their table; None for a bye."""

    first: int
    second: int | None
    table: str = ""


class Paired(Happening, frozen=True, tag="paired"):
    """A round of the tournament began with these matches; `at` is in seconds since 1970."""

    matches: tuple[Match, ...]
    at: float


class Result(Struct, frozen=True):
    """The result of a match.

    `margins` say how much more each deal was worth to the first pair. A whole game has one margin,
    the difference between the scores. `points` are those that each pair gets. `winner` is set if a
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
    """The host stopped the tournament early."""


EveningEvent = Announced | Entered | Joined | Left | Scratched | Paired | Played | Stopped

_decoder = msgspec.json.Decoder(EveningEvent)


def read_event(body: str) -> EveningEvent:
    """Return a stored event, with the rules as they were at that time."""
    event: EveningEvent = _decoder.decode(body)
    if not isinstance(event, Announced):
        return event
    return structs.replace(event, rules=with_older_options(event.rules, body))


def write_event(event: EveningEvent) -> str:
    """Return an event as JSON, as it is stored."""
    return msgspec.json.encode(event).decode()
