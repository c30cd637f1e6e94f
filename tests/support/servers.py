"""A real server in a separate process, and people who talk to it."""

import json
import os
import re
import signal
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from spadille.bots import load
from spadille.client import Client
from spadille.game import SeatView
from support.tabletop import Results

PATIENCE = 300.0
"""Seconds without a message after which a test has failed; no test waits for them."""

CHEAP_PASSWORDS = """
import sys
from spadille.cli import main
from spadille.server.features import passwords

passwords.USUAL = passwords.Cost(4, 8, 1)
sys.exit(main())
"""
"""The command for tests of other things: each usual password takes a third of a second."""

UNENCRYPTED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Never used; without it each request would read all certificate authorities."""


class Server:
    """A server that has reported its address; port 0 means any free port."""

    def __init__(  # noqa: PLR0913 - how a server may be started
        self,
        database: Path | str,
        pace: float = 0.0,
        port: int = 0,
        *,
        serve: Iterable[str] = (),
        files: int | None = None,
        at_once: bool = True,
        cheap_passwords: bool = False,
    ) -> None:
        """`serve` holds further options; `files` is how many files the system lets it open.

        If it does not begin `at_once`, `begin` waits for it.
        """
        program = ("-c", CHEAP_PASSWORDS) if cheap_passwords else ("-m", "spadille")
        command = [sys.executable, *program, "serve", *serve]
        if files is not None:
            command = ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh", *command]
        options = {"--port": port, "--database": database, "--pace": pace}
        self.process = subprocess.Popen(
            [*command, *(str(word) for option in options.items() for word in option)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env={**os.environ, "PYTHONWARNINGS": "error"},
        )
        self.address, self.port = "", port
        self._cookies: dict[str, dict[str, str]] = {}
        if at_once:
            self.begin()

    def begin(self) -> None:
        """Wait until it reports its address."""
        assert self.process.stdout is not None
        address = re.search(r"http://\S*:(\d+)", self.process.stdout.readline())
        assert address, self.process.communicate()[1]
        self.address, self.port = address[0], int(address[1])

    def complaint(self) -> str:
        """Return the next line of its log."""
        assert self.process.stderr is not None
        return self.process.stderr.readline()

    def kill(self) -> None:
        """Kill it, as a power failure would."""
        os.killpg(self.process.pid, signal.SIGKILL)  # its workers stop along with it
        self.process.communicate()

    def interrupt(self) -> tuple[int, str]:
        """Stop it as Ctrl-C does; return the exit status and its complaints."""
        self.process.send_signal(signal.SIGINT)
        _, complaints = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, complaints

    def get(self, path: str, **options: Any) -> httpx.Response:
        return httpx.get(self.address + path, verify=UNENCRYPTED, **options)

    def cookie(self, name: str) -> dict[str, str]:
        """Return the header of a person's browser; it means the same person on every server."""
        if name not in self._cookies:
            body = {"token": token(name)}
            response = httpx.post(f"{self.address}/api/session", json=body, verify=UNENCRYPTED)
            told = "; ".join(f"{key}={value}" for key, value in response.cookies.items())
            self._cookies[name] = {"Cookie": told}
        return self._cookies[name]

    def post(self, path: str, by: str = "Ann", **body: Any) -> httpx.Response:
        """Return the answer to a person."""
        headers = self.cookie(by)
        return httpx.post(
            f"{self.address}{path}",
            json=body,
            headers=headers,
            timeout=PATIENCE,
            verify=UNENCRYPTED,
        )

    def make(self, **fields: Any) -> str:
        """Return the id of a new table created by Ann."""
        response = self.post("/api/tables", **{"preset": "standard", "name": "Ann", **fields})
        assert response.status_code == 201, response.text
        return str(response.json()["table"])

    def connect(self, by: str | None = None, **options: Any) -> ClientConnection:
        """Return a websocket for a person's browser, or for an unknown one."""
        if by is not None:
            options["additional_headers"] = self.cookie(by)
        # Without a limit on unread messages, no client has to read before it leaves.
        address = self.address.replace("http", "ws", 1) + "/ws"
        connection: ClientConnection = connect(address, max_queue=None, **options)
        return connection

    def client(self, table: str, name: str = "Ann") -> Client:
        """Return a person's client for a table; it does not reconnect."""
        link, cookie = f"{self.address}/t/{table}", self.cookie(name)
        return Client(link, name=name, headers=cookie, patience=0, timeout=PATIENCE)

    def play(
        self, table: str, until: Callable[[SeatView], bool] = lambda _: False, name: str = "Ann"
    ) -> SeatView:
        """Connect a person, and play as `play_on`."""
        with self.client(table, name) as player:
            return play_on(player, until)

    @contextmanager
    def enter(self, table: str, name: str = "Ann", lang: str = "en") -> Iterator["Guest"]:
        """Yield a person at a table."""
        with self.connect(name) as socket:
            guest = Guest(socket, table)
            guest.send("hello", name=name, lang=lang)
            guest.receive()
            yield guest


@contextmanager
def server(database: Path | str, pace: float = 0.0, **options: Any) -> Iterator[Server]:
    running = Server(database, pace, **options)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.kill()


def play_on(player: Client, until: Callable[[SeatView], bool] = lambda _: False) -> SeatView:
    """Play at random to the end, or until it holds on the player's turn; return the last view."""
    bot = load("random", seed=7)
    for view in player.views():
        if until(view):
            return view
        player.act(bot.act(view))
    assert player.view is not None
    return player.view


def token(name: str) -> str:
    """Return the secret that gives a new browser a person's identity (see `NewSession`)."""
    return f"the secret of {name}"


class Guest:
    """A person at a table who sends and receives raw messages."""

    def __init__(self, socket: ClientConnection, table: str) -> None:
        self.socket = socket
        self.table = table
        self.state: dict[str, Any] = {}
        self.text = ""
        self._results = Results()

    def send(self, type_: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": type_, "table": self.table, **fields}))

    def receive(self) -> dict[str, Any]:
        """Return the next message, and remember it if it is a state."""
        text = self.socket.recv(timeout=PATIENCE)
        assert isinstance(text, str)
        message = self._results.complete(json.loads(text))
        if message["type"] == "state":
            self.state, self.text = message, text
        return message

    def refusal(self) -> str:
        """Return the code of the next refusal."""
        while True:
            message = self.receive()
            if message["type"] == "error":
                assert message["text"]
                return str(message["code"])

    def listen_to_the_end(self) -> set[str]:
        """Return the codes of all refusals until the connection is closed."""
        codes = set()
        with suppress(ConnectionClosed):
            while True:
                message = self.receive()
                if message["type"] == "error":
                    codes.add(str(message["code"]))
        return codes
