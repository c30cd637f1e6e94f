"""A browser's connection: JSON messages over a websocket."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from litestar import WebSocket, websocket
from litestar.connection.base import empty_receive, empty_send
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.types import Receive, Send
from websockets.frames import CloseCode

from ...game import SpadesError
from ...locale import Lang
from ...table.commands import Asker
from ...table.errors import RefusedError, failure
from ...table.events import PersonId
from ...table.permissions import check_sight
from ...table.protocol import (
    Browse,
    Hello,
    Pace,
    Ping,
    Pong,
    check_version,
    no_hello,
    read_request,
    write,
    write_refusal,
)
from ...table.requests import Join, Sit, TableRequest
from ...table.snapshot import ClientSnapshot
from ..clock import Clock, Rate, TokenBucket
from ..live.actor import TableActor
from ..live.registry import Registry
from ..logs import log_failure
from .admission import client
from .answers import too_many_connected
from .connections import END_SOON
from .identity import AT_TABLES, NOBODY, PLAYING, Caller, Identify, Identity, admitted
from .origin import language, own_page
from .state import AppState

log = logging.getLogger(__name__)

MOST_WAITING = 1_000_000
"""The number of characters that may wait for a slow connection before it is closed."""

MESSAGES = Rate(burst=200, a_second=100)
"""The rate at which a connection may send messages."""

MOST_REFUSED = 200
"""How many messages beyond the rate are refused before the connection is closed."""

PONG = write(Pong(), "en")


class Socket:
    """One connection: passes its messages to the table, and the table's messages to it."""

    def __init__(  # noqa: PLR0913 - all the dependencies of a connection
        self,
        registry: Registry,
        receive: Receive,
        send: Send,
        lang: Lang,
        identify: Identify,
        *,
        clock: Clock,
        is_muted: Callable[[PersonId], bool],
        returning: bool,
        end_soon: Callable[[], None],
    ) -> None:
        self.asker = Asker("", "")
        self.person: PersonId = ""
        self.lang = lang
        self.pace: Pace = "normal"
        self.updates = self.joining = False
        self.told = ClientSnapshot()
        self._ended = False
        self._registry = registry
        self._receive = receive
        self._send = send
        self._identify = identify
        self._clock = clock
        self._is_muted = is_muted
        self._returning = returning
        self._end_soon = end_soon
        self._caller: Caller | None = None
        self._actor: TableActor | None = None
        self._browsing = False
        self._allowance = TokenBucket(clock, MESSAGES)
        self._outgoing: deque[str | int] = deque()
        self._waiting = 0
        self._sending: asyncio.Task[None] | None = None

    # --- to the browser ----------------------------------------------------------------------

    def send(self, text: str) -> None:
        """Send text, or disconnect the client if too many bytes are waiting for it."""
        if self._ended:
            return
        if self._waiting > MOST_WAITING:
            self._outgoing.clear()
            self.end(CloseCode.TRY_AGAIN_LATER)
        else:
            self._waiting += len(text)
            self._enqueue(text)

    def refuse(self, refusal: SpadesError) -> None:
        """Send a refusal in the language of the client."""
        self.send(write_refusal(refusal, self.lang))

    def hang_up(self) -> None:
        """End the connection, so that the client reconnects with its current identity."""
        self.end(CloseCode.SERVICE_RESTART)

    def send_away(self) -> None:
        """End the connection of a client that has been banned, or that sends too much."""
        self.end(CloseCode.POLICY_VIOLATION)

    def end(self, code: int) -> None:
        """Send a close frame with this code, and leave the table soon after.

        If the client does not read what was sent before that, the connection ends all the same.
        """
        if not self._ended:
            self._ended = True
            self._enqueue(code)
            self._end_soon()
            # Not right now, in the middle of a loop over the table's connections.
            asyncio.get_running_loop().call_soon(self.leave)

    def _enqueue(self, what: str | int) -> None:
        self._outgoing.append(what)
        if self._sending is None:
            self._sending = asyncio.create_task(self._flush())

    async def _flush(self) -> None:
        """Send everything that waits: texts, and perhaps the code of a close frame."""
        with suppress(OSError, RuntimeError, WebSocketDisconnect):  # if the client is gone
            while self._outgoing:
                what = self._outgoing.popleft()
                if isinstance(what, str):
                    await self._send({"type": "websocket.send", "text": what, "bytes": None})
                    self._waiting -= len(what)
                else:
                    await self._send({"type": "websocket.close", "code": what, "reason": None})
        self._sending = None

    # --- from the browser --------------------------------------------------------------------

    async def serve(self, seconds_to_greet: float) -> None:
        """Handle one message after another until the connection ends."""
        deadline = self._clock.call_later(seconds_to_greet, self._expect_hello)
        try:
            while (message := await self._receive())["type"] == "websocket.receive":
                await self._answer(message.get("text"))
        finally:
            self._ended = True
            deadline.cancel()
            self.leave()

    def _expect_hello(self) -> None:
        """End the connection unless the client has said hello by now."""
        if self._actor is None and not self._browsing:
            self.refuse(RefusedError("hello/late", "no hello arrived in time"))
            self.end(CloseCode.POLICY_VIOLATION)

    async def _answer(self, text: str | None) -> None:
        """Handle a message, or refuse it."""
        if self._ended:
            return
        try:
            await self._handle(text)
        except SpadesError as refusal:
            self.refuse(refusal)
            if refusal.code == "person/banned" or self._allowance.refused >= MOST_REFUSED:
                self.send_away()
        except Exception as error:  # noqa: BLE001 - the connection continues without it
            log_failure(log, "a message was not answered", error)
            self.refuse(failure())
            if self._actor is None:  # it has no table yet, so the client should reconnect
                self.hang_up()

    async def _handle(self, text: str | None) -> None:
        if not self._allowance.take():
            raise RefusedError("message/too-many", "too many messages; slow down a little")
        if text is None:
            raise RefusedError("message/not-text", "send messages as text")
        request = read_request(text)
        if isinstance(request, Hello):
            await self._greet(request)
        elif isinstance(request, Browse):
            await self._browse(request)
        elif isinstance(request, Ping):
            self.send(PONG)
        elif self._actor is None or self._caller is None:
            raise no_hello()
        else:
            await self._ask(self._actor, self._caller, request)

    async def _ask(self, actor: TableActor, caller: Caller, request: TableRequest) -> None:
        if self._is_muted(caller.person):  # they may have been muted since the hello
            caller = caller._replace(muted=True)
            self.asker = caller.named(self.asker.name)
        admitted(caller, AT_TABLES.get(type(request), PLAYING))
        made = actor.table.made
        if isinstance(request, Sit | Join) and (made.group or made.public):
            await self._registry.sit(actor, self.asker, request)
        else:
            actor.ask(self, request)

    def leave(self) -> None:
        """Leave the table or the lobby; the connection stays open."""
        self._registry.lobby.leave(self)
        self._browsing = False
        if self._actor is not None:
            self._actor.leave(self)
            self._actor = None

    async def _browse(self, browse: Browse) -> None:
        self.leave()
        self.lang = browse.lang
        check_version(browse.version)
        try:
            await self._who(None)
        except RefusedError as refusal:
            if refusal.code != NOBODY:  # clients without an identity may browse as well
                raise
        if self._has_room(kept=False):
            self._browsing = True
            self._registry.lobby.join(self)

    async def _who(self, token: str | None) -> Caller:
        """Return the caller; from now on the connection ends with their session."""
        caller = await self._identify(token)
        self.person = caller.person
        return caller

    async def _greet(self, hello: Hello) -> None:
        self.lang = hello.lang
        check_version(hello.version)
        caller = await self._who(hello.token)
        asker = caller.named(hello.name)
        actor = await self._registry.find(hello.table, asker.person)
        check_sight(actor.table, asker.person)
        if not self._has_room(kept=actor.table.awaits(asker.person)):
            return
        if self._actor is not actor:
            self.leave()
        self._actor, self._caller = actor, caller
        self.asker, self.pace = asker, hello.pace
        self.updates, self.joining = hello.updates, hello.joining
        actor.join(self)

    def _has_room(self, *, kept: bool) -> bool:
        """Return True if the connection may stay; some places are kept for people with a seat."""
        if self._returning and not kept:
            self.refuse(too_many_connected())
            self.end(CloseCode.TRY_AGAIN_LATER)
        return not self._ended


def _no_transport() -> None:
    """Do nothing; only connections of uvicorn can end early."""


@websocket("/ws")
async def talk(socket: WebSocket[object, object, State], state: AppState) -> None:
    """Serve one connection until it ends."""
    gate, sockets = state.gate, state.sockets
    if not (gate.is_own(socket.headers) and own_page(socket.headers, gate.origins)):
        await socket.close(CloseCode.POLICY_VIOLATION)
        return
    await socket.accept()
    lang = language(socket.headers)
    place = gate.places.take(client(socket))
    if place is None:
        try:
            await socket.send_text(write_refusal(too_many_connected(), lang))
            await socket.close(CloseCode.TRY_AGAIN_LATER)
        finally:
            socket.receive, socket.send = empty_receive, empty_send
        return

    def is_muted(person: PersonId) -> bool:
        """Return True if a person is muted now."""
        return state.sanctions.is_muted(person)

    connection = Socket(
        state.registry,
        socket.receive,
        socket.send,
        lang,
        Identity(socket),
        clock=state.deps.clock,
        is_muted=is_muted,
        returning=place.kept,
        end_soon=socket.state.get(END_SOON, _no_transport),
    )
    sockets.add(connection)
    try:
        await connection.serve(gate.limits.seconds_to_greet)
    finally:
        sockets.discard(connection)
        gate.places.give_back(place)
        # They refer to their request, whose 40 kB would stay until the next garbage collection.
        socket.receive, socket.send = empty_receive, empty_send
