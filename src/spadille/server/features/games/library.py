"""Finished games for players: their lists, steps, figures and reviews, and records to open."""

import asyncio
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Literal, cast

from litestar import Response
from litestar.status_codes import HTTP_202_ACCEPTED
from msgspec import Struct, structs
from sqlalchemy.ext.asyncio import AsyncConnection

from ....bots import Unit
from ....game import Hand, PlayerAction, Seat, in_lang
from ....locale import Lang
from ....notation import parse_action
from ....study import Area, Luck, Mark, Summary, summaries
from ....table.commands import Asker
from ....table.commitments import OpenedDeal
from ....table.events import PersonId
from ....table.finished import KeptGame, StoredDecision, named
from ....table.games import (
    GameInfo,
    GameMade,
    MyFigures,
    MyGame,
    MyGames,
    OpenRecord,
    game_info,
    my_figures,
    my_game,
)
from ....table.ids import new_game_id
from ....table.protocol import TableMade
from ....table.replay import (
    LONGEST_NUMBER,
    Steps,
    Wanted,
    deal_of,
    deals_of,
    names_of,
    number_in,
    outline_of_record,
    steps_of,
    wanted_in,
)
from ....table.requests import BodyByToken, PlayFrom
from ...clock import Clock
from ...live.executors import BackgroundQueue
from ...live.registry import Registry
from ...net.admission import limit, question
from ...net.answers import JSON, Asked
from ...net.identity import MAKING, PERSON, SHARING, Caller
from ...net.routes import Routes
from ...net.state import Feature
from ...store.store import Store
from .reviews import ReviewService
from .store import REVIEWS, GameStore, ReviewStore, written_with

_NUMBER = {"type": "integer", "minimum": 0, "maximum": 10**LONGEST_NUMBER - 1}
_PLACE = {
    "round": _NUMBER,
    "event": _NUMBER,
    "seat": {"type": "integer", "minimum": 0, "maximum": 5},
    "open": {"enum": ["yes", "no"]},
}


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
        return game_info(await self._games.find(id), person, lang)

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
        return tuple(my_game(game, person, lang) for game in await self._games.games_of(person))

    async def figures_of(self, person: PersonId, lang: Lang) -> MyFigures:
        """Return a person's games in numbers, most recent first."""
        return my_figures(await self._games.counted(person), person, lang)

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
    return await library.figures_of(viewer, lang) if viewer else MyFigures(())


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
    wanted = wanted_in(request.query_params, lang)
    with question(request):
        return Response((await library.steps(game, wanted)).encode(), media_type=JSON)


@routes.get("/api/games/{game:str}/review", query={"after": _NUMBER})
async def show_review(game: str, lang: Lang, request: Asked, library: Library) -> ReviewInfo:
    """Return the progress of a review, with the decisions judged after `?after=`."""
    asked = number_in(request.query_params, "after")
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
    statuses={"review/too-many": 429},
)
