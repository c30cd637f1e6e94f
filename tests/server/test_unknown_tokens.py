"""A person with a made-up identity cannot take part in anything, or take anyone's place."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from spadille.server.app import HANDLERS
from spadille.server.net.routes import MESSAGES, Messages
from support.pages import Http

MADE_UP = "a person whom nobody knows"

ASKED: Mapping[str, dict[str, Any]] = {
    "/api/tables": {"name": "Eve"},
    "/api/match": {"name": "Eve"},
    "/api/tables/{}/branches": {"name": "Eve", "round": 1, "trick": 0},
    "/api/tables/{}/reports": {"who": "9f2c01d3a4b5"},
    "/api/groups": {"people": 8},
    "/api/groups/{}/seats": {"name": "Eve"},
    "/api/duplicates": {"teams": ["Larks", "Owls"]},
    "/api/duplicates/{}/seats": {"name": "Eve", "table": "abc", "seat": 0},
    "/api/evenings": {"name": "Friday"},
    "/api/evenings/{}/pairs": {"name": "Larks", "player": "Eve"},
    "/api/evenings/{}/leaving": {},
    "/api/evenings/{}/run": {"what": "begin"},
    "/api/challenges": {"name": "Eve"},
    "/api/challenges/{}/attempts": {"name": "Eve"},
    "/api/games": {"record": "spadille-record 1"},
    "/api/games/{}/review": {},
    "/api/games/{}/branches": {"name": "Eve", "seat": 0, "events": 1},
}
"""Requests in which people state their identity."""


def test_token_routes_are_all_tested() -> None:
    asking = set[str]()
    for handler in HANDLERS:
        told: Messages | None = handler.opt.get(MESSAGES)
        if told is not None and told.asks is not None:
            names = [field.name for field in msgspec.structs.fields(told.asks)]
            if "token" in names:
                asking |= {re.sub(r"\{[^}]*\}", "{}", path) for path in handler.paths}
    assert asking == {*ASKED, "/api/session"}


@pytest.mark.parametrize("path", ASKED)
async def test_unknown_token_is_refused(path: str, http: Http) -> None:
    answer = await http.post(path.format("abc"), json={"token": MADE_UP, **ASKED[path]})
    assert (answer.status_code, answer.json()["code"]) == (401, "token/unknown")
    nobody = await http.post(path.format("abc"), json=ASKED[path])
    assert (nobody.status_code, nobody.json()["code"]) == (401, "session/none")
    for way in ("allow cookies", "send a token if you are a bot"):  # no page to reload
        assert way in nobody.json()["text"]
