"""Limits the number of TCP connections, and closes those that keep the server waiting.

The application sees only whole requests. This module closes connections that never finish a request
or that do not accept an answer. It also closes websockets whose browser has disappeared: after a
period of silence it sends a ping.
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
"""How many connections to check at a time, so that tables can continue in between."""

QUIET, GONE = 8.0, 15.0
"""The seconds of silence after which a browser gets a ping, and after which it counts as gone."""


class _Line:
    """One connection: when an incomplete request began, and when the client last read or sent data.

    A websocket stays open all the time, and has a function `ask` that sends a ping.
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
        """Return True if nothing has come for too long; send a ping before that."""
        if self.ask is None:
            return False
        quiet = now - self.heard_at
        if quiet > QUIET and not self.asked:
            self.asked = True
            self.ask()
        return quiet > GONE


class Connections:
    """All open connections; `trusted` recognizes proxies, which many clients may share."""

    def __init__(self, clock: Clock, limits: Limits, trusted: Callable[[str], bool]) -> None:
        self.clock = clock
        self._limits = limits
        self._trusted = trusted
        self._lines: dict[Transport, _Line] = {}
        self._clients = Counter[str]()
        self._timer: Timer | None = None

    def start(self) -> None:
        """Start watching for connections that keep the server waiting."""
        self._timer = self.clock.call_later(SECONDS_BETWEEN_LOOKS, self._look)

    def stop(self) -> None:
        """Stop watching; connections stay open."""
        if self._timer is not None:
            self._timer.cancel()

    def open(self, transport: Transport, address: str) -> bool:
        """Register a connection if there is room for it; return True if it was registered."""
        client = None if self._trusted(address) else client_of(address)
        if len(self._lines) >= self._limits.connections_in_all:
            return False
        if client is not None:
            if self._clients[client] >= self._limits.connections_per_client:
                return False
            self._clients[client] += 1
        self._lines[transport] = _Line(client, self.clock.time())
        return True

    def close(self, transport: Transport) -> None:
        """Unregister a connection, if it is registered, to make room for its client."""
        line = self._lines.pop(transport, None)
        if line is not None and line.client is not None:
            self._clients[line.client] -= 1
            if not self._clients[line.client]:
                del self._clients[line.client]

    def asks(self, transport: Transport) -> None:
        """Note the beginning of a request."""
        line = self._lines.get(transport)
        if line is not None and line.asking_since is None:
            line.asking_since = self.clock.time()

    def has_asked(self, transport: Transport) -> None:
        """Note that a request is complete."""
        line = self._lines.get(transport)
        if line is not None:
            line.asking_since = None

    def is_socket(self, transport: Transport, ask: Callable[[], None]) -> None:
        """Note that a connection has become a websocket; `ask` sends it a ping."""
        line = self._lines.get(transport)
        if line is not None:
            line.asking_since, line.ask = None, ask
            line.heard(self.clock.time())

    def heard(self, transport: Transport) -> None:
        """Note incoming data on a websocket."""
        line = self._lines.get(transport)
        if line is not None:
            line.heard(self.clock.time())

    def _look(self, transports: Sequence[Transport] = ()) -> None:
        transports = transports or list(self._lines)
        now = self.clock.time()
        for transport in transports[:LOOKED_AT]:
            line = self._lines.get(transport)
            if line is None:  # it has been closed since the pass began
                continue
            if line.ask is not None and not transport.is_reading():
                line.heard(now)  # its data will be read later
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
    """A connection that carries one request after another."""

    def __init__(self, watch: Connections, **surroundings: Any) -> None:
        super().__init__(**surroundings)
        self._watch = watch

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Register the connection, or refuse it with status 503 if there are too many."""
        super().connection_made(transport)
        _send_at_once(transport)
        if not self._watch.open(transport, self.client[0] if self.client else ""):
            transport.write(_REFUSAL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Unregister the connection."""
        self._watch.close(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read part of a request, and note when requests begin and when they are complete."""
        self._watch.asks(self.transport)
        super().data_received(data)
        cycle: RequestResponseCycle | None = self.cycle  # this may still be the previous one
        if cycle is not None and not (cycle.more_body or cycle.response_complete):
            self._watch.has_asked(self.transport)


def _send_at_once(transport: Transport) -> None:
    """Send small pieces without waiting until earlier ones are acknowledged (Nagle).

    asyncio does this only for sockets that were made with an explicit protocol.
    """
    peer = transport.get_extra_info("socket")
    if peer is not None and peer.family in {socket.AF_INET, socket.AF_INET6}:
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
