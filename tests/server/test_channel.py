"""Websockets by hand: their requests, answers and closing, and the state afterward."""

import asyncio
import gc
from asyncio import StreamReader, StreamWriter, Transport
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from spadille.server.limits import USUAL
from spadille.server.net import channel
from spadille.server.net.channel import (
    GONE,
    QUIET,
    SECONDS_BETWEEN_LOOKS,
    Channel,
    Connections,
    SocketConnection,
)
from support.line import Line, ended, line, until
from support.stopped_server import stopped_server
from support.tabletop import FakeClock

UPGRADE = (
    b"GET /ws HTTP/1.1\r\nhost: here\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n\r\n"
)
PING, PONG = b"\x89\x00", b"\x8a\x80\0\0\0\0"


async def test_channel_pings_quiet_browser() -> None:
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


async def test_channel_with_paused_reading_is_not_closed() -> None:
    """It may send more than the server has handled so far, and its requests may take long."""
    async with websocket() as (here, _, writer):
        (transport,) = cast(dict[Transport, Any], here.connections._lines)
        channel = cast(Channel, transport.get_protocol())
        channel.wait()
        here.pass_time(GONE + 2 * SECONDS_BETWEEN_LOOKS)
        channel.listen()
        here.pass_time(QUIET)
        assert not transport.is_closing()
        writer.write(said(CLOSE, b""))


def said(first: int, payload: bytes) -> bytes:
    """Return a short frame as sent by a browser, with a mask of zeros."""
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


async def test_channel_closed_by_client_answers_and_ends() -> None:
    async with websocket() as (_, reader, writer):
        said_before = said(0x81, b"hi") + said(0x89, b"there?") + said(0x82, b"\0")
        writer.write(said_before + said(CLOSE, b"\x0f\xa0bye") + said(0x81, b"later"))
        told = b"\x81\x08heard hi" + b"\x8a\x06there?" + b"\x81\x0aheard None"
        assert await ended(reader) == told + b"\x88\x05\x0f\xa0bye"


async def test_channel_closed_by_server_waits_for_answer() -> None:
    async with websocket() as (here, reader, writer):
        writer.write(said(0x81, b"enough") + said(0x81, b"later"))
        assert await reader.readexactly(4) == ENOUGH_IS_SAID
        assert len(here.connections._lines) == 1
        writer.write(said(CLOSE, b"\x03\xe8"))
        assert await ended(reader) == b""


async def test_channel_closed_by_server_stops_waiting_soon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(channel, "SECONDS_TO_CLOSE", 0.01)
    async with websocket() as (_, reader, writer):
        writer.write(said(0x81, b"enough"))
        assert await ended(reader) == ENOUGH_IS_SAID


class Deaf(asyncio.Transport):
    """Records what is written to it."""

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


def test_channel_stops_answering_client_that_does_not_read() -> None:
    deaf = Deaf()
    taken = Channel(deaf, Connections(FakeClock(), USUAL, lambda _: False), set())
    taken.data_received(100 * said(0x89, b"there?"))
    assert not deaf.written
    deaf.waiting = 0
    taken.data_received(said(0x89, b"there?"))
    assert deaf.written == [b"\x8a\x06there?"]


async def test_channel_protocol_error_is_closed_with_code() -> None:
    async with websocket() as (_, reader, writer):
        writer.write(b"\x81\x02hi")
        assert await ended(reader) == b"\x88\x02\x03\xea"


def handshakes() -> set[SocketConnection]:
    return {one for one in gc.get_objects() if type(one) is SocketConnection}


@pytest.mark.usefixtures("no_search_for_garbage")
def test_channel_releases_handshake_at_once(tmp_path: Path) -> None:
    before = handshakes()  # from other tests
    with stopped_server(tmp_path) as server, ExitStack() as open_ones:
        address = server.url.replace("http", "ws") + "ws"
        for _ in range(5):
            socket = open_ones.enter_context(connect(address, origin=Origin(server.url[:-1])))
            socket.send('{"type":"hello"}')
            socket.recv()
        server.pass_time(0)
        assert handshakes() == before
