"""A real server's data about a challenge, read byte by byte as an attacker would."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx

from spadille.bots import load
from spadille.client import Client, protocol
from spadille.game import seal_of
from support.secrecy import CARD
from support.servers import PATIENCE, Server, play_on, server

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

    def at(self, table: str) -> "Listening":
        """Return a client for a table that records all messages."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        link = f"{self.running.address}/t/{table}"
        client = Listening(link, name=self.name, headers={"cookie": cookie}, timeout=PATIENCE)
        client.told = self.told
        return client


@contextmanager
def browser(running: Server, name: str) -> Iterator[Browser]:
    with httpx.Client(base_url=running.address) as http:
        yield Browser(running, http, name)


class Listening(Client):
    """A client whose incoming messages are all recorded."""

    told: list[str]

    def _read(self, text: str | bytes) -> protocol.ServerMessage | None:
        self.told.append(str(text))
        return super()._read(text)

    def refusal(self) -> str:
        while not isinstance(message := self.receive(), protocol.Refusal):
            pass
        return message.code

    @property
    def phase(self) -> str:
        return self.view.phase if self.view else ""

    def play_deal(self) -> None:
        """Play until the deal is over, and do not ask for the next one."""
        bot = load("random", seed=7)
        for view in self.views():
            self.act(bot.act(view))
            now = view
            while now is view or (now.to_act != now.seat and self.phase != "score"):
                self.receive()
                now = self.view or view
            if self.phase == "score":
                return


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
            guest.play_deal()
            first = ann.get(f"/api/tables/{table}/deals/1").json()
            assert seal_of(first["seed"]) == first["seal"] == seals[0]
            guest.send(protocol.Hint(table))
            assert guest.refusal()
            guest.send(protocol.NextRound(table))
            while guest.phase == "score":
                guest.receive()
            # Eve has the link to the challenge, and even the one to Ann's table.
            for path in paths_about(challenge, table):
                eve.get(path)
            with eve.at(table) as watching:
                assert watching.refusal() == "challenge/not-yours"
                watching.send(protocol.Resync(table))
                assert watching.refusal() == "hello/first"
            told = "".join(eve.told)
            assert "challenge/not-yours" in told
            assert not CARD.findall(told), "Eve has not played anything"
            assert first["seed"] not in told
            in_play = ann.get(f"/api/tables/{table}/deals/1")
            assert in_play.json()["code"] == "seal/secret", "the second deal is on the table"
            hidden = _hidden_seed(tmp_path, challenge, 1)
            assert hidden not in "".join(ann.told)
            play_on(guest)
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
            hand = play_on(guest, lambda view: len(view.tricks) > 3).hand
        running.kill()
        with server(tmp_path / "games.db", port=running.port) as again:
            ann.running = again
            assert begin(ann, challenge) == table
            with ann.at(table) as guest:
                left = play_on(guest, until=lambda _: True).hand
                assert left
                assert hand
                assert set(left) <= set(hand)
                play_on(guest)
            info = ann.get(f"/api/challenges/{challenge}").json()
            assert [one["players"] for one in info["results"]] == [1]
