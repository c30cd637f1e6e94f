"""What is asked over HTTP: the rules on offer, a new table, the record of a finished game."""

import logging

from litestar import Request, Response, get, post
from litestar.datastructures import State as AppState
from litestar.exceptions import HTTPException
from litestar.params import FromPath
from litestar.status_codes import (
    HTTP_200_OK,
    HTTP_201_CREATED,
    HTTP_400_BAD_REQUEST,
    HTTP_404_NOT_FOUND,
    HTTP_413_REQUEST_ENTITY_TOO_LARGE,
    HTTP_500_INTERNAL_SERVER_ERROR,
)

from ..game import Preset, SpadesError, T, presets
from ..locale import LANGUAGES, translate
from ..notation import format_record, rule_sheet
from .hub import Hub
from .logs import log_failure
from .origin import language, same_origin
from .protocol import Lang, PresetInfo, RuleSection, TableMade
from .refusals import RefusedError, failure
from .wire import LONGEST, read_new_table, too_long, write, write_refusal

log = logging.getLogger(__name__)

_JSON = "application/json"


@get("/api/presets")
async def list_presets(request: Request[object, object, AppState]) -> Response[bytes]:
    """The rule sets on offer, in the language of `?lang=`, by default that of the browser."""
    asked = request.query_params.get("lang")
    if asked is not None and asked not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        return _refused(
            RefusedError(
                "lang/unknown", T("there is no such language; there are {known}"), known=known
            ),
            language(request.headers),
        )
    lang: Lang = "de" if asked == "de" else "en" if asked else language(request.headers)
    return _json([_preset_info(preset, lang) for preset in presets().values()], lang)


@post("/api/tables", request_max_body_size=LONGEST)
async def make_table(
    request: Request[object, object, AppState], state: AppState
) -> Response[bytes]:
    """Makes a table."""
    lang = language(request.headers)
    try:
        if not same_origin(request.headers):
            raise RefusedError("origin/other", T("this page belongs to another server"))
        new = read_new_table(await request.body())
        lang = new.lang
        hub: Hub = state.hub
        keeper = await hub.make(new)
    except SpadesError as refusal:
        return _refused(refusal, lang)
    return _json(TableMade(keeper.table.id), lang, HTTP_201_CREATED)


@get("/api/tables/{table:str}/record")
async def show_record(
    request: Request[object, object, AppState], state: AppState, table: FromPath[str]
) -> Response[bytes]:
    """The record of a game that is over."""
    try:
        hub: Hub = state.hub
        found = (await hub.find(table)).table
        if found.game is None or not found.game.over:
            raise RefusedError("record/not-over", T("the record is shown when the game is over"))
    except SpadesError as refusal:
        return _refused(refusal, language(request.headers))
    return Response(format_record(found.game.record()).encode(), media_type="text/plain")


def _preset_info(preset: Preset, lang: Lang) -> PresetInfo:
    return PresetInfo(
        name=preset.name,
        title=preset.title_in(lang),
        about=preset.about_in(lang),
        source=preset.source,
        players=preset.rules.players,
        turn_seconds=preset.rules.clock.turn_seconds,
        rules=preset.rules,
        sheet=tuple(
            RuleSection(
                translate(section.heading, lang),
                tuple(translate(sentence, lang) for sentence in section.sentences),
            )
            for section in rule_sheet(preset.rules)
        ),
    )


def _json(message: object, lang: Lang, status: int = HTTP_200_OK) -> Response[bytes]:
    return Response(write(message, lang).encode(), media_type=_JSON, status_code=status)


def refuse_request(
    request: Request[object, object, AppState], error: HTTPException
) -> Response[bytes]:
    """The answer to a request that fits nothing there is."""
    if error.status_code == HTTP_413_REQUEST_ENTITY_TOO_LARGE:
        refusal = too_long()
    else:
        refusal = RefusedError("request/unknown", T("there is nothing of that kind here"))
    return _refused(refusal, language(request.headers), error.status_code)


def fail_request(request: Request[object, object, AppState], error: Exception) -> Response[bytes]:
    """The answer when the server itself has failed."""
    log_failure(log, "a request failed", error)
    return _refused(failure(), language(request.headers), HTTP_500_INTERNAL_SERVER_ERROR)


def _refused(
    refusal: SpadesError, lang: Lang, status: int = HTTP_400_BAD_REQUEST
) -> Response[bytes]:
    if refusal.code == "table/unknown":
        status = HTTP_404_NOT_FOUND
    text = write_refusal(refusal, lang)
    return Response(text.encode(), media_type=_JSON, status_code=status)
