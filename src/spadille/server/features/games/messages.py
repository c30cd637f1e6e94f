"""Messages about finished games, with sentences in the requested language."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ....bots import Level, Unit
from ....game import Hand, PlayerAction, Seat, Side
from ....study import Area, Figures, Losses, Luck, Mark, Summary
from ...table.requests import BodyByToken
from ...wire.protocol import State, Update

LONGEST_RECORD = 60_000
"""The most characters in a record, enough for more than a hundred rounds."""

GameId = Annotated[str, Meta(min_length=1, max_length=32)]


class OpenRecord(BodyByToken, frozen=True):
    """A record to replay; it is stored under a new address."""

    record: Annotated[str, Meta(min_length=1, max_length=LONGEST_RECORD)]


class GameMade(Struct, frozen=True):
    """The game that was opened; its page is at `/game/` followed by the id."""

    game: GameId


class PlayerInfo(Struct, frozen=True):
    """The player in a seat at the end; `level` is that of a bot, and a hidden name is empty."""

    seat: Seat
    name: str
    bot: bool
    level: Level | None


class GameInfo(Struct, frozen=True):
    """A game as everyone with its link may see it.

    `rounds` counts the rounds begun, and `events` everything that has happened; `scores` are by
    side. `over` is True if the game was played to its end, and `winner` is the side that won.
    `mine` is the requesting player's seat, and `table` is their table if they still have a seat
    there. `opened` marks a record that a player provided.
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
    """A round of a game step by step: a state, and the differences in each following state.

    The `seq` of a state is the number of earlier events. If all cards are visible, `view.shown` has
    the other players' hands. Rounds are numbered from 1 to `last_round`.
    """

    round: int
    last_round: int
    state: State
    updates: tuple[Update, ...]


class MyGame(Struct, frozen=True):
    """One of the requesting player's finished games, or a record that they opened.

    `others` are the other players' names, starting from the left. `scores` are by side, the
    player's side first. `won` says whether the player's side won; it is None if no side won or they
    had no seat.
    """

    game: GameId
    title: str
    others: tuple[str, ...]
    scores: tuple[int, ...]
    won: bool | None
    opened: bool
    made: float


class MyGames(Struct, frozen=True):
    """The requesting player's finished games, most recent first."""

    games: tuple[MyGame, ...]


class CountedGame(Struct, frozen=True):
    """A game of the requesting player in numbers; `made` is when it ended, in seconds since 1970.

    `against` is the level of the bots, or `people` if other people played. `apart` is True if the
    player took something back while playing alone with bots, or if the cards had been played
    before. `losses` are set once the game has been reviewed.
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
    """The games that the requesting player finished last, most recent first."""

    counted: tuple[CountedGame, ...]


class Judged(Struct, frozen=True):
    """A decision with its cost; see `spadille.study.Reviewed`.

    `weighed` has the actions that were compared, by name as in a record, and `values` what they are
    worth. In a draft, the decision was about the cards `offered`.
    """

    event: int
    round: int
    trick: int
    seat: Seat
    area: Area
    action: PlayerAction
    best: PlayerAction
    reason: str
    weighed: dict[str, PlayerAction]
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

    `reached` of the `events` have been judged. `decisions` are those after the event given in the
    request. `seats` sums up all decisions, and `luck` is set once the review is done.
    """

    status: Literal["none", "preparing", "asked", "made", "done", "failed"]
    reached: int
    events: int
    decisions: tuple[Judged, ...]
    seats: tuple[Summary, ...]
    luck: tuple[Luck, ...]


class AskReview(BodyByToken, frozen=True):
    """Asks for a review of the decisions in a game."""
