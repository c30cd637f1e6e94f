"""Nonsense for a server: generated from its schema, or taken from its documentation and damaged."""

import json
import re
from collections.abc import Iterator
from random import Random
from string import ascii_lowercase
from typing import Any, NamedTuple

import httpx
from websockets.exceptions import ConnectionClosed

from spadille.server.app import HANDLERS
from spadille.server.net.openapi import document
from spadille.table.protocol import LONGEST
from support.protocol_pages import examples
from support.servers import PATIENCE, Server

FAILED = {"server/failed", "store/failed"}
ENDED = {1008, 1012, 1013}

_EXAMPLES = examples()
_TO_SERVER = [one for one in _EXAMPLES if one.get("table") and "type" in one and "seats" not in one]
_DOCUMENT = document(HANDLERS)
_SCHEMAS = _DOCUMENT["components"]["schemas"]

_JUNK: tuple[Any, ...] = (
    None, True, -1, 0, 5, 2**31, 2**63, -(2**70), 1e308, 0.5, "", " ", "\u0000", "\ud7ff\u202e",
    "SA", "C2", "x" * 5000, "spadille_" + "x" * 43, [], [[]], {}, {"type": "bid"}, [None] * 50,
    {"type": "play", "card": "SA", "low": 1}, "../..", "%00", "2026-02-30",
)  # fmt: skip
_NESTED: Any = 1
for _ in range(400):
    _NESTED = [_NESTED]

_DEEPEST = 6
"""The depth limit for a schema; deeper lists are empty, and optional fields are left out."""

_REPEATED = re.compile(r"^\^\[([0-9a-z]).*\]\{(\d+)(?:,\d+)?\}\$$")


def made(schema: dict[str, Any], chance: Random, depth: int = 0) -> Any:
    """Return a value that a schema allows, at its limits more often than not."""
    if "$ref" in schema:
        return made(_SCHEMAS[schema["$ref"].rpartition("/")[2]], chance, depth)
    if "enum" in schema:
        return chance.choice(schema["enum"])
    if "anyOf" in schema:
        return made(chance.choice(schema["anyOf"]), chance, depth)
    match schema.get("type"):
        case "object":
            return _object(schema, chance, depth + 1)
        case "array":
            return _array(schema, chance, depth + 1)
        case _:
            return _plain(schema, chance)


def _plain(schema: dict[str, Any], chance: Random) -> Any:
    match schema.get("type"):
        case "integer":
            low, high = schema.get("minimum", -2), schema.get("maximum", 400)
            return chance.choice([low, high, chance.randint(low, high)])
        case "number":
            return chance.choice([0, -0.5, 1e9])
        case "boolean":
            return chance.random() < 0.5
        case "string":
            return _text(schema, chance)
        case "null":
            return None
        case _:
            return chance.choice(_JUNK)


def _object(schema: dict[str, Any], chance: Random, depth: int) -> dict[str, Any]:
    needed = schema.get("required", ())
    share = 0.3 if depth <= _DEEPEST else 0.0
    return {
        name: made(inner, chance, depth)
        for name, inner in schema.get("properties", {}).items()
        if name in needed or chance.random() < share
    }


def _array(schema: dict[str, Any], chance: Random, depth: int) -> list[Any]:
    items = schema.get("items")
    least, most = schema.get("minItems", 0), schema.get("maxItems", 4)
    size = least if depth > _DEEPEST else chance.randint(least, max(least, min(most, 14)))
    return [made(items, chance, depth) for _ in range(size)] if items else []


def _text(schema: dict[str, Any], chance: Random) -> str:
    repeated = _REPEATED.match(schema.get("pattern", ""))
    if repeated:
        return repeated[1] * int(repeated[2])
    least, most = schema.get("minLength", 0), schema.get("maxLength", 40)
    size = chance.choice([least, most, chance.randint(least, most)])
    letters = chance.choice([ascii_lowercase, "äß✓\u202e 🂡", " '\"\\<>&%/\u0000"])
    return "".join(chance.choice(letters) for _ in range(size))


def spoilt(value: Any, chance: Random) -> Any:
    """Return a message with something replaced, omitted or added, often deep inside it."""
    if isinstance(value, dict) and value and chance.random() < 0.8:
        name = chance.choice(sorted(value))
        match chance.randrange(6):
            case 0:
                return {key: kept for key, kept in value.items() if key != name}
            case 1:
                return {**value, chance.choice(["type", "seat", "more", ""]): chance.choice(_JUNK)}
            case _:
                return {**value, name: spoilt(value[name], chance)}
    if isinstance(value, list) and value and chance.random() < 0.8:
        at = chance.randrange(len(value))
        return [*value[:at], spoilt(value[at], chance), *value[at + chance.randrange(2) :]]
    return _NESTED if chance.random() < 0.02 else chance.choice(_JUNK)


def texts(schema: dict[str, Any], examples: list[Any], chance: Random, table: str) -> Iterator[str]:
    """Yield messages, mostly about that table, some of them damaged, and some other texts."""
    while True:
        message = made(schema, chance) if chance.random() < 0.6 else chance.choice(examples)
        if isinstance(message, dict) and "table" in message and chance.random() < 0.9:
            message = {**message, "table": table}
        for _ in range(chance.choice([0, 0, 1, 2])):
            message = spoilt(message, chance)
        text = json.dumps(message)
        if chance.random() < 0.05:
            text = text[: chance.randrange(len(text) + 1)]
        yield text


def talk_nonsense(server: Server, chance: Random, count: int) -> None:
    """Send messages over websockets, from a person at a table and from others who visit it."""
    table = server.make(invite=True)
    some = texts(_SCHEMAS["ClientMessage"], _TO_SERVER, chance, table)
    sent = 0
    while sent < count:
        name = chance.choice(["Ann", "Ann", "Ben"])
        hello = {"type": "hello", "table": table, "name": name}
        with server.connect(name) as socket:
            socket.send(json.dumps(hello))
            try:
                for _ in range(100):
                    text = next(some)
                    socket.send(text if chance.random() < 0.97 else text.encode())
                    sent += 1
                socket.send(json.dumps({"type": "ping", "table": table}))
                while (answer := json.loads(socket.recv(timeout=PATIENCE)))["type"] != "pong":
                    assert answer.get("code") not in FAILED, answer
            except ConnectionClosed as closed:
                assert closed.rcvd is not None
                assert closed.rcvd.code in ENDED


class Operation(NamedTuple):
    """A possible HTTP request."""

    path: str
    method: str
    told: dict[str, Any]


OPERATIONS = [
    Operation(path, method, told)
    for path, operations in _DOCUMENT["paths"].items()
    for method, told in operations.items()
]


def ask_nonsense(server: Server, chance: Random, count: int) -> None:
    """Send every kind of HTTP request, sensible or not, both as a guest and without a cookie."""
    ids = [server.make(invite=True), "abc", "x" * 300, "%F0%9F%98%80", "0", "1", "9" * 20]
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as http:
        http.post("/api/session", json={})
        for number in range(count):
            ask_once(http, chance, OPERATIONS[number % len(OPERATIONS)], ids)


def ask_once(http: httpx.Client, chance: Random, asked: Operation, ids: list[str]) -> None:
    filled = re.sub(r"\{\w+\}", lambda _: chance.choice(ids), asked.path)
    headers = {"content-type": "application/json"}
    if chance.random() < 0.1:
        headers["authorization"] = chance.choice(["Bearer", "Bearer x", "Basic eA=="])
    answer = http.request(
        asked.method.upper(),
        filled,
        params=_query(asked, chance),
        content=_body(asked, chance, ids[0]),
        headers=headers,
    )
    told = (asked.method, filled, str(answer.request.url), answer.request.content, answer.text)
    assert answer.status_code < 500 or "server/full" in answer.text, told
    if answer.status_code >= 400:
        assert set(answer.json()) >= {"code", "text"}, told
    elif (found := answer.json() if "json" in answer.headers["content-type"] else None) and (
        isinstance(found, dict) and isinstance(found.get("table"), str)
    ):
        ids[chance.randrange(1, len(ids))] = found["table"]


def _query(asked: Operation, chance: Random) -> dict[str, str]:
    known = [one for one in asked.told.get("parameters", ()) if one["in"] == "query"]
    return {
        one["name"]: str(
            made(one["schema"], chance) if chance.random() < 0.7 else chance.choice(_JUNK)
        )[:500]
        for one in known
        if chance.random() < 0.5
    }


def _body(asked: Operation, chance: Random, table: str) -> str | None:
    if asked.method != "post":
        return None
    schema = asked.told.get("requestBody", {}).get("content", {}).get("application/json", {})
    text = next(texts(schema.get("schema", {}), _EXAMPLES, chance, table))
    return text if len(text) < 10 * LONGEST else text[: 10 * LONGEST]
