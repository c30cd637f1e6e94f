"""TCP connections: not too many, and none that keeps the server waiting.

The application sees whole requests only. Who never finishes one, or does not take an answer, is
ended here. So is a browser that has gone without a word: where nothing came over a websocket for a
while, its other end is asked for a sign of life.
"""

import socket
from asyncio import Transport
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from ..clock import Clock, Timer
from ..limits import Limits
from ..messages.wire import write_refusal
from ..refusals import too_many_connected
from .origin import client_of

SECONDS_BETWEEN_LOOKS = 2.0
LOOKED_AT = 500
"""So many connections at a time: what happens at tables continues in between."""

QUIET, GONE = 8.0, 15.0
"""Seconds without a word after which a browser is asked whether it is there, and taken for gone."""


class _Line:
    """One connection: since when it asks something, and since when it has taken nothing.

    That of a browser which is to be there all the time has a way to `ask` it whether it is.
    """

    __slots__ = ("ask", "asked", "asking_since", "client", "heard_at", "taken_at", "waiting")

    def __init__(self, client: str | None, now: float) -> None:
        self.client = client
        self.asking_since: float | None = now
        self.waiting = 0
        self.taken_at = now
        self.heard_at = now
        self.ask: Callable[[], None] | None = None
        self.asked = False

    def heard(self, now: float) -> None:
        self.heard_at, self.asked = now, False

    def is_gone(self, now: float) -> bool:
        """Whether nothing came for too long; asks first."""
        if self.ask is None:
            return False
        quiet = now - self.heard_at
        if quiet > QUIET and not self.asked:
            self.asked = True
            self.ask()
        return quiet > GONE


class Connections:
    """All that are open; `trusted` tells proxies, through which many clients come."""

    def __init__(self, clock: Clock, limits: Limits, trusted: Callable[[str], bool]) -> None:
        self.clock = clock
        self._limits = limits
        self._trusted = trusted
        self._lines: dict[Transport, _Line] = {}
        self._clients = Counter[str]()
        self._timer: Timer | None = None

    def start(self) -> None:
        """Begin to look after connections that keep the server waiting."""
        self._timer = self.clock.call_later(SECONDS_BETWEEN_LOOKS, self._look)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def open(self, transport: Transport, address: str) -> bool:
        """Return True if one more may be opened; then it is."""
        client = None if self._trusted(address) else client_of(address)
        if len(self._lines) >= self._limits.connections_in_all:
            return False
        if client is not None:
            if self._clients[client] >= self._limits.connections_a_client:
                return False
            self._clients[client] += 1
        self._lines[transport] = _Line(client, self.clock.time())
        return True

    def close(self, transport: Transport) -> None:
        line = self._lines.pop(transport, None)
        if line is not None and line.client is not None:
            self._clients[line.client] -= 1
            if not self._clients[line.client]:
                del self._clients[line.client]

    def asks(self, transport: Transport) -> None:
        """The beginning of a request has come."""
        line = self._lines.get(transport)
        if line is not None and line.asking_since is None:
            line.asking_since = self.clock.time()

    def has_asked(self, transport: Transport) -> None:
        """A whole request has come."""
        line = self._lines.get(transport)
        if line is not None:
            line.asking_since = None

    def is_socket(self, transport: Transport, ask: Callable[[], None]) -> None:
        """A connection has become a websocket; `ask` has its other end give a sign of life."""
        line = self._lines.get(transport)
        if line is not None:
            line.asking_since, line.ask = None, ask
            line.heard(self.clock.time())

    def heard(self, transport: Transport) -> None:
        """Something has come over a websocket."""
        line = self._lines.get(transport)
        if line is not None:
            line.heard(self.clock.time())

    def _look(self, transports: Sequence[Transport] = ()) -> None:
        transports = transports or list(self._lines)
        now = self.clock.time()
        for transport in transports[:LOOKED_AT]:
            line = self._lines.get(transport)
            if line is None:  # has gone since the look began
                continue
            if line.ask is not None and not transport.is_reading():
                line.heard(now)  # what its other end says is read later
            waiting = transport.get_write_buffer_size()
            if not waiting or waiting < line.waiting:
                line.taken_at = now
            line.waiting = waiting
            slow = now - line.taken_at > self._limits.seconds_to_take
            since = line.asking_since
            late = since is not None and now - since > self._limits.seconds_to_ask
            if slow or late or line.is_gone(now):
                transport.abort()
        rest = transports[LOOKED_AT:]
        if rest:
            self._timer = self.clock.call_later(0, partial(self._look, rest))
        else:
            self.start()


_TEXT = write_refusal(too_many_connected(), "en").encode()
_REFUSAL = b"\r\n".join(
    (
        b"HTTP/1.1 503 Service Unavailable",
        b"content-type: application/json",
        b"content-length: %d" % len(_TEXT),
        b"connection: close",
        b"",
        _TEXT,
    )
)


class HttpConnection(H11Protocol):
    """A connection on which requests come one after the other."""

    def __init__(self, watch: Connections, **surroundings: Any) -> None:
        super().__init__(**surroundings)
        self._watch = watch

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        _send_at_once(transport)
        if not self._watch.open(transport, self.client[0] if self.client else ""):
            transport.write(_REFUSAL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._watch.close(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._watch.asks(self.transport)
        super().data_received(data)
        cycle: RequestResponseCycle | None = self.cycle  # that of the request before until it came
        if cycle is not None and not (cycle.more_body or cycle.response_complete):
            self._watch.has_asked(self.transport)


def _send_at_once(transport: Transport) -> None:
    """Send small pieces without waiting for the acknowledgement of those before (Nagle).

    asyncio does so itself only for sockets that were made with the protocol spelled out.
    """
    peer = transport.get_extra_info("socket")
    if peer is not None and peer.family in {socket.AF_INET, socket.AF_INET6}:
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
