"""Clients of earlier versions, and of this one, talk to a real server of this version."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from spadille.table.protocol import VERSION
from support.servers import Guest, Server, server
from support.version_samples import VERSIONS, protocol

SAMPLES = {
    **{
        folder.name: json.loads((folder / "protocol.json").read_text(encoding="utf-8"))
        for folder in sorted(VERSIONS.iterdir())
    },
    "now": protocol(),
}
"""The fields of all messages, and recorded requests, by version."""

NOT_UNDERSTOOD = {"message/unknown-type", "message/bad-field", "message/not-json"}

BODIES: dict[str, tuple[str, dict[str, Any]]] = {
    "NewTable": (
        "/api/tables",
        {
            "preset": "standard", "options": {"end.target": 250}, "title": "Ours", "code": "",
            "name": "Ann", "level": "random", "invite": True, "begin": True, "public": False,
            "talk": "between", "undo": True, "turn_seconds": 30, "lang": "en",
        },
    ),
    "NewChallenge": (
        "/api/challenges",
        {
            "preset": "standard", "options": {}, "title": "", "code": "", "name": "Ann", "deals": 1,
            "level": "random", "seat": 2, "lang": "en",
        },
    ),
    "NewDuplicate": (
        "/api/duplicates",
        {
            "preset": "standard", "options": {}, "title": "", "code": "", "deals": 1,
            "teams": ["Larks", "Owls"], "level": "random", "talk": "between", "turn_seconds": 30,
            "lang": "en",
        },
    ),
}  # fmt: skip
"""Complete requests of version 0.1.0 except for tokens, which the browser's cookie replaces."""

each_version = pytest.mark.parametrize("version", SAMPLES)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("server") / "games.db") as one:
        yield one


def fields_of(version: str, kind: str) -> set[str]:
    """Return the names that a client of a version knows in a kind of message."""
    return set(SAMPLES[version]["fields"][kind])


def codes_until_pong(guest: Guest) -> set[str]:
    """Return the codes of all refusals that arrive before the answer to a ping."""
    guest.send("ping")
    codes = set()
    while (message := guest.receive())["type"] != "pong":
        if message["type"] == "error":
            codes.add(str(message["code"]))
    return codes


class Reduced:
    """The state of a table with only the fields that a client of an earlier version knows."""

    def __init__(self, guest: Guest, version: str) -> None:
        self._guest = guest
        self._version = version

    def _only_known(self, kind: str, message: dict[str, Any]) -> dict[str, Any]:
        known = fields_of(self._version, kind)
        return {name: value for name, value in message.items() if name in known}

    @property
    def state(self) -> dict[str, Any]:
        state = self._only_known("State", self._guest.state)
        state["seats"] = [self._only_known("SeatInfo", seat) for seat in state["seats"]]
        if state["view"] is not None:
            view = self._only_known("View", state["view"])
            state["view"] = view | {"options": self._only_known("Options", view["options"])}
        return state

    def wait(self) -> None:
        """Read messages up to the next state."""
        while self._guest.receive()["type"] != "state":
            pass

    def play_round(self) -> dict[str, Any]:
        """Play at random until the round is scored, and return its result."""
        chooser = Random(1)
        while (view := self.state["view"]) is None or not view["results"]:
            if view is not None and view["to_act"] == self.state["you"]:
                act = {"seat": view["seat"], "seq": self.state["seq"]}
                self._guest.send("act", **act, action=chooser.choice(view["options"]["actions"]))
            self.wait()
        result: dict[str, Any] = view["results"][0]
        return result


@each_version
def test_recorded_requests_of_version_are_understood(running: Server, version: str) -> None:
    table = running.make(level="random", invite=True)
    with running.enter(table) as ann:
        hello, *others = SAMPLES[version]["requests"]
        browse = next(request for request in others if request["type"] == "browse")
        requests = [
            request | {"table": table}
            for request in others
            if request["type"] not in {"browse", "ping"}
        ]
        assert {request["type"] for request in requests} >= {"sit", "start", "act", "finish"}
        ann.send("hello", **{**hello, "table": table})
        assert codes_until_pong(ann) == set()
        for request in requests:
            ann.socket.send(json.dumps(request))
            assert not codes_until_pong(ann) & NOT_UNDERSTOOD, request
        ann.socket.send(json.dumps(browse))
        while ann.receive()["type"] != "lobby":
            pass


@pytest.mark.parametrize("kind", BODIES)
def test_complete_bodies_of_first_version_are_accepted(running: Server, kind: str) -> None:
    path, body = BODIES[kind]
    assert set(body) == fields_of("0.1.0", kind) - {"token"}
    assert running.post(path, **body).status_code == 201


@each_version
def test_client_plays_round_with_fields_of_its_version(running: Server, version: str) -> None:
    table = running.make(level="random", options={"end.floor": "none"})
    with running.enter(table) as ann:
        client = Reduced(ann, version)
        result = client.play_round()
        assert set(result) >= {"bids", "won", "sides"}
        assert sum(result["won"]) == 13
        ann.send("continue")
        assert codes_until_pong(ann) == set()
        assert client.state["status"] == "playing"


@each_version
def test_client_finds_fields_of_contest_at_its_table(running: Server, version: str) -> None:
    path, body = BODIES["NewChallenge"]
    challenge = running.post(path, **body).json()["challenge"]
    attempt = running.post(f"/api/challenges/{challenge}/attempts", name="Ann")
    with running.enter(attempt.json()["table"]) as ann:
        state = Reduced(ann, version).state
        assert set(state["attempt"]) >= fields_of(version, "AttemptInfo")
        assert state["attempt"]["challenge"] == challenge
        assert state["duplicate"] is None
        assert state.get("evening") is None


@pytest.mark.parametrize("older", range(VERSION))
def test_client_of_older_protocol_is_refused_until_it_is_current(
    running: Server, older: int
) -> None:
    table = running.make(level="random")
    with running.connect("Ann") as socket:
        guest = Guest(socket, table)
        for request in ({"type": "hello", "table": table, "name": "Ann"}, {"type": "browse"}):
            socket.send(json.dumps(request | {"version": older}))
            refusal = guest.receive()
            assert (refusal["type"], refusal["code"]) == ("error", "hello/version")
            assert refusal["text"] == "this page is out of date; reload it"
        guest.send("start")
        assert guest.refusal() == "hello/first"
        guest.send("hello", name="Ann", version=VERSION)
        assert guest.receive()["type"] == "state"


def test_old_client_is_refused_in_its_language(running: Server) -> None:
    with running.connect("Ann") as socket:
        guest = Guest(socket, "k3v7p2mwq8xd")
        guest.send("hello", name="Ann", version=VERSION - 1, lang="de")
        refusal = guest.receive()
        assert refusal["code"] == "hello/version"
        assert refusal["text"] != "this page is out of date; reload it"
