"""Where tables are kept: every event before anybody is shown what it did."""

import asyncio
import logging
import sqlite3
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from ..game import Record
from .committing import Append, Commits
from .damage import find_damage, report
from .database import bad_url, direct_engine_of, engine_of, file_of, prepare_file, unusable, url_of
from .events import TableEvent, read_event
from .guests import Guests
from .logs import log_failure
from .migrating import bring_up_to_date
from .past_games import record_of
from .refusals import RefusedError
from .register import Register, Summary, note
from .schema import EVENTS, TABLES
from .table import Table

log = logging.getLogger(__name__)


class Store:
    """The database. Opened by `Store.open`, which also brings an older one up to date."""

    def __init__(
        self,
        engine: AsyncEngine,
        direct: sa.Engine | None = None,
        damaged: frozenset[str] = frozenset(),
    ) -> None:
        self._engine = engine
        self._damaged = set(damaged)
        self.guests = Guests(engine)
        self.register = Register(engine)
        self._commits = Commits(engine, direct)

    @classmethod
    async def open(cls, database: str | None = None) -> "Store":
        """The database at a URL or in a file; without either, the file of the user's account.

        Raises:
            RefusedError: when there is none and none can be made there.
        """
        url = url_of(database)
        path = file_of(url)
        try:
            if path is not None:
                prepare_file(path)
            engine = engine_of(url)
        except ArgumentError as error:
            raise bad_url(url.render_as_string()) from error
        except (OSError, ImportError) as error:
            raise unusable(url, error) from error
        damaged: frozenset[str] = frozenset()
        try:
            await bring_up_to_date(engine)
            if path is not None:
                damage = await asyncio.to_thread(find_damage, path)
                report(damage)
                damaged = damage.tables
        except RefusedError:
            await engine.dispose()
            raise
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            await engine.dispose()
            raise unusable(url, error) from error
        return cls(engine, direct_engine_of(url), damaged)

    async def close(self) -> None:
        await self._commits.close()
        await self._engine.dispose()

    async def add(
        self, table: str, events: Sequence[TableEvent], summary: Summary | None = None
    ) -> None:
        """Stores a new table with its first events, and how it stands after them."""
        await self.add_all({table: events}, {} if summary is None else {table: summary})

    async def add_all(
        self,
        tables: Mapping[str, Sequence[TableEvent]],
        summaries: Mapping[str, Summary] = MappingProxyType({}),
    ) -> None:
        """Stores new tables, each with its first events: all of them or none."""
        now = datetime.now(UTC)
        rows = [row for table, events in tables.items() for row in _rows(table, 0, events, now)]
        async with self._engine.begin() as connection:
            await connection.execute(
                TABLES.insert(), [{"id": table, "made": now, "used": now} for table in tables]
            )
            await connection.execute(EVENTS.insert(), rows)
            for table, summary in summaries.items():
                await connection.run_sync(note, table, summary, now)

    async def append(
        self,
        table: str,
        version: int,
        events: Sequence[TableEvent],
        summary: Summary | None = None,
    ) -> None:
        """Stores what has happened at a table that had `version` events: all of it or nothing.

        `summary` is given when the table stands otherwise for those who do not look at it.

        Raises:
            ConflictError: when it has more events than that.
        """
        rows = _rows(table, version, events, datetime.now(UTC))
        await self._commits.store(Append(table, rows, summary))

    async def load(self, table: str) -> Table | None:
        """The table as its events make it; None when there is none of that id.

        Raises:
            RefusedError: when its data is damaged; other tables are not concerned.
        """
        if table in self._damaged:
            raise _set_aside()
        try:
            stored = await self._bodies(table)
            return Table.load(table, map(read_event, stored)) if stored else None
        except OperationalError:  # of the machine rather than of the data
            raise
        except Exception as error:
            log_failure(log, f"table {table} is damaged and has been set aside", error)
            self._damaged.add(table)
            raise _set_aside() from error

    async def record(self, table: str, number: int) -> Record | None:
        """The record of the game of that number at a table; None while there is none."""
        stored = await self._bodies(table)
        if not stored:
            return None
        # As long as all its games together, and so not in the event loop.
        return await asyncio.to_thread(lambda: record_of(table, map(read_event, stored), number))

    async def _bodies(self, table: str) -> Sequence[str]:
        """The stored events of a table, oldest first."""
        bodies = (
            sa.select(EVENTS.c.body).where(EVENTS.c.table_id == table).order_by(EVENTS.c.version)
        )
        async with self._engine.connect() as connection:
            return (await connection.execute(bodies)).scalars().all()


def _set_aside() -> RefusedError:
    return RefusedError(
        "table/damaged",
        "the data of this table is damaged; who runs this server can go back to a backup",
    )


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
