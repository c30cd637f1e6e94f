"""Guards against a wrong clock, which could make the server permanently delete recent data."""

import logging
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncEngine

from ..clock import SECONDS_A_DAY, Clock
from ..logs import log_failure
from .failures import is_out_of_reach
from .schema import METADATA, seconds

log = logging.getLogger(__name__)

LONGEST_JUMP = SECONDS_A_DAY
"""The most seconds that the clock may run ahead of the last stored time or a steady clock."""

SECONDS_TO_TRUST = SECONDS_A_DAY
"""How many seconds must pass without another jump before the clock is trusted again."""


async def last_used(engine: AsyncEngine) -> float:
    """Return the time when anything stored was last used, or 0 if nothing is stored."""
    found = [0.0]
    for column in _times_of_use():
        try:
            async with engine.connect() as connection:
                found.append(seconds(await connection.scalar(sa.select(sa.func.max(column)))))
        except DatabaseError as error:
            if is_out_of_reach(error):
                raise
            log_failure(log, f"cannot read when {column} was last", error)
    return max(found)


def _times_of_use() -> list[sa.Column[Any]]:
    """Return the columns with the times when rows were last used."""
    tables = METADATA.sorted_tables
    return [column for table in tables for column in table.c if column.name in {"used", "seen"}]


class ClockGuard:
    """Watches the clock for jumps, and blocks deletion for a day after each one."""

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
