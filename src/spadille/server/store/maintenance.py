"""Background work on stored data: checks all events, and deletes data that is too old."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from ...table.apply import Transition
from ...table.events import Abandoned
from ...table.model import Table
from ...table.summary import summary_of
from ..clock import SECONDS_A_DAY, Clock
from ..logs import log_failure
from .database import is_out_of_reach
from .events import UNREADABLE, report, undecodable
from .schema import EVENTS, TABLES
from .store import Store

log = logging.getLogger(__name__)

TABLES_AT_ONCE = 20
"""The most tables to read per statement, so that other tasks can use the database in between."""

SECONDS_BEFORE_START = 1.0
"""How long to read events before the server answers; the rest are read in the background."""

REST, REST_AFTER_REPLAY = 1.0, 4.0
"""The length of a background pause, relative to the time that the work before it took."""

SECONDS_BETWEEN_REPORTS = 10.0
"""The time between two log entries; the log drops more frequent ones."""

SECONDS_TO_RETRY = 30.0
"""The wait before a retry while the database is unavailable."""


class TableCheck:
    """Checks all tables: first decodes their events, then replays them.

    Decoding finds nearly all damage and is 20 times as fast. Both steps pause regularly so that
    players do not notice.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._last = ""
        self._whole = False
        self._unreported: dict[str, str] = {}
        self._reported = -SECONDS_BETWEEN_REPORTS
        self._task: asyncio.Task[None] | None = None

    async def start(self, seconds: float = SECONDS_BEFORE_START) -> None:
        """Decode events for this long, and leave the rest to the background task."""
        end = time.monotonic() + seconds
        try:
            while not self._whole and time.monotonic() < end:
                await self._decode_some()
        except SQLAlchemyError as error:
            log_failure(log, "cannot check tables now", error)
        self._report()
        self._task = asyncio.create_task(self._check_rest(), name="table check")

    async def stop(self) -> None:
        """Stop the check, finished or not."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _check_rest(self) -> None:
        for work, rest in ((self._decode_some, REST), (self._replay_one, REST_AFTER_REPLAY)):
            while not self._whole:
                await self._in_peace(work, rest)
            self._report()
            self._last, self._whole = "", False

    async def _in_peace(self, work: Callable[[], Awaitable[None]], rest: float) -> None:
        """Do some work, then pause; wait if the database is unavailable."""
        began = time.monotonic()
        try:
            await work()
        except (SQLAlchemyError, OSError) as error:
            log_failure(log, "cannot check tables now", error)
            await asyncio.sleep(SECONDS_TO_RETRY)
            return
        if time.monotonic() - self._reported > SECONDS_BETWEEN_REPORTS:
            self._report()
        await asyncio.sleep(rest * (time.monotonic() - began))

    def _report(self) -> None:
        if self._unreported:
            self._reported = time.monotonic()
            report(self._unreported)
            self._unreported = {}

    async def _next(self, count: int) -> list[str]:
        """Return the next tables; the following call continues after the last of them."""
        wanted = sa.select(TABLES.c.id).where(TABLES.c.id > self._last).order_by(TABLES.c.id)
        found = await self._store.scalars(wanted.limit(count))
        self._whole = len(found) < count
        return found

    async def _decode_some(self) -> None:
        ids = await self._next(TABLES_AT_ONCE)
        damaged = await self._damaged([id for id in ids if id not in self._store.damaged])
        self._store.damaged.update(damaged)
        self._unreported |= damaged
        self._last = ids[-1] if ids else self._last

    async def _damaged(self, ids: Sequence[str]) -> dict[str, str]:
        """Return the tables whose events cannot be decoded, with the reasons."""
        if not ids:
            return {}
        wanted = (
            sa.select(TABLES.c.id, EVENTS.c.version, EVENTS.c.body)
            .outerjoin(EVENTS, EVENTS.c.table_id == TABLES.c.id)
            .where(TABLES.c.id.in_(ids))
            .order_by(TABLES.c.id, EVENTS.c.version)
        )
        try:
            rows = await self._store.all(wanted)
        except SQLAlchemyError as error:
            if is_out_of_reach(error):
                raise
            if len(ids) == 1:
                return {ids[0]: UNREADABLE}
            alone = [await self._damaged([id]) for id in ids]
            return {id: why for one in alone for id, why in one.items()}
        return await asyncio.to_thread(undecodable, [tuple(row) for row in rows])

    async def _replay_one(self) -> None:
        for id in await self._next(1):
            if id not in self._store.damaged:
                found = await self._store.examine(id)
                if isinstance(found, str):
                    self._unreported[id] = found
            self._last = id


LONGEST_JUMP = SECONDS_A_DAY
"""The most seconds that the clock may run ahead of the last stored time or a steady clock."""

SECONDS_TO_TRUST = SECONDS_A_DAY
"""How many seconds must pass without another jump before the clock is trusted again."""


class ClockGuard:
    """Watches the clock for jumps, and blocks deletion for a day after each one.

    A wrong clock could make the server permanently delete recent data.
    """

    def __init__(self, clock: Clock, last_used: float) -> None:
        """Set `last_used` to the latest time stored before this server started."""
        self._clock = clock
        self._before = clock.time_of_day(), clock.time()
        self._suspect_since: float | None = None
        now = clock.time_of_day()
        if last_used and now - last_used > LONGEST_JUMP:
            self._suspect(last_used, now)

    def is_trusted(self) -> bool:
        """Return True if it is safe to delete data that is old according to the clock."""
        day_before, time_before = self._before
        day, time = self._clock.time_of_day(), self._clock.time()
        self._before = day, time
        expected = day_before + time - time_before
        if abs(day - expected) > LONGEST_JUMP:
            self._suspect(expected, day)
        if self._suspect_since is not None and time - self._suspect_since > SECONDS_TO_TRUST:
            self._suspect_since = None
        return self._suspect_since is None

    def _suspect(self, expected: float, now: float) -> None:
        self._suspect_since = self._clock.time()
        log.warning(
            "the clock says %s, %.1f days from %s, when the server was last used; nothing is "
            "deleted or ended for a day: check the clock",
            _written(now),
            abs(now - expected) / SECONDS_A_DAY,
            _written(expected),
        )


def _written(time_of_day: float) -> str:
    return datetime.fromtimestamp(time_of_day, UTC).strftime("%Y-%m-%d %H:%M")


ForgetOld = Callable[[Store, Clock, float | None], Awaitable[None]]
"""Deletes what was last used before a time; see `Feature.forget_old`."""


async def abandon(store: Store, table: Table) -> bool:
    """End a running game without an outcome; return whether there was one."""
    if table.status != "playing":
        return False
    over = Transition(table).then(Abandoned())
    await store.append(table.id, table.version, over.events, summary_of(over.table))
    return True
