"""HTTP messages about tournaments; like `protocol`, this is a source of the client's types."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ....bots import Level
from ...table.events import TalkRule
from ...table.requests import BodyByToken
from ...table.rule_choice import LONGEST_TITLE, RuleChoice
from ...wire.protocol import Lang, Name, Token
from ..challenges.messages import MOST_DEALS

EveningForm = Literal["knock-out", "round-robin", "swiss"]

EveningLevel = Literal["random", "beginner", "intermediate"]
"""The levels of bots in tournaments: with thirty tables, stronger bots would be too slow."""

MOST_PAIRS = 64
MOST_ROUNDS = 16


class NewEvening(RuleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tournament for pairs, who may enter from now on; its creator is the host.

    In each tournament round, two pairs play a whole game, or that many `deals`, which are the same
    at all tables. No deal or round of a game begins more than `minutes` after the start of the
    tournament round; 0 means no limit. `rounds` is the number of rounds of a Swiss tournament, 0
    for the usual number. Each turn is limited to `turn_seconds`, so that absent players delay no
    one.
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
    """A new tournament; its page, at `/e/` followed by the id, is the link for everyone."""

    evening: str


class EnterPair(BodyByToken, frozen=True):
    """Enters a new pair with that `name`, or takes a free place in the `pair` with that number.

    Numbers change when a pair leaves: if `name` is given with `pair`, the pair must have that name.
    `player` is the player's name. The host may enter pairs without a player; bots play for them.
    """

    name: Name | None = None
    pair: Annotated[int, Meta(ge=0, lt=MOST_PAIRS)] | None = None
    player: Name | None = None


class LeavePair(BodyByToken, frozen=True):
    """Gives up the player's place; the host may remove a `pair` before the first round.

    If `name` is given, the pair must have that name.
    """

    pair: Annotated[int, Meta(ge=0, lt=MOST_PAIRS)] | None = None
    name: Name | None = None


class RunEvening(BodyByToken, frozen=True):
    """A decision by the host: to end the tournament, or to begin the first or next round now."""

    what: Literal["begin", "end"]


class EveningPlayer(Struct, frozen=True):
    """A player in a pair: a person or a network bot. A bot replaces players who have left."""

    name: str
    program: bool
    left: bool


class EveningPair(Struct, frozen=True):
    """A pair; bots take its free places."""

    name: str
    players: tuple[EveningPlayer | None, EveningPlayer | None]


class EveningMatch(Struct, frozen=True):
    """Two pairs that meet, by number, and their table; for a bye, `second` is None.

    `gains` are the match points of both pairs: 2 for a win, 1 for a draw. `difference` is how much
    better the first pair was. These and the `points` are shown when the match is `over`. If all
    tables have the same cards, they are shown when the whole round is over; until then they are
    None and 0.
    """

    first: int
    second: int | None
    table: str
    over: bool
    points: tuple[int, int]
    gains: tuple[int, int] | None
    difference: float


class EveningLine(Struct, frozen=True):
    """A pair's place in the ranking: two points for a win or a bye, one for a draw.

    `opposition` is the sum of its opponents' points. `difference` is how much better it was.
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
    """A tournament as everyone with its link may see it.

    `planned` is the number of rounds for the current pairs. The next round begins in `next_in`
    seconds, which is None during a round. `host` says whether the requesting player is the host.
    `own` is their pair, and `table` is its current table. If they have `left`, a bot takes their
    place from the next round on; until then they keep it.
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
    """One of the requesting player's tournaments; `host` says whether they are the host."""

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
    """The unfinished tournaments that the player hosts or plays in, newest first."""

    evenings: tuple[OwnEvening, ...]
