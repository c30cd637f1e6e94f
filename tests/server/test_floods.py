"""The server cheaply ignores a client that sends more frames than a connection may."""

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import FrameType
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from spadille.server.limits import USUAL
from spadille.server.net.connections import FRAMES, Connections, WebSocketConnection
from support.tabletop import FakeClock

ONE_READ = 256 * 1024
"""Bytes that the event loop delivers at once."""

MOST_CALLS = 30_000
"""Function calls for one read; accepting all of its frames would take about 800,000."""

UPGRADE = (
    b"GET /ws HTTP/1.1\r\nhost: here\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n\r\n"
)
PING, TEXT, BEGIN, END, PONG = 0x89, 0x81, 0x01, 0x80, 0x8A

SENT_AWAY = b"\x88\x02\x03\xf0"
"""A close frame with code 1008."""


def said(first: int, payload: bytes = b"") -> bytes:
    """Return a small frame as sent by a browser."""
    return bytes([first, 0x80 | len(payload)]) + bytes(4) + payload


class Wire(asyncio.Transport):
    """Records what is written to it and whether it was closed."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.waiting = 0
        self.closed = False

    def write(self, data: Any) -> None:
        self.written.append(bytes(data))

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def get_write_buffer_size(self) -> int:
        return self.waiting


class Line:
    """A websocket whose other end can send anything."""

    def __init__(self) -> None:
        self.clock, self.wire = FakeClock(), Wire()
        self.heard: list[Any] = []
        config = uvicorn.Config(self._app, interface="asgi3", log_config=None)
        config.load()
        self.socket = WebSocketConnection(
            Connections(self.clock, USUAL, lambda _: False),
            config=config,
            server_state=ServerState(),
            app_state={},
        )

    async def _app(self, _scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            self.heard.append(message.get("text"))


@asynccontextmanager
async def opened() -> AsyncIterator[Line]:
    line = Line()
    line.socket.connection_made(line.wire)
    line.socket.data_received(UPGRADE)
    await asyncio.sleep(0.01)
    assert line.wire.written.pop().startswith(b"HTTP/1.1 101 ")
    yield line
    line.socket.connection_lost(None)
    await asyncio.sleep(0.01)


@contextmanager
def little_work() -> Iterator[None]:
    """Fail if the block makes too many function calls."""
    calls = 0

    def count(frame: FrameType, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(None)
    assert calls < MOST_CALLS


@pytest.mark.parametrize(
    "flood",
    [said(PING), said(TEXT), said(BEGIN) + said(END), said(PONG)],
    ids=["pings", "texts", "parts", "pongs"],
)
async def test_flood_in_one_read_closes_connection_cheaply(flood: bytes) -> None:
    async with opened() as line:
        with little_work():
            line.socket.data_received(ONE_READ // len(flood) * flood)
        assert line.wire.closed
        assert line.wire.written[-1].endswith(SENT_AWAY)
        assert b"".join(line.wire.written).count(SENT_AWAY) == 1


async def test_frame_limit_is_shared_by_messages_fragments_and_pings() -> None:
    async with opened() as line:
        some = said(PING) + said(TEXT) + said(BEGIN) + said(END)
        for _ in range(int(FRAMES.burst // 4) - 1):
            line.socket.data_received(some)
        line.clock.fire(line.clock.time() + 8 / FRAMES.a_second)
        for _ in range(2):
            line.socket.data_received(some)
            assert not line.wire.closed
        line.socket.data_received(some)
        assert line.wire.closed


async def test_flooding_client_may_answer_close_but_not_go_on_sending() -> None:
    for more, closed in ((said(0x88, b"\x03\xf0"), True), (said(TEXT), False)):
        async with opened() as line:
            await line.socket.send({"type": "websocket.close", "code": 1008, "reason": None})
            assert line.wire.written == [SENT_AWAY]
            line.socket.data_received(more)
            assert line.wire.closed == closed
            line.socket.data_received(int(FRAMES.burst) * said(TEXT))
            assert line.wire.closed
            assert b"".join(line.wire.written) == SENT_AWAY
            assert not line.heard


async def test_pings_at_browser_pace_keep_connection_open() -> None:
    async with opened() as line:
        for _ in range(1000):
            line.clock.fire(line.clock.time() + 4)
            line.socket.data_received(said(PING) + said(PONG) + said(TEXT))
        await asyncio.sleep(0.01)
        assert len(line.heard) == 1000
        assert not line.wire.closed


async def test_pings_of_client_that_does_not_read_are_not_answered() -> None:
    async with opened() as line:
        line.wire.waiting = 1
        line.socket.data_received(100 * said(PING, b"there?"))
        assert not line.wire.written
        line.wire.waiting = 0
        line.socket.data_received(said(PING, b"there?"))
        assert line.wire.written == [b"\x8a\x06there?"]
