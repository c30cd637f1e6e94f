"""Finished games for players: their lists, steps, figures and reviews, and records to open."""

import asyncio
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Annotated, Literal, cast

from litestar import Response
from litestar.status_codes import HTTP_202_ACCEPTED
from msgspec import Meta, Struct, structs
from sqlalchemy.ext.asyncio import AsyncConnection

from ....bots import Level, Unit
from ....game import Hand, PlayerAction, Seat, Side, in_lang
from ....locale import Lang
from ....notation import parse_action
from ....study import Area, Figures, Losses, Luck, Mark, Summary, summaries
from ....table.commands import Asker
from ....table.commitments import OpenedDeal
from ....table.errors import RefusedError
from ....table.events import PersonId
from ....table.finished import KeptGame, Outline, StoredDecision, named
from ....table.ids import new_game_id
from ....table.protocol import TableMade
from ....table.requests import BodyByToken, PlayFrom
from ....table.seats import called, own_first
from ...clock import Clock
from ...live.executors import BackgroundQueue
from ...live.registry import Registry
from ...net.admission import limit, question
from ...net.answers import JSON, Asked
from ...net.identity import MAKING, PERSON, SHARING, Caller
from ...net.routes import Routes
from ...net.state import Feature
from ...store.store import Store
from .replay import Steps, Wanted, deal_of, deals_of, names_of, outline_of_record, steps_of
from .reviews import ReviewService
from .store import REVIEWS, GameStore, ReviewStore, written_with

LONGEST_NUMBER = 9
"""The most digits in a number in an address."""

_NUMBER = {"type": "integer", "minimum": 0, "maximum": 10**LONGEST_NUMBER - 1}
_PLACE = {
    "round": _NUMBER,
    "event": _NUMBER,
    "seat": {"type": "integer", "minimum": 0, "maximum": 5},
    "open": {"enum": ["yes", "no"]},
}

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


class Library:
    """Answers requests about finished games; an unknown game raises RefusedError."""

    def __init__(
        self, registry: Registry, store: Store, queue: BackgroundQueue, reviewing: ReviewService
    ) -> None:
        self._registry = registry
        self._games = store.section(GameStore)
        self._reviews = store.section(ReviewStore)
        self._queue = queue
        self._reviewing = reviewing

    async def open(self, text: str, person: PersonId) -> str:
        """Store a person's record, and return its id; raise SpadesError if it breaks a rule."""
        outline = await self._queue.ask(outline_of_record, text)
        id = new_game_id()
        await self._games.keep(KeptGame(id, text, outline, opened=True), person)
        return id

    async def info(self, id: str, person: PersonId | None, lang: Lang) -> GameInfo:
        """Return the facts that are shown about a game."""
        game = await self._games.find(id)
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

    async def play_on(self, id: str, asked: PlayFrom, asker: Asker) -> str:
        """Open a table that continues a game from a point that exists in it; return its id."""
        game = await self._games.find(id)
        return (await self._registry.branch_from(game, asked, asker)).table.id

    async def record(self, id: str) -> str:
        """Return the record of a game."""
        return (await self._games.find(id)).record

    async def deals(self, id: str) -> str:
        """Return the cards of all rounds as a PBN file."""
        return await self._queue.ask(deals_of, await self.record(id))

    async def deal(self, id: str, number: int) -> OpenedDeal:
        """Return the seed and cards of a round; raise RefusedError if it was not revealed."""
        return await self._queue.ask(deal_of, await self.record(id), number)

    async def steps(self, id: str, wanted: Wanted) -> str:
        """Return a round of a game step by step, in the form in which it is sent."""
        game = await self._games.find(id)
        return await self._queue.ask(steps_of, game.id, game.record, game.outline, wanted)

    async def games_of(self, person: PersonId, lang: Lang) -> tuple[MyGame, ...]:
        """Return a person's games, most recent first."""
        return tuple(_my_game(game, person, lang) for game in await self._games.games_of(person))

    async def figures_of(self, person: PersonId, lang: Lang) -> tuple[CountedGame, ...]:
        """Return a person's games in numbers, most recent first."""
        games = await self._games.counted(person)
        return tuple(_counted(game, person, lang) for game in games if game.outline.figures)

    async def review(self, id: str, after: int, lang: Lang) -> ReviewInfo:
        """Return the progress of a game's review, with the decisions after an event."""
        outline = (await self._games.find(id)).outline
        found = await self._reviews.find(id)
        if found is None:
            return ReviewInfo("none", 0, outline.events, (), (), ())
        decisions = await self._reviews.decisions(id)
        waits = found.status in {"asked", "made"} and self._reviewing.prepares
        names = names_of(outline, lang)

        def told() -> ReviewInfo:
            """Return the progress and the decisions; the longer the game, the longer this takes."""
            return ReviewInfo(
                status="preparing" if waits else found.status,
                reached=found.reached,
                events=outline.events,
                decisions=tuple(
                    _judged(one, lang, names) for one in decisions if one.event > after
                ),
                seats=summaries(decisions),
                luck=found.luck,
            )

        return await asyncio.to_thread(told)


def _seat_of(outline: Outline, person: PersonId | None) -> Seat | None:
    return Seat(outline.people.index(person)) if person and person in outline.people else None


def _my_game(game: KeptGame, person: PersonId, lang: Lang) -> MyGame:
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


def _counted(game: KeptGame, person: PersonId, lang: Lang) -> CountedGame:
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
        figures=outline.figures[seat],
        losses=outline.losses[seat] if outline.losses else None,
    )


def _judged(one: StoredDecision, lang: Lang, names: Mapping[Seat, str]) -> Judged:
    alike = structs.asdict(one)
    del alike["reasons"], alike["win"], alike["unnamed"]
    best, taken = one.win
    reason = named(in_lang(one.reasons, lang), names)
    weighed = {key: cast("PlayerAction", parse_action(key, packs=2)) for key in one.values}
    return Judged(reason=reason, weighed=weighed, win_best=best, win_taken=taken, **alike)


routes = Routes()


@routes.get("/api/my/games")
async def show_my_games(viewer: PersonId | None, lang: Lang, library: Library) -> MyGames:
    """Return the requesting player's finished games."""
    return MyGames(await library.games_of(viewer, lang) if viewer else ())


@routes.get("/api/my/figures")
async def show_my_figures(viewer: PersonId | None, lang: Lang, library: Library) -> MyFigures:
    """Return the bids and wins in the player's games."""
    return MyFigures(await library.figures_of(viewer, lang) if viewer else ())


@routes.post("/api/games", SHARING)
async def open_record(
    body: OpenRecord, person: PersonId, request: Asked, library: Library
) -> GameMade:
    """Open a record that a player provides."""
    limit("records", request)
    with question(request):
        return GameMade(await library.open(body.record, person))


@routes.get("/api/games/{game:str}")
async def show_game(game: str, viewer: PersonId | None, lang: Lang, library: Library) -> GameInfo:
    """Return a game's players and result."""
    return await library.info(game, viewer, lang)


@routes.get("/api/games/{game:str}/record", answers=str)
async def show_game_record(game: str, library: Library) -> Response[bytes]:
    """Return the record of a game."""
    return _text(await library.record(game))


@routes.get("/api/games/{game:str}/deals", answers=str)
async def show_game_deals(game: str, request: Asked, library: Library) -> Response[bytes]:
    """Return the cards of all rounds, as a PBN file."""
    with question(request):
        return _text(await library.deals(game))


@routes.get("/api/games/{game:str}/deals/{number:int}")
async def show_game_deal(game: str, number: int, request: Asked, library: Library) -> OpenedDeal:
    """Return the origin of the cards in a round."""
    with question(request):
        return await library.deal(game, number)


@routes.get("/api/games/{game:str}/steps", answers=Steps, query=_PLACE)
async def show_steps(game: str, lang: Lang, request: Asked, library: Library) -> Response[bytes]:
    """Return the steps of a round (`?round=` or `?event=`), with the cards of `?seat=` or all."""
    wanted = Wanted(
        round=_number(request, "round"),
        seat=Seat(min(_number(request, "seat") or 0, max(Seat))),
        open=request.query_params.get("open") != "no",
        event=_number(request, "event") or 0,
        lang=lang,
    )
    with question(request):
        return Response((await library.steps(game, wanted)).encode(), media_type=JSON)


@routes.get("/api/games/{game:str}/review", query={"after": _NUMBER})
async def show_review(game: str, lang: Lang, request: Asked, library: Library) -> ReviewInfo:
    """Return the progress of a review, with the decisions judged after `?after=`."""
    asked = _number(request, "after")
    return await library.review(game, -1 if asked is None else asked, lang)


@routes.post("/api/games/{game:str}/review", PERSON, status=HTTP_202_ACCEPTED)
async def ask_review(  # noqa: PLR0913, PLR0917 - what it asks for
    game: str,
    body: AskReview,
    person: PersonId,
    request: Asked,
    reviewing: ReviewService,
    library: Library,
) -> ReviewInfo:
    """Ask for a review of a game."""
    limit("records", request)
    await reviewing.ask(game, person)
    return await library.review(game, -1, body.lang)


@routes.post("/api/games/{game:str}/branches", MAKING)
async def play_from(
    game: str, body: PlayFrom, caller: Caller, request: Asked, library: Library
) -> TableMade:
    """Make a table that continues a finished game from a given point."""
    asker = caller.named(body.name)
    limit("tables", request)
    with question(request):
        return TableMade(await library.play_on(game, body, asker))


def _number(request: Asked, name: str) -> int | None:
    """Return a number from the query string, or None; raise RefusedError if it is not a number."""
    said = request.query_params.get(name)
    if said is None:
        return None
    if not (said.isascii() and said.isdecimal() and len(said) <= LONGEST_NUMBER):
        raise RefusedError("request/not-a-number", "{name} must be a number from 0", name=name)
    return int(said)


def _text(text: str) -> Response[bytes]:
    return Response(text.encode(), media_type="text/plain")


async def _forget_old(store: Store, _clock: Clock, since: float | None) -> None:
    if since is not None:
        await store.section(GameStore).forget(since)


async def _forget_asker(connection: AsyncConnection, people: AbstractSet[PersonId]) -> None:
    asked = REVIEWS.update().where(REVIEWS.c.person.in_(people))
    await connection.execute(asked.values(person=""))


feature = Feature(
    routes=routes,
    services=(
        lambda app: ReviewService(app.deps.store, app.reviews, app.deps.preparing),
        lambda app: Library(
            app.registry, app.deps.store, app.questions, app.service(ReviewService)
        ),
    ),
    with_events=written_with,
    forget_old=_forget_old,
    forget_people=_forget_asker,
    statuses={"game/unknown": 404, "game/no-such-round": 404, "review/too-many": 429},
)
