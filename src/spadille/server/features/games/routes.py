"""HTTP routes for finished games."""

from litestar import Response
from litestar.params import FromPath
from litestar.status_codes import HTTP_202_ACCEPTED

from ....game import Seat
from ...clock import Clock
from ...errors import RefusedError
from ...net.answers import JSON, Asked, body_of, in_json, lang_of
from ...net.feature import Feature
from ...net.identity import MAKING, PERSON, SHARING, asker_of, caller_of, session_of
from ...net.routes import get, post
from ...net.state import AppState
from ...store.schema import GAMES, PLAYERS
from ...store.store import Store
from ...wire.http import OpenedDeal, PlayFrom, TableMade
from .library import Library
from .messages import AskReview, GameInfo, GameMade, MyFigures, MyGames, OpenRecord, ReviewInfo
from .replay import Wanted
from .reviews import ReviewService, forget_asker
from .store import REVIEW_PARTS, REVIEWS, GameStore, written_with

LONGEST_NUMBER = 9
"""The most digits in a number in an address."""

_NUMBER = {"type": "integer", "minimum": 0, "maximum": 10**LONGEST_NUMBER - 1}
_PLACE = {
    "round": _NUMBER,
    "event": _NUMBER,
    "seat": {"type": "integer", "minimum": 0, "maximum": 5},
    "open": {"enum": ["yes", "no"]},
}


@get("/api/my/games", answers=MyGames)
async def show_my_games(request: Asked, state: AppState) -> Response[bytes]:
    """Return the requesting player's finished games."""
    person = await session_of(request)
    games = (
        () if person is None else await state.service(Library).games_of(person, lang_of(request))
    )
    return in_json(request, MyGames(games))


@get("/api/my/figures", answers=MyFigures)
async def show_my_figures(request: Asked, state: AppState) -> Response[bytes]:
    """Return the bids and wins in the player's games."""
    person = await session_of(request)
    counted = (
        () if person is None else await state.service(Library).figures_of(person, lang_of(request))
    )
    return in_json(request, MyFigures(counted))


@post("/api/games", asks=OpenRecord, answers=GameMade, access=SHARING)
async def open_record(request: Asked, state: AppState) -> Response[bytes]:
    """Open a record that a player provides."""
    asked = await body_of(request, OpenRecord)
    person = await asker_of(request, asked.token)
    state.gate.study_records(request)
    with state.gate.question(request):
        return in_json(request, GameMade(await state.service(Library).open(asked.record, person)))


@get("/api/games/{game:str}", answers=GameInfo)
async def show_game(request: Asked, state: AppState, game: FromPath[str]) -> Response[bytes]:
    """Return a game's players and result."""
    person = await session_of(request)
    return in_json(request, await state.service(Library).info(game, person, lang_of(request)))


@get("/api/games/{game:str}/record", answers=str)
async def show_game_record(state: AppState, game: FromPath[str]) -> Response[bytes]:
    """Return the record of a game."""
    return _text(await state.service(Library).record(game))


@get("/api/games/{game:str}/deals", answers=str)
async def show_game_deals(request: Asked, state: AppState, game: FromPath[str]) -> Response[bytes]:
    """Return the cards of all rounds, as a PBN file."""
    with state.gate.question(request):
        return _text(await state.service(Library).deals(game))


@get("/api/games/{game:str}/deals/{number:int}", answers=OpenedDeal)
async def show_game_deal(
    request: Asked, state: AppState, game: FromPath[str], number: FromPath[int]
) -> Response[bytes]:
    """Return the origin of the cards in a round."""
    with state.gate.question(request):
        return in_json(request, await state.service(Library).deal(game, number))


@get("/api/games/{game:str}/steps", answers=dict, query=_PLACE, in_lang=True)
async def show_steps(request: Asked, state: AppState, game: FromPath[str]) -> Response[bytes]:
    """Return the steps of a round (`?round=` or `?event=`), with the cards of `?seat=` or all."""
    wanted = Wanted(
        round=_number(request, "round"),
        seat=Seat(min(_number(request, "seat") or 0, max(Seat))),
        open=request.query_params.get("open") != "no",
        event=_number(request, "event") or 0,
        lang=lang_of(request),
    )
    with state.gate.question(request):
        return Response(
            (await state.service(Library).steps(game, wanted)).encode(), media_type=JSON
        )


@get("/api/games/{game:str}/review", answers=ReviewInfo, query={"after": _NUMBER})
async def show_review(request: Asked, state: AppState, game: FromPath[str]) -> Response[bytes]:
    """Return the progress of a review, with the decisions judged after `?after=`."""
    asked = _number(request, "after")
    review = await state.service(Library).review(
        game, -1 if asked is None else asked, lang_of(request)
    )
    return in_json(request, review)


@post(
    "/api/games/{game:str}/review",
    asks=AskReview,
    answers=ReviewInfo,
    access=PERSON,
    status=HTTP_202_ACCEPTED,
)
async def ask_review(request: Asked, state: AppState, game: FromPath[str]) -> Response[bytes]:
    """Ask for a review of a game."""
    asked = await body_of(request, AskReview)
    person = await asker_of(request, asked.token)
    state.gate.study_records(request)
    await state.service(Library).ask_review(game, person)
    review = await state.service(Library).review(game, -1, lang_of(request))
    return in_json(request, review)


@post("/api/games/{game:str}/branches", asks=PlayFrom, answers=TableMade, access=MAKING)
async def play_from(request: Asked, state: AppState, game: FromPath[str]) -> Response[bytes]:
    """Make a table that continues a finished game from a given point."""
    asked = await body_of(request, PlayFrom)
    caller = await caller_of(request, asked.token)
    asker = caller.named(asked.name)
    state.gate.make_tables(request)
    with state.gate.question(request):
        return in_json(request, TableMade(await state.service(Library).play_on(game, asked, asker)))


def _number(request: Asked, name: str) -> int | None:
    """Return a number from the query string, or None if it is missing.

    Raises:
        RefusedError: if it is not a number.
    """
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


def _library(app: AppState) -> Library:
    reviewing = ReviewService(app.deps.store, app.reviews, app.deps.preparing)
    return Library(app.registry, app.deps.store, app.questions, reviewing)


feature = Feature(
    routes=(
        show_my_games,
        show_my_figures,
        open_record,
        show_game,
        show_game_record,
        show_game_deals,
        show_game_deal,
        show_steps,
        show_review,
        ask_review,
        play_from,
    ),
    tables=(GAMES, PLAYERS, REVIEWS, REVIEW_PARTS),
    services=(_library,),
    with_events=written_with,
    forget_old=_forget_old,
    forget_people=forget_asker,
)
