"""HTTP messages about challenges; like `protocol`, this is a source of the client's types.

HTTP messages about matches between two teams; like `protocol`, a source of client types.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ....bots import Level
from ....game import Bid, BySeat, Seat, Side
from ...table.events import TalkRule
from ...table.requests import BodyByToken
from ...table.rule_choice import RuleChoice
from ...wire.http import PublicTable
from ...wire.protocol import Lang, Name, TableId, Token

MOST_DEALS = 16


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


class NewDuplicate(RuleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True):
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


class DuplicateMade(Struct, frozen=True):
    """A new match; its page, at `/d/` followed by the id, is the link for everyone."""

    duplicate: str


class TakePlace(BodyByToken, frozen=True):
    """Asks for a seat in a match."""

    name: Name
    table: TableId
    seat: Seat


class DuplicateTable(Struct, frozen=True):
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


class DuplicateInfo(Struct, frozen=True):
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
    tables: tuple[DuplicateTable, DuplicateTable]
    results: tuple[MatchedDeal, ...]
    difference: float
    imps: int
    over: bool
    team: Literal[0, 1] | None
    own: str | None
    seat: Seat | None
