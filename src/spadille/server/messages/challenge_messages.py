"""HTTP messages about challenges; like `protocol`, a source of the client's types."""

from typing import Annotated

from msgspec import Meta, Struct

from ...bots import Level
from ...game import Bid, BySeat, Seat, Side
from .http_messages import BodyByToken, RuleChoice
from .protocol import Lang, Name, Token

MOST_DEALS = 16


class NewChallenge(RuleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A challenge for everyone with the link; its author does not know the cards either.

    `seat` is the seat of all players, by default South of four.
    """

    name: Name
    token: Token | None = None
    deals: Annotated[int, Meta(ge=1, le=MOST_DEALS)] = 4
    level: Level = "expert"
    seat: Seat | None = None
    lang: Lang = "en"


class ChallengeMade(Struct, frozen=True):
    """The challenge that was made; its page is `/c/` and the id, which is the link for all."""

    challenge: str


class TryChallenge(BodyByToken, frozen=True):
    """Asks for the cards of a challenge.

    The answer is the table of the running attempt, or of a new one. With `again` a new attempt
    begins after earlier ones are over. It is kept apart from the attempt that counts.
    """

    name: Name
    again: bool = False


class OwnAttempt(Struct, frozen=True):
    """An attempt of the player who asks; number 1 counts. `played` counts the finished deals."""

    number: int
    table: str
    played: int


class DealLine(Struct, frozen=True):
    """The result of a player in a deal.

    `margin` is how much more the round is worth to their side than to the other sides on average.
    Each bag counts with its part of the penalty. `points` are those of the sides. `name` is empty
    for bots.
    """

    name: str
    attempt: int
    margin: float
    points: tuple[int, ...]
    bids: BySeat[Bid]
    won: BySeat[int]


class ComparedDeal(Struct, frozen=True):
    """A deal that the player who asks has played, next to the results of others.

    Only first attempts count. `own` is the player's result, or None without a first attempt; then
    `later` has others. `rank` is the place of `own`. `bots` is the result of `expert` in the same
    seat, once it is known.
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
    """A place in the ranking; `you` marks the player who asks."""

    rank: int
    name: str
    margin: float
    you: bool


class Ranking(Struct, frozen=True):
    """The ranking of players who have played all deals: the best, and the player who asks.

    `bots` is the total of `expert` over all deals, once it is known.
    """

    players: int
    mean: float
    rows: tuple[Ranked, ...]
    bots: float | None


class ChallengeInfo(Struct, frozen=True):
    """A challenge as the player who asks may see it.

    `day` is the date of a daily challenge; otherwise `by` is its author. The `seals` of all deals,
    their commitments, are there before the cards. `results` are the deals that the player has
    played, and the `ranking` follows after all of them. `players` counts those who have begun.
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
    """A challenge that the player has tried; `played` counts deals of the first attempt."""

    challenge: str
    day: str | None
    by: str
    title: str
    level: Level
    deals: int
    played: int


class MyChallenges(Struct, frozen=True):
    """The challenges that the player who asks has tried, last one first."""

    tried: tuple[TriedChallenge, ...]
