"""Finished games as their players see them: lists, results and figures."""

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta, Struct

from ..bots import Level
from ..game import Record, Seat, Side, in_lang
from ..locale import Lang
from ..notation import format_record
from ..study import Figures, Losses
from .errors import RefusedError
from .events import PersonId
from .finished import KeptGame, Outline
from .replay import names_of
from .requests import BodyByToken
from .seats import called, own_first

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
    before. `partners` are the names of the people on the player's side. `losses` are set once the
    game has been reviewed.
    """

    game: GameId
    made: float
    title: str
    against: Level | Literal["people"]
    won: bool | None
    apart: bool
    partners: tuple[str, ...]
    figures: Figures
    losses: Losses | None


class MyFigures(Struct, frozen=True):
    """The games that the requesting player finished last, most recent first."""

    counted: tuple[CountedGame, ...]


def unknown_game() -> RefusedError:
    """Return the refusal for a game that does not exist or is not over."""
    return RefusedError("game/unknown", "there is no such game, or it is not over yet")


def record_text(record: Record | None) -> str:
    """Return the record of a finished game; raise RefusedError if the game is not over."""
    if record is None:
        raise RefusedError("record/not-over", "you can see the record when the game is over")
    return format_record(record)


def game_info(game: KeptGame, person: PersonId | None, lang: Lang) -> GameInfo:
    """Return the facts that are shown about a game, for a person or a stranger."""
    outline = game.outline
    mine = _seat_of(outline, person)
    return GameInfo(
        game=game.id,
        title=in_lang(outline.titles, lang),
        players=tuple(
            PlayerInfo(seat, name, level is not None, level)
            for seat, name in names_of(outline, lang).items()
            for level in [outline.levels[seat] if outline.levels else None]
        ),
        sides=outline.sides,
        side_names=outline.side_names,
        rounds=outline.rounds,
        events=outline.events,
        scores=outline.scores,
        over=outline.over,
        winner=outline.winner,
        made=game.made,
        opened=game.opened,
        mine=mine,
        table=None if mine is None else outline.table,
    )


def _seat_of(outline: Outline, person: PersonId | None) -> Seat | None:
    return Seat(outline.people.index(person)) if person and person in outline.people else None


def my_game(game: KeptGame, person: PersonId, lang: Lang) -> MyGame:
    """Return an entry in a person's list of games."""
    outline = game.outline
    seat = _seat_of(outline, person)
    names = outline.names
    others = names if seat is None else (*names[seat + 1 :], *names[:seat])
    side = next((n for n, seats in enumerate(outline.sides) if seat in seats), 0)
    return MyGame(
        game=game.id,
        title=in_lang(outline.titles, lang),
        others=tuple(called(name, lang) for name in others if name),
        scores=own_first(outline.scores, side),
        won=None if seat is None or outline.winner is None else outline.winner == side,
        opened=game.opened,
        made=game.made,
    )


def counted_game(game: KeptGame, person: PersonId, lang: Lang) -> CountedGame:
    """Return a game of a person in numbers."""
    outline = game.outline
    seat = outline.people.index(person)
    side = next(n for n, seats in enumerate(outline.sides) if seat in seats)
    levels = {level for other, level in enumerate(outline.levels) if other != seat}
    level = levels.pop() if len(levels) == 1 else None
    return CountedGame(
        game=game.id,
        made=game.made,
        title=in_lang(outline.titles, lang),
        against="people" if level is None else level,
        won=None if outline.winner is None else outline.winner == side,
        apart=outline.undone > 0 or outline.branched,
        partners=tuple(
            called(outline.names[other], lang)
            for other in outline.sides[side]
            if other != seat and outline.people[other]
        ),
        figures=outline.figures[seat],
        losses=outline.losses[seat] if outline.losses else None,
    )


def my_figures(games: Iterable[KeptGame], person: PersonId, lang: Lang) -> MyFigures:
    """Return those of the games that a person played, and that have figures, in numbers."""
    counted = (
        counted_game(game, person, lang)
        for game in games
        if game.outline.figures and person in game.outline.people
    )
    return MyFigures(tuple(counted))
