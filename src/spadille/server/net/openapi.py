"""The HTTP API as an OpenAPI document, generated from its messages; and the server's health."""

import re
from collections.abc import Iterable, Mapping
from inspect import cleandoc
from typing import Any, get_args

import msgspec
from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.status_codes import HTTP_200_OK, HTTP_503_SERVICE_UNAVAILABLE
from msgspec import Struct, json

from ... import __version__
from ...game import Message
from ...locale import Lang
from ...table.protocol import ClientMessage, Refusal, ServerMessage
from .answers import JSON, Asked, send_page
from .routes import MESSAGES, Messages, Routes
from .state import AppState, Feature

LEVEL = "expert"
"""The level whose kernels take the longest to load."""

_PARAMETER = re.compile(r"\{(\w+):(\w+)\}")
_OF_PATHS: dict[str, dict[str, Any]] = {
    "str": {"type": "string", "pattern": "^[2-9a-hjkmnp-z]{1,32}$"},
    "int": {"type": "integer", "minimum": 0},
}
_NO_IDS: dict[str, dict[str, Any]] = {
    "day": {"type": "string", "format": "date"},
    "name": {"type": "string"},
    "which": {"enum": ["own", "best"]},
}
"""The schemas of those text parameters in paths that are not ids, by parameter name."""
_LANG = {"type": "string", "enum": list(get_args(Lang))}
_ABOUT = """\
Tables of Spades over HTTP. What happens at a table goes over the websocket at `/ws`; its messages
are `ClientMessage` and `ServerMessage`. Refusals have a `code` for programs, a `text` for people.
Whole numbers are written without a decimal point: 6, and not 6.0.
"""


def document(handlers: Iterable[HTTPRouteHandler]) -> dict[str, Any]:
    """Return the description of all routes that declare their messages."""
    routes = [handler for handler in handlers if MESSAGES in handler.opt]
    kinds = dict.fromkeys(
        kind
        for route in routes
        for kind in (_messages(route).asks, _messages(route).answers)
        if kind not in {None, str, dict}
    )
    (refusal, from_client, from_server, *others), components = msgspec.json.schema_components(
        (Refusal, ClientMessage, ServerMessage, *kinds),
        schema_hook=_schema_of,
        ref_template="#/components/schemas/{name}",
    )
    schemas = {
        **dict(zip(kinds, others, strict=True)),
        str: {"type": "string"},
        dict: {"type": "object"},
    }
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        for path in route.paths:
            operations = paths.setdefault(_PARAMETER.sub(r"{\1}", path), {})
            for method in sorted(set(route.http_methods) - {"HEAD"}):
                operations[method.lower()] = _operation(route, path, schemas, refusal)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Spadille", "version": __version__, "description": _ABOUT},
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": {**components, "ClientMessage": from_client, "ServerMessage": from_server},
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "browser": {"type": "apiKey", "in": "cookie", "name": "spadille"},
            },
        },
        "security": [{"token": []}, {"browser": []}, {}],
    }


def _messages(route: HTTPRouteHandler) -> Messages:
    messages: Messages = route.opt[MESSAGES]
    return messages


def _operation(
    route: HTTPRouteHandler, path: str, schemas: Mapping[Any, Any], refusal: Any
) -> dict[str, Any]:
    asks, answers, query, media, tagged, needed, in_lang = _messages(route)
    summary, _, more = cleandoc(route.fn.__doc__ or "").partition("\n\n")
    text = media if answers is str else JSON
    refused = {"description": "Refused.", "content": {JSON: {"schema": refusal}}}
    done = {"description": "Done.", "content": {text: {"schema": schemas[answers]}}}
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": _NO_IDS.get(name, _OF_PATHS[kind])}
        for name, kind in _PARAMETER.findall(path)
    ]
    in_query = [
        {
            "name": name,
            "in": "query",
            "schema": schema,
            **({"required": True} if name in needed else {}),
        }
        for name, schema in ({"lang": _LANG, **query} if in_lang else query).items()
    ]
    operation: dict[str, Any] = {
        "operationId": route.handler_name.rpartition(".")[2],
        "summary": " ".join(summary.split()),
        "parameters": in_path + in_query,
        "responses": {str(route.status_code): done, "4XX": refused, "503": refused},
    }
    if tagged:
        operation["responses"]["304"] = {"description": "Unchanged (If-None-Match)."}
    if more:
        operation["description"] = more
    if asks is not None:
        body = {"required": True, "content": {JSON: {"schema": schemas[asks]}}}
        operation["requestBody"] = body
    return operation


def _schema_of(kind: type) -> dict[str, Any]:
    if kind is Message:
        return {"type": "string"}
    raise NotImplementedError(kind)


routes = Routes()


@routes.get("/api/openapi.json", answers=dict, tagged=True)
async def show_openapi(request: Asked, state: AppState) -> Response[bytes]:
    """Show this document."""
    return send_page(request, state.openapi())


class Health(Struct, frozen=True):
    """Whether games can be stored (`ok`), and whether the strong bots are ready to think."""

    ok: bool
    database: bool
    kernels: bool


@routes.get("/healthz", answers=Health, in_lang=False)
async def show_health(state: AppState) -> Response[bytes]:
    """Return the health of the server; the status is 503 if it cannot store data."""
    writable = await state.deps.store.is_writable()
    health = Health(writable, writable, state.deps.preparing(LEVEL) is None)
    return Response(
        json.encode(health),
        media_type=JSON,
        status_code=HTTP_200_OK if health.ok else HTTP_503_SERVICE_UNAVAILABLE,
        headers={"cache-control": "no-store"},
    )


feature = Feature(routes=routes)
