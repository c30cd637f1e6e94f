"""TCP connections: how many there may be, and which ones are closed."""

import asyncio
import socket
from asyncio import Transport
from typing import cast

import pytest

from spadille.server.limits import USUAL, within
from spadille.server.net.connections import LOOKED_AT, SECONDS_BETWEEN_LOOKS, Connections
from spadille.server.net.origin import client_of
from support.line import GET, ended, line, until
from support.tabletop import FakeClock


async def test_connection_sends_small_pieces_without_delay() -> None:
    async with line() as here:
        _, writer = await here.connect()
        await here.until(1)
        accepted = here.made[0].transport.get_extra_info("socket")
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        writer.close()
        await here.until(0)


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HTTP/1.1\r\nhost: ",
        b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 100\r\n\r\nsome of it",
    ],
)
async def test_connection_with_unfinished_request_is_closed(begun: bytes) -> None:
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


async def test_connection_with_unfinished_second_request_is_closed() -> None:
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


async def test_connection_not_reading_response_is_closed() -> None:
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


class Silent:
    """A connection that never sends anything."""

    def __init__(self) -> None:
        self.ended = False
        self.waiting = 0

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def abort(self) -> None:
        self.ended = True


def test_connection_reading_slowly_is_closed_only_when_it_stops() -> None:
    clock, slow = FakeClock(), Silent()
    connections = Connections(clock, USUAL, lambda _: False)
    connections.open(cast(Transport, slow), "192.0.2.1")
    connections.asks(cast(Transport, slow), whole=True)
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


def test_connection_checks_run_in_portions() -> None:
    clock = FakeClock()
    wide = USUAL._replace(connections_per_client=10_000)
    connections = Connections(clock, wide, lambda _: False)
    silent = [Silent() for _ in range(2 * LOOKED_AT + 1)]
    for one in silent:
        assert connections.open(cast(Transport, one), "192.0.2.1")
    clock.fire(clock.time() + USUAL.seconds_to_ask)
    connections.start()
    for looked_at in (LOOKED_AT, 2 * LOOKED_AT, 2 * LOOKED_AT + 1):
        assert clock.fire(clock.time() + SECONDS_BETWEEN_LOOKS)
        assert sum(one.ended for one in silent) == looked_at


def test_connection_closed_during_checks_is_skipped() -> None:
    clock = FakeClock()
    wide = USUAL._replace(connections_per_client=10_000)
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


async def test_connections_of_one_client_are_limited() -> None:
    limits = USUAL._replace(connections_per_client=3)
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


async def test_connections_through_proxy_may_exceed_client_limit() -> None:
    limits = USUAL._replace(connections_per_client=1, connections_in_all=3)
    async with line(limits, trusted=True) as here:
        lines = [await here.connect() for _ in range(3)]
        await here.until(3)
        reader, writer = await here.connect()
        assert b"server/full" in await ended(reader)
        writer.close()
        for _, writer in lines:
            writer.close()
        await here.until(0)


def test_connection_limit_follows_low_file_limit() -> None:
    limits = within(USUAL, 120)
    assert limits.connections_in_all == 120
    assert limits.connections_per_client <= 60
    assert limits.sockets_in_all + limits.sockets_kept < 120
    assert limits.sockets_per_client < limits.sockets_in_all
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
def test_connections_of_same_address_share_one_limit(address: str, client: str) -> None:
    assert client_of(address) == client
