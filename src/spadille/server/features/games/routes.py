"""HTTP routes for finished games."""

from collections.abc import Set as AbstractSet

from litestar import Response
from litestar.status_codes import HTTP_202_ACCEPTED
from sqlalchemy.ext.asyncio import AsyncConnection

from ....game import Seat
from ...clock import Clock
from ...errors import RefusedError
from ...net.admission import limit, question
from ...net.answers import JSON, Asked
from ...net.feature import Feature
from ...net.identity import MAKING, PERSON, SHARING, Caller
from ...net.routes import Routes
from ...net.state import AppState
from ...store.store import Store
from ...table.commitments import OpenedDeal
from ...table.events import PersonId
from ...table.requests import PlayFrom
from ...wire.protocol import Lang, TableMade
from .library import Library
from .messages import (
    AskReview,
    GameInfo,
    GameMade,
    MyFigures,
    MyGames,
    OpenRecord,
    ReviewInfo,
    Steps,
)
from .replay import Wanted
from .reviews import ReviewService
from .store import REVIEWS, GameStore, written_with

LONGEST_NUMBER = 9
"""The most digits in a number in an address."""

_NUMBER = {"type": "integer", "minimum": 0, "maximum": 10**LONGEST_NUMBER - 1}
_PLACE = {
    "round": _NUMBER,
    "event": _NUMBER,
    "seat": {"type": "integer", "minimum": 0, "maximum": 5},
    "open": {"enum": ["yes", "no"]},
}

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
    game: str,
    body: PlayFrom,
    caller: Caller,
    request: Asked,
    library: Library,
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


def _reviewing(app: AppState) -> ReviewService:
    return ReviewService(app.deps.store, app.reviews, app.deps.preparing)


def _library(app: AppState) -> Library:
    reviewing = app.service(ReviewService)
    return Library(app.registry, app.deps.store, app.questions, reviewing)


feature = Feature(
    routes=routes,
    services=(_reviewing, _library),
    with_events=written_with,
    forget_old=_forget_old,
    forget_people=_forget_asker,
    statuses={"game/unknown": 404, "game/no-such-round": 404, "review/too-many": 429},
)
