"""What is asked over HTTP about matches of two teams: making them, seats, and results."""

import csv
import io

from litestar import Response, post
from litestar.datastructures import State as AppState
from litestar.params import FromPath
from litestar.status_codes import HTTP_201_CREATED

from ..asking.requests import Asker
from ..challenges.duplicates import Duplicates
from ..challenges.matching import check_matched, duplicate_info
from ..messages.duplicate_messages import DuplicateInfo, DuplicateMade, NewDuplicate, TakePlace
from ..messages.http_messages import TableMade
from ..messages.protocol import Sit
from ..messages.wire import LONGEST_BODY
from ..running.hub import Hub
from ..table.seating import plain_name
from .answers import Asked, as_record, body_of, in_json, lang_of
from .describing import describe
from .gate import Gate
from .identity import caller_of, known_caller, session_of
from .pages import get

TABLES = 2


@post(
    "/api/duplicates",
    request_max_body_size=LONGEST_BODY,
    opt=describe(asks=NewDuplicate, answers=DuplicateMade),
)
async def make_duplicate(request: Asked, state: AppState) -> Response[bytes]:
    """Makes a match of two teams."""
    new = await body_of(request, NewDuplicate)
    caller = await known_caller(request)
    if caller is not None:
        caller.check("tables")
    gate: Gate = state.gate
    gate.make_tables(request, TABLES)
    duplicates: Duplicates = state.duplicates
    return in_json(request, DuplicateMade(await duplicates.make(new)), HTTP_201_CREATED)


@get("/api/duplicates/{duplicate:str}", opt=describe(answers=DuplicateInfo))
async def show_duplicate(
    request: Asked, state: AppState, duplicate: FromPath[str]
) -> Response[bytes]:
    """A match, with what came of the deals that both tables have played."""
    return in_json(request, await _info(request, state, duplicate))


@post(
    "/api/duplicates/{duplicate:str}/seats",
    request_max_body_size=LONGEST_BODY,
    opt=describe(asks=TakePlace, answers=TableMade),
)
async def take_place(request: Asked, state: AppState, duplicate: FromPath[str]) -> Response[bytes]:
    """Gives somebody a seat of a match."""
    asked = await body_of(request, TakePlace)
    caller = await caller_of(request, asked.token)
    caller.check("play")
    asker = Asker(caller.person, plain_name(asked.name), caller.program)
    duplicates: Duplicates = state.duplicates
    await duplicates.take(duplicate, asker, Sit(asked.table, asked.seat))
    return in_json(request, TableMade(asked.table), HTTP_201_CREATED)


@get(
    "/api/duplicates/{duplicate:str}/deals/{deal:int}/{table:int}",
    opt=describe(answers=str),
)
async def show_matched(
    state: AppState,
    duplicate: FromPath[str],
    deal: FromPath[int],
    table: FromPath[int],
) -> Response[bytes]:
    """The record of a deal at table 1 or 2, once both have played it."""
    duplicates: Duplicates = state.duplicates
    first, second = await duplicates.find(duplicate)
    check_matched(first.table, second.table, deal)
    found = {1: first, 2: second}.get(table)
    hub: Hub = state.hub
    return as_record(None if found is None else await hub.played(found.table.id, deal))


@get(
    "/api/duplicates/{duplicate:str}/results.csv",
    opt=describe(answers=str, media="text/csv"),
)
async def show_differences(
    request: Asked, state: AppState, duplicate: FromPath[str]
) -> Response[bytes]:
    """What came of the deals that both tables have played, for a spreadsheet."""
    info = await _info(request, state, duplicate)
    return Response(_table(info).encode(), media_type="text/csv")


async def _info(request: Asked, state: AppState, id: str) -> DuplicateInfo:
    lang = lang_of(request)
    duplicates: Duplicates = state.duplicates
    return duplicate_info(await duplicates.find(id), await session_of(request), lang)


_COLUMNS = ("deal", "table_1", "table_2", "difference", "imps")


def _table(info: DuplicateInfo) -> str:
    """A line for each deal, from the first team's side; columns are named alike everywhere."""
    text = io.StringIO()
    lines = csv.writer(text)
    lines.writerow(_COLUMNS)
    for one in info.results:
        lines.writerow([one.deal, *(line.margin for line in one.lines), one.difference, one.imps])
    return text.getvalue()


DUPLICATE_HANDLERS = (
    make_duplicate,
    show_duplicate,
    take_place,
    show_matched,
    show_differences,
)
