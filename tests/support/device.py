"""A player's device: a session with its worker, its storage, and a person at a table.

This module needs only what offline play needs, so that a test can prove it.
"""

import json
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any

import msgspec

from spadille.bots import load_level
from spadille.game import PlayerAction, SeatView
from spadille.offline.host import ME, OfflineTable
from spadille.offline.session import Session
from spadille.table.model import Table
from spadille.table.protocol import VERSION


def think_evenly(level: str, view: SeatView) -> PlayerAction:
    """Decide the same way in the same position."""
    seed = sha256(repr((view.hand, view.trick, view.bids)).encode()).hexdigest()
    return load_level(level, seed=seed).act(view)


def seeds(seed: int) -> Any:
    """Return seeds for chance that are the same in every run."""
    numbers = count()
    return lambda: sha256(f"{seed}/{next(numbers)}".encode()).hexdigest()


def waits_for_me(table: Table) -> bool:
    """Return True if a table does nothing before its person does."""
    seat = table.seat_of(ME)
    if seat is None or table.status != "playing" or table.frozen:
        return True
    if table.between_rounds:
        return not table.ready[seat]
    return table.to_act == seat and seat in table.seats.deciding


class Device:
    """A worker that stores what it is asked to store, with a clock that only it moves."""

    def __init__(self, seed: int = 1) -> None:
        self.time = 1_700_000_000.0
        self.seed = seed
        self.events: dict[str, list[str]] = {}
        self.tables: dict[str, Any] = {}
        self.games: dict[str, Any] = {}
        self.texts: list[str] = []
        self.wake: dict[str, float] = {}
        self.full = False
        self._answers: dict[int, Any] = {}
        self._numbers = count()
        self.session = self._begun()

    def _begun(self) -> Session:
        return Session(lambda: self.time, seeds=seeds(self.seed), think=think_evenly)

    def restart(self) -> None:
        """Begin a new session with what is stored."""
        self.session = self._begun()
        self.tell(kind="begin", tables=list(self.tables.values()), games=list(self.games.values()))

    def tell(self, **message: Any) -> None:
        """Send the session a message, and carry out what it wants."""
        for text in self.session.handle(json.dumps(message)):
            wanted = json.loads(text)
            match wanted.pop("kind"):
                case "store" if self.full:
                    self.tell(kind="close", table=wanted["table"])
                    return
                case "store":
                    self._store(
                        **{"first" if key == "from" else key: wanted[key] for key in wanted}
                    )
                case "game":
                    self.games[wanted["game"]["id"]] = wanted["game"]
                case "message":
                    self.texts.append(wanted["text"])
                case "answer":
                    self._answers[wanted.pop("id")] = wanted
                case "wake":
                    self.wake[wanted["table"]] = self.time + wanted["in"]
                case "load":
                    self.open(wanted["table"])
                case other:
                    raise AssertionError(other)

    def _store(self, first: int, table: str, events: list[str], summary: Any) -> None:
        stored = self.events.setdefault(table, [])
        assert first == len(stored)
        assert events
        stored += events
        self.tables[table] = summary

    def request(
        self, method: str, path: str, body: Any = None, lang: str = "en"
    ) -> tuple[int, Any]:
        """Return the status and the message that answer a request."""
        number = next(self._numbers)
        sent = None if body is None else body if isinstance(body, str) else json.dumps(body)
        self.tell(kind="request", id=number, method=method, path=path, body=sent, lang=lang)
        answer = self._answers.pop(number)
        text = answer["body"]
        return answer["status"], text if answer["type"] == "text/plain" else json.loads(text)

    def open(self, table: str) -> None:
        """Connect the page to a table."""
        self.tell(kind="open", table=table, events=self.events.get(table, []))

    def sit_down(self, preset: str = "standard", **fields: Any) -> "AtTable":
        """Make a table, and say hello there."""
        body = {"name": "Ann", "preset": preset, "turn_seconds": 0} | fields
        status, made = self.request("POST", "/api/tables", body)
        assert status == 201, made
        return AtTable(self, made["table"])


class AtTable:
    """A person at a table on a device, who says hello at once."""

    def __init__(self, device: Device, id: str, lang: str = "en", **hello: Any) -> None:
        self.device = device
        self.id = id
        self._chance = Random(id)
        device.open(id)
        self.say("hello", name="Ann", lang=lang, version=VERSION, **hello)

    def say(self, kind: str, **fields: Any) -> list[Any]:
        """Send a message, and return the messages that follow."""
        self.device.texts.clear()
        text = json.dumps({"type": kind, "table": self.id, **fields})
        self.device.tell(kind="message", table=self.id, text=text)
        return [json.loads(one) for one in self.device.texts]

    def code(self, kind: str, **fields: Any) -> str:
        """Send a message, and return the code of the refusal that it gets."""
        (refusal,) = self.say(kind, **fields)
        assert refusal["type"] == "error"
        assert refusal["text"]
        return str(refusal["code"])

    def code_or_none(self, kind: str, **fields: Any) -> str | None:
        """Send a message, and return the code of the refusal, or None if it is accepted."""
        told = self.say(kind, **fields)
        return str(told[0]["code"]) if told[0]["type"] == "error" else None

    @property
    def offline(self) -> OfflineTable:
        return self.device.session._loaded[self.id]

    @property
    def table(self) -> Table:
        return self.offline.table

    def act(self, action: PlayerAction) -> list[Any]:
        seat = self.table.seat_of(ME)
        return self.say("act", seat=seat, seq=self.table.version, action=as_json(action))

    def wait(self) -> None:
        """Let time pass until the next thing has happened."""
        self.device.texts.clear()
        self.device.time = max(self.device.time, self.device.wake.pop(self.id))
        self.device.tell(kind="tick", table=self.id)

    def until_my_turn(self) -> None:
        """Let the others play."""
        while not waits_for_me(self.table):
            self.wait()

    def move(self, level: str = "random") -> None:
        """Do what the table waits for, as a bot of that level would."""
        seat = self.table.seat_of(ME)
        assert seat is not None
        if self.table.between_rounds:
            self.say("continue")
            return
        game = self.table.game
        assert game is not None
        bot = load_level(level, seed=self._chance.getrandbits(64))
        told = self.act(bot.act(game.view(seat)))
        assert not told or told[0]["type"] != "error", told

    def play(self, level: str = "random") -> None:
        """Play until the game is over."""
        while self.table.status == "playing":
            if waits_for_me(self.table):
                self.move(level)
            else:
                self.wait()


def as_json(action: PlayerAction) -> Any:
    """Return an action as it is sent."""
    return msgspec.to_builtins(action)
