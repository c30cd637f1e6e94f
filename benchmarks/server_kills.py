"""Check that nothing people saw is lost when the server is killed, again and again.

python benchmarks/server_kills.py --kills 200 --tables 25
python benchmarks/server_kills.py --database postgresql://... --restart "pg_ctl restart ..."
python benchmarks/server_kills.py --standby --database postgresql://...

At each table four people play `standard` as quickly as they can. At a random moment the server gets
SIGKILL and starts again on the same database, and everyone comes back. With `--standby`, a second
server at another address takes its place, and the killed one becomes the standby.

At the end, every state that anyone received is rebuilt from the stored events. If it differs, or
its events are not stored, something was lost. Every stored action must be one that its player sent,
and be stored no more often than it was sent; otherwise it was duplicated. Everyone's last state
must match the end of the record.
"""

import argparse
import asyncio
import os
import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import sqlalchemy as sa
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from server_load import LIMITS, cookie_of, forgetful
from spadille.server.store.database import engine_of, url_of
from spadille.server.store.schema import EVENTS
from spadille.table.apply import after
from spadille.table.events import Acted, PersonId, TableEvent, person_of, read_event
from spadille.table.model import Table
from spadille.table.protocol import write
from spadille.table.snapshot import Memo, common_to_all, labels_of, shown_to
from spadille.table.timers import Left

SEATS = 4
FIELDS = ("round", "phase", "to_act", "hand", "bids", "won", "trick")
"""The fields of a view that distinguish one position in a game from another."""


class Player:
    """A person who plays at random, notes what they see and send, and comes back."""

    def __init__(self, seat: int, number: int, deeds: Counter[str]) -> None:
        self.seat = seat
        self.secret = f"{seat} of table {number:08}"
        self.deeds = deeds
        self.table = ""
        self.seen: dict[int, bytes] = {}
        self.sent: list[tuple[int, Any]] = []
        self.returns = 0
        self._random = Random(self.secret)
        self._wanted = -1
        self._cookie = ""

    @property
    def person(self) -> PersonId:
        return person_of(self.secret)

    async def come(self, http: httpx.AsyncClient, port: int) -> None:
        """Make the person known to the server."""
        self._cookie = await cookie_of(http, port, self.secret)

    def headers(self, port: int) -> dict[str, str]:
        """Return the headers that identify them at a port; each port has a separate cookie."""
        return {"cookie": f"spadille-{port}={self._cookie}"}

    async def play(self, ports: Iterator[int]) -> None:
        """Connect and play, forever, wherever a server answers."""
        while True:
            try:
                port = next(ports)
                known = connect(
                    f"ws://127.0.0.1:{port}/ws",
                    compression=None,
                    additional_headers=self.headers(port),
                )
                async with known as socket:
                    await self._stay(socket)
            except (ConnectionClosed, InvalidHandshake, OSError, EOFError):
                self.deeds["left alone"] += 1
            await asyncio.sleep(0.1)

    async def _stay(self, socket: ClientConnection) -> None:
        self._wanted = -1
        name = f"p{self.seat}"
        await self._say(socket, "hello", name=name, version=3)
        self.returns += 1
        async for text in socket:
            message = msgspec.json.decode(text)
            if message["type"] == "state":
                self.seen[message["seq"]] = digest_of(message)
                if not self.deeds["resting"]:
                    await self._answer(socket, message)
            elif message["type"] == "error":
                self.deeds[message["code"]] += 1
                self._wanted = -1

    async def _answer(self, socket: ClientConnection, state: dict[str, Any]) -> None:
        view, seq = state["view"], state["seq"]
        if state["you"] is None:
            if state["status"] == "waiting" and self._wanted != seq:
                self._wanted = seq
                await self._say(socket, "sit", seat=self.seat)
        elif seq == self._wanted:
            return
        elif state["status"] == "waiting" and state["host"]:
            if all(info["occupant"] == "person" for info in state["seats"]):
                self._wanted = seq
                await self._say(socket, "start")
        elif state["status"] == "over" and state["host"]:
            self._wanted = seq
            await self._say(socket, "again")
        elif view is not None and view["phase"] == "score":
            if not state["seats"][self.seat]["ready"]:
                self._wanted = seq
                await self._say(socket, "continue")
        elif view is not None and view["to_act"] == self.seat:
            self._wanted = seq
            action = self._random.choice(view["options"]["actions"])
            self.sent.append((seq, action))
            self.deeds["sent"] += 1
            await self._say(socket, "act", seat=self.seat, seq=seq, action=action)

    async def _say(self, socket: ClientConnection, type: str, **fields: Any) -> None:
        message = {"type": type, "table": self.table, **fields}
        await socket.send(msgspec.json.encode(message).decode())


def digest_of(state: dict[str, Any]) -> bytes:
    """Return a short hash of a state."""
    view = state["view"]
    shown = None if view is None else [view[name] for name in FIELDS]
    return sha256(msgspec.json.encode([state["you"], state["status"], shown])).digest()


class Server:
    """A server that is started again and again, on the same port and database."""

    def __init__(self, database: str, *more: str) -> None:
        limits = [word for name in LIMITS for word in ("--limit", f"{name}=1000000")]
        self.port = free_port()
        self._words = [sys.executable, "-m", "spadille", "serve", *limits, *more]
        self._words += ["--database", database, "--port", str(self.port)]
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *self._words, stdout=asyncio.subprocess.DEVNULL, start_new_session=True
        )

    @property
    def has_ended(self) -> bool:
        return self._process is not None and self._process.returncode is not None

    async def listens(self) -> bool:
        """Return True if it serves clients; a standby does not accept any."""
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            return False
        writer.close()
        return True

    async def kill(self) -> None:
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()


class House:
    """One server, or a server and its standby."""

    def __init__(self, database: str, *, standby: bool) -> None:
        more = ("--standby",) if standby else ()
        self._servers = [Server(database, *more) for _ in range(1 + standby)]
        self.slowest = 0.0

    @property
    def ports(self) -> Iterator[int]:
        """The ports to try, forever."""
        return cycle([server.port for server in self._servers])

    async def start(self) -> None:
        for server in self._servers:
            await server.start()
            await self.serving()

    async def serving(self, away: Server | None = None) -> Server:
        """Return the active server, once there is one that is not `away`.

        A server exits if it finds no database when it starts. It is then started again, as a
        service manager would do.
        """
        while True:
            for server in self._servers:
                if server is away:
                    continue
                if await server.listens():
                    return server
                if server.has_ended:
                    await server.start()
            await asyncio.sleep(0.05)

    async def kill(self) -> None:
        """Kill the active server; the other takes over, and the killed one becomes the standby."""
        killed = await self.serving()
        await killed.kill()
        began = time.perf_counter()
        alone = len(self._servers) == 1
        if alone:
            await killed.start()
        await self.serving(None if alone else killed)
        self.slowest = max(self.slowest, time.perf_counter() - began)
        if not alone:
            await killed.start()

    async def end(self) -> None:
        for server in self._servers:
            await server.kill()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


async def make_table(house: House, players: list[Player]) -> None:
    maker = players[2]
    body = {"preset": "standard", "name": "p2", "invite": True}
    port = (await house.serving()).port
    async with httpx.AsyncClient(timeout=60, cookies=forgetful()) as http:
        for player in players:
            await player.come(http, port)
        made = await http.post(
            f"http://127.0.0.1:{port}/api/tables", json=body, headers=maker.headers(port)
        )
    for player in players:
        player.table = made.json()["table"]


async def run(words: argparse.Namespace, database: str) -> list[str]:
    """Play and kill servers; return everything that is wrong at the end."""
    kills, tables = words.kills, words.tables
    random, deeds = Random(kills), Counter[str]()
    house = House(database, standby=words.standby)
    await house.start()
    everybody = [[Player(seat, number, deeds) for seat in range(SEATS)] for number in range(tables)]
    for players in everybody:
        await make_table(house, players)
    playing = [
        asyncio.create_task(player.play(house.ports)) for players in everybody for player in players
    ]
    began = time.perf_counter()
    for kill in range(kills):
        await asyncio.sleep(random.uniform(0.05, words.longest))
        await house.kill()
        if words.restart is not None and kill % 10 == 0:
            await asyncio.sleep(random.uniform(2, 4))  # so that people are back and playing
            deeds["restarts of the database"] += not (await started(words.restart))
        if (kill + 1) % 10 == 0:
            print(f"{kill + 1} kills, {deeds['sent']} actions sent", flush=True)
    await asyncio.sleep(20)  # so that everyone is back and playing
    deeds["resting"] = 1
    await asyncio.sleep(5)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await house.end()
    print(f"{kills} kills in {time.perf_counter() - began:.0f} s; slowest return "
          f"{house.slowest:.1f} s; {dict(deeds)}")  # fmt: skip
    return await check(database, everybody)


async def started(command: str) -> int | None:
    """Run a command, and return its exit status."""
    return await (await asyncio.create_subprocess_shell(command)).wait()


async def check(database: str, everybody: list[list[Player]]) -> list[str]:
    """Return the errors in the stored data, judging by what everyone has seen and sent."""
    wrong, states, stored = [], 0, 0
    for players in everybody:
        events = await stored_events(database, players[0].table)
        stored += sum(isinstance(event, Acted) for event in events)
        wrong += doubled(players, events)
        ends = {max(player.seen) for player in players}
        if ends != {len(events)}:
            wrong.append(f"{players[0].table}: last seen {ends}, stored {len(events)}")
        wanted = {seq for player in players for seq in player.seen}
        for version, table in versions(players[0].table, events):
            for player in players if version in wanted else ():
                if version in player.seen:
                    states += 1
                    if player.seen.pop(version) != digest_of(shown(table, player.person)):
                        wrong.append(f"{table.id}: state {version} differs for {player.seat}")
        lost = {seq for player in players for seq in player.seen}
        if lost:
            wrong.append(f"{players[0].table}: states {sorted(lost)} are of nothing stored")
    print(f"{stored} actions stored, {states} states compared, {len(wrong)} things wrong")
    return wrong


async def stored_events(database: str, table: str) -> list[TableEvent]:
    wanted = sa.select(EVENTS.c.body).where(EVENTS.c.table_id == table).order_by(EVENTS.c.version)
    engine = engine_of(url_of(database))
    async with engine.connect() as connection:
        bodies = (await connection.execute(wanted)).scalars().all()
    await engine.dispose()
    return [read_event(body) for body in bodies]


def doubled(players: list[Player], events: list[TableEvent]) -> list[str]:
    """Return stored actions that were not sent, not as often, or not in response to that state."""
    wrong = []
    open_ = {player.seat: list(player.sent) for player in players}
    for number, event in enumerate(events, start=1):
        if not isinstance(event, Acted):
            continue
        body = msgspec.json.decode(msgspec.json.encode(event.action))
        sent = open_[int(event.seat)]
        found = next((one for one in sent if one[0] < number and one[1] == body), None)
        if found is None:
            wrong.append(f"event {number} of {players[0].table} was not sent")
        else:
            sent.remove(found)
    return wrong


def versions(id: str, events: list[TableEvent]) -> Any:
    """Yield the table after each of its events."""
    first, *rest = events
    table = Table.begin(id, first)  # type: ignore[arg-type]  # a table is made first
    yield table.version, table
    for event in rest:
        table = after(table, event)
        yield table.version, table


def shown(table: Table, person: PersonId) -> dict[str, Any]:
    """Return the state of a table as the server sends it to a person."""
    labels, present = labels_of(table, "en"), frozenset[str]()
    common = common_to_all(table, labels, present, (), Left(None, None), Memo())
    state = shown_to(person, common, table, present).state
    sent: dict[str, Any] = msgspec.json.decode(write(state, "en"))
    return sent


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=25)
    parser.add_argument("--longest", type=float, default=4.0, help="seconds between two kills")
    parser.add_argument("--database", help="an empty one (a file that is forgotten)")
    parser.add_argument("--restart", metavar="COMMAND", help="restarts it, at every tenth kill")
    parser.add_argument("--standby", action="store_true", help="two servers, which take turns")
    words = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        database = words.database or str(Path(name) / "games.db")
        wrong = asyncio.run(run(words, database))
    for line in wrong[:50]:
        print(line)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
