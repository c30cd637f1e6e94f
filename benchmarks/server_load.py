"""Measure how many tables a server can carry, with players on another core of this machine.

python benchmarks/server_load.py --tables 100 250 --seconds 116 [--storm]

At each table four people play `standard`, each on a separate connection. Someone acts every two
seconds, so a round takes 116 seconds. The report shows the times until all four have seen an
action, the server's processor time for each event, and its memory for each table.

With `--storm` the server is then killed, and everyone connects to the next one at the same moment.
"""

import argparse
import asyncio
import gc
import os
import re
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from functools import partial
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any, NamedTuple

import httpx
import msgspec

SEATS = 4
SEEN_WITHIN = 30.0
"""The number of seconds after which an action counts as not seen."""

PAGE_SIZE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")
HEADER = 2
CONNECTING_AT_A_TIME = 50

HOST = 2
"""The seat of the person who opened a table."""

HOMES = 100
"""How many addresses people come from, because `limits` restricts each client."""

LIMITS = (
    "requests_per_second",
    "requests_per_second_in_all",
    "tables_per_minute",
    "tables_per_minute_in_all",
    "guests_per_minute",
    "guests_per_minute_in_all",
    "sockets_per_client",
    "sockets_in_all",
    "connections_per_client",
    "connections_in_all",
)


class Heard(msgspec.Struct):
    """The parts of a message that a random player needs."""

    type: str
    seq: int = 0
    seats: list[dict[str, Any]] = []
    view: dict[str, Any] | None = None


_decoder = msgspec.json.Decoder(Heard)


class Wire(asyncio.Protocol):
    """The client end of a websocket: enough for short text frames on the loopback."""

    def __init__(self, table: "Table", seat: int, *, deflate: bool) -> None:
        self.table = table
        self.seat = seat
        self.bytes = 0
        self.hello: dict[str, Any] = {}
        self.cookie = ""
        self._buffer = b""
        self._deflate = deflate
        self._inflate: Any = None
        self._transport: Any = None
        self.open = asyncio.get_running_loop().create_future()
        self.heard = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        extension = "Sec-WebSocket-Extensions: permessage-deflate\r\n" if self._deflate else ""
        transport.write(  # type: ignore[attr-defined]
            "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: spadille={self.cookie}\r\n{extension}\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.open.done():
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b"permessage-deflate" in head:
                self._inflate = zlib.decompressobj(-zlib.MAX_WBITS)
            self._buffer = rest
            self.open.set_result(None)
        for kind, payload in self._frames():
            self._take(kind, payload)

    def connection_lost(self, exc: Exception | None) -> None:
        self.table.load.lost += 1

    def _frames(self) -> Iterator[tuple[int, bytes]]:
        while len(self._buffer) >= HEADER:
            kind, size, at = self._buffer[0], self._buffer[1] & 127, HEADER
            if size > 125:
                at += 2 if size == 126 else 8
                size = int.from_bytes(self._buffer[HEADER:at], "big")
            if len(self._buffer) < at + size:
                return
            payload, self._buffer = self._buffer[at : at + size], self._buffer[at + size :]
            self.bytes += at + size
            yield kind, payload

    def _take(self, kind: int, payload: bytes) -> None:
        if kind & 15 == 9:
            self._frame(10, payload)
        elif kind & 15 == 1:
            if kind & 64:
                payload = self._inflate.decompress(payload + b"\x00\x00\xff\xff")
            if not self.heard.done():
                self.heard.set_result(time.perf_counter())
            self.table.hear(self.seat, _decoder.decode(payload))

    def say(self, type: str, **fields: Any) -> None:
        message = {"type": type, "table": self.table.id, **fields}
        self._frame(1, msgspec.json.encode(message))

    def _frame(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        length = bytes([128 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self._transport.write(bytes([128 | kind]) + length + b"\0\0\0\0" + payload)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()


class Load(msgspec.Struct):
    """The measurements of all tables."""

    times: list[float] = []
    unseen: int = 0
    refused: int = 0
    lost: int = 0


class Table:
    """Four people who act at random, one of them every two seconds."""

    def __init__(self, id: str, load: Load, seed: int) -> None:
        self.id = id
        self.load = load
        self.home = f"127.0.0.{2 + seed % HOMES}"
        self.wires: list[Wire] = []
        self._random = Random(seed)
        self._views: list[dict[str, Any]] = [{} for _ in range(SEATS)]
        self._seen = [0] * SEATS
        self._sent: tuple[float, int] | None = None
        self.full = asyncio.Event()

    def hear(self, seat: int, heard: Heard) -> None:
        if heard.type == "error":
            self.load.refused += 1
        if heard.type not in {"state", "update"}:
            return
        self._seen[seat] = heard.seq
        if heard.seats and all(one["occupant"] == "person" for one in heard.seats):
            self.full.set()
        if heard.view is not None:
            self._views[seat].update(heard.view)
        if self._sent is not None and min(self._seen) > self._sent[1]:
            self.load.times.append(time.perf_counter() - self._sent[0])
            self._sent = None

    def act(self) -> None:
        """Have a player who is to act do something; between rounds, everyone wants the next one."""
        if self._sent is not None:
            self.load.unseen += time.perf_counter() - self._sent[0] > SEEN_WITHIN
            return
        view = self._views[0]
        self._sent = time.perf_counter(), max(self._seen)
        if view["phase"] == "over":
            self.wires[HOST].say("again")
        elif view["phase"] == "score":
            for wire in self.wires:
                wire.say("continue")
        elif view["to_act"] is not None:
            seat = view["to_act"]
            actions = self._views[seat]["options"]["actions"]
            if actions:
                action = self._random.choice(actions)
                self.wires[seat].say("act", seat=seat, seq=self._seen[seat], action=action)
            else:  # that seat's legal actions have not arrived yet
                self._sent = None


class Server:
    """A server on a separate core."""

    def __init__(self, folder: Path, core: int) -> None:
        limits = [word for name in LIMITS for word in ("--limit", f"{name}=1000000")]
        command = [sys.executable, "-m", "spadille", "serve", "--port", "0", *limits]
        self._process = subprocess.Popen(
            ["taskset", "-c", str(core), *command, "--database", str(folder / "games.db")],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        found = re.search(r"http://\S*:(\d+)", self._process.stdout.readline())
        assert found
        self.port = int(found[1])

    def worked(self) -> float:
        """Return the seconds of processor time used."""
        words = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / TICKS

    def held(self) -> int:
        """Return the bytes of memory used."""
        return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * PAGE_SIZE

    def events(self, folder: Path) -> int:
        """Return how many events are stored."""
        import sqlite3  # noqa: PLC0415 - of the clients' side

        with sqlite3.connect(folder / "games.db") as connection:
            return int(connection.execute("select count(*) from events").fetchone()[0])

    def end(self) -> None:
        self._process.terminate()
        self._process.wait()


@contextmanager
def server(core: int) -> Iterator[tuple[Server, Path]]:
    with tempfile.TemporaryDirectory() as name:
        running = Server(Path(name), core)
        try:
            yield running, Path(name)
        finally:
            running.end()


class Result(NamedTuple):
    """The measurements with this many tables."""

    tables: int
    events: float
    median: float
    slowest: float
    cpu: float
    busy: float
    memory: float
    bytes: float
    troubles: int

    def __str__(self) -> str:
        return (
            f"| {self.tables} | {self.events:.0f} | {self.median:.1f} | {self.slowest:.1f} "
            f"| {self.cpu:.2f} | {self.busy:.0%} | {self.memory:.0f} | {self.bytes:.0f} "
            f"| {self.troubles} |"
        )


HEADING = (
    "| tables | events a second | median ms | 99 % ms | CPU ms an event | core busy | kB a table "
    "| bytes a message | troubles |\n|---|---|---|---|---|---|---|---|---|"
)


def forgetful() -> CookieJar:
    """Return a cookie jar that keeps nothing, so every request comes from a new guest."""
    return CookieJar(DefaultCookiePolicy(allowed_domains=[]))


async def cookie_of(http: httpx.AsyncClient, port: int, secret: str) -> str:
    """Return the cookie by which the server knows a guest with this secret (see `NewSession`)."""
    address = f"http://127.0.0.1:{port}/api/session"
    told = await http.post(address, json={"token": secret})
    (cookie,) = told.cookies.values()
    return cookie


async def make_table(  # noqa: PLR0913 - as much as is known of it
    http: httpx.AsyncClient,
    port: int,
    number: int,
    load: Load,
    *,
    updates: bool,
    deflate: bool,
) -> Table:
    """Return a table in play, made by the first of the four who sit at it."""
    cookies = [await cookie_of(http, port, f"{seat} of table {number:08}") for seat in range(SEATS)]
    body = {"preset": "standard", "name": f"p{HOST}", "invite": True, "turn_seconds": 0}
    headers = {"cookie": f"spadille-{port}={cookies[HOST]}"}
    made = await http.post(f"http://127.0.0.1:{port}/api/tables", json=body, headers=headers)
    table = Table(made.json()["table"], load, number)
    for seat, cookie in enumerate(cookies):
        wire = Wire(table, seat, deflate=deflate)
        wire.hello = {"name": f"p{seat}", **({"updates": True} if updates else {})}
        wire.cookie = cookie
        table.wires.append(wire)
        await enter(wire, port)
        if seat != HOST:
            wire.say("sit", seat=seat)
    async with asyncio.timeout(SEEN_WITHIN):
        await table.full.wait()  # otherwise bots would take the seats that are still free
    table.wires[HOST].say("start")
    return table


async def enter(wire: Wire, port: int) -> None:
    loop = asyncio.get_running_loop()
    home = wire.table.home, 0
    await loop.create_connection(partial(_same, wire), "127.0.0.1", port, local_addr=home)
    await wire.open
    wire.say("hello", **wire.hello)


async def storm(tables: list[Table], folder: Path) -> str:
    """Have everyone connect at once to a server that has just started, and report the cost."""
    running = Server(folder, core=0)
    try:
        await asyncio.sleep(5)
        wires = [
            Wire(wire.table, wire.seat, deflate=False) for table in tables for wire in table.wires
        ]
        for wire, old in zip(wires, (one for table in tables for one in table.wires), strict=True):
            wire.hello, wire.cookie = old.hello, old.cookie
        worked, begun = running.worked(), time.perf_counter()
        await asyncio.gather(*(enter(wire, running.port) for wire in wires))
        times = sorted([await wire.heard - begun for wire in wires])
        worked = running.worked() - worked
        for wire in wires:
            wire.close()
    finally:
        running.end()
    return (
        f"{len(wires)} come back at once: half after {times[len(times) // 2]:.1f} s, all after "
        f"{times[-1]:.1f} s; {worked / len(wires) * 1e3:.2f} CPU ms for each"
    )


def _same(wire: Wire) -> Wire:
    return wire


async def play(tables: list[Table], seconds: float, every: float) -> None:
    """Let each table act at regular times, offset from those of the other tables."""
    started = time.perf_counter()
    turn = 0
    while (now := time.perf_counter() - started) < seconds:
        while turn < now / every * len(tables):
            tables[turn % len(tables)].act()
            turn += 1
        await asyncio.sleep(0.002)


async def measure(
    count: int, seconds: float, every: float, options: dict[str, bool], *, stormy: bool = False
) -> Result:
    """Return the measurements of a server with this many tables; print those of a storm."""
    load = Load()
    with server(core=0) as (running, folder):
        await asyncio.sleep(1)
        async with httpx.AsyncClient(timeout=SEEN_WITHIN, cookies=forgetful()) as http:

            def made(number: int) -> Awaitable[Table]:
                return make_table(http, running.port, number, load, **options)

            tables = [await made(0)]
            await asyncio.sleep(1)  # by now, everything that the first one needs is loaded
            held = running.held()
            for begin in range(1, count, CONNECTING_AT_A_TIME):
                numbers = range(begin, min(begin + CONNECTING_AT_A_TIME, count))
                tables += await asyncio.gather(*map(made, numbers))
        await asyncio.sleep(2)
        await play(tables, 3 * every, every)
        gc.freeze()  # players that collect garbage see messages late
        gc.disable()
        load.times.clear()
        events, worked, sent = running.events(folder), running.worked(), received(tables)
        await play(tables, seconds, every)
        gc.enable()
        gc.unfreeze()
        events, worked = running.events(folder) - events, running.worked() - worked
        sent = received(tables) - sent
        times = quantiles(load.times, n=100) if len(load.times) > 1 else [0.0] * 99
        troubles = load.unseen + load.refused + load.lost
        result = Result(
            count,
            events / seconds,
            times[49] * 1e3,
            times[98] * 1e3,
            worked / events * 1e3,
            worked / seconds,
            (running.held() - held) / max(1, count - 1) / 1e3,
            sent / max(1, SEATS * len(load.times)),
            troubles,
        )
        for table in tables:
            for wire in table.wires:
                wire.close()
        if stormy:
            running.end()
            print(await storm(tables, folder), flush=True)
    return result


def received(tables: list[Table]) -> int:
    return sum(wire.bytes for table in tables for wire in table.wires)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 100, 200])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between acts of a table")
    parser.add_argument("--whole", action="store_true", help="ask for whole states each time")
    parser.add_argument("--plain", action="store_true", help="without compression")
    parser.add_argument("--storm", action="store_true", help="have all come back at once")
    words = parser.parse_args()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    options = {"updates": not words.whole, "deflate": not words.plain}
    print(HEADING, flush=True)
    for count in words.tables:
        work = measure(count, words.seconds, words.every, options, stormy=words.storm)
        print(asyncio.run(work), flush=True)


if __name__ == "__main__":
    main()
