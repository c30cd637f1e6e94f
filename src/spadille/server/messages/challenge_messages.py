"""What is asked and answered over HTTP about challenges; as `protocol`, a source of types."""

from typing import Annotated

from msgspec import Meta, Struct

from ...bots import Level
from ...game import Bid, BySeat, Seat, Side
from .http_messages import BodyByToken, RuleChoice
from .protocol import Lang, Name, Token

MOST_DEALS = 16


class NewChallenge(RuleChoice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Deals that everybody with the link plays; whoever makes them does not know the cards either.

    `seat` is where all of them sit, South of four when nothing is said.
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

    The answer is the table of the attempt that continues, or of a new one. With `again` a further
    attempt is begun when those before are over, which is kept apart from what counts.
    """

    name: Name
    again: bool = False


class OwnAttempt(Struct, frozen=True):
    """An attempt of the person who asks; number 1 counts. `played` are the deals that are over."""

    number: int
    table: str
    played: int


class DealLine(Struct, frozen=True):
    """What someone has made of a deal.

    `margin` is by how much the round is worth more to their side than to the others on average,
    each bag with its part of the penalty; `points` are those of the sides. `name` is empty for
    bots.
    """

    name: str
    attempt: int
    margin: float
    points: tuple[int, ...]
    bids: BySeat[Bid]
    won: BySeat[int]


class ComparedDeal(Struct, frozen=True):
    """A deal that the person who asks has played, next to what others have made of it.

    Only first attempts count. `own` is None for who has none here; then `later` has others. `rank`
    is the place of the own one. `bots` is what `expert` makes in the same seat, once it is known.
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
    """A place in the ranking; `you` is the person who asks."""

    rank: int
    name: str
    margin: float
    you: bool


class Ranking(Struct, frozen=True):
    """How those stand who have played all deals: the first ones, and the person who asks.

    `bots` is what `expert` makes of all deals, once it is known.
    """

    players: int
    mean: float
    rows: tuple[Ranked, ...]
    bots: float | None


class ChallengeInfo(Struct, frozen=True):
    """A challenge as the person who asks may see it.

    `day` is that of a daily one, else `by` has made it. The `seals` of all deals are there before
    the cards; `results` are the deals that the person who asks has played, and there is a `ranking`
    when these are all. `players` is how many people have begun.
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
    """A challenge that whoever asks has tried; `played` of its deals in the first attempt."""

    challenge: str
    day: str | None
    by: str
    title: str
    level: Level
    deals: int
    played: int


class MyChallenges(Struct, frozen=True):
    """The challenges that the person who asks has tried, the last one first."""

    tried: tuple[TriedChallenge, ...]
