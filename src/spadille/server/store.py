"""Where tables are kept: every event before anybody is shown what it did."""

import logging
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from platformdirs import user_data_path
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ..game import T
from .events import TableEvent, read_event
from .refusals import RefusedError
from .table import Table

log = logging.getLogger(__name__)

_metadata = sa.MetaData()

_tables = sa.Table(
    "tables",
    _metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("made", sa.DateTime(timezone=True), nullable=False),
)

_events = sa.Table(
    "events",
    _metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("stored", sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint("table_id", "version"),
)

_IN_MEMORY = {None, "", ":memory:"}

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}


class ConflictError(Exception):
    """Another process has stored events of the same table: what is in memory is out of date."""


class Store:
    """The database. Opened by `Store.open`, which also brings an older one up to date."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @classmethod
    async def open(cls, database: str | None = None) -> "Store":
        """The database at a URL or in a file; without either, the file of the user's account.

        Raises:
            RefusedError: when there is none and none can be made there.
        """
        url = _url(database)
        try:
            if url.database not in _IN_MEMORY and url.get_backend_name() == "sqlite":
                _prepare_file(Path(str(url.database)))
            engine = _engine(url)
        except ArgumentError as error:
            raise _bad_url(url.render_as_string()) from error
        except (OSError, ImportError) as error:
            raise _unusable(url, error) from error
        try:
            async with engine.begin() as connection:
                await connection.run_sync(_migrate)
        except CommandError as error:
            await engine.dispose()
            raise RefusedError(
                "database/newer",
                T("the database {name} was written by a newer version of Spadille"),
                name=url.render_as_string(),
            ) from error
        except (SQLAlchemyError, OSError) as error:
            await engine.dispose()
            raise _unusable(url, error) from error
        return cls(engine)

    async def close(self) -> None:
        await self._engine.dispose()

    async def add(self, table: str, events: Sequence[TableEvent]) -> None:
        """Stores a new table with its first events."""
        await self.add_all({table: events})

    async def add_all(self, tables: Mapping[str, Sequence[TableEvent]]) -> None:
        """Stores new tables, each with its first events: all of them or none."""
        now = datetime.now(UTC)
        rows = [row for table, events in tables.items() for row in _rows(table, 0, events, now)]
        async with self._engine.begin() as connection:
            await connection.execute(
                _tables.insert(), [{"id": table, "made": now} for table in tables]
            )
            await connection.execute(_events.insert(), rows)

    async def append(self, table: str, version: int, events: Sequence[TableEvent]) -> None:
        """Stores what has happened at a table that had `version` events: all of it or nothing.

        Raises:
            ConflictError: when it has more events than that.
        """
        rows = _rows(table, version, events, datetime.now(UTC))
        try:
            async with self._engine.begin() as connection:
                await connection.execute(_events.insert(), rows)
        except IntegrityError as error:
            raise ConflictError(table) from error

    async def load(self, table: str) -> Table | None:
        """The table as its events make it; None when there is none of that id."""
        bodies = (
            sa.select(_events.c.body).where(_events.c.table_id == table).order_by(_events.c.version)
        )
        async with self._engine.connect() as connection:
            stored = (await connection.execute(bodies)).scalars().all()
        if not stored:
            return None
        return Table.load(table, map(read_event, stored))


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


def _url(database: str | None) -> URL:
    if database is None:
        database = str(user_data_path("spadille", appauthor=False) / "spadille.db")
    if "://" not in database:
        return URL.create(_DRIVERS["sqlite"], database=database)
    try:
        url = make_url(database)
    except ArgumentError as error:
        raise _bad_url(database) from error
    return url.set(drivername=_DRIVERS.get(url.drivername, url.drivername))


def _prepare_file(path: Path) -> None:
    """Finds out early, and with a clear reason, whether there can be a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.open("ab").close()


def _engine(url: URL) -> AsyncEngine:
    if url.get_backend_name() != "sqlite":
        return create_async_engine(url)
    # One connection: SQLite has one writer anyway, and so nobody waits for a lock.
    engine = create_async_engine(url, pool_size=1, max_overflow=0)

    @sa.event.listens_for(engine.sync_engine, "connect")
    def configure(connection: Any, _record: object) -> None:
        try:
            cursor = connection.cursor()
            cursor.execute("PRAGMA journal_mode = WAL")
            cursor.execute("PRAGMA synchronous = FULL")  # not even a power cut takes a card back
            cursor.execute("PRAGMA foreign_keys = ON")
            cursor.close()
        except BaseException:
            connection.close()  # nobody else knows of it yet, and its thread would live on
            raise

    return engine


def _bad_url(name: str) -> RefusedError:
    return RefusedError(
        "database/bad-url",
        T("{name} is no database; expected a file or a URL such as sqlite:///games.db"),
        name=name,
    )


def _unusable(url: URL, error: BaseException) -> RefusedError:
    reason = getattr(error, "orig", None) or error
    return RefusedError(
        "database/unusable",
        T("the database {name} cannot be used: {reason}"),
        name=url.render_as_string(),
        reason=getattr(error, "strerror", None) or str(reason),
    )


def _migrate(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", f"{__package__}:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
