"""HTTP routes for tournaments: making them, taking part, and showing the standings."""

from litestar import Response
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK
from msgspec import structs

from ...clock import Clock
from ...net.answers import Asked, body_of, in_csv, in_json, lang_of
from ...net.feature import Feature
from ...net.identity import CALLER, MAKING, PLAYING, PUBLISHING, caller_of, session_of
from ...net.routes import get, post
from ...net.state import AppState
from ...store.store import Store
from ...table.commands import Asker
from ...table.events import PersonId
from .messages import (
    EnterPair,
    EveningInfo,
    EveningMade,
    LeavePair,
    MyEvenings,
    NewEvening,
    RunEvening,
)
from .store import EVENING_EVENTS, EVENINGS, TournamentStore, forget_player
from .tournaments import Tournaments
from .views import COLUMNS, own_evening, result_rows


@post("/api/evenings", asks=NewEvening, answers=EveningMade, access=PUBLISHING)
async def make_evening(request: Asked, state: AppState) -> Response[bytes]:
    """Make a tournament with the requesting player as its host."""
    new = await body_of(request, NewEvening)
    caller = await caller_of(request, new.token)
    state.gate.make_tables(request)
    made = EveningMade(await state.service(Tournaments).make(new, caller.person))
    return in_json(request, made)


@get("/api/evenings/{evening:str}", answers=EveningInfo)
async def show_evening(request: Asked, state: AppState, evening: FromPath[str]) -> Response[bytes]:
    """Return a tournament: its pairs, their matches, and the standings."""
    return await _told(request, state, evening, await session_of(request))


@post(
    "/api/evenings/{evening:str}/pairs",
    asks=EnterPair,
    answers=EveningInfo,
    access=PLAYING,
    status=HTTP_200_OK,
)
async def enter_pair(request: Asked, state: AppState, evening: FromPath[str]) -> Response[bytes]:
    """Enter a new pair, or take a place in an existing one."""
    asked = await body_of(request, EnterPair)
    caller = await caller_of(request, asked.token)
    if asked.pair is None:
        caller.check_speech()  # new pairs have names
    if asked.player is not None:
        asked = structs.replace(asked, player=caller.named(asked.player).name)
    await state.service(Tournaments).enter(evening, Asker(caller.person, "", caller.program), asked)
    return await _told(request, state, evening, caller.person)


@post(
    "/api/evenings/{evening:str}/leaving",
    asks=LeavePair,
    answers=EveningInfo,
    access=CALLER,
    status=HTTP_200_OK,
)
async def leave_pair(request: Asked, state: AppState, evening: FromPath[str]) -> Response[bytes]:
    """Give up the player's place or, for the host, remove a pair."""
    asked = await body_of(request, LeavePair)
    caller = await caller_of(request, asked.token)
    await state.service(Tournaments).leave(evening, caller.person, asked.pair, asked.name)
    return await _told(request, state, evening, caller.person)


@post(
    "/api/evenings/{evening:str}/run",
    asks=RunEvening,
    answers=EveningInfo,
    access=MAKING,
    status=HTTP_200_OK,
)
async def run_evening(request: Asked, state: AppState, evening: FromPath[str]) -> Response[bytes]:
    """Begin a round or end the tournament; only its host may do so."""
    asked = await body_of(request, RunEvening)
    caller = await caller_of(request, asked.token)
    if asked.what == "begin":
        found = await state.service(Tournaments).find(evening)
        if not found.rounds:  # later tables are made with or without the host
            state.gate.make_tables(request, len(found.pairs) // 2)
        await state.service(Tournaments).begin(evening, caller.person)
    else:
        await state.service(Tournaments).end(evening, caller.person)
    return await _told(request, state, evening, caller.person)


@get("/api/evenings/{evening:str}/results.csv", answers=str, media="text/csv", in_lang=True)
async def show_standing(request: Asked, state: AppState, evening: FromPath[str]) -> Response[bytes]:
    """Return the standings as CSV, for a spreadsheet."""
    return in_csv(
        COLUMNS, result_rows(await state.service(Tournaments).find(evening), lang_of(request))
    )


@get("/api/my/evenings", answers=MyEvenings)
async def show_my_evenings(request: Asked, state: AppState) -> Response[bytes]:
    """Return the unfinished tournaments that the player hosts or plays in."""
    lang = lang_of(request)
    person = await session_of(request)
    if person is None:
        return in_json(request, MyEvenings(()))
    found = await state.service(Tournaments).of(person)
    return in_json(request, MyEvenings(tuple(own_evening(one, person, lang) for one in found)))


async def _told(
    request: Asked, state: AppState, id: str, person: PersonId | None
) -> Response[bytes]:
    return in_json(request, await state.service(Tournaments).told(id, person, lang_of(request)))


async def _forget_old(store: Store, _clock: Clock, since: float | None) -> None:
    if since is not None:
        await store.section(TournamentStore).forget(since)


feature = Feature(
    routes=(
        make_evening,
        show_evening,
        enter_pair,
        leave_pair,
        run_evening,
        show_standing,
        show_my_evenings,
    ),
    tables=(EVENINGS, EVENING_EVENTS),
    services=(lambda app: Tournaments(app.registry, app.deps),),
    forget_old=_forget_old,
    forget_people=forget_player,
)
