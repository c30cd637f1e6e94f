"""Work out hints for people who play only with bots."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from ...game import Seat
from ...study import Counsel
from ...table.errors import RefusedError, failure
from ...table.hints import COACH, advice_of, ask_coach, check_hint
from ...table.model import Table
from ...table.permissions import may_have_hint
from ...table.protocol import write, write_refusal
from ..logs import log_failure
from .bots import FALLBACK, Mind
from .broadcast import Connection

log = logging.getLogger(__name__)


class Advising:
    """Works out hints for the connections to a table, one at a time.

    `later` receives the work to do, in the usual order of events and with the table as it is by
    then, once a worker has answered. A player who asks twice in a turn, on two pages for
    example, gets one answer on each page. If a player asks while a hint for an earlier turn is
    being worked out, only the new one is sent. If someone takes a seat in the meantime, the hint is
    refused.
    """

    def __init__(self, mind: Mind, later: Callable[[Callable[[Table], None]], None]) -> None:
        self._mind = mind
        self._later = later
        self._asked: asyncio.Future[Counsel] | None = None
        self._about: tuple[int, Seat | None] = (0, None)
        self._asking: set[Connection] = set()
        self._next: set[Connection] = set()

    def ask(self, table: Table, connection: Connection) -> None:
        """Start working out a hint; raise RefusedError if hints are not given here or now."""
        check_hint(table, connection.asker.person)
        if self._asked is None:
            self._begin(table, {connection})
        elif self._about == _turn(table, connection):
            self._asking.add(connection)
        else:
            self._next.add(connection)

    def leave(self, connection: Connection) -> None:
        """Do not answer the connection, because it may be at another table by then."""
        self._asking.discard(connection)
        self._next.discard(connection)

    def forget(self) -> None:
        """Stop working on hints, because no one needs them any more."""
        self._asking, self._next = set(), set()
        if self._asked is not None:
            self._asked.cancel()
            self._asked = None

    def _begin(self, table: Table, asking: set[Connection]) -> None:
        turn = _turn(table, next(iter(asking)))
        seat = turn[1]
        assert table.game is not None
        assert seat is not None
        left = self._mind.preparing(COACH)
        level = COACH if left is None else FALLBACK
        submitted = self._mind.executor.submit(ask_coach, level, table.game.view(seat))
        asked = self._asked = asyncio.wrap_future(submitted)
        self._about, self._asking = turn, asking
        answer = partial(self._answer, asked, table, left)
        asked.add_done_callback(lambda _: self._later(answer))

    def _answer(
        self, asked: asyncio.Future[Counsel], table: Table, left: float | None, now: Table
    ) -> None:
        if asked is not self._asked or asked.cancelled():
            return
        self._asked = None
        problem = asked.exception()
        if problem is not None:
            log_failure(log, f"no hint at table {table.id}", problem)
        asking, self._asking, following, self._next = self._asking, set(), self._next, set()
        able = {one for one in following if may_have_hint(now, one.asker.person)}
        for connection in following - able:
            _refuse(now, connection)
        if able:
            self._begin(now, able)
            return
        for connection in asking - following:
            if _turn(now, connection) != self._about:
                continue  # their page no longer waits for it
            lang = connection.lang
            if problem is not None:
                connection.send(write_refusal(failure(), lang))
            elif may_have_hint(now, connection.asker.person):
                connection.send(write(advice_of(table, asked.result(), left), lang, table.names))
            else:
                _refuse(now, connection)


def _refuse(table: Table, connection: Connection) -> None:
    """Send a connection the reason why it can't have a hint."""
    try:
        check_hint(table, connection.asker.person)
    except RefusedError as refusal:
        connection.send(write_refusal(refusal, connection.lang))


def _turn(table: Table, connection: Connection) -> tuple[int, Seat | None]:
    """Return what a hint is about: the state of the game, and the seat, since several may bid."""
    return table.moved, table.seat_of(connection.asker.person)
