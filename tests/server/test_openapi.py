"""The HTTP API description is complete, and comes from the message decoders."""

import json
import re
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from spadille.server.app import HANDLERS
from spadille.server.net.openapi import document
from spadille.study import lessons
from spadille.table.protocol import LONGEST_BODY
from support.pages import Http

DOCUMENT = document(HANDLERS)


def api_routes(app: Litestar) -> set[tuple[str, str]]:
    return {
        (route.path_format, method)
        for route in app.routes
        if isinstance(route, HTTPRoute) and route.path.startswith(("/api/", "/healthz"))
        for method in route.methods & {"GET", "POST", "PUT", "PATCH", "DELETE"}
    }


async def test_openapi_describes_exactly_the_routes(http: Http) -> None:
    described = {
        (path, method.upper())
        for path, operations in DOCUMENT["paths"].items()
        for method in operations
    }
    # declare it with `get` or `post` from `routes`
    assert described == api_routes(http.app)
    told = (await http.get("/api/openapi.json")).json()
    assert told == json.loads(msgspec.json.encode(DOCUMENT))


OPERATIONS = [
    pytest.param(operation, id=operation["operationId"])
    for operations in DOCUMENT["paths"].values()
    for operation in operations.values()
]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_openapi_references_are_resolved(operation: dict[str, Any]) -> None:
    def references(value: Any) -> Any:
        if isinstance(value, dict):
            yield from filter(None, [value.get("$ref")])
            for inner in value.values():
                yield from references(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from references(inner)

    assert operation["summary"]
    known = {f"#/components/schemas/{name}" for name in DOCUMENT["components"]["schemas"]}
    assert set(references(operation)) <= known
    assert set(references(DOCUMENT["components"])) <= known


def test_openapi_routes_with_body_limit_its_size() -> None:
    for handler in HANDLERS:
        if "POST" in handler.http_methods:
            assert handler.request_max_body_size == LONGEST_BODY, handler


@pytest.mark.parametrize(
    ("path", "name", "value"),
    [
        ("/api/tables/{table}", "table", "k3v7p2mwq8xd"),
        ("/api/games/{game}", "game", "k3v7p2mwq8xd4fgh"),
        ("/api/puzzles/days/{day}", "day", "2026-07-31"),
        ("/api/challenges/{challenge}/deals/{deal}/{which}", "which", "own"),
        *(("/api/lessons/{name}", "name", name) for name in lessons.lessons()),
    ],
)
def test_openapi_path_parameters_match_their_schemas(path: str, name: str, value: str) -> None:
    parameters = DOCUMENT["paths"][path]["get"]["parameters"]
    (schema,) = (one["schema"] for one in parameters if one["name"] == name)
    assert re.search(schema.get("pattern", ""), value)
    assert value in schema.get("enum", [value])


def test_openapi_schemas_contain_limits_of_messages() -> None:
    new_table = DOCUMENT["components"]["schemas"]["NewTable"]
    assert new_table["additionalProperties"] is False
    assert new_table["properties"]["name"]["maxLength"] == 24
