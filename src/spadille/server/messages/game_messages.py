"""HTTP messages about finished games: replays and reviews.

Like `http_messages`, this is a source of the client's types. Sentences are in the language asked
for.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ...bots import Level, Unit
from ...game import Hand, PlayerAction, Seat, Side
from ...study import Area, Figures, Losses, Luck, Mark, Summary
from .http_messages import BodyByToken
from .protocol import State, Update

LONGEST_RECORD = 60_000
"""The most characters in a record, enough for more than a hundred rounds."""

GameId = Annotated[str, Meta(min_length=1, max_length=32)]


class OpenRecord(BodyByToken, frozen=True):
    """A record to replay; it is stored under a new address."""

    record: Annotated[str, Meta(min_length=1, max_length=LONGEST_RECORD)]


class GameMade(Struct, frozen=True):
    """The game that was opened; its page is `/game/` and the id."""

    game: GameId


class PlayerInfo(Struct, frozen=True):
    """The player on a seat at the end; `level` is that of a bot, and a hidden name is empty."""

    seat: Seat
    name: str
    bot: bool
    level: Level | None


class GameInfo(Struct, frozen=True):
    """A game as everyone with its link may see it.

    `rounds` counts those begun, and `events` all that has happened; `scores` are by side. `over`
    says that it came to its end, and `winner` is the side that won. `mine` is the seat of the
    player who asks, and `table` is their table if they still have a seat there. `opened` marks a
    record that a player brought along.
    """

    game: GameId
    title: str
    players: tuple[PlayerInfo, ...]
    sides: tuple[Side, ...]
    side_names: tuple[str, ...]
    rounds: int
    events: int
    scores: tuple[int, ...]
    over: bool
    winner: int | None
    made: float
    opened: bool
    mine: Seat | None
    table: str | None


class Steps(Struct, frozen=True):
    """A round of a game step by step: a state, and the differences in each state that follows.

    The `seq` of a state is the number of earlier events. With all cards seen, `view.shown` has the
    hands of others. Rounds count from 1 to `last_round`.
    """

    round: int
    last_round: int
    state: State
    updates: tuple[Update, ...]


class MyGame(Struct, frozen=True):
    """A finished game of the player who asks, or a record that they have opened.

    `others` are the names from the left on, and `scores` are those by side, the player's first.
    `won` says whether the player's side won, None if no side won or they had no seat.
    """

    game: GameId
    title: str
    others: tuple[str, ...]
    scores: tuple[int, ...]
    won: bool | None
    opened: bool
    made: float


class MyGames(Struct, frozen=True):
    """The finished games of the player who asks, last one first."""

    games: tuple[MyGame, ...]


class CountedGame(Struct, frozen=True):
    """A game of the player who asks, in numbers; `made` is when it ended, in seconds since 1970.

    `against` is the level of the bots, or `people` if any people played. `apart` says that they
    took something back in it while they played with bots alone, or that its cards had been played
    before. `losses` are there once it is reviewed.
    """

    game: GameId
    made: float
    title: str
    against: Level | Literal["people"]
    won: bool | None
    apart: bool
    figures: Figures
    losses: Losses | None


class MyFigures(Struct, frozen=True):
    """The last games that the player who asks has finished, last one first."""

    counted: tuple[CountedGame, ...]


class Judged(Struct, frozen=True):
    """A decision with its cost, see `spadille.study.Reviewed`.

    `values` are the values of the weighed actions, each written as in a record. In a draft the
    decision was about the cards `offered`.
    """

    event: int
    round: int
    trick: int
    seat: Seat
    area: Area
    action: PlayerAction
    best: PlayerAction
    reason: str
    values: dict[str, float]
    unit: Unit
    loss: float
    mark: Mark
    win_best: float | None
    win_taken: float | None
    seen_loss: float | None
    offered: Hand


class ReviewInfo(Struct, frozen=True):
    """The progress of a review: `asked` for, being `made`, `done`, `failed`, or `none`.

    `reached` of the `events` are judged. `decisions` are those after the event given in the
    request. `seats` sums up all of them, and `luck` is there when all is done.
    """

    status: Literal["none", "preparing", "asked", "made", "done", "failed"]
    reached: int
    events: int
    decisions: tuple[Judged, ...]
    seats: tuple[Summary, ...]
    luck: tuple[Luck, ...]


class AskReview(BodyByToken, frozen=True):
    """Asks for a review of the decisions of a game."""
