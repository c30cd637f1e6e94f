"""An open websocket that sends text and delivers messages immediately.

It needs no task for either, and keeps nothing from the request that opened it.

Limits the number of TCP connections, and closes those that keep the server waiting.

The application sees only whole requests. This module closes connections that never finish a request
or that do not accept an answer. It also closes websockets whose browser has disappeared: after a
period of silence it sends a ping.
"""

import asyncio
import socket
from asyncio import Transport
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol, cast

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Opcode
from websockets.http11 import Request

from ..clock import Clock, Timer
from ..errors import too_many_connected
from ..limits import Limits
from ..rate_limit import Rate, TokenBucket
from ..wire.codec import write_refusal
from .frames import BrokenFramesError, Frames, check_close, frame, text_in
from .origin import client_of


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


OPENING = "spadille.channel"
"""The scope extension through which the application takes over an accepted connection."""

SECONDS_TO_CLOSE = 10.0
"""The longest time to wait for a client to answer a close frame."""

FRAMES = Rate(burst=200, a_second=100)
"""The rate at which a connection may send frames: messages, parts of messages, and pings."""

MOST_REFUSED, MOST_IGNORED = 200, 1000
"""How many excess frames are allowed before a polite disconnect, and before an immediate one."""

_PING = frame(Opcode.PING, b"")


class Listener(Protocol):
    """Receives a channel's messages."""

    def hear(self, text: str | None) -> None:
        """Handle a message; None means one that was not text."""

    def miss(self) -> None:
        """Handle an excess message, which will not be delivered."""

    def send_away(self) -> None:
        """Close the channel after too many messages."""

    def lose(self) -> None:
        """Handle a lost connection: no more messages will come."""


class Channel(asyncio.Protocol):
    """A websocket after its handshake."""

    __slots__ = (
        "_allowance",
        "_closing",
        "_connections",
        "_frames",
        "_listener",
        "_transport",
        "_watch",
    )

    def __init__(
        self, transport: asyncio.Transport, watch: Connections, connections: set[Any]
    ) -> None:
        """Accept a socket's frames; the server closes `connections` when it shuts down."""
        self._transport = transport
        self._watch = watch
        self._connections = connections
        self._frames = Frames()
        self._allowance = TokenBucket(watch.clock, FRAMES)
        self._listener: Listener | None = None
        self._closing: asyncio.TimerHandle | None = None
        connections.add(self)
        transport.set_protocol(self)
        watch.is_socket(transport, self._ask)

    # --- to the client -----------------------------------------------------------------------

    def begin(self, listener: Listener) -> None:
        """Start delivering messages."""
        self._listener = listener
        self._transport.resume_reading()

    @property
    def waiting(self) -> int:
        """The number of bytes that were sent but that the client has not yet received."""
        return self._transport.get_write_buffer_size()

    def send(self, text: str) -> None:
        """Send text as one frame, unless the connection is closing."""
        if self._closing is None:
            self._write(frame(Opcode.TEXT, text.encode()))

    def close(self, code: int) -> None:
        """Send a close frame, and wait only briefly for the client's answer."""
        if self._closing is None:
            self._write(frame(Opcode.CLOSE, code.to_bytes(2)))
            loop = asyncio.get_running_loop()
            self._closing = loop.call_later(SECONDS_TO_CLOSE, self._transport.close)
            self._transport.resume_reading()

    def wait(self) -> None:
        """Pause reading, which makes the client wait."""
        self._transport.pause_reading()

    def listen(self) -> None:
        """Resume reading."""
        self._transport.resume_reading()

    def _ask(self) -> None:
        """Send a ping, which every browser answers automatically."""
        if self._closing is None:
            self._write(_PING)

    def _write(self, data: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(data)

    # --- from the client, called by the event loop -------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Deliver complete messages, and close the connection after an invalid frame."""
        self._watch.heard(self._transport)
        if self._transport.is_closing():
            return
        try:
            for message in self._frames.messages(data):
                allowed = self._allowance.take()
                if message is not None:
                    self._take(*message, allowed=allowed)
                if not allowed:
                    self._bear()
                if self._transport.is_closing():
                    break
        except BrokenFramesError as error:
            self._end(error.code.to_bytes(2))

    def _take(self, kind: Opcode, payload: bytes, *, allowed: bool) -> None:
        if kind == Opcode.CLOSE:
            check_close(payload)
            self._end(payload)
        elif self._closing is not None:
            return
        elif kind == Opcode.PING:
            # Pongs would pile up for a client that sends pings without reading the answers.
            if allowed and not self.waiting:
                self._write(frame(Opcode.PONG, payload))
        elif kind != Opcode.PONG and self._listener is not None:
            if allowed:
                self._listener.hear(text_in(payload) if kind == Opcode.TEXT else None)
            else:
                self._listener.miss()

    def _bear(self) -> None:
        """Handle a frame that exceeds the allowed rate."""
        refused = self._allowance.refused
        if refused >= MOST_IGNORED:
            self._end(CloseCode.POLICY_VIOLATION.to_bytes(2))
        elif refused == MOST_REFUSED and self._listener is not None:
            self._listener.send_away()

    def _end(self, payload: bytes) -> None:
        """Close a connection after a close frame, or after a protocol error."""
        if self._closing is None:
            self._write(frame(Opcode.CLOSE, payload))
        self._transport.close()
        self._lose()

    def connection_lost(self, exc: Exception | None) -> None:
        """Unregister the connection and notify the listener."""
        self._connections.discard(self)
        self._watch.close(self._transport)
        if self._closing is not None:
            self._closing.cancel()
        self._lose()

    def _lose(self) -> None:
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.lose()

    def shutdown(self) -> None:
        """Close the connection when the server shuts down."""
        self._end(CloseCode.SERVICE_RESTART.to_bytes(2))


class _HandedOver(asyncio.Transport):
    """Replaces the transport of a connection that has become a channel; closing it does nothing."""

    def close(self) -> None:
        pass


class SocketConnection(WebSocketsSansIOProtocol):
    """The handshake of a connection that becomes a websocket.

    The application accepts the connection, immediately takes it over as a `Channel`, and returns.
    """

    def __init__(self, watch: Connections, **surroundings: Any) -> None:
        super().__init__(**surroundings)
        self._watch = watch

    def handle_connect(self, event: Request) -> None:
        """Begin the handshake, and let the application take over the connection."""
        super().handle_connect(event)
        if not self.close_sent:
            # Leave incoming data in the buffer until the application listens.
            self.transport.pause_reading()
            extensions = cast(dict[str, Any], self.scope["extensions"])
            extensions[OPENING] = self._hand_over

    def _hand_over(self) -> Channel:
        channel = Channel(self.transport, self._watch, self.connections)
        self.connections.discard(self)
        self.transport = _HandedOver()
        return channel

    def connection_lost(self, exc: Exception | None) -> None:
        """Unregister a connection that ends before it becomes a channel."""
        self._watch.close(self.transport)
        super().connection_lost(exc)


def taken_over(scope: Any) -> Channel:
    """Return the websocket that the application accepted, without references to its request."""
    channel: Channel = scope["extensions"].pop(OPENING)()
    return channel


SECONDS_BETWEEN_LOOKS = 2.0
LOOKED_AT = 500
"""How many connections to check at a time, so that tables can continue in between."""

QUIET, GONE = 8.0, 15.0
"""The seconds of silence after which a browser gets a ping, and after which it counts as gone."""
