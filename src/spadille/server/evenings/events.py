"""What can happen at an evening, which is the sum of its events; these are what is stored.

Fields may be added here with a default, and nothing may be renamed or removed.
"""

import msgspec
from msgspec import Struct, structs

from ...bots import Level
from ...game import Rules
from ...notation import with_older_options
from ..messages.evening_messages import EveningForm
from ..table.events import Happening, PersonId, TalkRule


class Announced(Happening, frozen=True, tag="announced"):
    """Someone is the host of an evening.

    Each round is one whole game at each table, or so many `deals`, the same at all tables. No deal
    or round begins more than so many `minutes` after the round of the evening has, if any are set.
    `rounds` is what the host wants of a Swiss tournament, 0 for the usual number. Bots of that
    `level` sit on the places that no one has.
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
    """A pair of that name takes part; its number follows that of the last one."""

    name: str


class Joined(Happening, frozen=True, tag="joined"):
    """A person has a place, 0 or 1, of a pair; or a `program` has."""

    pair: int
    place: int
    person: PersonId
    name: str
    program: bool = False


class Left(Happening, frozen=True, tag="left"):
    """No one has that place of a pair any more."""

    pair: int
    place: int


class Scratched(Happening, frozen=True, tag="scratched"):
    """A pair does not take part, and those after it move up; before the first round alone."""

    pair: int


class Match(Struct, frozen=True):
    """The pair on the first side and the one on the other, and their table; None for a bye."""

    first: int
    second: int | None
    table: str = ""


class Paired(Happening, frozen=True, tag="paired"):
    """A round of the evening began with these matches; `at` is in seconds since 1970."""

    matches: tuple[Match, ...]
    at: float


class Result(Struct, frozen=True):
    """What came of a match.

    `margins` are by how much each deal was worth more to the first pair; for a whole game there is
    one, the difference of the scores. `points` are those of the pairs, and `winner` is there where
    a whole game has one.
    """

    margins: tuple[float, ...] = ()
    points: tuple[int, int] = (0, 0)
    winner: int | None = None


class Played(Happening, frozen=True, tag="played"):
    """The match of that number in the round that continues is over."""

    match: int
    result: Result
    at: float


class Stopped(Happening, frozen=True, tag="stopped"):
    """The host has ended the evening before its end."""


EveningEvent = Announced | Entered | Joined | Left | Scratched | Paired | Played | Stopped

_decoder = msgspec.json.Decoder(EveningEvent)


def read_event(body: str) -> EveningEvent:
    """Return a stored event, with the rules that were meant then."""
    event: EveningEvent = _decoder.decode(body)
    if not isinstance(event, Announced):
        return event
    return structs.replace(event, rules=with_older_options(event.rules, body))


def write_event(event: EveningEvent) -> str:
    return msgspec.json.encode(event).decode()
