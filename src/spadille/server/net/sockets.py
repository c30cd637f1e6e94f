"""A browser's connection: JSON messages over a websocket."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from litestar import WebSocket, websocket
from litestar.connection.base import empty_receive, empty_send
from litestar.datastructures import State
from websockets.frames import CloseCode

from ...game import SpadesError
from ..clock import Clock, Timer
from ..errors import RefusedError, failure, too_many_connected
from ..live.actor import TableActor
from ..live.registry import Registry
from ..logs import log_failure
from ..table.commands import Asker, check_sight
from ..table.events import PersonId
from ..wire.codec import read_request, write, write_refusal
from ..wire.delta import ClientSnapshot
from ..wire.protocol import VERSION, Browse, ClientMessage, Hello, Join, Lang, Pace, Ping, Pong, Sit
from .admission import client
from .channel import Channel, taken_over
from .identity import AT_TABLES, NOBODY, PLAYING, Caller, Identify, Identity, admitted
from .origin import language, own_page
from .state import AppState

log = logging.getLogger(__name__)

MOST_WAITING = 1_000_000
"""The number of bytes that may wait for a slow connection before it is closed."""

MOST_UNREAD = 4
"""The number of messages that may wait behind a slow one before the client has to wait."""

PONG = write(Pong(), "en")


class Socket:
    """One connection: passes its messages to the table, and the table's messages to it.

    `over` is called exactly once, when the connection has ended or is about to end.
    """

    def __init__(  # noqa: PLR0913 - all the dependencies of a connection
        self,
        registry: Registry,
        channel: Channel,
        lang: Lang,
        identify: Identify,
        *,
        clock: Clock,
        is_muted: Callable[[PersonId], bool],
        returning: bool,
        over: Callable[[], None],
    ) -> None:
        self.asker = Asker("", "")
        self.person: PersonId = ""
        self.lang = lang
        self.pace: Pace = "normal"
        self.updates = self.joining = False
        self.told = ClientSnapshot()
        self._ended = False
        self._registry = registry
        self._channel = channel
        self._identify = identify
        self._clock = clock
        self._is_muted = is_muted
        self._caller: Caller | None = None
        self._returning = returning
        self._over: Callable[[], None] | None = over
        self._deadline: Timer | None = None
        self._actor: TableActor | None = None
        self._browsing = False
        self._unread: list[str | None] = []
        self._working: asyncio.Task[None] | None = None
        self._gone = False

    # --- from the table ----------------------------------------------------------------------

    def send(self, text: str) -> None:
        """Send text, or disconnect the client if too many bytes are waiting for it."""
        if self._ended:
            return
        if self._channel.waiting > MOST_WAITING:
            self.end(CloseCode.TRY_AGAIN_LATER)
        else:
            self._channel.send(text)

    def hang_up(self) -> None:
        """End the connection, so that the client reconnects with its current identity."""
        self.end(CloseCode.SERVICE_RESTART)

    def send_away(self) -> None:
        """End the connection of a client that has been banned, or that sends too much."""
        self.end(CloseCode.POLICY_VIOLATION)

    def end(self, code: int) -> None:
        """Send a close frame with this code, and leave the table soon after."""
        if not self._ended:
            self._ended = True
            self._channel.close(code)
            # Not right now, in the middle of a loop over the table's connections.
            asyncio.get_running_loop().call_soon(self._leave_for_good)

    # --- from the browser --------------------------------------------------------------------

    def hear(self, text: str | None) -> None:
        """Handle a message; while one is being handled, later ones wait."""
        if self._working is None:
            self._answer(text)
        elif not self._ended:
            self._unread.append(text)
            if len(self._unread) == MOST_UNREAD:
                self._channel.wait()

    def miss(self) -> None:
        """Refuse a message beyond the allowed rate."""
        if not self._ended:
            self.refuse(RefusedError("message/too-many", "too many messages; slow down a little"))

    def lose(self) -> None:
        """Note that the client is gone; messages that it has already sent are still handled."""
        self._gone = True
        if self._working is None:
            self._leave_for_good()

    def _answer(self, text: str | None) -> None:
        """Handle a message, or refuse it."""
        if self._ended:
            return
        try:
            work = self._begin(text)
        except Exception as error:  # noqa: BLE001 - the connection continues without it
            self._fail(error)
        else:
            if work is not None:
                self._working = asyncio.create_task(self._work(work))

    async def _work(self, work: Awaitable[None]) -> None:
        """Finish slow work, and then handle the messages that arrived during it."""
        try:
            await work
        except Exception as error:  # noqa: BLE001 - as above
            self._fail(error)
        self._working = None
        paused = len(self._unread) >= MOST_UNREAD
        while self._unread and self._working is None:
            self._answer(self._unread.pop(0))
        if paused and len(self._unread) < MOST_UNREAD:
            self._channel.listen()
        if self._gone and self._working is None:
            self._leave_for_good()

    def _fail(self, error: Exception) -> None:
        if isinstance(error, SpadesError):
            self.refuse(error)
            if error.code == "person/banned":
                self.end(CloseCode.POLICY_VIOLATION)
            return
        log_failure(log, "a message was not answered", error)
        self.refuse(failure())
        if self._actor is None:  # it has no table yet, so the client should reconnect
            self.end(CloseCode.SERVICE_RESTART)

    def _begin(self, text: str | None) -> Awaitable[None] | None:
        """Handle a message, but return the slow part of the work."""
        if text is None:
            raise RefusedError("message/not-text", "send messages as text")
        request = read_request(text)
        if isinstance(request, Hello):
            return self._greet(request)
        if isinstance(request, Browse):
            return self._browse(request)
        if isinstance(request, Ping):
            self.send(PONG)
        elif self._actor is None or self._caller is None:
            raise RefusedError("hello/first", "send hello first")
        else:
            return self._ask(self._actor, self._caller, request)
        return None

    def _ask(
        self, actor: TableActor, caller: Caller, request: ClientMessage
    ) -> Awaitable[None] | None:
        if self._is_muted(caller.person):  # they may have been muted since the hello
            caller = caller._replace(muted=True)
            self.asker = caller.named(self.asker.name)
        admitted(caller, AT_TABLES.get(type(request), PLAYING))
        made = actor.table.made
        if isinstance(request, Sit | Join) and (made.group or made.public):
            return self._registry.sit(actor, self.asker, request)
        actor.ask(self, request)
        return None

    def refuse(self, refusal: SpadesError) -> None:
        """Send a refusal in the language of the client."""
        self.send(write_refusal(refusal, self.lang))

    def begin(self, seconds_to_greet: float) -> None:
        """Give the client a limited time to say hello."""
        self._deadline = self._clock.call_later(seconds_to_greet, self._expect_hello)
        self._channel.begin(self)

    def _expect_hello(self) -> None:
        """End the connection unless the client has said hello by now."""
        self._deadline = None
        if self._actor is None and not self._browsing:
            self.refuse(RefusedError("hello/late", "no hello arrived in time"))
            self.end(CloseCode.POLICY_VIOLATION)

    def _leave_for_good(self) -> None:
        over, self._over = self._over, None
        if over is None:
            return
        if self._deadline is not None:
            self._deadline.cancel()
        if self._working is not None:
            self._working.cancel()
        self._unread.clear()
        self.leave()
        over()

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
        _check_version(browse.version)
        try:
            await self._who(None)
        except RefusedError as refusal:
            if refusal.code != NOBODY:  # clients without an identity may browse as well
                raise
        if self._returning:
            self.refuse(too_many_connected())
            self.end(CloseCode.TRY_AGAIN_LATER)
            return
        self._browsing = True
        self._registry.lobby.join(self)

    async def _who(self, token: str | None) -> Caller:
        """Return the caller; from now on the connection ends with their session."""
        caller = await self._identify(token)
        self.person = caller.person
        return caller

    async def _greet(self, hello: Hello) -> None:
        self.lang = hello.lang
        _check_version(hello.version)
        caller = await self._who(hello.token)
        asker = caller.named(hello.name)
        actor = await self._registry.find(hello.table, asker.person)
        check_sight(actor.table, asker.person)
        if self._returning and not actor.table.awaits(asker.person):
            self.refuse(too_many_connected())
            self.end(CloseCode.TRY_AGAIN_LATER)
            return
        if self._actor is not actor:
            self.leave()
        self._actor, self._caller = actor, caller
        self.asker, self.pace = asker, hello.pace
        self.updates, self.joining = hello.updates, hello.joining
        actor.join(self)


def _check_version(version: int) -> None:
    if version != VERSION:
        raise RefusedError("hello/version", "this page is out of date; reload it")


@websocket("/ws")
async def talk(socket: WebSocket[object, object, State], state: AppState) -> None:
    """Open one connection, which continues after its request is forgotten."""
    gate, sockets = state.gate, state.sockets
    if not (gate.is_own(socket.headers) and own_page(socket.headers, gate.origins)):
        await socket.close(CloseCode.POLICY_VIOLATION)
        return
    await socket.accept()
    channel = taken_over(socket.scope)
    # They refer to their request: its 15 kB would stay until the next garbage collection.
    socket.receive, socket.send = empty_receive, empty_send
    lang = language(socket.headers)
    place = gate.places.take(client(socket))
    if place is None:
        channel.send(write_refusal(too_many_connected(), lang))
        channel.close(CloseCode.TRY_AGAIN_LATER)
        return

    def over() -> None:
        """Forget the connection, and free its place for others."""
        sockets.discard(connection)
        gate.places.give_back(place)

    connection = Socket(
        state.registry,
        channel,
        lang,
        Identity(socket),
        clock=state.deps.clock,
        is_muted=state.sanctions.is_muted,
        returning=place.kept,
        over=over,
    )
    sockets.add(connection)
    connection.begin(gate.limits.seconds_to_greet)
