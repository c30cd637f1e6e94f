"""What is asked over HTTP about games that are over."""

from litestar import Response, post
from litestar.datastructures import State as AppState
from litestar.params import FromPath
from litestar.status_codes import HTTP_201_CREATED, HTTP_202_ACCEPTED

from ...game import Seat
from ..asking.requests import Asker
from ..games.going_through import Wanted
from ..games.library import Library
from ..messages.game_messages import (
    AskReview,
    GameInfo,
    GameMade,
    MyFigures,
    MyGames,
    OpenRecord,
    ReviewInfo,
)
from ..messages.http_messages import PlayFrom, TableMade
from ..messages.wire import LONGEST_BODY
from ..refusals import RefusedError
from ..table.seating import plain_name
from .answers import JSON, Asked, body_of, in_json, lang_of
from .describing import describe
from .gate import Gate
from .identity import asker_of, caller_of, session_of
from .pages import get

_NUMBER = {"type": "integer", "minimum": 0}
_PLACE = {
    "round": _NUMBER,
    "event": _NUMBER,
    "seat": {"type": "integer", "minimum": 0, "maximum": 5},
    "open": {"enum": ["yes", "no"]},
}


@get("/api/my/games", opt=describe(answers=MyGames))
async def show_my_games(request: Asked, state: AppState) -> Response[bytes]:
    """The games of whoever asks that are over."""
    library: Library = state.library
    person = await session_of(request)
    games = () if person is None else await library.games_of(person, lang_of(request))
    return in_json(request, MyGames(games))


@get("/api/my/figures", opt=describe(answers=MyFigures))
async def show_my_figures(request: Asked, state: AppState) -> Response[bytes]:
    """What whoever asks has bid and won in their games."""
    library: Library = state.library
    person = await session_of(request)
    counted = () if person is None else await library.figures_of(person, lang_of(request))
    return in_json(request, MyFigures(counted))


@post(
    "/api/games",
    request_max_body_size=LONGEST_BODY,
    opt=describe(asks=OpenRecord, answers=GameMade),
)
async def open_record(request: Asked, state: AppState) -> Response[bytes]:
    """Opens a record that somebody has brought along."""
    asked = await body_of(request, OpenRecord)
    library: Library = state.library
    gate: Gate = state.gate
    person = await asker_of(request, asked.token)
    gate.study_records(request)
    return in_json(request, GameMade(await library.open(asked.record, person)), HTTP_201_CREATED)


@get("/api/games/{game:str}", opt=describe(answers=GameInfo))
async def show_game(request: Asked, state: AppState, game: FromPath[str]) -> Response[bytes]:
    """Who played a game, and how it ended."""
    library: Library = state.library
    person = await session_of(request)
    return in_json(request, await library.info(game, person, lang_of(request)))


@get("/api/games/{game:str}/record", opt=describe(answers=str))
async def show_game_record(state: AppState, game: FromPath[str]) -> Response[bytes]:
    """The record of a game."""
    library: Library = state.library
    return _text(await library.record(game))


@get("/api/games/{game:str}/deals", opt=describe(answers=str))
async def show_game_deals(state: AppState, game: FromPath[str]) -> Response[bytes]:
    """The cards of all rounds, a deal on each line."""
    library: Library = state.library
    return _text(await library.deals(game))


@get("/api/games/{game:str}/steps", opt=describe(answers=dict, query=_PLACE))
async def show_steps(request: Asked, state: AppState, game: FromPath[str]) -> Response[bytes]:
    """A round step by step: that of `?round=` or `?event=`, with the cards of `?seat=` or all."""
    library: Library = state.library
    round = _number(request, "round")
    wanted = Wanted(
        seat=Seat(min(_number(request, "seat") or 0, max(Seat))),
        open=request.query_params.get("open") != "no",
        round=round,
        event=_number(request, "event") or 0,
        lang=lang_of(request),
    )
    return Response((await library.steps(game, wanted)).encode(), media_type=JSON)


@get(
    "/api/games/{game:str}/review",
    opt=describe(answers=ReviewInfo, query={"after": _NUMBER}),
)
async def show_review(request: Asked, state: AppState, game: FromPath[str]) -> Response[bytes]:
    """How far the review of a game is, with what was judged after `?after=`."""
    library: Library = state.library
    asked = _number(request, "after")
    review = await library.review(game, -1 if asked is None else asked, lang_of(request))
    return in_json(request, review)


@post(
    "/api/games/{game:str}/review",
    request_max_body_size=LONGEST_BODY,
    status_code=HTTP_202_ACCEPTED,
    opt=describe(asks=AskReview, answers=ReviewInfo),
)
async def ask_review(request: Asked, state: AppState, game: FromPath[str]) -> Response[bytes]:
    """Has a game reviewed."""
    asked = await body_of(request, AskReview)
    library: Library = state.library
    gate: Gate = state.gate
    person = await asker_of(request, asked.token)
    gate.study_records(request)
    await library.ask_review(game, person)
    review = await library.review(game, -1, lang_of(request))
    return in_json(request, review, HTTP_202_ACCEPTED)


@post(
    "/api/games/{game:str}/branches",
    request_max_body_size=LONGEST_BODY,
    opt=describe(asks=PlayFrom, answers=TableMade),
)
async def play_from(request: Asked, state: AppState, game: FromPath[str]) -> Response[bytes]:
    """Makes a table that goes on from a place of a game that is over."""
    asked = await body_of(request, PlayFrom)
    caller = await caller_of(request, asked.token)
    caller.check("tables")
    asker = Asker(caller.person, plain_name(asked.name), caller.program)
    gate: Gate = state.gate
    gate.make_tables(request)
    library: Library = state.library
    table = await library.play_on(game, asked, asker)
    return in_json(request, TableMade(table), HTTP_201_CREATED)


LONGEST_NUMBER = 9
"""Digits of a number in an address."""


def _number(request: Asked, name: str) -> int | None:
    """A number that is asked for in the address, None for none.

    Raises:
        RefusedError: when it is no number.
    """
    said = request.query_params.get(name)
    if said is None:
        return None
    if not (said.isascii() and said.isdecimal() and len(said) <= LONGEST_NUMBER):
        raise RefusedError("request/not-a-number", "{name} is a number from 0", name=name)
    return int(said)


def _text(text: str) -> Response[bytes]:
    return Response(text.encode(), media_type="text/plain")


GAME_HANDLERS = (
    show_my_games,
    show_my_figures,
    open_record,
    show_game,
    show_game_record,
    show_game_deals,
    show_steps,
    show_review,
    ask_review,
    play_from,
)
