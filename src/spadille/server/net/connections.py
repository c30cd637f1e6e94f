"""Limits the TCP connections that uvicorn serves, and closes those that keep the server waiting.

The application sees only whole requests and messages. This module limits the rest: connections of
a client, unfinished requests, answers that no one takes, and floods of small frames. uvicorn limits
the size of a message, and pings browsers that have disappeared.
"""

from asyncio import Transport
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request

from ...table.protocol import write_refusal
from ..clock import Clock, Rate, Timer, TokenBucket
from ..limits import Limits
from .answers import too_many_connected
from .origin import client_of

SECONDS_BETWEEN_LOOKS = 2.0
LOOKED_AT = 500
"""How many connections to check at a time, so that tables can continue in between."""

SECONDS_TO_END = 3.0
"""How long a client that the server sends away may take to read what it was sent before that."""

LONGEST_MESSAGE = 65536
"""The most bytes in a message from the client; a longer message ends the connection."""

QUIET, PATIENCE = 8.0, 7.0
"""The seconds between pings, and the seconds that a browser has to answer one."""

FRAMES = Rate(burst=600, a_second=100)
"""The rate at which a connection may send frames: messages, parts of messages, and pings.

`sockets.MESSAGES` is lower, so that a page with too many messages gets refusals first.
"""

MOST_PARTS = 100
"""The most frames in one message; browsers do not split messages this short."""

PIECE = 1024
"""How many bytes to read at a time, so that a flood is noticed before all of it is read."""


END_SOON = "end_soon"
"""The name, in the state of a websocket, of the function that ends it even if no one reads."""


class _Line:
    """One connection: when an incomplete request began, the client last took data, and it ends."""

    __slots__ = ("asking_since", "client", "ends_at", "taken_at", "waiting")

    def __init__(self, client: str | None, now: float) -> None:
        self.client = client
        self.asking_since: float | None = now
        self.ends_at: float | None = None
        self.waiting = 0
        self.taken_at = now


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

    def asks(self, transport: Transport, *, whole: bool) -> None:
        """Note that part of a request has come, or the `whole` of it."""
        line = self._lines.get(transport)
        if line is not None:
            if whole:
                line.asking_since = None
            elif line.asking_since is None:
                line.asking_since = self.clock.time()

    def end_soon(self, transport: Transport) -> None:
        """Abort a connection in a few seconds, unless it has ended by then."""
        line = self._lines.get(transport)
        if line is not None and line.ends_at is None:
            line.ends_at = self.clock.time() + SECONDS_TO_END

    def _look(self, transports: Sequence[Transport] = ()) -> None:
        transports = transports or list(self._lines)
        now = self.clock.time()
        for transport in transports[:LOOKED_AT]:
            line = self._lines.get(transport)
            if line is None:  # it has been closed since the pass began
                continue
            waiting = transport.get_write_buffer_size()
            if not waiting or waiting < line.waiting:
                line.taken_at = now
            line.waiting = waiting
            since = line.asking_since
            late = since is not None and now - since > self._limits.seconds_to_ask
            ends = line.ends_at is not None and now >= line.ends_at
            if late or ends or now - line.taken_at > self._limits.seconds_to_take:
                transport.abort()
        rest = transports[LOOKED_AT:]
        if rest:
            self._timer = self.clock.call_later(0, partial(self._look, rest))
        else:
            self.start()


_TEXT = write_refusal(too_many_connected(), "en").encode()
_REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n"
    b"content-length: %d\r\nconnection: close\r\n\r\n%b" % (len(_TEXT), _TEXT)
)


class HttpConnection(H11Protocol):
    """A connection that carries one request after another."""

    def __init__(self, watch: Connections, **deps: Any) -> None:
        super().__init__(**deps)
        self._watch = watch

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Register the connection, or refuse it with status 503 if there are too many."""
        super().connection_made(transport)
        if not self._watch.open(transport, self.client[0] if self.client else ""):
            transport.write(_REFUSAL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Unregister the connection."""
        self._watch.close(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read part of a request, and note when requests begin and when they are complete."""
        self._watch.asks(self.transport, whole=False)
        super().data_received(data)
        cycle: RequestResponseCycle | None = self.cycle  # this may still be the previous one
        if cycle is not None and not (cycle.more_body or cycle.response_complete):
            self._watch.asks(self.transport, whole=True)


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A connection that has become a websocket."""

    def __init__(self, watch: Connections, **deps: Any) -> None:
        super().__init__(**deps)
        self._watch = watch
        self._allowance = TokenBucket(watch.clock, FRAMES)

    def connection_lost(self, exc: Exception | None) -> None:
        """Unregister the connection."""
        self._watch.close(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read frames, until the connection is closed."""
        for at in range(0, len(data), PIECE):
            if self.transport.is_closing():
                break
            super().data_received(data[at : at + PIECE])

    def handle_connect(self, event: Request) -> None:
        """Begin the handshake, and read nothing more until the application takes messages."""
        self._watch.asks(self.transport, whole=True)
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"][END_SOON] = partial(self._watch.end_soon, self.transport)
            self.read_paused = True
            self.transport.pause_reading()

    def handle_events(self) -> None:
        """Handle the frames that were read, or end a connection that sends too many."""
        if self._allowance.take(len(self.conn.events)):
            super().handle_events()
        else:
            self._end(CloseCode.POLICY_VIOLATION)

    def handle_cont(self, event: Frame) -> None:
        """Add a part to a message, unless it has too many."""
        if len(self.frames) < MOST_PARTS:
            super().handle_cont(event)
        else:
            self._end(CloseCode.POLICY_VIOLATION)

    def send_receive_event_to_app(self) -> None:
        """Pass a message on, unless it should be text and is not UTF-8, which uvicorn would log."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._end(CloseCode.INVALID_DATA)
                return
        super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        """Answer a ping, unless the client does not read the answers, which would pile up."""
        if self.transport.get_write_buffer_size():
            self.conn.data_to_send()
        else:
            super().handle_ping()

    def keepalive_timeout(self) -> None:
        """End a connection that no longer answers, unless its answer may still be unread."""
        if self.read_paused:
            self.pong_timer = self.loop.call_later(PATIENCE, self.keepalive_timeout)
        else:
            super().keepalive_timeout()

    def _end(self, code: CloseCode) -> None:
        if not self.transport.is_closing():
            self.conn.fail(code)
            self.handle_parser_exception()
            self._watch.end_soon(self.transport)
