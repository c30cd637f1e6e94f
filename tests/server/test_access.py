"""Permissions for every route and every table message, in one table."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, get_args

import httpx
import pytest
from litestar.handlers import HTTPRouteHandler
from msgspec import structs
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode

from spadille.server.app import HANDLERS
from spadille.server.features import administration
from spadille.server.features import moderation as measures
from spadille.table.events import person_of
from spadille.table.protocol import ClientMessage
from support.servers import PATIENCE, UNENCRYPTED, Server, server, token

IDENTITIES = (
    "anonymous",
    "guest",
    "host",
    "mate",
    "watcher",
    "muted",
    "banned",
    "revoked token",
    "token: watch",
    "token: play",
    "token: talk",
    "token: tables",
    "token of muted",
    "token of banned",
)
"""The order of the columns. The tokens of muted and banned people have every scope."""

REFUSED = {
    "?": "session/none",
    "t": "token/unknown",
    "s": "token/scope",
    "p": "token/person",
    "b": "person/banned",
    "m": "talk/muted",
    "h": "host/only",
}
"""The meanings of the cells; `+` is not among them."""

EVERYONE = "+ ++++++ +++++ ++"
BY_COOKIE_OR_TOKEN = "+ +++++b t++++ +b"
PLAYING = "? +++++b ts+ss +b"
TABLES = "? +++++b tsss+ +b"
CALLER = "? +++++b t++++ +b"
PUBLISHING = "? ++++mb tsss+ mb"
HOST = "? h+hhhb tsssh hb"
PERSON = "? +++++b tpppp pb"
SHARING = "? ++++mb tpppp pb"
BROWSER = "? +++++b ????? ??"
NAMING = "? ++++mb ????? ??"
LEAVING = "? ++++++ ????? ??"

ROUTES: Mapping[str, str] = {
    "GET /healthz": EVERYONE,
    "GET /api/openapi.json": EVERYONE,
    "GET /api/library": EVERYONE,
    "GET /api/presets": EVERYONE,
    "GET /api/schema": EVERYONE,
    "GET /api/split": EVERYONE,
    "GET /api/match": EVERYONE,
    "GET /api/reach": EVERYONE,
    "GET /api/phrases": EVERYONE,
    "GET /api/puzzles": EVERYONE,
    "GET /api/puzzles/{number:int}": EVERYONE,
    "GET /api/puzzles/days/{day:str}": EVERYONE,
    "GET /api/lessons": EVERYONE,
    "GET /api/lessons/{name:str}": EVERYONE,
    "GET /api/pictures": EVERYONE,
    "GET /api/ratings": EVERYONE,
    "GET /api/ratings/course": EVERYONE,
    "GET /api/tables/{table:str}": EVERYONE,
    "GET /api/tables/{table:str}/rules": EVERYONE,
    "GET /api/tables/{table:str}/record": EVERYONE,
    "GET /api/tables/{table:str}/records/{number:int}": EVERYONE,
    "GET /api/tables/{table:str}/deals/{number:int}": EVERYONE,
    "GET /api/groups/{table:str}": EVERYONE,
    "GET /api/duplicates/{duplicate:str}": EVERYONE,
    "GET /api/duplicates/{duplicate:str}/deals/{deal:int}/{table:int}": EVERYONE,
    "GET /api/duplicates/{duplicate:str}/results.csv": EVERYONE,
    "GET /api/challenges/today": EVERYONE,
    "GET /api/challenges/{challenge:str}": EVERYONE,
    "GET /api/challenges/{challenge:str}/deals/{deal:int}/{which:str}": EVERYONE,
    "GET /api/challenges/{challenge:str}/results.csv": EVERYONE,
    "GET /api/evenings/{evening:str}": EVERYONE,
    "GET /api/evenings/{evening:str}/results.csv": EVERYONE,
    "GET /api/games/{game:str}": EVERYONE,
    "GET /api/games/{game:str}/record": EVERYONE,
    "GET /api/games/{game:str}/deals": EVERYONE,
    "GET /api/games/{game:str}/deals/{number:int}": EVERYONE,
    "GET /api/games/{game:str}/steps": EVERYONE,
    "GET /api/games/{game:str}/review": EVERYONE,
    # For callers without an identity, private data is empty here.
    "GET /api/me": EVERYONE,
    "GET /api/me/picture": EVERYONE,
    "GET /api/my/games": EVERYONE,
    "GET /api/my/figures": EVERYONE,
    "GET /api/my/challenges": EVERYONE,
    "GET /api/my/evenings": EVERYONE,
    "GET /api/my/tokens": EVERYONE,
    "GET /api/my/tables": BY_COOKIE_OR_TOKEN,
    "GET /api/me/data": LEAVING,
    "GET /api/me/course": LEAVING,
    "GET /api/friends": LEAVING,
    "GET /api/notes": LEAVING,
    "POST /api/rules/check": EVERYONE,
    "POST /api/score": EVERYONE,
    "POST /api/session": EVERYONE,
    "POST /api/me/sign-in": EVERYONE,
    "POST /api/me/sign-out": EVERYONE,
    "POST /api/me/register": NAMING,
    "POST /api/me/password": LEAVING,
    "POST /api/me/shown": BROWSER,
    "POST /api/me/picture": BROWSER,
    "POST /api/me/delete": LEAVING,
    "POST /api/my/tokens": BROWSER,
    "POST /api/my/tokens/end": LEAVING,
    "POST /api/friends/ask": NAMING,
    "POST /api/friends/answer": BROWSER,
    "POST /api/friends/end": LEAVING,
    "POST /api/notes": BROWSER,
    "POST /api/tables": TABLES,
    "POST /api/tables/{table:str}/branches": TABLES,
    "POST /api/tables/{table:str}/reports": PERSON,
    "POST /api/match": PLAYING,
    "POST /api/groups": TABLES,
    "POST /api/groups/{table:str}/seats": PLAYING,
    "POST /api/duplicates": PUBLISHING,
    "POST /api/duplicates/{duplicate:str}/seats": PLAYING,
    "POST /api/challenges": PERSON,
    "POST /api/challenges/{challenge:str}/attempts": PERSON,
    "POST /api/evenings": PUBLISHING,
    "POST /api/evenings/{evening:str}/pairs": PLAYING,
    "POST /api/evenings/{evening:str}/leaving": CALLER,
    "POST /api/evenings/{evening:str}/run": HOST,
    "POST /api/games": SHARING,
    "POST /api/games/{game:str}/review": PERSON,
    "POST /api/games/{game:str}/branches": TABLES,
}

BODIES: Mapping[str, dict[str, Any]] = {
    "/api/me/sign-in": {"name": "Nobody", "password": "x"},
    "/api/me/register": {"name": "Nobody", "password": "x"},
    "/api/me/password": {"password": "x", "new_password": "y"},
    "/api/me/shown": {"shown": False},
    "/api/me/picture": {"picture": "fox"},
    "/api/me/delete": {"forget": "everything"},
    "/api/my/tokens": {"name": "Robot"},
    "/api/my/tokens/end": {"id": "none"},
    "/api/friends/ask": {"name": "Nobody"},
    "/api/friends/answer": {"name": "Nobody", "yes": True},
    "/api/friends/end": {"name": "Nobody"},
    "/api/notes": {"name": "Nobody", "text": ""},
    "/api/tables": {"name": "Ann"},
    "/api/tables/{table:str}/branches": {"name": "Ann", "round": 1},
    "/api/tables/{table:str}/reports": {"who": "nobody"},
    "/api/match": {"name": "Ann", "preset": "nothing like it"},
    "/api/groups": {"people": 8},
    "/api/groups/{table:str}/seats": {"name": "Ann"},
    "/api/duplicates": {"teams": ["Owls", "Jays"]},
    "/api/duplicates/{duplicate:str}/seats": {"name": "Ann", "table": "nothing", "seat": 0},
    "/api/challenges": {"name": "Ann"},
    "/api/challenges/{challenge:str}/attempts": {"name": "Ann"},
    "/api/evenings": {"name": "Friday"},
    "/api/evenings/{evening:str}/pairs": {"pair": 60, "player": "Ann"},
    "/api/evenings/{evening:str}/run": {"what": "begin"},
    "/api/games": {"record": "none"},
    "/api/games/{game:str}/branches": {"name": "Ann", "seat": 0, "events": 1},
}

PLACES = {"number": "1", "deal": "1", "day": "2026-07-31", "which": "own", "name": "none"}

ENDING = {"POST /api/me/sign-out", "POST /api/me/delete"}
"""An identity changes after these routes."""

MESSAGES: Mapping[str, str] = {
    "resync": "? +++++b t++++ +b",
    "speak": "? ++++mb tss+s mb",
    "chat": "? ++++mb tss+s mb",
}
"""The permitted senders of each table message; unlisted messages require the scope `play`."""
UNCHECKED = {"hello", "browse", "ping"}
"""Messages that begin a connection or keep it alive."""
PLAYING_AT_TABLE = "? +++++b ts+ss +b"

FIELDS: Mapping[str, dict[str, Any]] = {
    "sit": {"seat": 3},
    "act": {"seat": 3, "seq": 0, "action": {"type": "look"}},
    "cover": {"seat": 0},
    "remove": {"seat": 0},
    "hand-over": {"seat": 0},
    "swap-seats": {"seat": 0, "other": 3},
    "speak": {"phrase": "wow"},
    "chat": {"text": "hello"},
    "propose": {"wish": "pause"},
    "respond": {"yes": True},
    "salt": {"seal": 64 * "0", "salt": 32 * "0"},
}


class Here(NamedTuple):
    """A server with a table and a tournament created by its host, and the admin's data folder."""

    running: Server
    database: str
    table: str
    evening: str


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Here]:
    database = str(tmp_path_factory.mktemp("access") / "games.db")
    names = ("requests_per_second", "guests_per_minute", "tables_per_minute", "records_per_minute")
    limits = [
        word
        for name in (*names, *(f"{name}_in_all" for name in names))
        for word in ("--limit", f"{name}=6000")
    ]
    with server(database, serve=limits, cheap_passwords=True) as running:
        table = running.make(invite=True, talk="free")
        evening = running.post("/api/evenings", name="Friday").json()["evening"]
        yield Here(running, database, table, evening)


def headers_of(here: Here, *several: str) -> Iterator[dict[str, dict[str, str]]]:
    """Yield the headers of each identity by name, for each of `several` sets.

    The server looks for sanctions every few seconds, so all sets wait for them together.
    """
    found = [headers_before_sanctions(here, one) for one in several]
    *people, last = ((kind, f"{name} {one}") for kind, name in KINDS.items() for one in several)
    with here.running.enter(here.table, last[1]) as banned:
        for kind, name in (*people, last):
            administration.impose(here.database, kind, person_of(token(name)), None)
        banned.listen_to_the_end()
        assert banned.socket.close_code == CloseCode.POLICY_VIOLATION
    yield from found


def headers_before_sanctions(here: Here, several: str) -> dict[str, dict[str, str]]:
    """Return the headers of a set of people, of whom some will be muted or banned."""
    running = here.running
    found: dict[str, dict[str, str]] = {"anonymous": {}, "host": running.cookie("Ann")}
    people = {name: f"{name} {several}" for name in ("guest", "mate", "watcher", "muted", "banned")}

    def token_of(name: str, *scopes: str) -> dict[str, Any]:
        made = running.post("/api/my/tokens", by=people[name], name="Robot", scopes=scopes)
        told: dict[str, Any] = made.json()
        return told

    for name, person in people.items():
        found[name] = running.cookie(person)
    for scope in ("watch", "play", "talk", "tables"):
        found[f"token: {scope}"] = bearer(token_of("guest", *({scope} - {"watch"})))
    revoked = token_of("guest", "play", "talk", "tables")
    running.post("/api/my/tokens/end", by=people["guest"], id=revoked["info"]["id"])
    found["revoked token"] = bearer(revoked)
    with running.enter(here.table, people["mate"][:24]) as mate:
        mate.send("sit", seat=1)
    for name in KINDS.values():
        found[f"token of {name}"] = bearer(token_of(name, "play", "talk", "tables"))
    return found


KINDS: Mapping[measures.Kind, str] = {"mute": "muted", "ban": "banned"}


def bearer(made: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {made['secret']}"}


def asked_of(
    here: Here, method: str, path: str, headers: dict[str, str], body: dict[str, Any] | None
) -> dict[str, Any]:
    answer = httpx.request(
        method,
        here.running.address + path,
        headers=headers,
        json=body,
        timeout=PATIENCE,
        verify=UNENCRYPTED,
    )
    assert answer.status_code < 500, (method, path, answer.text)
    try:
        told = answer.json()
    except json.JSONDecodeError:
        return {}
    return told if isinstance(told, dict) and answer.status_code >= 400 else {}


def routes() -> list[tuple[str, str]]:
    """Return every method and path that the application responds to."""
    return [
        (method, path)
        for handler in HANDLERS
        for path in sorted(handler.paths)
        for method in sorted(set(handler.http_methods) - {"HEAD"})
    ]


def test_access_table_lists_exactly_the_routes() -> None:
    assert {f"{method} {path}" for method, path in routes()} == set(ROUTES)
    assert all(isinstance(handler, HTTPRouteHandler) for handler in HANDLERS)


def test_access_table_covers_every_table_message() -> None:
    tags = {kind.__struct_config__.tag for kind in get_args(ClientMessage)}
    assert set(MESSAGES) | set(FIELDS) <= tags
    for kind in get_args(ClientMessage):
        needed = {field.encode_name for field in structs.fields(kind) if field.required} - {
            "table",
            "name",
        }
        assert needed <= set(FIELDS.get(str(kind.__struct_config__.tag), {})), kind


def cells(found: Mapping[str, str]) -> str:
    """Return a row as it appears in the table."""
    marks = "".join(found[name] for name in IDENTITIES)
    return f"{marks[0]} {marks[1:7]} {marks[7:12]} {marks[12:]}"


def mark_of(code: object) -> str:
    return next((mark for mark, known in REFUSED.items() if known == code), "+")


def test_routes_admit_callers_of_access_table(here: Here) -> None:
    own = [route[-8:] for route in sorted(ENDING)]
    identities, *others = headers_of(here, "first", *own)
    of_ending = dict(zip(own, others, strict=True))
    wrong = {}
    for method, path in routes():
        route = f"{method} {path}"
        askers = identities
        if route in ENDING:
            askers = {**of_ending[route[-8:]], "host": here.running.cookie(route[-8:])}
        places = {**PLACES, "table": here.table, "evening": here.evening}
        address = path
        for name in ("table", "evening", "challenge", "duplicate", "game", *PLACES):
            for kind in ("str", "int"):
                address = address.replace(
                    f"{{{name}:{kind}}}", "1" if kind == "int" else places.get(name, "nothing")
                )
        body = BODIES.get(path, {}) if method == "POST" else None
        found = {
            name: mark_of(asked_of(here, method, address, askers[name], body).get("code"))
            for name in IDENTITIES
        }
        if cells(found) != ROUTES[route]:
            wrong[route] = (cells(found), ROUTES[route])
    assert wrong == {}


def codes_of(here: Here, headers: dict[str, str], tag: str) -> set[str]:
    """Return the codes of refusals after a hello at the table followed by one message."""
    hello = {"type": "hello", "table": here.table, "name": "Ann"}
    said = {"type": tag, "table": here.table, **FIELDS.get(tag, {})}
    codes = set()
    with here.running.connect(additional_headers=headers) as socket, suppress(ConnectionClosed):
        for one in (hello, said, {"type": "ping", "table": here.table}):
            with suppress(ConnectionClosed):  # after the first one, say
                socket.send(json.dumps(one))
        while (heard := json.loads(socket.recv(timeout=PATIENCE)))["type"] != "pong":
            codes.add(str(heard.get("code")))
    return codes


def test_table_messages_are_accepted_by_access_table(here: Here) -> None:
    (identities,) = headers_of(here, "at tables")
    found: dict[str, dict[str, str]] = {}
    for kind in get_args(ClientMessage):
        tag = str(kind.__struct_config__.tag)
        if tag not in UNCHECKED:
            row = found[tag] = {}
            for name in IDENTITIES:
                codes = codes_of(here, identities[name], tag)
                row[name] = next((one for one in map(mark_of, codes) if one in "?tsbm"), "+")
    wrong = {
        tag: (cells(row), MESSAGES.get(tag, PLAYING_AT_TABLE))
        for tag, row in found.items()
        if cells(row) != MESSAGES.get(tag, PLAYING_AT_TABLE)
    }
    assert wrong == {}
