"""An open websocket that sends text and delivers messages immediately.

It needs no task for either, and keeps nothing from the request that opened it.
"""

import asyncio
from typing import Any, Protocol, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Opcode
from websockets.http11 import Request

from ..allowance import Allowance, Rate
from .connections import Connections
from .frames import BrokenFramesError, Frames, check_close, frame, text_in

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
        self._allowance = Allowance(watch.clock, FRAMES)
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
