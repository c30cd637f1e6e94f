"""Stores tables: every event is stored before players see its effect.

Each table has a summary: its seats and status, readable without loading the events. Summaries are
derived from events, and stored with the events that change them.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from functools import partial
from shutil import disk_usage
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar, cast

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from ...game import Record
from ...table.apply import record_of
from ...table.errors import RefusedError
from ...table.events import PersonId, TableEvent, read_event
from ...table.model import Table
from ...table.summary import MOST_LISTED, Summary, summary_of
from ..logs import log_failure
from . import database as db
from .commits import Append, Commits, Write
from .events import UNREADABLE, DamagedError, Numbered, find_damage, report, told_by
from .migrations import bring_up_to_date
from .schema import EVENTS, METADATA, PLACES, TABLES, seconds

S = TypeVar("S", bound=db.Database)

log = logging.getLogger(__name__)

ROOM = 1 << 20
"""The free bytes below which a disk counts as full."""


def summary_in(text: str | msgspec.Raw | None, table: str) -> Summary | None:
    """Return the stored summary of a table, or None if it is missing or damaged."""
    return db.read_as(text, Summary, f"summary of table {table}") if text else None


class Listed(NamedTuple):
    """A player's table, without a summary if `summary_in` finds none."""

    table: str
    summary: Summary | None
    used: float


class Store(db.Database):
    """The database, opened by `Store.open`, which also upgrades an older one."""

    def __init__(self, engines: db.Engines, damaged: Iterable[str], last_used: float) -> None:
        """Set the tables known to be damaged, and when anything stored was last used."""
        super().__init__(engines.general)
        self._engines = engines
        self.damaged = set(damaged)
        """The tables that are set aside because their data is known to be damaged."""
        self.last_used = last_used
        self.stored = 0
        self._sections: dict[type[db.Database], db.Database] = {}
        self._telling = asyncio.Lock()
        self._commits = Commits(engines.serving, engines.direct)

    @classmethod
    async def open(cls, database: str | None = None) -> "Store":
        """Open the database at a URL or in a file; by default, the user's own file.

        Raise RefusedError if it does not exist and cannot be created, or if another server is using
        it; for a file, `claim` makes the latter check.
        """
        url = db.url_of(database)
        path = db.file_of(url)
        engines: db.Engines | None = None
        damaged: dict[str, str] = {}
        try:
            if path is not None:
                db.prepare_file(path)
            engines = db.engines_of(url)
            await bring_up_to_date(engines.serving)
            if path is not None:
                damaged = await asyncio.to_thread(find_damage, path)
                report(damaged)
            return cls(engines, damaged, await _last_used(db.Database(engines.general)))
        except (RefusedError, SQLAlchemyError, sqlite3.Error, OSError) as error:
            if engines is not None:
                await engines.dispose()
            if isinstance(error, RefusedError):
                raise
            raise db.unusable(url, error) from error

    async def close(self) -> None:
        """Store all pending events, then disconnect from the database."""
        await self._commits.close()
        await self._engines.dispose()

    def section(self, kind: type[S]) -> S:
        """Return the queries of a feature for its own tables."""
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
        also: Sequence[Write] = (),
    ) -> None:
        """Store new tables, each with its first events: either all of the tables or none.

        `summaries` describe the tables after these events, and `also` writes related data.
        """
        now = datetime.now(UTC)
        rows = [row for table, events in tables.items() for row in _rows(table, 0, events, now)]
        async with self.writing() as connection:
            await connection.execute(
                TABLES.insert(), [{"id": table, "made": now, "used": now} for table in tables]
            )
            await connection.execute(EVENTS.insert(), rows)
            for table, summary in summaries.items():
                await connection.run_sync(_note, table, summary, now)
            for write in also:
                await connection.run_sync(write)

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
        now = datetime.now(UTC)
        rows = _rows(table, version, events, now)
        if summary is not None:
            also = (partial(_note, table=table, summary=summary, now=now), *also)
        await self._commits.store(Append(table, rows, also))
        self.stored += len(rows)

    async def write(self, writes: Sequence[Write]) -> None:
        """Store data of features in one transaction."""
        if writes:
            async with self.begin() as connection:
                for write in writes:
                    await connection.run_sync(write)

    async def is_writable(self) -> bool:
        """Return True if the database can store data right now.

        The test write changes nothing and needs no space, so free disk space is checked as well.
        """
        file = db.file_of(self.engine.url)
        nothing = TABLES.update().where(TABLES.c.id == "").values(status=None)
        try:
            async with self.writing() as connection:
                await connection.execute(nothing)
            return file is None or disk_usage(file.absolute().parent).free >= ROOM
        except db.FAILURES:
            return False

    async def is_lost(self) -> bool:
        """Return True if another server has taken the right to serve the database."""
        try:
            async with self._engines.serving.connect():
                return False
        except RefusedError as refusal:
            return refusal.code == db.IN_USE
        except db.FAILURES:  # unavailable, perhaps only for a moment
            return False

    async def load(self, table: str) -> Table | None:
        """Return the table rebuilt from its events, or None if the id is unknown.

        Raise RefusedError if its data is damaged.
        """
        if table not in self.damaged:
            found = await self.examine(table)
            if not isinstance(found, str):
                return found
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
            if db.is_out_of_reach(error):
                raise
            why = UNREADABLE
        self.damaged.add(table)
        return why

    async def record(self, table: str, number: int) -> Record | None:
        """Return the record of a table's game by its number, or None until the game is over."""
        # This reads all games at the table: keep it out of the event loop, one call at a time.
        async with self._telling:
            stored = await self._stored(table) if number > 0 else []
            if not stored:
                return None
            return await asyncio.to_thread(
                lambda: record_of(table, [read_event(body) for _, body in stored], number)
            )

    async def tables_of(self, person: PersonId) -> list[Listed]:
        """Return the tables where a player has a seat, most recently used first."""
        wanted = (
            sa.select(TABLES.c.id, TABLES.c.summary, TABLES.c.used)
            .join(PLACES, PLACES.c.table_id == TABLES.c.id)
            .where(PLACES.c.person == person)
            .order_by(TABLES.c.used.desc())
            .limit(MOST_LISTED)
        )
        return [
            Listed(id, summary_in(text, id), seconds(used))
            for id, text, used in await self.all(wanted)
        ]

    async def count_tables(self, person: PersonId) -> int:
        """Return the number of tables at which a player has a seat."""
        return await self.count_rows(PLACES.c.person == person)

    async def summarize(self, table: Table) -> None:
        """Store the summary of a table that was only read, which does not count as use."""
        await self.write([partial(_note, table=table.id, summary=summary_of(table))])

    async def unused_tables(self, since: float, *statuses: str | None) -> list[str]:
        """Return some tables in these states, or with no summary (None), unused since a time."""
        in_state = sa.or_(*(TABLES.c.status == status for status in statuses))
        return await self.scalars(db.unused(TABLES, since).where(in_state))

    async def remove_tables(self, tables: Sequence[str]) -> None:
        """Forget tables and everything that happened at them."""
        async with self.begin() as connection:
            for column in (PLACES.c.table_id, EVENTS.c.table_id, TABLES.c.id):
                await connection.execute(sa.delete(column.table).where(column.in_(tables)))

    async def _stored(self, table: str) -> Sequence[Numbered]:
        """Return a table's stored events with their numbers, oldest first."""
        wanted = (
            sa.select(EVENTS.c.version, EVENTS.c.body)
            .where(EVENTS.c.table_id == table)
            .order_by(EVENTS.c.version)
        )
        return [(version, body) for version, body in await self.all(wanted)]


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


def _note(
    connection: sa.Connection, table: str, summary: Summary, now: datetime | None = None
) -> None:
    """Store the summary of a table; `now` becomes the last use of it and of those made with it."""
    changes = {"status": summary.status, "summary": msgspec.json.encode(summary).decode()}
    connection.execute(TABLES.update().where(TABLES.c.id == table).values(**changes))
    if now is not None:
        together = TABLES.c.id.in_({table, *summary.group})
        connection.execute(TABLES.update().where(together).values(used=now))
    connection.execute(PLACES.delete().where(PLACES.c.table_id == table))
    people = set(filter(None, summary.people))
    if people:
        connection.execute(
            PLACES.insert(), [{"person": person, "table_id": table} for person in people]
        )


async def _last_used(database: db.Database) -> float:
    """Return the time when anything stored was last used, or 0 if nothing is stored."""
    found = [0.0]
    columns = (column for table in METADATA.sorted_tables for column in table.c)
    for column in [one for one in columns if one.name in {"used", "seen"}]:
        try:
            found.append(seconds(await database.scalar(sa.select(sa.func.max(column)))))
        except DatabaseError as error:
            if db.is_out_of_reach(error):
                raise
            log_failure(log, f"cannot read when {column} was last", error)
    return max(found)
