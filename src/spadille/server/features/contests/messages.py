"""HTTP messages about contests; like `protocol`, a source of the client's types."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ....bots import Level
from ....game import Bid, BySeat, Seat, Side
from ...table.events import TalkRule
from ...table.requests import BodyByToken
from ...table.rule_choice import LONGEST_TITLE, RuleChoice
from ...wire.protocol import Lang, Name, PublicTable, TableId, Token

MOST_DEALS = 16
MOST_PAIRS = 64
MOST_ROUNDS = 16

TournamentForm = Literal["knock-out", "round-robin", "swiss"]

TournamentLevel = Literal["random", "beginner", "intermediate"]
"""The levels of bots in tournaments: with thirty tables, stronger bots would be too slow."""


class NewChallenge(RuleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A challenge for everyone with the link; not even its author knows the cards.

    All players take this `seat`, which is South of four seats by default.
    """

    name: Name
    token: Token | None = None
    deals: Annotated[int, Meta(ge=1, le=MOST_DEALS)] = 4
    level: Level = "expert"
    seat: Seat | None = None
    lang: Lang = "en"


class ChallengeMade(Struct, frozen=True):
    """A new challenge; its page, at `/c/` followed by the id, is the link for everyone."""

    challenge: str


class TryChallenge(BodyByToken, frozen=True):
    """Asks for the cards of a challenge.

    The answer is the table of the attempt in progress, or of a new one. With `again`, a new attempt
    begins once earlier ones are over. It is kept separate from the attempt that counts.
    """

    name: Name
    again: bool = False


class OwnAttempt(Struct, frozen=True):
    """One of the requesting player's attempts; number 1 counts. `played` counts finished deals."""

    number: int
    table: str
    played: int


class DealLine(Struct, frozen=True):
    """A player's result in a deal.

    `margin` is how much more the round is worth to their side than to the other sides on average.
    Each bag counts as its share of the penalty. `points` are by side. `name` is empty for bots.
    """

    name: str
    attempt: int
    margin: float
    points: tuple[int, ...]
    bids: BySeat[Bid]
    won: BySeat[int]


class ComparedDeal(Struct, frozen=True):
    """A deal that the requesting player has played, compared with the results of others.

    Only first attempts count. `own` is the player's result, or None without a first attempt.
    `later` has the player's results in later attempts. `rank` is the rank of `own`. `bots` is the
    result of the level `expert` in the same seat, once it is known.
    """

    deal: int
    seed: str
    players: int
    mean: float
    lowest: float
    best: DealLine
    own: DealLine | None
    rank: int | None
    later: tuple[DealLine, ...]
    bots: DealLine | None


class Ranked(Struct, frozen=True):
    """A place in the ranking; `you` marks the requesting player."""

    rank: int
    name: str
    margin: float
    you: bool


class Ranking(Struct, frozen=True):
    """The ranking of players who have played all deals: the best, and the requesting player.

    `bots` is the total of the level `expert` over all deals, once it is known.
    """

    players: int
    mean: float
    rows: tuple[Ranked, ...]
    bots: float | None


class ChallengeInfo(Struct, frozen=True):
    """A challenge as the requesting player may see it.

    `day` is the date of a daily challenge; otherwise `by` is the author. The `seals` are the
    commitments to all deals, and are published before the cards. `results` are the deals that the
    player has played, and the `ranking` is added once all have been played. `players` counts those
    who have begun.
    """

    challenge: str
    day: str | None
    by: str
    title: str
    preset: str
    code: str
    sides: tuple[Side, ...]
    seat: Seat
    level: Level
    deals: int
    seals: tuple[str, ...]
    players: int
    attempts: tuple[OwnAttempt, ...]
    attempts_left: int
    results: tuple[ComparedDeal, ...]
    ranking: Ranking | None


class TriedChallenge(Struct, frozen=True):
    """A challenge that the player has tried; `played` counts the deals of the first attempt."""

    challenge: str
    day: str | None
    by: str
    title: str
    level: Level
    deals: int
    played: int


class MyChallenges(Struct, frozen=True):
    """The challenges that the requesting player has tried, most recent first."""

    tried: tuple[TriedChallenge, ...]


class NewTeamMatch(RuleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two tables that play the same deals, with the sides of the two `teams` swapped.

    `talk` and `turn_seconds` are as for a new table. `level` is that of the bots in free seats.
    """

    teams: tuple[Name, Name]
    deals: Annotated[int, Meta(ge=1, le=MOST_DEALS)] = 8
    level: Level = "expert"
    talk: TalkRule = "between"
    turn_seconds: Annotated[int, Meta(ge=0, le=600)] | None = None
    token: Token | None = None
    lang: Lang = "en"


class TeamMatchMade(Struct, frozen=True):
    """A new match; its page, at `/d/` followed by the id, is the link for everyone."""

    duplicate: str


class TakePlace(BodyByToken, frozen=True):
    """Asks for a seat in a match."""

    name: Name
    table: TableId
    seat: Seat


class TeamMatchTable(Struct, frozen=True):
    """A table of a match; `sides` are the teams' sides, and `played` counts finished deals."""

    table: PublicTable
    sides: tuple[Side, Side]
    played: int


class TeamLine(Struct, frozen=True):
    """The result of a deal at a table.

    `margin` is how much more the round is worth to the first team than to the other. Each bag
    counts as its share of the penalty. `points` are by team.
    """

    margin: float
    points: tuple[int, int]
    bids: BySeat[Bid]
    won: BySeat[int]


class MatchedDeal(Struct, frozen=True):
    """A deal that both tables have played; the difference is the first team's gain.

    The `seed` opens the commitment to the deal.
    """

    deal: int
    seed: str
    lines: tuple[TeamLine, TeamLine]
    difference: float
    imps: int


class TeamMatchInfo(Struct, frozen=True):
    """A match as everyone with its link may see it.

    The `seals` are the commitments to all deals, and are published before the cards. `results` are
    the deals that both tables have played, and `difference` and `imps` are their totals. The match
    is `over` when both tables have finished. `team`, `own` and `seat` are the requesting player's
    team, table and seat.
    """

    duplicate: str
    teams: tuple[str, str]
    title: str
    preset: str
    code: str
    level: Level
    deals: int
    seals: tuple[str, ...]
    tables: tuple[TeamMatchTable, TeamMatchTable]
    results: tuple[MatchedDeal, ...]
    difference: float
    imps: int
    over: bool
    team: Literal[0, 1] | None
    own: str | None
    seat: Seat | None


class NewTournament(RuleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tournament for pairs, who may enter from now on; its creator is the host.

    In each tournament round, two pairs play a whole game, or that many `deals`, which are the same
    at all tables. No deal or round of a game begins more than `minutes` after the start of the
    tournament round; 0 means no limit. `rounds` is the number of rounds of a Swiss tournament, 0
    for the usual number. Each turn is limited to `turn_seconds`, so that absent players delay no
    one.
    """

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_TITLE, pattern=r"\S")]
    form: TournamentForm = "swiss"
    deals: Annotated[int, Meta(ge=0, le=MOST_DEALS)] = 4
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = 0
    minutes: Annotated[int, Meta(ge=0, le=240)] = 0
    turn_seconds: Annotated[int, Meta(ge=5, le=120)] = 30
    level: TournamentLevel = "intermediate"
    talk: TalkRule = "between"
    token: Token | None = None
    lang: Lang = "en"


class TournamentMade(Struct, frozen=True):
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


class RunTournament(BodyByToken, frozen=True):
    """A decision by the host: to end the tournament, or to begin the first or next round now."""

    what: Literal["begin", "end"]


class TournamentPlayer(Struct, frozen=True):
    """A player in a pair: a person or a network bot. A bot replaces players who have left."""

    name: str
    program: bool
    left: bool


class TournamentPair(Struct, frozen=True):
    """A pair; bots take its free places."""

    name: str
    players: tuple[TournamentPlayer | None, TournamentPlayer | None]


class TournamentMatch(Struct, frozen=True):
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


class StandingLine(Struct, frozen=True):
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


class OwnTournament(Struct, frozen=True):
    """A tournament in a list; `host` says whether the requesting player is its host."""

    evening: str
    name: str
    title: str
    form: TournamentForm
    deals: int
    minutes: int
    turn_seconds: int
    bank_seconds: int
    increment_seconds: int
    status: Literal["waiting", "playing", "over"]
    host: bool


class TournamentInfo(OwnTournament, frozen=True):
    """A tournament as everyone with its link may see it.

    `planned` is the number of rounds for the current pairs. The next round begins in `next_in`
    seconds, which is None during a round. `own` is the requesting player's pair, and `table` is its
    current table. If they have `left`, a bot takes their place from the next round on; until then
    they keep it.
    """

    preset: str
    code: str
    level: Level
    planned: int
    pairs: tuple[TournamentPair, ...]
    rounds: tuple[tuple[TournamentMatch, ...], ...]
    standing: tuple[StandingLine, ...]
    next_in: float | None
    own: int | None
    left: bool
    table: str | None


class MyTournaments(Struct, frozen=True):
    """The unfinished tournaments that the player hosts or plays in, newest first."""

    evenings: tuple[OwnTournament, ...]
