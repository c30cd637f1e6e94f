"""What is asked over HTTP: rules on offer and of one's own, tables, score sheets, records."""

import logging
from collections.abc import Mapping

from litestar import Request, Response, post
from litestar.datastructures import State as AppState
from litestar.exceptions import HTTPException
from litestar.params import FromPath
from litestar.status_codes import (
    HTTP_200_OK,
    HTTP_201_CREATED,
    HTTP_400_BAD_REQUEST,
    HTTP_413_REQUEST_ENTITY_TOO_LARGE,
    HTTP_500_INTERNAL_SERVER_ERROR,
)

from ..game import Preset, Seat, SpadesError, T, presets
from ..locale import LANGUAGES
from ..notation import format_record
from .events import person_of
from .gate import Gate
from .group import check_people, sizes_of
from .hub import Hub
from .logs import log_failure
from .names import plain_name
from .origin import host_asked, language
from .protocol import (
    CheckRules,
    GroupInfo,
    GroupMade,
    Lang,
    NewGroup,
    NewTable,
    PresetInfo,
    Reach,
    ScoreRounds,
    SplitInfo,
    TableMade,
    TakeSeat,
)
from .reach import FoundAt, is_this_machine
from .refusals import STATUS, RefusedError, failure
from .requests import Asker
from .routes import get
from .rule_choice import Chosen, info_of, rules_info, sheet_of
from .rule_schema import rule_schema
from .score_sheet import score_sheet
from .showing import public_table_of
from .split import FEWEST_AT_A_TABLE, USUAL_PRESETS, splits
from .wire import LONGEST_BODY, read_body, too_long, write, write_refusal

log = logging.getLogger(__name__)

_JSON = "application/json"

_Asked = Request[object, object, AppState]


@get("/api/presets")
async def list_presets(request: _Asked) -> Response[bytes]:
    """The rule sets on offer, in the language of `?lang=`, by default that of the browser."""
    try:
        lang = _lang(request)
    except SpadesError as refusal:
        return _refused(refusal, language(request.headers))
    return _json([_preset_info(preset, lang) for preset in presets().values()], lang)


@get("/api/schema")
async def show_schema(request: _Asked) -> Response[bytes]:
    """All options of the rules in words, for an editor."""
    try:
        lang = _lang(request)
    except SpadesError as refusal:
        return _refused(refusal, language(request.headers))
    return _json(rule_schema(lang), lang)


@post("/api/rules/check", request_max_body_size=LONGEST_BODY, status_code=HTTP_200_OK)
async def check_rules(request: _Asked) -> Response[bytes]:
    """What becomes of rules; rules that cannot be played are an answer, not a refusal."""
    lang = language(request.headers)
    try:
        asked = read_body(CheckRules, await request.body())
        lang = asked.lang
        info = info_of(asked, lang)
    except SpadesError as refusal:
        return _refused(refusal, lang)
    return _json(info, lang)


@post("/api/score", request_max_body_size=LONGEST_BODY, status_code=HTTP_200_OK)
async def score(request: _Asked) -> Response[bytes]:
    """The score of a game that is played without cards in the computer."""
    lang = language(request.headers)
    try:
        asked = read_body(ScoreRounds, await request.body())
        lang = asked.lang
        sheet = score_sheet(asked)
    except SpadesError as refusal:
        return _refused(refusal, lang)
    names = {Seat(seat): name for seat, name in enumerate(asked.names)}
    return _json(sheet, lang, names=names)


@get("/api/split")
async def show_splits(request: _Asked) -> Response[bytes]:
    """How `?people=` divide into tables."""
    lang = language(request.headers)
    asked = request.query_params.get("people", "")
    people = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 4 else 0
    try:
        check_people(people, FEWEST_AT_A_TABLE)
    except SpadesError as refusal:
        return _refused(refusal, lang)
    usual = {str(size): preset for size, preset in USUAL_PRESETS.items()}
    return _json(SplitInfo(people, splits(people), usual), lang)


@get("/api/reach")
async def show_reach(request: _Asked, state: AppState) -> Response[bytes]:
    """Where others find the server; only the machine itself learns addresses of its network."""
    found_at: FoundAt = state.found_at
    here = is_this_machine(host_asked(request.headers))
    return _json(Reach(found_at() if here else ()), language(request.headers))


@get("/api/tables/{table:str}")
async def show_table(request: _Asked, state: AppState, table: FromPath[str]) -> Response[bytes]:
    """Who sits where at a table and whether its game goes on, for all who have its link."""
    try:
        lang = _lang(request)
        hub: Hub = state.hub
        keeper = await hub.find(table)
    except SpadesError as refusal:
        return _refused(refusal, language(request.headers))
    return _json(public_table_of(keeper.table, lang, keeper.present), lang)


@get("/api/tables/{table:str}/rules")
async def show_rules(request: _Asked, state: AppState, table: FromPath[str]) -> Response[bytes]:
    """The rules of a table, for all who have its link (T4)."""
    try:
        lang = _lang(request)
        hub: Hub = state.hub
        made = (await hub.find(table)).table.made
    except SpadesError as refusal:
        return _refused(refusal, language(request.headers))
    return _json(rules_info(Chosen(made.preset, made.rules, made.title), lang), lang)


@post("/api/tables", request_max_body_size=LONGEST_BODY)
async def make_table(request: _Asked, state: AppState) -> Response[bytes]:
    """Makes a table."""
    lang = language(request.headers)
    try:
        new = read_body(NewTable, await request.body())
        lang = new.lang
        gate: Gate = state.gate
        gate.make_tables(request)
        hub: Hub = state.hub
        keeper = await hub.make(new)
    except SpadesError as refusal:
        return _refused(refusal, lang)
    return _json(TableMade(keeper.table.id), lang, HTTP_201_CREATED)


@post("/api/groups", request_max_body_size=LONGEST_BODY)
async def make_group(request: _Asked, state: AppState) -> Response[bytes]:
    """Makes tables for more people than one table holds (N19)."""
    lang = language(request.headers)
    try:
        new = read_body(NewGroup, await request.body())
        lang = new.lang
        gate: Gate = state.gate
        gate.make_tables(request, len(sizes_of(new)))
        hub: Hub = state.hub
        group = await hub.make_group(new)
    except SpadesError as refusal:
        return _refused(refusal, lang)
    return _json(GroupMade(group), lang, HTTP_201_CREATED)


@get("/api/groups/{table:str}")
async def show_group(request: _Asked, state: AppState, table: FromPath[str]) -> Response[bytes]:
    """The tables that were made together with this one, for all who have their link."""
    try:
        lang = _lang(request)
        hub: Hub = state.hub
        group = await hub.find_group(table)
    except SpadesError as refusal:
        return _refused(refusal, language(request.headers))
    tables = (public_table_of(keeper.table, lang, keeper.present) for keeper in group)
    return _json(GroupInfo(tuple(tables)), lang)


@post("/api/groups/{table:str}/seats", request_max_body_size=LONGEST_BODY)
async def take_seat(request: _Asked, state: AppState, table: FromPath[str]) -> Response[bytes]:
    """Gives somebody a free seat of a group, drawn by lot."""
    lang = language(request.headers)
    try:
        asked = read_body(TakeSeat, await request.body())
        lang = asked.lang
        hub: Hub = state.hub
        asker = Asker(person_of(asked.token), plain_name(asked.name))
        taken = await hub.take_seat(table, asker, asked.table)
    except SpadesError as refusal:
        return _refused(refusal, lang)
    return _json(TableMade(taken), lang, HTTP_201_CREATED)


@get("/api/tables/{table:str}/record")
async def show_record(request: _Asked, state: AppState, table: FromPath[str]) -> Response[bytes]:
    """The record of a game that is over."""
    try:
        hub: Hub = state.hub
        found = (await hub.find(table)).table
        if found.game is None or not found.game.over:
            raise RefusedError("record/not-over", T("the record is shown when the game is over"))
    except SpadesError as refusal:
        return _refused(refusal, language(request.headers))
    return Response(format_record(found.game.record()).encode(), media_type="text/plain")


@get("/api/tables/{table:str}/records/{number:int}")
async def show_earlier_record(
    request: _Asked, state: AppState, table: FromPath[str], number: FromPath[int]
) -> Response[bytes]:
    """The record of the game of that number at a table, when it is over."""
    try:
        hub: Hub = state.hub
        record = await hub.record(table, number)
        if record is None:
            raise RefusedError("record/not-over", T("the record is shown when the game is over"))
    except SpadesError as refusal:
        return _refused(refusal, language(request.headers))
    return Response(format_record(record).encode(), media_type="text/plain")


def _preset_info(preset: Preset, lang: Lang) -> PresetInfo:
    return PresetInfo(
        name=preset.name,
        title=preset.title_in(lang),
        about=preset.about_in(lang),
        source=preset.source,
        players=preset.rules.players,
        turn_seconds=preset.rules.clock.turn_seconds,
        rules=preset.rules,
        sheet=sheet_of(preset.rules, lang),
    )


def _lang(request: _Asked) -> Lang:
    """The language asked for, by default that of the browser.

    Raises:
        RefusedError: when there is no such language.
    """
    asked = request.query_params.get("lang")
    if asked is None:
        return language(request.headers)
    if asked not in LANGUAGES:
        raise RefusedError(
            "lang/unknown",
            T("there is no such language; there are {known}"),
            known=", ".join(LANGUAGES),
        )
    return "de" if asked == "de" else "en"


def _json(
    message: object,
    lang: Lang,
    status: int = HTTP_200_OK,
    names: Mapping[Seat, str] | None = None,
) -> Response[bytes]:
    return Response(write(message, lang, names).encode(), media_type=_JSON, status_code=status)


def refuse(request: _Asked, refusal: RefusedError) -> Response[bytes]:
    """The answer to a request that was not let in."""
    return _refused(refusal, language(request.headers))


def refuse_request(request: _Asked, error: HTTPException) -> Response[bytes]:
    """The answer to a request that fits nothing there is."""
    if error.status_code == HTTP_413_REQUEST_ENTITY_TOO_LARGE:
        refusal = too_long(LONGEST_BODY)
    else:
        refusal = RefusedError("request/unknown", T("there is nothing of that kind here"))
    return _refused(refusal, language(request.headers), error.status_code)


def fail_request(request: _Asked, error: Exception) -> Response[bytes]:
    """The answer when the server itself has failed."""
    log_failure(log, "a request failed", error)
    return _refused(failure(), language(request.headers), HTTP_500_INTERNAL_SERVER_ERROR)


def _refused(
    refusal: SpadesError, lang: Lang, status: int = HTTP_400_BAD_REQUEST
) -> Response[bytes]:
    text = write_refusal(refusal, lang)
    status = STATUS.get(refusal.code, status)
    return Response(text.encode(), media_type=_JSON, status_code=status)
