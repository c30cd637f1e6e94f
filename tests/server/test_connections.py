"""TCP connections: how many there may be, and which ones are ended."""

import asyncio
import gc
import socket
from asyncio import StreamReader, StreamWriter, Transport
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.sync.client import connect
from websockets.typing import Origin

from spadille.server.http import channel
from spadille.server.http.channel import Channel, SocketConnection, taken_over
from spadille.server.http.connections import (
    GONE,
    LOOKED_AT,
    QUIET,
    SECONDS_BETWEEN_LOOKS,
    Connections,
    HttpConnection,
)
from spadille.server.http.origin import client_of
from spadille.server.http.serving import _listen
from spadille.server.limits import USUAL, Limits, within
from support.servers import PATIENCE
from support.stopped_server import stopped_server
from support.tabletop import FakeClock, run

LARGE = b"x" * 50_000_000
ENOUGH = 1000

GET = b"GET / HTTP/1.1\r\nhost: here\r\n\r\n"


class Echo:
    """Says what it hears."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    def hear(self, text: str | None) -> None:
        if text == "enough":
            self._channel.close(ENOUGH)
        else:
            self._channel.send(f"heard {text}")

    def miss(self) -> None:
        pass

    def send_away(self) -> None:
        pass

    def lose(self) -> None:
        pass


async def answer(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        taken = taken_over(scope)
        taken.begin(Echo(taken))
        return
    body = LARGE if scope["path"] == "/large" else b"small"
    start = {"type": "http.response.start", "status": 200, "headers": []}
    await send({**start, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


class Line:
    """Servers, and somebody who writes to it by hand."""

    def __init__(self, limits: Limits = USUAL, *, trusted: bool = False) -> None:
        self.clock = FakeClock()
        self.connections = Connections(self.clock, limits, lambda _: trusted)
        self.made: list[HttpConnection] = []
        config = uvicorn.Config(
            answer,
            http=partial(HttpConnection, self.connections),  # type: ignore[arg-type]
            ws=partial(SocketConnection, self.connections),  # type: ignore[arg-type]
            ws_ping_interval=None,
            log_config=None,
            lifespan="off",
        )
        config.load()
        around = {"config": config, "server_state": ServerState(), "app_state": {}}
        self.make = partial(HttpConnection, self.connections, **around)
        self.port = 0

    def new(self) -> HttpConnection:
        self.made.append(self.make())
        return self.made[-1]

    async def connect(self) -> tuple[StreamReader, StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port)

    def pass_time(self, seconds: float) -> None:
        until = self.clock.time() + seconds
        while self.clock.fire(until):
            pass

    def asks(self) -> bool:
        """Whether a request has begun to come, and has not ended."""
        return any(one.asking_since is not None for one in self.connections._lines.values())

    async def until(self, count: int) -> None:
        """Returns when so many are connected."""
        await until(lambda: len(self.connections._lines) == count)


@asynccontextmanager
async def line(limits: Limits = USUAL, *, trusted: bool = False) -> AsyncIterator[Line]:
    here = Line(limits, trusted=trusted)
    with _listen("127.0.0.1", 0) as listener:
        here.port = listener.getsockname()[1]
        server = await asyncio.get_running_loop().create_server(here.new, sock=listener)
        here.connections.start()
        yield here
        here.connections.stop()
        server.close()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - the system tells nobody
            await asyncio.sleep(0)


async def ended(reader: StreamReader) -> bytes:
    """What is still said before the end."""
    try:
        return await asyncio.wait_for(reader.read(), PATIENCE)
    except ConnectionResetError:
        return b""


def test_small_pieces_are_sent_at_once() -> None:
    async def main() -> None:
        async with line() as here:
            _, writer = await here.connect()
            await here.until(1)
            accepted = here.made[0].transport.get_extra_info("socket")
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            writer.close()
            await here.until(0)

    run(main)


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HTTP/1.1\r\nhost: ",
        b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 100\r\n\r\nsome of it",
    ],
)
def test_who_does_not_finish_a_request_is_hung_up_on(begun: bytes) -> None:
    async def main() -> None:
        async with line() as here:
            reader, writer = await here.connect()
            writer.write(begun)
            await here.until(1)
            here.pass_time(USUAL.seconds_to_ask - 1)
            writer.write(b"x" if begun else b"")
            await writer.drain()
            await asyncio.sleep(0)
            assert len(here.connections._lines) == 1
            here.pass_time(10)
            assert await ended(reader) == b""
            await here.until(0)
            writer.close()

    run(main)


def test_who_does_not_finish_a_second_request_is_hung_up_on() -> None:
    async def main() -> None:
        async with line() as here:
            reader, writer = await here.connect()
            writer.write(GET)
            await reader.readuntil(b"small")
            writer.write(GET[:10])
            await until(here.asks)
            here.pass_time(USUAL.seconds_to_ask - 1)
            writer.write(GET[10:20])
            await writer.drain()
            here.pass_time(10)
            assert await ended(reader) == b""
            await here.until(0)
            writer.close()

    run(main)


def test_who_does_not_take_an_answer_is_hung_up_on() -> None:
    async def main() -> None:
        async with line() as here:
            _, writer = await here.connect()
            writer.write(b"GET /large HTTP/1.1\r\nhost: here\r\n\r\n")
            await here.until(1)
            await until(lambda: here.made[0].transport.get_write_buffer_size() > 0)
            here.pass_time(USUAL.seconds_to_take - 1)
            assert len(here.connections._lines) == 1
            here.pass_time(10)
            await here.until(0)
            writer.close()

    run(main)


UPGRADE = (
    b"GET /ws HTTP/1.1\r\nhost: here\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n\r\n"
)
PING, PONG = b"\x89\x00", b"\x8a\x80\0\0\0\0"


def test_a_browser_that_says_nothing_is_asked_whether_it_is_there() -> None:
    async def main() -> None:
        async with line() as here:
            reader, writer = await here.connect()
            writer.write(UPGRADE)
            await reader.readuntil(b"\r\n\r\n")
            (browser,) = here.connections._lines.values()
            for _ in range(3):
                here.pass_time(QUIET + SECONDS_BETWEEN_LOOKS)
                assert await reader.readexactly(len(PING)) == PING
                writer.write(PONG)
                await until(lambda: not browser.asked)
            here.pass_time(QUIET + SECONDS_BETWEEN_LOOKS)
            assert len(here.connections._lines) == 1
            here.pass_time(GONE - QUIET)
            assert await ended(reader) == PING
            await here.until(0)
            writer.close()

    run(main)


def test_a_browser_that_is_not_listened_to_for_a_while_is_not_taken_for_gone() -> None:
    """As while it says more than is done yet, and what it has said takes long."""

    async def main() -> None:
        async with websocket() as (here, _, writer):
            (transport,) = cast(dict[Transport, Any], here.connections._lines)
            channel = cast(Channel, transport.get_protocol())
            channel.wait()
            here.pass_time(GONE + 2 * SECONDS_BETWEEN_LOOKS)
            channel.listen()
            here.pass_time(QUIET)
            assert not transport.is_closing()
            writer.write(said(CLOSE, b""))

    run(main)


def said(first: int, payload: bytes) -> bytes:
    """A short frame as a browser sends it, whose mask is none."""
    return bytes([first, 0x80 | len(payload)]) + bytes(4) + payload


@asynccontextmanager
async def websocket() -> AsyncIterator[tuple[Line, StreamReader, StreamWriter]]:
    async with line() as here:
        reader, writer = await here.connect()
        writer.write(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        yield here, reader, writer
        await here.until(0)
        writer.close()


CLOSE, ENOUGH_IS_SAID = 0x88, b"\x88\x02\x03\xe8"


def test_who_closes_a_websocket_gets_an_answer_and_the_end() -> None:
    async def main() -> None:
        async with websocket() as (_, reader, writer):
            said_before = said(0x81, b"hi") + said(0x89, b"there?") + said(0x82, b"\0")
            writer.write(said_before + said(CLOSE, b"\x0f\xa0bye") + said(0x81, b"later"))
            told = b"\x81\x08heard hi" + b"\x8a\x06there?" + b"\x81\x0aheard None"
            assert await ended(reader) == told + b"\x88\x05\x0f\xa0bye"

    run(main)


def test_when_the_server_closes_a_websocket_it_waits_for_an_answer() -> None:
    async def main() -> None:
        async with websocket() as (here, reader, writer):
            writer.write(said(0x81, b"enough") + said(0x81, b"later"))
            assert await reader.readexactly(4) == ENOUGH_IS_SAID
            assert len(here.connections._lines) == 1
            writer.write(said(CLOSE, b"\x03\xe8"))
            assert await ended(reader) == b""

    run(main)


def test_when_the_server_closes_a_websocket_it_does_not_wait_for_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(channel, "SECONDS_TO_CLOSE", 0.01)

    async def main() -> None:
        async with websocket() as (_, reader, writer):
            writer.write(said(0x81, b"enough"))
            assert await ended(reader) == ENOUGH_IS_SAID

    run(main)


class Deaf(asyncio.Transport):
    """Keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.waiting = 1

    def write(self, data: Any) -> None:
        self.written.append(bytes(data))

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def is_closing(self) -> bool:
        return False

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        pass


def test_who_asks_without_listening_is_not_answered_for_ever() -> None:
    deaf = Deaf()
    taken = Channel(deaf, Connections(FakeClock(), USUAL, lambda _: False), set())
    taken.data_received(100 * said(0x89, b"there?"))
    assert not deaf.written
    deaf.waiting = 0
    taken.data_received(said(0x89, b"there?"))
    assert deaf.written == [b"\x8a\x06there?"]


def test_who_does_not_keep_to_the_protocol_is_told_how() -> None:
    async def main() -> None:
        async with websocket() as (_, reader, writer):
            writer.write(b"\x81\x02hi")
            assert await ended(reader) == b"\x88\x02\x03\xea"

    run(main)


class Silent:
    """A connection that is never heard of."""

    def __init__(self) -> None:
        self.ended = False
        self.waiting = 0

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def abort(self) -> None:
        self.ended = True


def test_who_takes_an_answer_slowly_is_hung_up_on_only_when_they_stop() -> None:
    clock, slow = FakeClock(), Silent()
    connections = Connections(clock, USUAL, lambda _: False)
    connections.open(cast(Transport, slow), "192.0.2.1")
    connections.has_asked(cast(Transport, slow))
    connections.start()

    def pass_time(seconds: float) -> None:
        until = clock.time() + seconds
        while clock.fire(until):
            pass

    for slow.waiting in (5, 4, 3):
        pass_time(USUAL.seconds_to_take - SECONDS_BETWEEN_LOOKS)
        assert not slow.ended
    pass_time(USUAL.seconds_to_take)
    assert slow.ended


def test_many_are_looked_at_some_at_a_time() -> None:
    clock = FakeClock()
    wide = USUAL._replace(connections_a_client=10_000)
    connections = Connections(clock, wide, lambda _: False)
    silent = [Silent() for _ in range(2 * LOOKED_AT + 1)]
    for one in silent:
        assert connections.open(cast(Transport, one), "192.0.2.1")
    clock.fire(clock.time() + USUAL.seconds_to_ask)
    connections.start()
    for looked_at in (LOOKED_AT, 2 * LOOKED_AT, 2 * LOOKED_AT + 1):
        assert clock.fire(clock.time() + SECONDS_BETWEEN_LOOKS)
        assert sum(one.ended for one in silent) == looked_at


def test_who_goes_while_others_are_looked_at_is_left_alone() -> None:
    clock = FakeClock()
    wide = USUAL._replace(connections_a_client=10_000)
    connections = Connections(clock, wide, lambda _: False)
    silent = [Silent() for _ in range(LOOKED_AT + 2)]
    for one in silent:
        assert connections.open(cast(Transport, one), "192.0.2.1")
    clock.fire(clock.time() + USUAL.seconds_to_ask)
    connections.start()
    assert clock.fire(clock.time() + SECONDS_BETWEEN_LOOKS)
    connections.close(cast(Transport, silent[-1]))
    assert clock.fire(clock.time())
    assert [one.ended for one in silent[-2:]] == [True, False]


def test_one_client_cannot_have_all_connections() -> None:
    limits = USUAL._replace(connections_a_client=3)

    async def main() -> None:
        async with line(limits) as here:
            lines = [await here.connect() for _ in range(3)]
            await here.until(3)
            reader, writer = await here.connect()
            refusal = await ended(reader)
            assert refusal.startswith(b"HTTP/1.1 503 ")
            assert b'"code":"server/full"' in refusal
            writer.close()
            lines[0][1].close()
            await here.until(2)
            lines.append(await here.connect())
            await here.until(3)
            for _, other in lines:
                other.close()
            await here.until(0)

    run(main)


def test_through_a_proxy_there_may_be_more() -> None:
    limits = USUAL._replace(connections_a_client=1, connections_in_all=3)

    async def main() -> None:
        async with line(limits, trusted=True) as here:
            lines = [await here.connect() for _ in range(3)]
            await here.until(3)
            reader, writer = await here.connect()
            assert b"server/full" in await ended(reader)
            writer.close()
            for _, writer in lines:
                writer.close()
            await here.until(0)

    run(main)


def test_where_the_system_allows_little_nobody_has_all_of_it() -> None:
    limits = within(USUAL, 120)
    assert limits.connections_in_all == 120
    assert limits.connections_a_client <= 60
    assert limits.sockets_in_all + limits.sockets_kept < 120
    assert limits.sockets_a_client < limits.sockets_in_all
    assert within(USUAL, 5000) == USUAL


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("x" * 1000, "x" * 64),
    ],
)
def test_who_shares_an_address_is_one_client(address: str, client: str) -> None:
    assert client_of(address) == client


def handshakes() -> set[SocketConnection]:
    return {one for one in gc.get_objects() if type(one) is SocketConnection}


def test_what_opened_a_websocket_is_forgotten_at_once(tmp_path: Path) -> None:
    gc.disable()
    try:
        before = handshakes()  # of other tests
        with stopped_server(tmp_path) as server, ExitStack() as open_ones:
            address = server.url.replace("http", "ws") + "ws"
            for _ in range(5):
                socket = open_ones.enter_context(connect(address, origin=Origin(server.url[:-1])))
                socket.send('{"type":"hello"}')
                socket.recv()
            server.pass_time(0)
            assert handshakes() == before
    finally:
        gc.enable()
