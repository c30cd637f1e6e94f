"""HTTP routes for matches between two teams: making matches, taking seats, and showing results."""

from litestar import Response
from litestar.params import FromPath

from ..challenges.matching import check_matched, duplicate_info
from ..messages.duplicate_messages import DuplicateInfo, DuplicateMade, NewDuplicate, TakePlace
from ..messages.http_messages import TableMade
from ..messages.protocol import Sit
from .access import PLAYING, PUBLISHING
from .answers import Asked, as_record, body_of, in_csv, in_json, lang_of
from .identity import caller_of, session_of
from .routes import get, post
from .state import AppState

TABLES = 2


@post("/api/duplicates", asks=NewDuplicate, answers=DuplicateMade, access=PUBLISHING)
async def make_duplicate(request: Asked, state: AppState) -> Response[bytes]:
    """Make a match between two teams."""
    new = await body_of(request, NewDuplicate)
    await caller_of(request, new.token)
    state.gate.make_tables(request, TABLES)
    return in_json(request, DuplicateMade(await state.duplicates.make(new)))


@get("/api/duplicates/{duplicate:str}", answers=DuplicateInfo)
async def show_duplicate(
    request: Asked, state: AppState, duplicate: FromPath[str]
) -> Response[bytes]:
    """Return a match, including the results of the deals that both tables have played."""
    return in_json(request, await _info(request, state, duplicate))


@post("/api/duplicates/{duplicate:str}/seats", asks=TakePlace, answers=TableMade, access=PLAYING)
async def take_place(request: Asked, state: AppState, duplicate: FromPath[str]) -> Response[bytes]:
    """Give a player a seat in a match."""
    asked = await body_of(request, TakePlace)
    caller = await caller_of(request, asked.token)
    asker = caller.named(asked.name)
    await state.duplicates.take(duplicate, asker, Sit(asked.table, asked.seat))
    return in_json(request, TableMade(asked.table))


@get("/api/duplicates/{duplicate:str}/deals/{deal:int}/{table:int}", answers=str)
async def show_matched(
    state: AppState,
    duplicate: FromPath[str],
    deal: FromPath[int],
    table: FromPath[int],
) -> Response[bytes]:
    """Return the record of a deal at table 1 or 2, once both have played it."""
    first, second = await state.duplicates.find(duplicate)
    check_matched(first.table, second.table, deal)
    found = {1: first, 2: second}.get(table)
    store = state.around.store
    return as_record(None if found is None else await store.record(found.table.id, deal))


@get("/api/duplicates/{duplicate:str}/results.csv", answers=str, media="text/csv")
async def show_differences(
    request: Asked, state: AppState, duplicate: FromPath[str]
) -> Response[bytes]:
    """Return the results of the deals that both tables have played, as CSV for a spreadsheet."""
    info = await _info(request, state, duplicate)
    return in_csv(
        ("deal", "table_1", "table_2", "difference", "imps"),
        [
            (one.deal, *(line.margin for line in one.lines), one.difference, one.imps)
            for one in info.results
        ],
    )


async def _info(request: Asked, state: AppState, id: str) -> DuplicateInfo:
    lang = lang_of(request)
    return duplicate_info(await state.duplicates.find(id), await session_of(request), lang)
