"""Writes events from many tables in few transactions: waiting events share the next one."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from .database import is_away
from .schema import EVENTS

MOST_AT_ONCE = 500
"""The most appends per transaction, so that the first does not wait too long for the last."""

APART = 0.01
"""The seconds to wait after a transaction while several tables write.

Most of the cost of an event is its transaction, and no player notices such a delay.
"""

Write = Callable[[sa.Connection], object]
"""Writes related data, such as a feature's, in the transaction of the events."""


class ConflictError(Exception):
    """Raised if another process has stored events for the same table, so memory is out of date."""


class Append(NamedTuple):
    """The new events of a table as rows, and what else its transaction writes."""

    table: str
    rows: Sequence[dict[str, Any]]
    also: Sequence[Write]


Waiting = tuple[Append, asyncio.Future[None]]
"""An append, and what waits until it is stored."""


class Commits:
    """Stores table events; players see them only after their transaction has been committed.

    A single table writes without waiting. If several tables are writing, later appends share a
    transaction.
    """

    def __init__(self, engine: AsyncEngine, direct: sa.Engine | None) -> None:
        """Use `direct`, if given, to write to the same database from a thread, which is faster."""
        self._engine = engine
        self._direct = direct
        self._thread = ThreadPoolExecutor(1, "commits")
        self._waiting: list[Waiting] = []
        self._writer: asyncio.Task[None] | None = None

    async def store(self, append: Append) -> None:
        """Store an append, all or nothing; raise ConflictError if its event numbers are taken."""
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((append, stored))
        if self._writer is None:
            self._writer = asyncio.create_task(self._write(), name="commits")
        await stored

    async def close(self) -> None:
        """Close once everything has been stored."""
        while self._writer is not None:
            await asyncio.wait([self._writer])
        self._thread.shutdown()

    async def _write(self) -> None:
        try:
            while self._waiting:
                together = self._waiting[:MOST_AT_ONCE]
                del self._waiting[:MOST_AT_ONCE]
                # A task that no longer waits has given up the table, which will be loaded again.
                await self._store([waiting for waiting in together if not waiting[1].done()])
                if len(together) > 1 or self._waiting:
                    await asyncio.sleep(APART)
        finally:
            self._writer = None

    async def _store(self, together: Sequence[Waiting]) -> None:
        if not together:
            return
        try:
            await self._commit([append for append, _ in together])
        except Exception as error:  # noqa: BLE001 - passes any error on to the waiting tasks
            if is_away(error):
                _tell(together, error)
            elif len(together) == 1:
                conflict = isinstance(error, IntegrityError)
                _tell(together, ConflictError(together[0][0].table) if conflict else error)
            else:  # retry one by one, so that only the faulty ones fail
                for waiting in together:
                    await self._store([waiting])
        except BaseException as error:
            _tell(together, error)
            raise
        else:
            _tell(together, None)

    async def _commit(self, appends: Sequence[Append]) -> None:
        if self._direct is None:
            async with self._engine.begin() as connection:
                await connection.run_sync(_write, appends)
        else:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._thread, _commit, self._direct, appends)


def _commit(engine: sa.Engine, appends: Sequence[Append]) -> None:
    with engine.begin() as connection:
        _write(connection, appends)


def _write(connection: sa.Connection, appends: Sequence[Append]) -> None:
    _write_events(connection, [row for append in appends for row in append.rows])
    for append in appends:
        for write in append.also:
            write(connection)


def _write_events(connection: sa.Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Write events, in SQLite with plain SQL: building statements would take the most time."""
    if connection.dialect.name != "sqlite":
        connection.execute(EVENTS.insert(), rows)
        return
    as_text = "%Y-%m-%d %H:%M:%S.%f"  # as SQLAlchemy stores a time there
    connection.exec_driver_sql(
        "INSERT INTO events (table_id, version, body, stored) VALUES (?, ?, ?, ?)",
        [
            (row["table_id"], row["version"], row["body"], row["stored"].strftime(as_text))
            for row in rows
        ],
    )


def _tell(together: Sequence[Waiting], error: BaseException | None) -> None:
    for _, stored in together:
        if not stored.done():
            stored.set_result(None) if error is None else stored.set_exception(error)
