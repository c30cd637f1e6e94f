"""HTTP messages about matches between two teams; like `protocol`, a source of client types."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ...bots import Level
from ...game import Bid, BySeat, Seat, Side
from ..table.events import TalkRule
from .challenge_messages import MOST_DEALS
from .http_messages import BodyByToken, PublicTable, RuleChoice
from .protocol import Lang, Name, TableId, Token


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
