"""A bot at a table on another server: it sits down, plays, reconnects, and knows when to stop."""

import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any, NamedTuple, NoReturn

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidProxy, InvalidStatus
from websockets.frames import CloseCode
from websockets.sync.client import ClientConnection, connect

from ...bots import (
    Acting,
    answer_in_words,
    legal_in_words,
    load_level,
    refused_because,
    told,
    told_with_place,
)
from ...game import Hand, Options, PlayerAction, SeatView
from ..errors import RefusedError
from ..wire.protocol import (
    LONGEST_NAME,
    Act,
    Browse,
    Continue,
    Hello,
    Lobby,
    Refusal,
    Resync,
    Sit,
    Stand,
    State,
)
from .address import Address
from .seen import Seen

FALLBACK = "intermediate"
"""The level that decides if a bot fails."""

PATIENCE = 600.0
"""Seconds within which a server that is gone may come back."""

LONGEST_PAUSE = 30.0
"""The most seconds between attempts to connect."""

SILENCE = 30.0
"""Seconds without an answer after which a server is considered gone."""

MOST_REFUSED = 5
"""Refusals in a row after which the bot gives up."""

MOST_ACTIONS = 500
"""The most actions in a round; no game needs more, so a bot that exceeds it is in a loop."""

LONGEST_MESSAGE = 4_000_000
"""The most characters in a message; a whole game of a hundred rounds takes fewer."""

Asked = tuple[int, str, Hand | None, Hand, Options]
"""The values that identify a decision; see `_asked`."""

_PASSING = {
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


class Wishes(NamedTuple):
    """The settings of a bot: its name, how fast it plays, and for how many games."""

    name: str
    pace: float
    games: int


class Visitor:
    """Plays `games` games at a table, or at one open table after another.

    `say` gets a line about everything that happens.
    """

    def __init__(
        self,
        address: Address,
        token: str,
        bot: Acting,
        wishes: Wishes,
        say: Callable[[str], object],
    ) -> None:
        self._address = address
        self._token = token
        self._bot = bot
        self._wishes = wishes
        self._say = say
        self._table = address.table
        self._avoided: set[str | None] = set()
        self._socket: ClientConnection | None = None
        self._played = 0
        self._attempts = 0
        self._gone_since = 0.0
        self._begin_at_table()

    def _begin_at_table(self) -> None:
        self._seated = False
        self._in_game = False
        self._seen = Seen()
        self._answered: Asked | None = None
        self._actions = (0, 0)
        self._refused = 0

    def run(self) -> int:
        """Play until all games are over, and return the number of games played.

        Raises:
            RefusedError: if the bot cannot continue, with the reason.
        """
        while self._played < self._wishes.games:
            try:
                address = self._address.socket
                with connect(
                    address,
                    additional_headers={"Authorization": f"Bearer {self._token}"},
                    open_timeout=SILENCE,
                    max_size=LONGEST_MESSAGE,
                ) as socket:
                    self._socket = socket
                    self._play()
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code == CloseCode.POLICY_VIOLATION:
                    raise RefusedError(
                        "visit/sent-away",
                        "the server closed the connection; the token may have been revoked",
                    ) from closed
                self._wait("the connection has ended")
            except InvalidStatus as refused:
                status = refused.response.status_code
                if status < HTTPStatus.INTERNAL_SERVER_ERROR:
                    raise _no_way(f"HTTP {status}") from refused
                self._wait(f"HTTP {status}")
            except InvalidProxy as error:
                raise _no_way(refused_because(error)) from error
            except (OSError, InvalidHandshake) as error:
                self._wait(refused_because(error))
        return self._played

    def _wait(self, problem: str) -> None:
        """Wait before the next attempt, longer each time, but not forever."""
        now = time.monotonic()
        if self._attempts == 0:
            self._gone_since = now
        if now - self._gone_since > PATIENCE:
            raise _no_way(problem)
        pause = min(LONGEST_PAUSE, 2.0**self._attempts) * (0.5 + secrets.randbelow(512) / 1024)
        self._attempts += 1
        limit = f", for {PATIENCE / 60:.0f} minutes at most" if self._attempts == 1 else ""
        self._say(f"{problem}; trying again in {pause:.0f} s{limit}")
        time.sleep(pause)

    def leave(self) -> None:
        """Give up the seat, if the server is still listening, so that no one waits for it."""
        if self._socket is not None and self._seated and self._table is not None:
            with suppress(ConnectionClosed, OSError):
                self._send(Stand(self._table))

    # --- the connection ----------------------------------------------------------------------

    def _send(self, message: Any) -> None:
        assert self._socket is not None
        self._socket.send(msgspec.json.encode(message).decode())

    def _receive(self) -> dict[str, Any]:
        assert self._socket is not None
        try:
            text = self._socket.recv(timeout=SILENCE if self._answered else None)
        except TimeoutError:  # in case the answer was lost, the table sends its question again
            self._answered = None
            self._send(Resync(self._table or ""))
            text = self._socket.recv()
        return msgspec.json.decode(text, type=dict[str, Any])

    # --- events at a table -------------------------------------------------------------------

    def _play(self) -> None:
        """Play until the last game or the connection ends, and leave no empty seat behind."""
        try:
            self._enter()
            while self._played < self._wishes.games:
                self._hear(self._receive())
        except (KeyboardInterrupt, RefusedError):
            self.leave()
            raise
        self.leave()

    def _enter(self) -> None:
        self._greeted = False
        if self._table is None:
            self._begin_at_table()
            self._send(Browse())
            self._say("looking for an open table")
        else:
            self._send(Hello(self._table, self._wishes.name[:LONGEST_NAME]))

    def _hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "state":
                self._attempts, self._greeted = 0, True
                self._react(self._seen.take(message), self._seen.view)
            case "lobby" if self._table is None:
                self._attempts = 0
                self._choose(msgspec.convert(message, Lobby))
            case "error":
                self._bear(msgspec.convert(message, Refusal))

    def _choose(self, lobby: Lobby) -> None:
        """Go to the first open table where a person waits for others."""
        for one in lobby.open:
            waits = any(seat.occupant == "person" and not seat.program for seat in one.seats)
            free = any(seat.occupant == "open" for seat in one.seats)
            if one.waiting and waits and free and one.table not in self._avoided:
                self._table = one.table
                self._enter()
                return

    def _react(self, state: State, view: SeatView | None) -> None:
        if state.you is None:
            self._sit_down(state)
            return
        if not self._seated:
            self._seated = True
            self._say(f"at table {state.table}, {state.you.spoken}")
        if state.status == "over":
            self._finish(view)
            return
        self._in_game = state.status == "playing"
        if view is None:
            return
        if view.phase in {"score", "over"}:  # "over" is the phase between the deals of a match
            self._go_on(state)
        elif view.options.actions or view.options.choose:
            self._act(state, view)
        else:
            self._answered, self._refused = None, 0

    def _sit_down(self, state: State) -> None:
        if self._seated:
            self._move_on("the bot was removed from the table")
            return
        if state.next_seat is not None:
            return
        free = [info.seat for info in state.seats if info.sit == "now"]
        free += [info.seat for info in state.seats if info.sit == "next_deal"]
        if free:
            self._send(Sit(state.table, secrets.choice(free)))
        else:
            self._move_on("no seat is free at that table")

    def _move_on(self, why: str) -> None:
        """Look for another table, if any table will do."""
        if self._address.table is not None:
            raise RefusedError("visit/no-seat", "{why}", why=why)
        self._say(why)
        self._avoided.add(self._table)
        self._table = None
        self._enter()

    def _finish(self, view: SeatView | None) -> None:
        """Count a game that is over."""
        if not self._in_game:
            if self._address.table is None:
                self._move_on("that game is over")
            return  # the host may begin another game
        self._in_game = False
        self._played += 1
        scores = () if view is None else view.standings
        self._say(f"the game is over: {' to '.join(str(one.score) for one in scores)}")
        if self._address.table is None and self._played < self._wishes.games:
            self.leave()
            self._table = None
            self._enter()

    def _go_on(self, state: State) -> None:
        """Ask for the next round, once."""
        assert state.you is not None
        if not state.seats[state.you].ready:
            self._send(Continue(state.table))

    def _act(self, state: State, view: SeatView) -> None:
        asked = _asked(view)
        if asked == self._answered:
            return  # the table has not received the answer yet
        if self._answered is not None:
            self._answered, self._refused = None, 0
        round, count = self._actions
        self._actions = (view.round_number, count + 1 if round == view.round_number else 1)
        if self._actions[1] > MOST_ACTIONS:
            raise RefusedError(
                "visit/circles", "the bot repeats itself without end and was stopped"
            )
        begun = time.monotonic()
        action = self._decided(view)
        time.sleep(max(0.0, begun + self._wishes.pace - time.monotonic()))
        self._answered = asked
        self._send(Act(state.table, view.seat, state.seq, action))

    def _decided(self, view: SeatView) -> PlayerAction:
        """Return the bot's action, or that of a simpler level if the bot fails."""
        try:
            action = self._bot.act(view)
            legal = view.options.find(action)
            if self._refused == 0 and legal is not None:
                return legal
            answer, others = answer_in_words(action), legal_in_words(view.options)
            self._say(f"illegal answer {answer} (legal: {others}); {FALLBACK} decides")
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the bot may be anyone's code
            self._say(f"the bot raised {told_with_place(error)}; {FALLBACK} decides")
        try:
            return load_level(FALLBACK, seed=secrets.randbits(64)).act(view)
        except Exception as error:  # noqa: BLE001 - as above
            self._say(f"{FALLBACK} failed too ({told(error)})")
            return next(iter(view.options))

    def _bear(self, refusal: Refusal) -> None:
        """React to a refusal."""
        if refusal.code in _PASSING:
            return
        self._refused += 1
        if self._refused >= MOST_REFUSED:
            self._give_up(refusal)
        if not self._greeted and self._address.table is None and refusal.code.startswith("table/"):
            self._move_on("cannot enter that table")
            return
        if not (self._greeted and self._seated):
            if refusal.code not in _SEAT_GONE:  # otherwise the state explains it, now or soon
                self._give_up(refusal)
            return
        self._say(f"refused: {refusal.text} ({refusal.code})")
        self._answered = None
        if self._seen.state is not None:
            self._react(self._seen.state, self._seen.view)

    def _give_up(self, refusal: Refusal) -> NoReturn:
        raise RefusedError(refusal.code, "{text}", text=refusal.text)


def _asked(view: SeatView) -> Asked:
    """Return the values that distinguish a decision from the next one."""
    return view.round_number, view.phase, view.hand, view.offered, view.options


def _no_way(problem: str) -> RefusedError:
    return RefusedError("visit/gone", "cannot reach the server: {problem}", problem=problem)
