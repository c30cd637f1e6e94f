"""What is asked over HTTP about evenings: making them, taking part, and how the pairs stand."""

from litestar import Response, post
from litestar.datastructures import State as AppState
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from ..asking.requests import Asker
from ..evenings.evenings import Evenings
from ..evenings.telling import evening_info, results_as_csv
from ..messages.evening_messages import (
    EnterPair,
    EveningInfo,
    EveningMade,
    LeavePair,
    NewEvening,
    RunEvening,
)
from ..messages.wire import LONGEST_BODY
from ..table.events import PersonId
from .answers import Asked, body_of, in_json, lang_of
from .describing import describe
from .gate import Gate
from .identity import caller_of, session_of
from .pages import get


@post(
    "/api/evenings",
    request_max_body_size=LONGEST_BODY,
    opt=describe(asks=NewEvening, answers=EveningMade),
)
async def make_evening(request: Asked, state: AppState) -> Response[bytes]:
    """Makes an evening; whoever asks is its host."""
    new = await body_of(request, NewEvening)
    caller = await caller_of(request, new.token)
    caller.check("tables")
    gate: Gate = state.gate
    gate.make_tables(request)
    evenings: Evenings = state.evenings
    made = EveningMade(await evenings.make(new, caller.person))
    return in_json(request, made, HTTP_201_CREATED)


@get("/api/evenings/{evening:str}", opt=describe(answers=EveningInfo))
async def show_evening(request: Asked, evening: FromPath[str]) -> Response[bytes]:
    """An evening: who takes part, who has met whom, and how the pairs stand."""
    return await _told(request, evening, await session_of(request))


@post(
    "/api/evenings/{evening:str}/pairs",
    request_max_body_size=LONGEST_BODY,
    status_code=HTTP_200_OK,
    opt=describe(asks=EnterPair, answers=EveningInfo),
)
async def enter_pair(request: Asked, state: AppState, evening: FromPath[str]) -> Response[bytes]:
    """Enters a pair, or takes a place of one."""
    asked = await body_of(request, EnterPair)
    caller = await caller_of(request, asked.token)
    caller.check("play")
    evenings: Evenings = state.evenings
    await evenings.enter(evening, Asker(caller.person, "", caller.program), asked)
    return await _told(request, evening, caller.person)


@post(
    "/api/evenings/{evening:str}/leaving",
    request_max_body_size=LONGEST_BODY,
    status_code=HTTP_200_OK,
    opt=describe(asks=LeavePair, answers=EveningInfo),
)
async def leave_pair(request: Asked, state: AppState, evening: FromPath[str]) -> Response[bytes]:
    """Gives up the own place; or strikes out a pair, for the host."""
    asked = await body_of(request, LeavePair)
    caller = await caller_of(request, asked.token)
    evenings: Evenings = state.evenings
    await evenings.leave(evening, caller.person, asked.pair)
    return await _told(request, evening, caller.person)


@post(
    "/api/evenings/{evening:str}/run",
    request_max_body_size=LONGEST_BODY,
    status_code=HTTP_200_OK,
    opt=describe(asks=RunEvening, answers=EveningInfo),
)
async def run_evening(request: Asked, state: AppState, evening: FromPath[str]) -> Response[bytes]:
    """Begins the first round, or ends the evening; for its host."""
    asked = await body_of(request, RunEvening)
    caller = await caller_of(request, asked.token)
    caller.check("tables")
    evenings: Evenings = state.evenings
    if asked.what == "begin":
        gate: Gate = state.gate
        gate.make_tables(request, len((await evenings.find(evening)).pairs) // 2)
        await evenings.begin(evening, caller.person)
    else:
        await evenings.end(evening, caller.person)
    return await _told(request, evening, caller.person)


@get(
    "/api/evenings/{evening:str}/results.csv",
    opt=describe(answers=str, media="text/csv"),
)
async def show_standing(state: AppState, evening: FromPath[str]) -> Response[bytes]:
    """How the pairs stand, for a spreadsheet."""
    evenings: Evenings = state.evenings
    table = results_as_csv(await evenings.find(evening))
    return Response(table.encode(), media_type="text/csv")


async def _told(request: Asked, id: str, person: PersonId | None) -> Response[bytes]:
    evenings: Evenings = request.app.state.evenings
    found = await evenings.find(id)
    info = evening_info(found, person, lang_of(request), evenings.seconds_to_next(found))
    return in_json(request, info)


EVENING_HANDLERS = (
    make_evening,
    show_evening,
    enter_pair,
    leave_pair,
    run_evening,
    show_standing,
)
