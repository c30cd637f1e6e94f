"""The server cheaply ignores a client that sends more frames than a connection may."""

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

from spadille.server.limits import USUAL
from spadille.server.net.channel import FRAMES, MOST_IGNORED, MOST_REFUSED, Channel, Connections
from support.tabletop import FakeClock

ONE_READ = 256 * 1024
"""Bytes that the event loop delivers at once."""

MOST_CALLS = 30_000
"""Function calls for one read; accepting all of its frames would take about 400,000."""

PING, TEXT, BEGIN, MORE, END = 0x89, 0x81, 0x01, 0x00, 0x80

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
        self.closed = False

    def write(self, data: Any) -> None:
        self.written.append(bytes(data))

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def get_write_buffer_size(self) -> int:
        return 0


class Ear:
    """Counts what it receives."""

    def __init__(self, channel: Channel) -> None:
        self.heard = self.missed = 0
        self.lost = False
        self._channel = channel

    def hear(self, text: str | None) -> None:
        self.heard += 1

    def miss(self) -> None:
        self.missed += 1

    def send_away(self) -> None:
        self._channel.close(1008)

    def lose(self) -> None:
        self.lost = True


class Line:
    """A websocket whose other end can send anything."""

    def __init__(self) -> None:
        self.clock, self.wire = FakeClock(), Wire()
        deps = Connections(self.clock, USUAL, lambda _: False)
        self.channel = Channel(self.wire, deps, set())
        self.ear = Ear(self.channel)
        self.channel.begin(self.ear)


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
    [said(PING), said(TEXT), said(BEGIN) + said(END), said(0x8A)],
    ids=["pings", "texts", "parts", "pongs"],
)
async def test_flood_in_one_read_closes_connection_cheaply(flood: bytes) -> None:
    line = Line()
    with little_work():
        line.channel.data_received(ONE_READ // len(flood) * flood)
    assert line.wire.closed
    assert line.ear.lost
    assert line.wire.written.count(SENT_AWAY) == 1
    assert line.wire.written[-1] == SENT_AWAY


async def test_frame_limit_is_shared_by_messages_fragments_and_pings() -> None:
    line, third = Line(), int(FRAMES.burst // 4)
    line.channel.data_received(third * (said(PING) + said(TEXT) + said(BEGIN) + said(END)))
    assert (line.ear.heard, line.ear.missed) == (2 * third, 0)
    assert len(line.wire.written) == third
    line.channel.data_received(said(PING) + said(TEXT))
    assert (line.ear.heard, line.ear.missed) == (2 * third, 1)
    assert len(line.wire.written) == third
    line.clock.fire(line.clock.time() + 3 / FRAMES.a_second)
    line.channel.data_received(said(PING) + said(TEXT))
    assert (line.ear.heard, line.ear.missed) == (2 * third + 1, 1)
    assert len(line.wire.written) == third + 1


async def test_flooding_client_may_answer_close_but_not_go_on_sending() -> None:
    for more, closed in ((said(0x88, b"\x03\xf0"), True), (said(TEXT), False)):
        line = Line()
        line.channel.data_received(int(FRAMES.burst + MOST_REFUSED) * said(TEXT))
        assert line.wire.written == [SENT_AWAY]
        assert (line.ear.heard, line.wire.closed) == (FRAMES.burst, False)
        line.channel.data_received(more)
        assert (line.ear.heard, line.wire.closed) == (FRAMES.burst, closed)
        line.channel.data_received(MOST_IGNORED * said(TEXT))
        assert line.wire.closed
        assert line.wire.written == [SENT_AWAY]


async def test_pings_at_browser_pace_keep_connection_open() -> None:
    line = Line()
    for _ in range(1000):
        line.clock.fire(line.clock.time() + 4)
        line.channel.data_received(said(PING) + said(0x8A) + said(TEXT))
    assert (line.ear.heard, line.ear.missed) == (1000, 0)


async def test_channel_after_close_neither_sends_nor_receives() -> None:
    line = Line()
    line.channel.close(1008)
    line.channel.send("more")
    line.channel.data_received(said(PING) + said(TEXT))
    assert line.wire.written == [SENT_AWAY]
    assert line.ear.heard == 0
