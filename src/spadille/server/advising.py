"""Hints: what a strong player would do, for somebody who plays with bots alone."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from ..bots import Decision, Level
from ..game import SeatView
from .audience import Connection
from .logs import log_failure
from .protocol import Advice
from .refusals import RefusedError, failure
from .table import Table
from .thought import Mind
from .wire import write, write_refusal

log = logging.getLogger(__name__)

LEVEL: Level = "expert"
"""Who gives the advice."""


def counsel(level: str, view: SeatView) -> Decision:  # noqa: ARG001 - tells where it is worked out
    """What a strong player would do, and why; runs in a worker."""
    from ..study import advise  # noqa: PLC0415 - in a process of its own

    return advise(view)


class Advising:
    """Works out hints for the connections to a table, one at a time.

    `later` gets what is to be done in the course of events when a worker has answered.
    """

    def __init__(self, mind: Mind, later: Callable[[Callable[[], None]], None]) -> None:
        self._mind = mind
        self._later = later
        self._asked: asyncio.Future[Decision] | None = None

    def ask(self, table: Table, connection: Connection) -> None:
        """Has a hint worked out and sends it, if it still fits the table by then.

        Raises:
            RefusedError: when none may be had here, or not now.
        """
        person = connection.asker.person
        seat = table.seat_of(person)
        if seat is None or table.game is None or not table.alone(person):
            raise RefusedError("hint/not-here", "hints are given where you play with bots alone")
        if not table.may_have_hint(person):
            raise RefusedError("hint/not-now", "a hint is given when it is your turn")
        if self._mind.preparing(LEVEL) is not None:
            raise RefusedError("hint/preparing", "the coach is still being prepared; try it soon")
        if self.thinking:
            raise RefusedError("hint/thinking", "the coach is thinking about it already")
        submitted = self._mind.executor.submit(counsel, LEVEL, table.game.view(seat))
        asked = self._asked = asyncio.wrap_future(submitted)
        answer = partial(self._answer, asked, table, connection)
        asked.add_done_callback(lambda _: self._later(answer))

    @property
    def thinking(self) -> bool:
        """Whether an answer is still to come."""
        return self._asked is not None

    def forget(self) -> None:
        """Nobody wants to know any more."""
        if self._asked is not None:
            self._asked.cancel()
            self._asked = None

    def _answer(
        self, asked: asyncio.Future[Decision], table: Table, connection: Connection
    ) -> None:
        if asked is not self._asked or asked.cancelled():
            return
        self._asked = None
        problem = asked.exception()
        if problem is not None:
            log_failure(log, f"no hint at table {table.id}", problem)
            connection.send(write_refusal(failure(), connection.lang))
            return
        decision = asked.result()
        advice = Advice(
            seq=table.version,
            action=decision.action,
            reason=decision.reason,
            candidates=decision.candidates,
        )
        connection.send(write(advice, connection.lang, table.names))
