"""What is asked over HTTP about evenings; as `protocol`, a source of the client's types."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ...bots import Level
from ..table.events import TalkRule
from .challenge_messages import MOST_DEALS
from .http_messages import LONGEST_TITLE, BodyByToken, RuleChoice
from .protocol import Lang, Name, Token

EveningForm = Literal["knock-out", "round-robin", "swiss"]

EveningLevel = Literal["random", "beginner", "intermediate"]
"""Of the bots at an evening: thirty tables of stronger ones would leave no thought for others."""

MOST_PAIRS = 64
MOST_ROUNDS = 16


class NewEvening(RuleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tournament of pairs, for which they may enter from now on; whoever makes it is the host.

    In each round two pairs play a whole game against each other, or that many `deals`, the same at
    all tables. No round of a game and no deal begins more than that many `minutes` after the round
    of the evening has, 0 for no limit. `rounds` are those of a Swiss tournament, 0 for the usual
    number. Everyone has `turn_seconds` for a turn, so that no one waits for who is away.
    """

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_TITLE, pattern=r"\S")]
    form: EveningForm = "swiss"
    deals: Annotated[int, Meta(ge=0, le=MOST_DEALS)] = 4
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = 0
    minutes: Annotated[int, Meta(ge=0, le=240)] = 0
    turn_seconds: Annotated[int, Meta(ge=5, le=120)] = 30
    level: EveningLevel = "intermediate"
    talk: TalkRule = "between"
    token: Token | None = None
    lang: Lang = "en"


class EveningMade(Struct, frozen=True):
    """The evening that was made; its page is `/e/` and the id, which is the link for all."""

    evening: str


class EnterPair(BodyByToken, frozen=True):
    """Enters a new pair of that `name`, or takes a free place of the `pair` of that number.

    Numbers change when a pair goes: where the `name` of the pair is given too, it has to be so
    called. `player` is who sits there. The host may enter pairs without one, which bots play.
    """

    name: Name | None = None
    pair: Annotated[int, Meta(ge=0, lt=MOST_PAIRS)] | None = None
    player: Name | None = None


class LeavePair(BodyByToken, frozen=True):
    """Gives up the player's place; the host may strike out a `pair` before the first round.

    Where its `name` is given, it has to be so called.
    """

    pair: Annotated[int, Meta(ge=0, lt=MOST_PAIRS)] | None = None
    name: Name | None = None


class RunEvening(BodyByToken, frozen=True):
    """What the host decides: that the evening ends, or the first round begins, or the next now."""

    what: Literal["begin", "end"]


class EveningPlayer(Struct, frozen=True):
    """Who has a place of a pair, a person or a program; a bot plays on for those who have left."""

    name: str
    program: bool
    left: bool


class EveningPair(Struct, frozen=True):
    """A pair; bots sit on the places that no one has."""

    name: str
    players: tuple[EveningPlayer | None, EveningPlayer | None]


class EveningMatch(Struct, frozen=True):
    """The pairs that meet, by their numbers, and where; `second` is None for a bye.

    `gains` are the match points of both (2 for a win, 1 for a draw), and `difference` is by how
    much the first was better. They and the `points` are shown when the match is `over`; where all
    tables have the same cards, when the whole round is, None and 0 until then.
    """

    first: int
    second: int | None
    table: str
    over: bool
    points: tuple[int, int]
    gains: tuple[int, int] | None
    difference: float


class EveningLine(Struct, frozen=True):
    """How a pair stands: two points for a win or a bye, one for a draw.

    `opposition` are the points of all whom it has met, `difference` is by how much it was better.
    """

    pair: int
    place: int
    played: int
    won: int
    drawn: int
    points: int
    opposition: int
    difference: float


class EveningInfo(Struct, frozen=True):
    """An evening as everyone may see it who has its link.

    There are `planned` rounds with the pairs that there are. The next one begins in `next_in`
    seconds, None while one is played. `host` says whether the person who asks is the host, `own` is
    their pair and `table` where that plays now. If they have `left`, a bot has their place from the
    next round on; until then it is theirs.
    """

    evening: str
    name: str
    title: str
    preset: str
    code: str
    form: EveningForm
    deals: int
    minutes: int
    turn_seconds: int
    bank_seconds: int
    increment_seconds: int
    level: Level
    status: Literal["waiting", "playing", "over"]
    planned: int
    pairs: tuple[EveningPair, ...]
    rounds: tuple[tuple[EveningMatch, ...], ...]
    standing: tuple[EveningLine, ...]
    next_in: float | None
    host: bool
    own: int | None
    left: bool
    table: str | None


class OwnEvening(Struct, frozen=True):
    """An evening that the person who asks plays at; `host` says whether they are the host."""

    evening: str
    name: str
    title: str
    form: EveningForm
    deals: int
    minutes: int
    turn_seconds: int
    bank_seconds: int
    increment_seconds: int
    status: Literal["waiting", "playing", "over"]
    host: bool


class MyEvenings(Struct, frozen=True):
    """The evenings that are not over and that whoever asks hosts or plays at, newest first."""

    evenings: tuple[OwnEvening, ...]
