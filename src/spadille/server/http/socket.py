"""A connection of a browser: JSON messages over a websocket."""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable

from litestar import WebSocket, websocket
from litestar.datastructures import State as AppState
from litestar.exceptions import WebSocketDisconnect

from ...game import SpadesError
from ..allowance import Allowance, Rate
from ..asking.requests import Asker
from ..asking.unaided import check_sight
from ..clock import Clock
from ..limits import Limits
from ..logs import log_failure
from ..messages.protocol import (
    VERSION,
    Browse,
    Chat,
    ClientMessage,
    Hello,
    Lang,
    Pace,
    Ping,
    Pong,
    Resync,
    Sit,
    Speak,
)
from ..messages.telling import Told
from ..messages.wire import read_request, write, write_refusal
from ..refusals import RefusedError, failure, too_many_connected
from ..running.hub import Hub
from ..running.keeper import Keeper
from ..table.events import PersonId
from ..table.seating import plain_name
from .gate import Gate, client
from .identity import Caller, Identify, Identity, as_guest, no_session
from .moderating import Moderating
from .origin import language, own_page
from .sockets import Sockets

log = logging.getLogger(__name__)

MOST_WAITING = 100
"""Messages that may wait for a slow connection before it is ended."""

MOST_CHARACTERS_WAITING = 1_000_000
"""In all of them."""

MESSAGES = Rate(burst=200, a_second=100)
"""That a connection may send."""

MOST_REFUSED = 200
"""Messages beyond the limit before the connection is ended."""

PONG = write(Pong(), "en")

POLICY, RESTART, LATER = 1008, 1012, 1013
"""Codes that end a connection."""


def _nobody_is_muted(person: PersonId) -> None:
    """What a server without a host holds of everybody."""


class Socket:
    """One connection: what it says goes to its table, and what the table says to it."""

    def __init__(
        self,
        hub: Hub,
        lang: Lang,
        identify: Identify = as_guest,
        *,
        check_talk: Callable[[PersonId], None] = _nobody_is_muted,
        returning: bool = False,
    ) -> None:
        self.asker = Asker("", "")
        self.lang = lang
        self.pace: Pace = "normal"
        self.updates = False
        self.told = Told()
        self._hub = hub
        self._identify = identify
        self._check_talk = check_talk
        self._caller: Caller | None = None
        self._returning = returning
        self._keeper: Keeper | None = None
        self._browsing = False
        self._waiting: deque[str] = deque()
        self._characters = 0
        self._something = asyncio.Event()
        self.ended: int | None = None
        self.stalled: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    # --- from the table ----------------------------------------------------------------------

    def send(self, text: str) -> None:
        if self.ended is not None:
            return
        self._characters += len(text)
        if len(self._waiting) >= MOST_WAITING or self._characters > MOST_CHARACTERS_WAITING:
            self._waiting.clear()
            self.end_at_once(LATER)
        else:
            self._waiting.append(text)
            self._something.set()

    def hang_up(self) -> None:
        self.end(RESTART)

    def begin_anew(self) -> None:
        """Ends the connection at once, for one of who is at the other end now."""
        self.end_at_once(RESTART)

    def send_away(self) -> None:
        """Ends the connection of somebody who may not come in any more."""
        self.end_at_once(POLICY)

    def end(self, code: int) -> None:
        if self.ended is None:
            self.ended = code
        self._something.set()

    def end_at_once(self, code: int) -> None:
        """Ends the connection without waiting until the other end has taken what it was sent."""
        self.end(code)
        if not self.stalled.done():
            self.stalled.set_result(None)

    async def outgoing(self) -> str | None:
        """The next message for the other end; None when there will be no more."""
        while not self._waiting and self.ended is None:
            self._something.clear()
            await self._something.wait()
        if not self._waiting:
            return None
        text = self._waiting.popleft()
        self._characters -= len(text)
        return text

    # --- from the browser --------------------------------------------------------------------

    async def receive(self, text: object) -> None:
        """Does what a message asks for, or refuses it; not for who was sent away meanwhile."""
        if self.ended is not None:
            return
        try:
            await self._do(text)
        except SpadesError as refusal:
            self.refuse(refusal)
            if refusal.code == "person/banned":
                self.end(POLICY)
        except Exception as error:  # noqa: BLE001 - the connection can go on without it
            log_failure(log, "a message was not answered", error)
            self.refuse(failure())
            if self._keeper is None:  # it has nothing to go on with, and is to come back
                self.end(RESTART)

    async def _do(self, text: object) -> None:
        if not isinstance(text, str):
            raise RefusedError("message/not-text", "messages are sent as text")
        request = read_request(text)
        if isinstance(request, Hello):
            await self._greet(request)
        elif isinstance(request, Browse):
            self._browse(request)
        elif isinstance(request, Ping):
            self.send(PONG)
        elif self._keeper is None or self._caller is None:
            raise RefusedError("hello/first", "say hello first")
        else:
            await self._ask(self._keeper, self._caller, request)

    async def _ask(self, keeper: Keeper, caller: Caller, request: ClientMessage) -> None:
        if isinstance(request, Speak | Chat):
            caller.check("talk")
            self._check_talk(caller.person)
        elif not isinstance(request, Resync):
            caller.check("play")
        if isinstance(request, Sit) and keeper.table.made.group:
            await self._hub.sit(keeper, self.asker, request)
        elif isinstance(request, Sit) and keeper.table.made.public:
            if not caller.known:  # else nobody would know how many seats one person takes
                raise no_session()
            await self._hub.sit_among_all(keeper, self.asker, request)
        else:
            keeper.ask(self, request)

    def refuse(self, refusal: SpadesError) -> None:
        self.send(write_refusal(refusal, self.lang))

    def expect_hello(self) -> None:
        """Ends the connection unless somebody has said who they are by now."""
        if self._keeper is None and not self._browsing:
            self.refuse(RefusedError("hello/late", "nobody said hello in time"))
            self.end(POLICY)

    def leave(self) -> None:
        self._hub.lobby.leave(self)
        self._browsing = False
        if self._keeper is not None:
            self._keeper.leave(self)
            self._keeper = None

    def _browse(self, browse: Browse) -> None:
        self.leave()
        self.lang = browse.lang
        _check_version(browse.version)
        if self._returning:
            self.refuse(too_many_connected())
            self.end(LATER)
            return
        self._browsing = True
        self._hub.lobby.join(self)

    async def _greet(self, hello: Hello) -> None:
        self.lang = hello.lang
        _check_version(hello.version)
        caller = await self._identify(hello.token)
        asker = Asker(caller.person, plain_name(hello.name), caller.program)
        keeper = await self._hub.find(hello.table, asker.person)
        check_sight(keeper.table, asker.person)
        if self._returning and not keeper.table.awaits(asker.person):
            self.refuse(too_many_connected())
            self.end(LATER)
            return
        if self._keeper is not keeper:
            self.leave()
        self._keeper, self._caller = keeper, caller
        self.asker, self.pace = asker, hello.pace
        self.updates = hello.updates
        keeper.join(self)


def _check_version(version: int) -> None:
    if version != VERSION:
        raise RefusedError("hello/version", "this page is out of date; load it again")


@websocket("/ws")
async def talk(socket: WebSocket[object, object, AppState], state: AppState) -> None:
    """Serves one connection until either side ends it."""
    gate: Gate = state.gate
    if not (gate.is_own(socket.headers) and own_page(socket.headers, gate.origins)):
        await socket.close(POLICY)
        return
    await socket.accept()
    lang = language(socket.headers)
    place = gate.places.take(client(socket))
    if place is None:
        with contextlib.suppress(WebSocketDisconnect):
            await socket.send_text(write_refusal(too_many_connected(), lang))
            await socket.close(LATER)
        return
    moderating: Moderating = state.moderating
    connection = Socket(
        state.hub,
        lang,
        Identity(socket),
        check_talk=moderating.check_talk,
        returning=place.kept,
    )
    sockets: Sockets = state.sockets
    sockets.add(connection)
    try:
        await _talk(socket, connection, state.clock, gate.limits)
    finally:
        sockets.discard(connection)
        gate.places.give_back(place)


async def _talk(
    socket: WebSocket[object, object, AppState], connection: Socket, clock: Clock, limits: Limits
) -> None:
    deadline = clock.call_later(limits.seconds_to_greet, connection.expect_hello)
    tasks = (
        asyncio.create_task(_listen(socket, connection, Allowance(clock, MESSAGES))),
        asyncio.create_task(_speak(socket, connection)),
    )
    try:
        ends = (*tasks, connection.stalled)
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    finally:
        deadline.cancel()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        connection.leave()
    if connection.ended is not None:
        with contextlib.suppress(WebSocketDisconnect):
            await socket.close(connection.ended)


async def _listen(
    socket: WebSocket[object, object, AppState], connection: Socket, allowance: Allowance
) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        while connection.ended is None:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if allowance.take():
                await connection.receive(message.get("text"))
            elif allowance.refused < MOST_REFUSED:
                connection.refuse(
                    RefusedError("message/too-many", "too many messages; slow down a little")
                )
            else:
                connection.end(POLICY)


async def _speak(socket: WebSocket[object, object, AppState], connection: Socket) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        while (text := await connection.outgoing()) is not None:
            await socket.send_text(text)
