"""Stores tables: every event is stored before players see its effect."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from shutil import disk_usage
from types import MappingProxyType
from typing import Any, TypeVar, cast

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from ...game import Record
from ..errors import RefusedError
from ..logs import log_failure
from ..table.apply import record_of
from ..table.events import TableEvent, read_event
from ..table.model import Table
from .commits import Append, Commits, Write
from .database import (
    FAILURES,
    IN_USE,
    Database,
    Engines,
    Section,
    engines_of,
    file_of,
    is_out_of_reach,
    prepare_file,
    unusable,
    url_of,
)
from .events import UNREADABLE, DamagedError, StoredEvent, find_damage, report, told_by
from .migrations import bring_up_to_date
from .schema import EVENTS, METADATA, TABLES, seconds
from .tables import Summary, TableStore, note

S = TypeVar("S", bound=Section)

log = logging.getLogger(__name__)

ROOM = 1 << 20
"""The free bytes below which a disk counts as full."""


class Store(Database):
    """The database, opened by `Store.open`, which also upgrades an older one."""

    def __init__(self, engines: Engines, damaged: Iterable[str], last_used: float = 0.0) -> None:
        super().__init__(engines.general)
        self._engines = engines
        self._damaged = set(damaged)
        self.last_used = last_used
        self.register = TableStore(engines.general)
        self.stored = 0
        self._sections: dict[type[Section], Section] = {}
        self._telling = asyncio.Lock()
        self._commits = Commits(engines.serving, engines.direct)

    @classmethod
    async def open(cls, database: str | None = None) -> "Store":
        """Open the database at a URL or in a file; by default, the user's own file.

        Raise RefusedError if it does not exist and cannot be created, or if another server is using
        it; for a file, `claim` makes the latter check.
        """
        url = url_of(database)
        path = file_of(url)
        try:
            if path is not None:
                prepare_file(path)
        except OSError as error:
            raise unusable(url, error) from error
        engines = engines_of(url)
        damaged: dict[str, str] = {}
        try:
            await bring_up_to_date(engines.serving)
            if path is not None:
                damaged = await asyncio.to_thread(find_damage, path)
                report(damaged)
            used = await _last_used(Database(engines.general))
        except RefusedError:
            await engines.dispose()
            raise
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            await engines.dispose()
            raise unusable(url, error) from error
        return cls(engines, damaged, used)

    async def close(self) -> None:
        """Store all pending events, then disconnect from the database."""
        await self._commits.close()
        await self._engines.dispose()

    def section(self, kind: type[S]) -> S:
        """Return the section of that kind, which a feature uses for its own tables."""
        if kind not in self._sections:
            self._sections[kind] = kind(self.engine)
        return cast(S, self._sections[kind])

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Return a connection for reading all stored data."""
        return self.engine.connect()

    def writing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Return a transaction on the only connection that may write table events."""
        return self._engines.serving.begin()

    async def add(
        self,
        tables: Mapping[str, Sequence[TableEvent]],
        summaries: Mapping[str, Summary] = MappingProxyType({}),
        also: Callable[[sa.Connection], None] | None = None,
    ) -> None:
        """Store new tables, each with its first events: either all of the tables or none.

        `summaries` describe the tables after these events, and `also` writes related data.
        """
        now = datetime.now(UTC)
        rows = [row for table, events in tables.items() for row in _rows(table, 0, events, now)]
        async with self._engines.serving.begin() as connection:
            await connection.execute(
                TABLES.insert(), [{"id": table, "made": now, "used": now} for table in tables]
            )
            await connection.execute(EVENTS.insert(), rows)
            for table, summary in summaries.items():
                await connection.run_sync(note, table, summary, now)
            if also is not None:
                await connection.run_sync(also)

    async def append(
        self,
        table: str,
        version: int,
        events: Sequence[TableEvent],
        summary: Summary | None = None,
        also: Sequence[Write] = (),
    ) -> None:
        """Store new events at a table that had `version` events: all of them or none.

        Give a `summary` if it has changed for players who are not at the table. `also` writes data
        of features in the same transaction. Raise ConflictError if the table has more events.
        """
        rows = _rows(table, version, events, datetime.now(UTC))
        await self._commits.store(Append(table, rows, summary, also))
        self.stored += len(rows)

    async def write(self, writes: Sequence[Write]) -> None:
        """Store data of features in one transaction."""
        if writes:
            now = datetime.now(UTC)
            async with self.begin() as connection:
                for write in writes:
                    await connection.run_sync(write, now)

    async def is_writable(self) -> bool:
        """Return True if the database can store data right now.

        The test write changes nothing and needs no space, so free disk space is checked as well.
        """
        file = file_of(self.engine.url)
        nothing = TABLES.update().where(TABLES.c.id == "").values(status=None)
        try:
            async with self._engines.serving.begin() as connection:
                await connection.execute(nothing)
            return file is None or disk_usage(file.absolute().parent).free >= ROOM
        except FAILURES:
            return False

    async def is_lost(self) -> bool:
        """Return True if another server has taken the right to serve the database."""
        try:
            async with self._engines.serving.connect():
                return False
        except RefusedError as refusal:
            return refusal.code == IN_USE
        except FAILURES:  # unavailable, perhaps only for a moment
            return False

    async def load(self, table: str) -> Table | None:
        """Return the table rebuilt from its events, or None if the id is unknown.

        Raise RefusedError if its data is damaged; other tables are not affected.
        """
        known = self.is_set_aside(table)
        found = "" if known else await self.examine(table)
        if not isinstance(found, str):
            return found
        if not known:
            report({table: found})
        raise RefusedError(
            "table/damaged", "the data of this table is damaged; the admin can restore a backup"
        )

    async def examine(self, table: str) -> Table | str | None:
        """Load a table; if it is damaged, set it aside and return the reason."""
        try:
            stored = await self._stored(table)
            if not stored:
                return None
            # This takes a while for a long game, so keep it out of the event loop.
            return await asyncio.to_thread(told_by, table, stored)
        except DamagedError as error:
            why = str(error)
        except SQLAlchemyError as error:
            if is_out_of_reach(error):
                raise
            why = UNREADABLE
        self.set_aside([table])
        return why

    def is_set_aside(self, table: str) -> bool:
        """Return True if the data of a table is known to be damaged."""
        return table in self._damaged

    def set_aside(self, tables: Iterable[str]) -> None:
        """Set these tables aside: refuse to load them from now on."""
        self._damaged.update(tables)

    async def record(self, table: str, number: int) -> Record | None:
        """Return the record of a table's game by its number, or None until the game is over."""
        # This reads all games at the table: keep it out of the event loop, one call at a time.
        async with self._telling:
            stored = await self._stored(table) if number > 0 else []
            if not stored:
                return None
            return await asyncio.to_thread(
                lambda: record_of(table, [read_event(one.body) for one in stored], number)
            )

    async def _stored(self, table: str) -> Sequence[StoredEvent]:
        """Return a table's stored events with their numbers, oldest first."""
        wanted = (
            sa.select(EVENTS.c.version, EVENTS.c.body)
            .where(EVENTS.c.table_id == table)
            .order_by(EVENTS.c.version)
        )
        return [StoredEvent(*row) for row in await self.all(wanted)]


def _rows(
    table: str, version: int, events: Sequence[TableEvent], now: datetime
) -> list[dict[str, Any]]:
    return [
        {
            "table_id": table,
            "version": number,
            "body": msgspec.json.encode(event).decode(),
            "stored": now,
        }
        for number, event in enumerate(events, start=version + 1)
    ]


async def _last_used(database: Database) -> float:
    """Return the time when anything stored was last used, or 0 if nothing is stored."""
    found = [0.0]
    columns = (column for table in METADATA.sorted_tables for column in table.c)
    for column in [one for one in columns if one.name in {"used", "seen"}]:
        try:
            found.append(seconds(await database.scalar(sa.select(sa.func.max(column)))))
        except DatabaseError as error:
            if is_out_of_reach(error):
                raise
            log_failure(log, f"cannot read when {column} was last", error)
    return max(found)
