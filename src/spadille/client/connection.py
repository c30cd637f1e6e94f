"""A connection to a table: it keeps the state, says when to act, and reconnects."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Generic, Self, TypeVar, cast, get_args

import msgspec
from msgspec import structs
from websockets.asyncio.client import ClientConnection as AsyncSocket
from websockets.asyncio.client import connect as connect_async
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidProxy
from websockets.sync.client import ClientConnection, connect

from ..game import Message, PlayerAction, RoundResult, SeatView, Trick, View
from ..notation import parse_action
from ..table import protocol
from .address import parse_url
from .errors import RefusedError, gone, no_seat, problem_of

LONGEST_PAUSE = 30.0
"""The most seconds between attempts to connect."""

SILENCE = 30.0
"""Seconds without an answer after which the client asks for the state again."""

LONGEST_MESSAGE = 4_000_000
"""The most characters in a message; a whole game of a hundred rounds takes fewer."""

PASSING = {
    "bid/blind-after-looking",  # the answer to a request that another player has since changed
    "consent/open",
    "consent/paused",
    "look/already",
    "message/too-many",
    "round/not-over",
    "seq/stale",
    "server/full",
    "store/failed",
    "turn/not-yours",
}
"""Refusals of requests that were valid a moment ago, or may be valid soon."""

_SEAT_GONE = {"seat/taken", "seat/unknown", "seat/not-invited", "group/full"}
"""Refusals of a seat that another player took first, as a later state explains."""

_DOWN = (OSError, ConnectionClosed, InvalidHandshake, InvalidProxy)
_KINDS = {str(kind.__struct_config__.tag): kind for kind in get_args(protocol.ServerMessage)}

Sent = TypeVar("Sent")
"""The result of sending: None, or something to await."""


class _Table(Generic[Sent]):
    """A client without input and output: it keeps the state, and decides the next message."""

    table: str | None
    """The id of the table; None while browsing."""
    state: protocol.State | None
    """The last state; its view has all results, and the tricks that now lie face down."""
    seated: bool
    """Whether the client has had a seat at this table."""

    def __init__(  # noqa: PLR0913 - all that a connection depends on
        self,
        url: str,
        token: str | None = None,
        *,
        name: str = "Bot",
        headers: Mapping[str, str] | None = None,
        patience: float = 600.0,
        timeout: float | None = None,
        pace: protocol.Pace = "normal",
        log: Callable[[str], object] = lambda _: None,
    ) -> None:
        self.address = parse_url(url)
        self.table = self.address.table
        self._name = name[: protocol.LONGEST_NAME]
        self._patience, self._timeout, self._log = patience, timeout, log
        self._pace = pace
        bearer = {} if token is None else {"Authorization": f"Bearer {token}"}
        self._options: dict[str, Any] = {
            "additional_headers": {**bearer, **(headers or {})},
            "open_timeout": SILENCE,
            "max_size": LONGEST_MESSAGE,
        }
        self._attempts, self._gone_since = 0, 0.0
        self._begin_at_table()

    def _begin_at_table(self) -> None:
        self.state, self.seated = None, False
        self._playing = False
        self._news = False
        self._refusal: protocol.Refusal | None = None
        self._answered: Any = None
        self._results: tuple[RoundResult, ...] = ()
        self._tricks: dict[tuple[int, int], Trick] = {}

    @property
    def view(self) -> SeatView | None:
        """The game as the client's seat sees it; None before the game, and without a seat."""
        view = self.state.view if self.state else None
        return view if isinstance(view, SeatView) else None

    def send(self, message: protocol.ClientMessage) -> Sent:
        """Send a message; without a connection it is lost, and `receive` reconnects."""
        raise NotImplementedError

    def enter(self, table: str | None) -> Sent:
        """Go to another table, or browse open tables if it is None."""
        self.table = table
        self._begin_at_table()
        return self.send(self._hello())

    def act(self, action: PlayerAction | str) -> Sent:
        """Send an action of the client's seat, or its text, decided on its last view.

        Raises:
            ParseError: if a text is not an action.
        """
        if isinstance(action, str):
            action = cast("PlayerAction", parse_action(action, packs=2))
        assert self.state is not None
        assert self.view is not None
        self._answered = question(self.view)
        return self.send(protocol.Act(self.state.table, self.view.seat, self.state.seq, action))

    def stand(self) -> Sent:
        """Give up the seat, so that no one waits for the client."""
        return self.send(protocol.Stand(self.table or ""))

    def _hello(self) -> protocol.Hello | protocol.Browse:
        self._answered = None
        if self.table is None:
            return protocol.Browse()
        return protocol.Hello(self.table, self._name, pace=self._pace)

    def _read(self, text: str | bytes) -> protocol.ServerMessage | None:
        """Take in a message, and return it; None if this version does not know its type."""
        plain = msgspec.json.decode(text)
        kind = _KINDS.get(plain["type"])
        if kind is None:
            return None
        if kind is protocol.State:
            return self._take(plain)
        message: protocol.ServerMessage = _convert(plain, kind)
        if isinstance(message, protocol.Lobby):
            self._attempts = 0
        elif isinstance(message, protocol.Refusal) and message.code not in (
            PASSING if self.seated else PASSING | _SEAT_GONE
        ):
            self._refusal, self._answered, self._news = message, None, self.state is not None
        return message

    def _take(self, plain: dict[str, Any]) -> protocol.State:
        seen = plain["view"]
        state: protocol.State = _convert({**plain, "view": None}, protocol.State)
        if seen is not None:
            new = _convert(seen["results"], tuple[RoundResult, ...])
            self._results = (*self._results[: state.results_from], *new)
            kind = View if state.you is None else SeatView
            view = _convert({**seen, "results": []}, kind)
            view = structs.replace(view, results=self._results, tricks=self._remembered(view))
            state = structs.replace(state, view=view)
        self.state, self._news, self._attempts = state, True, 0
        if state.you is not None:
            if not self.seated:
                self._log(f"at table {state.table}, {state.you.spoken}")
            self.seated = True
            if state.status != "over":
                self._playing = state.status == "playing"
        return state

    def _remembered(self, view: View) -> tuple[Trick, ...]:
        """Return the tricks in the round; those that are now face down appear as seen earlier."""
        round = view.round_number
        lying = {(round, number): trick for number, trick in enumerate(view.tricks)}
        kept = {key: trick for key, trick in self._tricks.items() if key[0] == round}
        self._tricks = kept | {key: trick for key, trick in lying.items() if trick.cards}
        return tuple(self._tricks.get(key, trick) for key, trick in lying.items())

    def _game_over(self) -> bool:
        """Return True, once, if the client's game has come to its end."""
        over = self._playing and self.state is not None and self.state.status == "over"
        self._playing &= not over
        return over

    def _next(self) -> protocol.ClientMessage | SeatView | None:
        """Return the message to send or the decision to make, or None to wait for the server."""
        if self._refusal is not None:
            refusal, self._refusal = self._refusal, None
            raise RefusedError(refusal.code, "{text}", text=refusal.text)
        if self.state is None or not self._news:
            return None
        self._news, state, view = False, self.state, self.view
        if state.you is None:
            return self._seat_wanted(state)
        if state.status == "over":
            if self.address.table is None:
                raise no_seat("that game is over")
            return None  # the host may begin another game
        if view is None:
            return None
        if view.phase in {"score", "over"}:  # "over" is the phase between the deals of a match
            return None if state.seats[state.you].ready else protocol.NextRound(state.table)
        asked = question(view) if view.options.actions or view.options.choose else None
        if asked == self._answered:
            return None  # the table has not received the answer yet
        self._answered = None
        return view if asked else None

    def _seat_wanted(self, state: protocol.State) -> protocol.Sit | None:
        if self.seated:
            raise no_seat("the bot was removed from the table")
        if state.next_seat is not None:
            return None
        for when in ("now", "next_deal"):
            if free := [info.seat for info in state.seats if info.sit == when]:
                return protocol.Sit(state.table, secrets.choice(free))
        raise no_seat("no seat is free at that table")

    def _silent(self) -> protocol.Resync:
        """Return the request for the state after a silence, in case an answer was lost."""
        if self._answered is None:
            raise TimeoutError(f"no message for {self._timeout} s")
        self._answered = None
        return protocol.Resync(self.table or "")

    def _pause(self, error: Exception) -> float:
        """Return how long to wait before the next attempt: longer each time, but not forever."""
        problem, now = problem_of(error), time.monotonic()
        if self._attempts == 0:
            self._gone_since = now
        if now - self._gone_since >= self._patience:
            raise gone(problem) from error
        pause = min(LONGEST_PAUSE, 2.0 ** min(self._attempts, 5)) * (
            0.5 + secrets.randbelow(512) / 1024
        )
        self._attempts += 1
        limit = f", for {self._patience / 60:.0f} minutes at most" if self._attempts == 1 else ""
        self._log(f"{problem}; trying again in {pause:.0f} s{limit}")
        return pause

    @property
    def _limit(self) -> float | None:
        return self._timeout if self._answered is None else SILENCE


class Client(_Table[None]):
    """A connection to a table, for a `with` statement.

    This is a whole bot: it takes a free seat and plays one game.

        with Client(url, token, name="Robot") as table:
            for view in table.views():
                table.act(bot.act(view))

    `url` is the link of a table or, to browse open tables, of a server. `headers` are sent with the
    connection, for example the cookie of a person instead of a `token`. A lost connection is
    restored within `patience` seconds. `receive` raises an error after `timeout` seconds without a
    message. `pace` is how quickly the server's bots move if no person plays: `slow`, `normal` or
    `quick`. `log` gets a line about everything that happens to the connection.

    Raises:
        ClientError: if the link leads to no server.
    """

    _socket: ClientConnection

    def __enter__(self) -> Self:
        self._open()
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def _open(self) -> None:
        while True:
            try:
                self._socket = connect(self.address.socket, legacy=True, **self._options)
            except _DOWN as error:
                time.sleep(self._pause(error))
            else:
                return self.send(self._hello())

    def send(self, message: protocol.ClientMessage) -> None:
        """Send a message; without a connection it is lost, and `receive` reconnects."""
        with suppress(ConnectionClosed, OSError):
            self._socket.send(_encoded(message))

    def receive(self) -> protocol.ServerMessage:
        """Return the next message, from a new connection if the last one is lost.

        Raises:
            ClientError: if the server stays away, or has closed the connection for good.
            TimeoutError: after `timeout` seconds without a message.
        """
        while True:
            try:
                message = self._read(self._socket.recv(timeout=self._limit))
            except TimeoutError:
                self.send(self._silent())
            except ConnectionClosed as error:
                time.sleep(self._pause(error))
                self._open()
            else:
                if message is not None:
                    return message

    def views(self) -> Iterator[SeatView]:
        """Take a seat and yield each view in which it has to `act`, until the game is over.

        Go on to the next round as soon as one is over. A decision that is not answered is yielded
        again with the next state. Call `views` again for another game, or after an error.

        Raises:
            RefusedError: if the server refused a message, such as an illegal action.
            ClientError: if no seat is free, if the client loses its seat, or as `receive`.
        """
        self._refusal, self._news = None, self.state is not None
        while not self._game_over():
            match self._next():
                case None:
                    self.receive()
                case SeatView() as view:
                    yield view
                case request:
                    self.send(request)


class AsyncClient(_Table[Awaitable[None]]):
    """A `Client` for asyncio.

        async with AsyncClient(url, token, name="Robot") as table:
            async for view in table.views():
                await table.act(bot.act(view))

    Everything that sends or receives is awaited.
    """

    _socket: AsyncSocket

    async def __aenter__(self) -> Self:
        await self._open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._socket.close()

    async def _open(self) -> None:
        while True:
            try:
                self._socket = await connect_async(self.address.socket, **self._options)
            except _DOWN as error:
                await asyncio.sleep(self._pause(error))
            else:
                return await self.send(self._hello())

    async def send(self, message: protocol.ClientMessage) -> None:
        """Send a message; without a connection it is lost, and `receive` reconnects."""
        with suppress(ConnectionClosed, OSError):
            await self._socket.send(_encoded(message))

    async def receive(self) -> protocol.ServerMessage:
        """Return the next message, as `Client.receive`."""
        while True:
            try:
                message = self._read(await asyncio.wait_for(self._socket.recv(), self._limit))
            except TimeoutError:
                await self.send(self._silent())
            except ConnectionClosed as error:
                await asyncio.sleep(self._pause(error))
                await self._open()
            else:
                if message is not None:
                    return message

    async def views(self) -> AsyncIterator[SeatView]:
        """Yield each view in which the client has to act, as `Client.views`."""
        self._refusal, self._news = None, self.state is not None
        while not self._game_over():
            match self._next():
                case None:
                    await self.receive()
                case SeatView() as view:
                    yield view
                case request:
                    await self.send(request)


def question(view: SeatView) -> tuple[object, ...]:
    """Return the values that distinguish a decision from the next one."""
    return view.round_number, view.phase, view.hand, view.offered, view.options


def _convert(plain: Any, kind: Any) -> Any:
    return msgspec.convert(plain, kind, dec_hook=_sentence)


def _sentence(kind: type, text: Any) -> Any:
    if kind is Message:
        return Message(str(text))
    raise NotImplementedError(kind)


def _encoded(message: protocol.ClientMessage) -> str:
    return msgspec.json.encode(message).decode()
