"""An open websocket: text goes out at once, and what comes is handed on at once.

No task waits for either, and nothing is kept of the request that opened it.
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
"""The extension of the scope by which the application takes over what it has accepted."""

SECONDS_TO_CLOSE = 10.0
"""In which the other end has to answer that a connection is closed."""

FRAMES = Rate(burst=200, a_second=100)
"""That a connection may send: messages, parts of them, and pings."""

MOST_REFUSED, MOST_IGNORED = 200, 1000
"""Frames beyond it before the other end is sent away, and before it is not waited for either."""

_PING = frame(Opcode.PING, b"")


class Listener(Protocol):
    """Who is at this end of a channel."""

    def hear(self, text: str | None) -> None:
        """A message has come; None when it was no text."""

    def miss(self) -> None:
        """A message has come that is beyond what may be sent, and is not handed on."""

    def send_away(self) -> None:
        """Is to close the channel: too much has come."""

    def lose(self) -> None:
        """The other end has gone; nothing is heard from it any more."""


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
        """`connections` are those that the server ends when it ends itself."""
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

    # --- to the other end --------------------------------------------------------------------

    def begin(self, listener: Listener) -> None:
        """Hand on what comes from now on."""
        self._listener = listener
        self._transport.resume_reading()

    @property
    def waiting(self) -> int:
        """Bytes of what was sent that the other end has not taken yet."""
        return self._transport.get_write_buffer_size()

    def send(self, text: str) -> None:
        if self._closing is None:
            self._write(frame(Opcode.TEXT, text.encode()))

    def close(self, code: int) -> None:
        """Say that it is over; the other end is to answer, and is not waited for for long."""
        if self._closing is None:
            self._write(frame(Opcode.CLOSE, code.to_bytes(2)))
            loop = asyncio.get_running_loop()
            self._closing = loop.call_later(SECONDS_TO_CLOSE, self._transport.close)
            self._transport.resume_reading()

    def wait(self) -> None:
        """Have the other end wait with what it wants to say."""
        self._transport.pause_reading()

    def listen(self) -> None:
        """End that wait."""
        self._transport.resume_reading()

    def _ask(self) -> None:
        """Send a ping, which every browser answers automatically."""
        if self._closing is None:
            self._write(_PING)

    def _write(self, data: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(data)

    # --- from the other end, called by the event loop ----------------------------------------

    def data_received(self, data: bytes) -> None:
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
            # Answers would pile up for who asks and does not listen.
            if allowed and not self.waiting:
                self._write(frame(Opcode.PONG, payload))
        elif kind != Opcode.PONG and self._listener is not None:
            if allowed:
                self._listener.hear(text_in(payload) if kind == Opcode.TEXT else None)
            else:
                self._listener.miss()

    def _bear(self) -> None:
        """A frame has come that is beyond what may be sent."""
        refused = self._allowance.refused
        if refused >= MOST_IGNORED:
            self._end(CloseCode.POLICY_VIOLATION.to_bytes(2))
        elif refused == MOST_REFUSED and self._listener is not None:
            self._listener.send_away()

    def _end(self, payload: bytes) -> None:
        """Close a connection that the other end has closed, or have broken."""
        if self._closing is None:
            self._write(frame(Opcode.CLOSE, payload))
        self._transport.close()
        self._lose()

    def connection_lost(self, exc: Exception | None) -> None:
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
        """Called by the server when it ends."""
        self._end(CloseCode.SERVICE_RESTART.to_bytes(2))


class _HandedOver(asyncio.Transport):
    """Stands where a connection was that is a channel now: what closes it concerns no one."""

    def close(self) -> None:
        pass


class SocketConnection(WebSocketsSansIOProtocol):
    """A connection that becomes a websocket: its handshake.

    The application accepts it, takes it over as a `Channel` at once, and returns.
    """

    def __init__(self, watch: Connections, **surroundings: Any) -> None:
        super().__init__(**surroundings)
        self._watch = watch

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            # What comes before the application listens stays where it is.
            self.transport.pause_reading()
            extensions = cast(dict[str, Any], self.scope["extensions"])
            extensions[OPENING] = self._hand_over

    def _hand_over(self) -> Channel:
        channel = Channel(self.transport, self._watch, self.connections)
        self.connections.discard(self)
        self.transport = _HandedOver()
        return channel

    def connection_lost(self, exc: Exception | None) -> None:
        self._watch.close(self.transport)
        super().connection_lost(exc)


def taken_over(scope: Any) -> Channel:
    """The websocket that the application has accepted; nothing of its request refers to it."""
    channel: Channel = scope["extensions"].pop(OPENING)()
    return channel
