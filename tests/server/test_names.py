"""Every text that a stranger can send, and the form in which others read it."""

import json
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from msgspec import inspect

from spadille.game import Game
from spadille.notation import format_record, write_code
from spadille.server.app import HANDLERS
from spadille.server.net.routes import MESSAGES
from spadille.table.protocol import ClientMessage
from support.servers import Server, server

DIRTY = "\u202eA\x00nn\n\x1b[2J\u2066\u200b "
CLEAN = "A nn [2J"
SIGNS = set("\u202e\x00\n\x1b\u2066\u200b")

TEXTS = {
    # cleaned, because others read it
    "name": "name",
    "teams": "name",
    "player": "name",
    "title": "name",
    "text": "name",
    # cleaned when read: titles of rules, names of players and sides
    "code": "rules",
    "file": "rules",
    "preset": "rules",
    "record": "record",
    # compared, but never shown
    "names": "only to the sender",
    "reason": "only to the sender",
    "token": "secret",
    "password": "secret",
    "new_password": "secret",
    "table": "id",
    "id": "id",
    "who": "id",
    "seal": "pattern",
    "salt": "pattern",
}
"""How each message field that holds a text is treated."""


def texts_in(info: Any, field: str = "") -> Iterator[str]:
    """Yield the fields of a message that hold texts, including those in nested messages."""
    match info:
        case inspect.StrType():
            yield field
        case inspect.StructType(fields=fields):
            for part in fields:
                yield from texts_in(part.type, part.encode_name)
        case inspect.Metadata(type=inner):
            yield from texts_in(inner, field)
        case inspect.UnionType(types=types):
            for one in types:
                yield from texts_in(one, field)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            yield from texts_in(item, field)
        case inspect.TupleType(item_types=types):
            for one in types:
                yield from texts_in(one, field)


def test_message_texts_are_all_classified_as_clean_or_hidden() -> None:
    asked = {route.opt[MESSAGES].asks for route in HANDLERS if MESSAGES in route.opt} - {None}
    found = {
        field
        for kind in (*asked, *get_args(ClientMessage))
        for field in texts_in(inspect.type_info(kind))
    }
    assert found == set(TEXTS)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = tmp_path_factory.mktemp("names") / "games.db"
    with server(database, serve=["--limit", "tables_per_minute=600"]) as one:
        yield one


def test_names_and_titles_of_strangers_are_cleaned(running: Server) -> None:
    def made(path: str, what: str, **body: Any) -> str:
        answer = running.post(path, **body)
        assert answer.status_code == 201, answer.text
        told = answer.json()[what]
        return str(told if isinstance(told, str) else told[0])

    sides = {"table.side_names": [DIRTY, f"B{DIRTY}"]}
    rules = {"options": sides, "title": DIRTY}
    table = made("/api/tables", "table", name=DIRTY, invite=True, talk="free", **rules)
    group = made("/api/groups", "group", people=8, rules=[rules])
    match = made("/api/duplicates", "duplicate", teams=[DIRTY, "Owls"], **rules)
    challenge = made("/api/challenges", "challenge", name=DIRTY, **rules)
    evening = made("/api/evenings", "evening", name=DIRTY)
    running.post(f"/api/evenings/{evening}/pairs", name=DIRTY, player=DIRTY)
    ours = Game.new("standard", seed=7, players=(DIRTY, "B", "C", "D")).rules
    game = Game.new(ours.with_options(sides), seed=7, players=(DIRTY, "B", "C", "D"))
    opened = made("/api/games", "game", record=format_record(game.record()))
    for path in (
        f"/api/tables/{table}",
        f"/api/tables/{table}/rules",
        f"/api/groups/{group}",
        f"/api/duplicates/{match}",
        f"/api/challenges/{challenge}",
        f"/api/evenings/{evening}",
        f"/api/games/{opened}",
    ):
        told = running.get(path).json()
        assert CLEAN in json.dumps(told), path
        assert not SIGNS & set("".join(strings_in(told))), path
    checked = running.post("/api/rules/check", code=write_code("standard", sides, DIRTY)).json()
    assert checked["title"] == CLEAN
    assert not SIGNS & set("".join(strings_in(checked)))
    with running.enter(table, "Ben") as guest:
        assert not SIGNS & set("".join(strings_in(guest.state)))
        assert guest.state["side_names"] == [CLEAN, f"B{CLEAN}"]
        guest.send("chat", text=DIRTY)
        while (heard := guest.receive())["type"] != "talk":
            pass
        assert heard["lines"][0]["text"] == CLEAN
    assert made("/api/my/tokens", "secret", name=DIRTY)
    assert (
        running.get("/api/my/tokens", headers=running.cookie("Ann")).json()["tokens"][0]["name"]
        == CLEAN
    )


def strings_in(told: Any) -> Iterator[str]:
    """Yield all texts in a response, including its field names."""
    match told:
        case str():
            yield told
        case dict():
            for key, value in told.items():
                yield from (key, *strings_in(value))
        case list():
            for one in told:
                yield from strings_in(one)
