"""A real server's data about a challenge, read byte by byte as an attacker would."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx

from spadille.game import seal_of
from support.secrecy import CARD
from support.servers import Guest, Server, server

RULES = {"preset": "standard", "options": {"nil.blind": False}}


class Browser:
    """A person with a cookie, and everything that the server has ever sent them."""

    def __init__(self, running: Server, http: httpx.Client, name: str) -> None:
        self.http = http
        self.name = name
        self.told: list[str] = []
        self.running = running
        http.post("/api/session", json={})

    def get(self, path: str) -> httpx.Response:
        answer = self.http.get(path)
        self.told.append(answer.text + str(answer.headers))
        return answer

    def post(self, path: str, **body: Any) -> httpx.Response:
        answer = self.http.post(path, json={"name": self.name, **body})
        self.told.append(answer.text + str(answer.headers))
        return answer

    @contextmanager
    def at(self, table: str) -> Iterator[Guest]:
        """Return this browser at a table."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        with self.running.connect(additional_headers={"cookie": cookie}) as socket:
            guest = Listening(socket, table, self.told)
            guest.send("hello", name=self.name)
            guest.receive()
            yield guest


@contextmanager
def browser(running: Server, name: str) -> Iterator[Browser]:
    with httpx.Client(base_url=running.address) as http:
        yield Browser(running, http, name)


class Listening(Guest):
    """A guest whose incoming messages are all recorded."""

    def __init__(self, socket: Any, table: str, told: list[str]) -> None:
        super().__init__(socket, table)
        self._told = told

    def receive(self) -> dict[str, Any]:
        message = super().receive()
        self._told.append(json.dumps(message))
        return message


def paths_about(challenge: str, table: str) -> list[str]:
    """Return every path about a challenge and an attempt at it."""
    return [
        f"/api/challenges/{challenge}",
        f"/api/challenges/{challenge}/results.csv",
        "/api/challenges/today",
        "/api/my/challenges",
        "/api/my/tables",
        *(f"/api/challenges/{challenge}/deals/{deal}/{which}" for deal in (1, 2, 3)
          for which in ("own", "best", "bots")),
        f"/api/tables/{table}",
        f"/api/tables/{table}/rules",
        f"/api/tables/{table}/record",
        *(f"/api/tables/{table}/records/{deal}" for deal in (1, 2, 3)),
        *(f"/api/tables/{table}/deals/{deal}" for deal in (1, 2, 3)),
    ]  # fmt: skip


def begin(browser: Browser, challenge: str) -> str:
    answer = browser.post(f"/api/challenges/{challenge}/attempts")
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def deal_is_over(state: dict[str, Any]) -> bool:
    return state["view"] is not None and state["view"]["phase"] == "score"


def test_challenge_deal_cards_are_not_sent_before_play(tmp_path: Path) -> None:
    with (
        server(tmp_path / "games.db") as running,
        browser(running, "Ann") as ann,
        browser(running, "Eve") as eve,
    ):
        made = ann.post("/api/challenges", **RULES, deals=2, level="beginner")
        challenge = made.json()["challenge"]
        seals = ann.get(f"/api/challenges/{challenge}").json()["seals"]
        table = begin(ann, challenge)
        with ann.at(table) as guest:
            guest.play(deal_is_over)
            first = ann.get(f"/api/tables/{table}/deals/1").json()
            assert seal_of(first["seed"]) == first["seal"] == seals[0]
            guest.send("hint")
            while guest.receive()["type"] != "error":
                pass
            guest.send("continue")
            while guest.receive()["view"]["phase"] == "score":
                pass
            # Eve has the link to the challenge, and even the one to Ann's table.
            for path in paths_about(challenge, table):
                eve.get(path)
            with eve.at(table) as watching:
                watching.send("resync")
                assert watching.refusal() == "hello/first"
            told = "".join(eve.told)
            assert "challenge/not-yours" in told
            assert not CARD.findall(told), "Eve has not played anything"
            assert first["seed"] not in told
            in_play = ann.get(f"/api/tables/{table}/deals/1")
            assert in_play.json()["code"] == "seal/secret", "the second deal is on the table"
            hidden = _hidden_seed(tmp_path, challenge, 1)
            assert hidden not in "".join(ann.told)
            guest.play(lambda state: deal_is_over(state) and state["status"] == "over")
        assert hidden in ann.get(f"/api/challenges/{challenge}").text
        assert first["seed"] not in "".join(eve.told)
        assert hidden not in "".join(eve.told)


def _hidden_seed(folder: Path, challenge: str, index: int) -> str:
    """Return the seed that is only in the database."""
    with closing(sqlite3.connect(folder / "games.db")) as database:
        wanted = "SELECT body FROM challenges WHERE id = ?"
        (body,) = database.execute(wanted, (challenge,)).fetchone()
    return str(json.loads(body)["seeds"][index])


def test_challenge_attempt_continues_after_server_kill(tmp_path: Path) -> None:
    with server(tmp_path / "games.db") as running, browser(running, "Ann") as ann:
        made = ann.post("/api/challenges", **RULES, deals=1, level="beginner")
        challenge = made.json()["challenge"]
        table = begin(ann, challenge)
        with ann.at(table) as guest:
            guest.play(lambda state: state["view"] is not None and len(state["view"]["tricks"]) > 3)
            hand = guest.state["view"]["hand"]
        running.kill()
        with server(tmp_path / "games.db", port=running.port) as again:
            ann.running = again
            assert begin(ann, challenge) == table
            with ann.at(table) as guest:
                assert set(guest.state["view"]["hand"]) <= set(hand)
                guest.play(lambda state: bool(state["status"] == "over"))
            info = ann.get(f"/api/challenges/{challenge}").json()
            assert [one["players"] for one in info["results"]] == [1]
