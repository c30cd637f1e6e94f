"""Websockets by hand: their requests, answers and closing, and the state afterward."""

import asyncio
import gc
import time
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from spadille.server.limits import USUAL
from spadille.server.net import connections as limits
from spadille.server.net.connections import (
    LONGEST_MESSAGE,
    MOST_PARTS,
    QUIET,
    SECONDS_BETWEEN_LOOKS,
    SECONDS_TO_END,
    WebSocketConnection,
)
from support.line import Line, ended, line, until
from support.servers import PATIENCE
from support.stopped_server import stopped_server

UPGRADE = (
    b"GET /ws HTTP/1.1\r\nhost: here\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n\r\n"
)
TEXT, BINARY, BEGIN, MORE, END, CLOSE, PING = 0x81, 0x82, 0x01, 0x00, 0x80, 0x88, 0x89
PONG = 0x8A
ENOUGH_IS_SAID = b"\x88\x02\x03\xe8"
SENT_PING, SOON = b"\x89\x04", 0.1


def said(first: int, payload: bytes = b"") -> bytes:
    """Return a frame as sent by a browser, with a mask of zeros."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2)
    return bytes([first]) + length + bytes(4) + payload


@asynccontextmanager
async def websocket(
    ping_after: float | None = None,
) -> AsyncIterator[tuple[Line, StreamReader, StreamWriter]]:
    async with line(ping_after=ping_after) as here:
        reader, writer = await here.connect()
        writer.write(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        yield here, reader, writer
        writer.close()
        await here.until(0)


async def test_quiet_browser_is_pinged_until_it_does_not_answer() -> None:
    assert QUIET + limits.PATIENCE <= 15
    async with websocket(SOON) as (here, reader, writer):
        for _ in range(3):
            ping = await reader.readexactly(6)
            assert ping[:2] == SENT_PING
            writer.write(said(PONG, ping[2:]))
        assert (await ended(reader))[:2] == SENT_PING
        await here.until(0)


async def test_browser_whose_messages_wait_is_not_closed() -> None:
    """It may send more than the server has handled so far, and its requests may take long."""
    async with websocket(SOON) as (_, reader, writer):
        writer.write(said(TEXT, b"slowly") + said(TEXT, b"later"))
        ping = await reader.readexactly(6)
        writer.write(said(PONG, ping[2:]))
        heard = b"\x81\x0cheard slowly\x81\x0bheard later"
        assert await reader.readexactly(len(heard)) == heard


async def test_websocket_closed_by_client_answers_and_ends() -> None:
    async with websocket() as (_, reader, writer):
        said_before = said(TEXT, b"hi") + said(PING, b"there?") + said(BINARY, b"\0")
        writer.write(said_before + said(CLOSE, b"\x0f\xa0bye") + said(TEXT, b"later"))
        answers = await ended(reader)
        assert b"\x8a\x06there?" in answers
        assert b"\x88\x05\x0f\xa0bye" in answers
        assert b"later" not in answers


async def test_websocket_closed_by_server_waits_for_answer() -> None:
    async with websocket() as (here, reader, writer):
        writer.write(said(TEXT, b"enough") + said(TEXT, b"later"))
        assert await reader.readexactly(4) == ENOUGH_IS_SAID
        assert len(here.connections._lines) == 1
        writer.write(said(CLOSE, b"\x03\xe8"))
        assert await ended(reader) == b""


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"\x81\x02hi", 1002),
        (said(TEXT, b"\xff"), 1007),
        (said(BEGIN, b"x" * 60_000) + said(END, b"x" * (LONGEST_MESSAGE - 59_999))[:8], 1009),
        (said(BEGIN) + MOST_PARTS * said(MORE) + said(END), 1008),
    ],
    ids=["unmasked", "not UTF-8", "long", "in many parts"],
)
async def test_wrong_message_closes_websocket_with_code_and_logs_nothing(
    caplog: pytest.LogCaptureFixture, sent: bytes, code: int
) -> None:
    async with websocket() as (_, reader, writer):
        writer.write(sent)
        closing = await ended(reader)
        assert closing[0] == CLOSE
        assert int.from_bytes(closing[2:4]) == code
    assert not caplog.records


async def test_websocket_that_is_ended_and_not_read_is_aborted_soon() -> None:
    async with websocket() as (here, _, writer):
        writer.write(said(TEXT, b"flood"))
        await until(lambda: bool(here.transport.get_write_buffer_size()))
        for seconds, left in ((SECONDS_TO_END - SECONDS_BETWEEN_LOOKS, 1), (SECONDS_TO_END, 0)):
            here.pass_time(seconds)
            await here.until(left)


async def test_message_in_parts_is_heard_whole() -> None:
    async with websocket() as (_, reader, writer):
        for piece in said(BEGIN, b"h"), said(PING, b"?"), said(END, b"i"):
            writer.write(piece)
            await asyncio.sleep(0)
        heard = b"\x8a\x01?\x81\x08heard hi"
        assert await reader.readexactly(len(heard)) == heard


def connections() -> set[WebSocketConnection]:
    return {one for one in gc.get_objects() if type(one) is WebSocketConnection}


@pytest.mark.usefixtures("no_search_for_garbage")
def test_closed_websocket_is_freed_at_once(tmp_path: Path) -> None:
    before = connections()  # from other tests
    with stopped_server(tmp_path) as server, ExitStack() as open_ones:
        address = server.url.replace("http", "ws") + "ws"
        for _ in range(5):
            socket = open_ones.enter_context(connect(address, origin=Origin(server.url[:-1])))
            socket.send('{"type":"hello"}')
            socket.recv()
        assert len(connections() - before) == 5
        open_ones.close()
        give_up = time.monotonic() + PATIENCE
        while connections() - before and time.monotonic() < give_up:
            server.pass_time(USUAL.seconds_to_greet)  # timers of the clock hold their connections
        assert not connections() - before
