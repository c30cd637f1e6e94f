"""What is asked and answered about games that are over: going through them again, and reviews.

As `http_messages`, a source of the client's types. Sentences are in the language asked for.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ...bots import Level, Unit
from ...game import Hand, PlayerAction, Seat, Side
from ...study import Area, Figures, Losses, Luck, Mark, Summary
from .http_messages import BodyByToken
from .protocol import State, Update

LONGEST_RECORD = 60_000
"""Characters; more than a hundred rounds."""

GameId = Annotated[str, Meta(min_length=1, max_length=32)]


class OpenRecord(BodyByToken, frozen=True):
    """A record to be gone through; it is kept under an address of its own."""

    record: Annotated[str, Meta(min_length=1, max_length=LONGEST_RECORD)]


class GameMade(Struct, frozen=True):
    """The game that was opened; its page is `/game/` and the id."""

    game: GameId


class PlayerInfo(Struct, frozen=True):
    """Who sat on a seat at the end; `level` is that of a bot, the name empty where none is told."""

    seat: Seat
    name: str
    bot: bool
    level: Level | None


class GameInfo(Struct, frozen=True):
    """A game as everyone may see it who has its link.

    `rounds` is how many were begun, `events` how much has happened; `scores` are by side. `over`
    says that it came to its end, `winner` is the side that has won then. `mine` is the seat of
    whoever asks, and `table` where they played, if they still have a seat there. A record that
    someone has brought along was `opened`.
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
    """A round of a game step by step: a state, and what is different in each that follows.

    The `seq` of a state is how much had happened by then. With all cards seen the hands of others
    are in `view.shown`. Rounds count from 1 to `last_round`.
    """

    round: int
    last_round: int
    state: State
    updates: tuple[Update, ...]


class MyGame(Struct, frozen=True):
    """A game of the person who asks that is over, or a record that they have opened.

    `others` are the names from the left on, `scores` those by side, the own one first; `won` tells
    whether the player's side did, None where no one did or no one sat there.
    """

    game: GameId
    title: str
    others: tuple[str, ...]
    scores: tuple[int, ...]
    won: bool | None
    opened: bool
    made: float


class MyGames(Struct, frozen=True):
    """The games of the person who asks that are over, the last one first."""

    games: tuple[MyGame, ...]


class CountedGame(Struct, frozen=True):
    """A game of the person who asks, in numbers; `made` is when it ended, in seconds since 1970.

    `against` is the level of the bots, or people where any played. `apart` says that something was
    taken back in it while they played with bots alone, or that its cards had been played before.
    `losses` are there once it is reviewed.
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
    """The last games that the person who asks has played to their end, the last one first."""

    counted: tuple[CountedGame, ...]


class Judged(Struct, frozen=True):
    """A decision with what it has cost, see `spadille.study.Reviewed`.

    `values` are what the actions that were weighed are worth, each as it is written in a record.
    In a draft it was decided about the cards `offered`.
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
    """How far a review is: it is `asked` for, being `made`, `done`, `failed`, or there is `none`.

    `reached` of the `events` are judged. `decisions` are those after the event that was asked
    from, `seats` what all of them together say, and `luck` is there when all is done.
    """

    status: Literal["none", "preparing", "asked", "made", "done", "failed"]
    reached: int
    events: int
    decisions: tuple[Judged, ...]
    seats: tuple[Summary, ...]
    luck: tuple[Luck, ...]


class AskReview(BodyByToken, frozen=True):
    """Asks that the decisions of a game are judged."""
