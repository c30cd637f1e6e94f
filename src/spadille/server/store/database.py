"""Connects to the database: its URL, its file, engines, queries, and errors."""

import logging
import os
import sqlite3
import stat
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, closing, suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec
import sqlalchemy as sa
from platformdirs import user_data_path
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    DBAPIError,
    DisconnectionError,
    InterfaceError,
    InternalError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ...table.errors import RefusedError
from .schema import moment

log = logging.getLogger(__name__)

IN_USE, UNUSABLE = "database/in-use", "database/unusable"
"""The codes of the refusals that a standby server waits out."""

FAILURES = (SQLAlchemyError, OSError, RefusedError)
"""The errors of a failed write."""


def is_away(error: BaseException) -> bool:
    """Return True if further attempts would fail too, because the database is unavailable."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    return isinstance(error, OSError | InterfaceError | OperationalError | RefusedError)


def is_out_of_reach(error: BaseException) -> bool:
    """Return True if the query did not reach the data, rather than finding it damaged."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True  # such as by a server that shuts down
    of_data = type(error) in {DatabaseError, InternalError}
    return isinstance(error, SQLAlchemyError | OSError) and not of_data


def name_of(url: URL) -> str:
    """Return the name of a database for use in sentences: a file path, or a URL without a driver.

    >>> from sqlalchemy.engine import make_url
    >>> name_of(make_url("postgresql+asyncpg://ann:secret@db/games"))
    'postgresql://ann:***@db/games'
    """
    kind = url.get_backend_name()
    return str(url.database) if kind == "sqlite" else url.set(drivername=kind).render_as_string()


def missing(path: Path) -> RefusedError:
    """Return the refusal for a database file that does not exist."""
    return RefusedError("backup/missing", "there is no database {name}", name=str(path))


def unusable(url: URL, error: BaseException) -> RefusedError:
    """Return the refusal for a database that failed, with the driver's reason."""
    reason = getattr(error, "orig", None) or error
    return RefusedError(
        UNUSABLE,
        "the database {name} cannot be used: {reason}",
        name=name_of(url),
        reason=getattr(error, "strerror", None) or str(reason),
    )


def foreign(path: Path) -> RefusedError:
    """Return the refusal for another program's database."""
    return RefusedError(
        "database/foreign",
        "{name} is the database of another program; choose another file",
        name=str(path),
    )


def in_use(name: str) -> RefusedError:
    """Return the refusal for a database in use by another server; standby servers wait instead."""
    return RefusedError(
        IN_USE,
        "the database {name} is in use by another server; stop that server first",
        name=name,
    )


_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}

_OPTIONS = {"host", "port", "ssl", "passfile"}
"""The options allowed in a URL; `sslmode` is the usual name of `ssl`."""


def url_of(database: str | None) -> URL:
    """Return the URL of a database given as a URL or file; None means the user's default file.

    Raise RefusedError if it is neither, if it names a place where games would not last, or if the
    user has no home folder.
    """
    if database is None:
        try:
            database = str(user_data_path("spadille", appauthor=False) / "spadille.db")
        except RuntimeError as error:  # no HOME, and an unknown user id
            raise RefusedError(
                "database/no-folder",
                "this account has no folder for games; name a file with {option}",
                option="--database",
            ) from error
    if "://" not in database:
        url = URL.create(_DRIVERS["sqlite"], database=database)
    else:
        url = _read_url(database)
    if url.get_backend_name() == "sqlite" and url.database in {None, "", ":memory:"}:
        raise RefusedError(
            "database/in-memory", "games in memory would be lost when the server stops; name a file"
        )
    return url


def _read_url(text: str) -> URL:
    name = text
    with suppress(ArgumentError):
        url = make_url(text)
        name = url.render_as_string()
        url = url.set(drivername=_DRIVERS.get(url.drivername, url.drivername))
        if url.drivername == _DRIVERS["sqlite"]:
            return url
        mode = url.query.get("sslmode")
        if mode is not None:
            url = url.difference_update_query(["sslmode"]).update_query_dict({"ssl": mode})
        if url.drivername == _DRIVERS["postgresql"] and url.query.keys() <= _OPTIONS:
            return url
    raise RefusedError(
        "database/bad-url",
        "{name} is not a database; expected a file, or a URL such as postgresql://localhost/games",
        name=name,
    )


OWN_FOLDER, OWN_FILE = 0o700, 0o600
"""The file permissions: no other user of the machine may read the cards of running games."""


def file_of(url: URL) -> Path | None:
    """Return the file of a database, or None if it has no file."""
    return Path(str(url.database)) if url.get_backend_name() == "sqlite" else None


def prepare_file(path: Path) -> None:
    """Check early that a file can exist at `path`, and keep it private; raise OSError if not."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWN_FILE))
    for name in (path, *beside(path)):
        with suppress(OSError):  # protecting another user's file is up to that user
            if stat.S_IMODE(name.stat().st_mode) & ~OWN_FILE:
                name.chmod(OWN_FILE)


def beside(path: Path) -> tuple[Path, Path]:
    """Return the side files of a SQLite database that is in use: recent changes and their index."""
    return path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")


def read_only(path: Path, options: str = "") -> sqlite3.Connection:
    """Return a read-only connection to a file."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{options}", uri=True)


def copy_database(source: Path, to: Path) -> None:
    """Copy a database file as a snapshot; `to` appears only once it is complete."""
    part = to.with_name(f"{to.name}.part")
    part.unlink(missing_ok=True)
    prepare_file(part)
    try:
        with closing(read_only(source)) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")  # leave a single file, without side files
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(to)
    finally:
        part.unlink(missing_ok=True)


_OURS = {"alembic_version", "tables"}
"""The tables in every Spadille database; a half-created database has no other tables."""


def is_foreign(path: Path) -> bool:
    """Return True if a file is another program's database, and False if it is unreadable.

    The check reads the raw file, because a connection would create side files or change the file.
    """
    wanted = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite@_%'"
    try:
        with closing(read_only(path, "&immutable=1")) as file:
            names = {name for (name,) in file.execute(f"{wanted} ESCAPE '@'")}
    except sqlite3.Error:
        return False
    return not (names >= _OURS or names <= _OURS)


WRITES = {"writes": True}
"""The connection options for transactions that change something.

In SQLite such a transaction waits for other writers before it reads. If another connection wrote
after that read, the change would fail with "database is locked".
"""


class Engines(NamedTuple):
    """A server's connections to a database.

    `general` serves every purpose except writing table events. Those are written through `serving`,
    or through `direct` from a thread, if set.
    """

    general: AsyncEngine
    serving: AsyncEngine
    direct: sa.Engine | None = None

    async def dispose(self) -> None:
        """Close all connections, none of which may be in use."""
        await self.general.dispose()
        await self.serving.dispose()
        if self.direct is not None:
            self.direct.dispose()


def engines_of(url: URL) -> Engines:
    """Return a server's connections; raise RefusedError if the driver is not installed."""
    general = engine_of(url)
    if url.get_backend_name() != "sqlite":
        return Engines(general, serving_engine_of(url))
    # A second connection to the file, for a dedicated thread: the first one switches threads
    # several times per transaction, which costs more than the transaction itself.
    direct = sa.create_engine(
        url.set(drivername="sqlite+pysqlite"),
        poolclass=sa.StaticPool,
        connect_args={"check_same_thread": False},
    )
    _configure_sqlite(direct)
    return Engines(general, general, direct)


def engine_of(url: URL) -> AsyncEngine:
    """Return a connection to a database that others may be using.

    It is a single one, so that a write sees the data that was read before it. SQLite allows only
    one writer anyway. Raise RefusedError if the driver is not installed.
    """
    if url.get_backend_name() != "sqlite":
        try:
            return _postgresql_engine(url)
        except ImportError as error:
            raise RefusedError(
                "database/no-driver",
                "{name} needs an extra package: {command}",
                name=name_of(url),
                command="pip install 'spadille[postgresql]'",
            ) from error
    engine = create_async_engine(url, pool_size=1, max_overflow=0)
    _configure_sqlite(engine.sync_engine)

    @sa.event.listens_for(engine.sync_engine, "invalidate")
    def undo(connection: Any, _record: object, _error: object) -> None:
        connection.rollback()  # if closed in mid-answer, it would keep the file locked

    return engine


def text_of(stored: bytes) -> str:
    r"""Return a stored text, even from a damaged file that is not UTF-8.

    The driver would fail and quote the text. Here unreadable bytes in a name become replacement
    marks. In JSON they become characters that decoders reject, so the JSON counts as damaged.

    >>> text_of(b"Ann\xff") == "Ann\ufffd", text_of(b'{"\xff"}')
    (True, '{"\udcff"}')
    """
    try:
        return stored.decode()
    except UnicodeDecodeError:
        is_json = stored.startswith((b"{", b"["))
        return stored.decode(errors="surrogateescape" if is_json else "replace")


def _configure_sqlite(engine: sa.Engine) -> None:
    @sa.event.listens_for(engine, "connect")
    def configure(connection: Any, _record: object) -> None:
        try:
            getattr(connection, "driver_connection", connection).text_factory = text_of
            # Otherwise the driver would commit schema changes statement by statement.
            connection.isolation_level = None
            cursor = connection.cursor()
            cursor.execute("PRAGMA journal_mode = WAL")
            cursor.execute("PRAGMA synchronous = FULL")  # not even a power outage undoes a card
            cursor.execute("PRAGMA foreign_keys = ON")
            cursor.close()
        except BaseException:
            connection.close()  # nothing else uses it yet, and its thread would stay alive
            raise

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        writes = connection.get_execution_options().keys() & WRITES.keys()
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


RIGHT = 0x5350_4144_494C_4C45
"""The advisory lock that a server holds; PostgreSQL keeps one for each database."""

SECONDS_FOR_RIGHT = 2
"""How long to wait for the lock: a killed server frees it as soon as PostgreSQL notices."""

SECONDS_TO_ANSWER = 30.0
"""How long to wait before a database that does not answer counts as out of reach."""

_SESSION = {
    "application_name": "spadille",
    "synchronous_commit": "on",  # not even a power outage undoes a card
    # The lock of a machine that disappears is freed within half a minute.
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "4",
}

_LOCK_NOT_AVAILABLE = "55P03"


def _postgresql_engine(url: URL) -> AsyncEngine:
    engine = create_async_engine(
        url,
        pool_size=1,
        max_overflow=0,
        pool_timeout=SECONDS_TO_ANSWER,
        connect_args={
            "timeout": SECONDS_TO_ANSWER,
            "command_timeout": SECONDS_TO_ANSWER,
            "server_settings": _SESSION,
        },
    )

    @sa.event.listens_for(engine.sync_engine, "checkout")
    def check(connection: Any, _record: object, _proxy: object) -> None:
        if connection.driver_connection.is_closed():  # costs nothing, unlike a query to the server
            raise DisconnectionError

    @sa.event.listens_for(engine.sync_engine, "before_cursor_execute", retval=True)
    def prepare(
        _connection: object,
        _cursor: object,
        statement: str,
        parameters: Any,
        _context: object,
        executemany: bool,  # noqa: FBT001 - as SQLAlchemy calls it
    ) -> tuple[str, Any]:
        if executemany:
            return statement, [tuple(map(_plain, row)) for row in parameters]
        return statement, tuple(map(_plain, parameters))

    return engine


def _plain(value: Any) -> Any:
    """Return a value PostgreSQL accepts: it refuses null characters, which clients may send."""
    return value.replace("\0", "\N{REPLACEMENT CHARACTER}") if isinstance(value, str) else value


def serving_engine_of(url: URL) -> AsyncEngine:
    """Return an engine whose one connection holds the right to be the only server on PostgreSQL.

    Writes are stored only while the connection lasts. After it ends, the next connection gets the
    right, or is refused if another server has taken it by then. So a server without the right
    cannot write.
    """
    engine = _postgresql_engine(url)

    @sa.event.listens_for(engine.sync_engine, "connect")
    def claim(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        try:
            cursor.execute(f"SET LOCAL lock_timeout = '{SECONDS_FOR_RIGHT}s'")
            cursor.execute(f"SELECT pg_advisory_lock({RIGHT})")
            connection.commit()
        except BaseException as error:
            connection.close()  # nothing else uses it yet
            if getattr(error, "sqlstate", None) == _LOCK_NOT_AVAILABLE:
                raise in_use(name_of(url)) from error
            raise

    return engine


Row: TypeAlias = sa.Row[*tuple[Any, ...]]

X = TypeVar("X")


class Database:
    """Runs single statements on an engine; related changes share a transaction (`begin`)."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def all(self, wanted: sa.Select[*tuple[Any, ...]]) -> Sequence[Row]:
        """Return all selected rows."""
        async with self.engine.connect() as connection:
            return (await connection.execute(wanted)).all()

    async def first(self, wanted: sa.Select[*tuple[Any, ...]]) -> Row | None:
        """Return the first selected row, or None."""
        async with self.engine.connect() as connection:
            return (await connection.execute(wanted)).first()

    async def scalars(self, wanted: sa.Select[Any]) -> list[Any]:
        """Return the values in the first selected column."""
        async with self.engine.connect() as connection:
            return list(await connection.scalars(wanted))

    async def scalar(self, wanted: sa.Select[Any]) -> Any:
        """Return the first selected value, or None."""
        async with self.engine.connect() as connection:
            return await connection.scalar(wanted)

    async def count_rows(self, which: sa.ColumnElement[bool]) -> int:
        """Return how many rows of a table match."""
        return int(await self.scalar(sa.select(sa.func.count()).where(which)))

    async def execute(self, change: sa.UpdateBase) -> sa.CursorResult[*tuple[Any, ...]]:
        """Make one change."""
        async with self.begin() as connection:
            return await connection.execute(change)

    def begin(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Return a transaction for changes; see `WRITES`."""
        return self.engine.execution_options(**WRITES).begin()


MOST_AT_ONCE = 100
"""The most unused rows to process at once, so that others can use the database in between."""


def unused(table: sa.Table, since: float) -> sa.Select[str]:
    """Select some rows that have been unused since that time, oldest first."""
    old = table.c.used < moment(since)
    return sa.select(table.c.id).where(old).order_by(table.c.used).limit(MOST_AT_ONCE)


async def count_in(
    connection: AsyncConnection, table: sa.Table, *which: sa.ColumnElement[bool]
) -> int:
    """Return how many rows of a table match, inside a transaction."""
    wanted = sa.select(sa.func.count()).select_from(table).where(*which)
    return (await connection.execute(wanted)).scalar_one()


DAMAGED = (msgspec.DecodeError, UnicodeError, RecursionError)
"""The errors that the decoder raises for damaged stored text."""


def read_as(text: str | bytes | msgspec.Raw, kind: type[X], row: str) -> X | None:
    """Return the value of a stored text; if it is damaged, return None and log the `row`."""
    try:
        return msgspec.json.decode(text, type=kind)
    except DAMAGED:
        note_damage(row)
        return None


def note_damage(row: str) -> None:
    """Log that a row is unreadable, without its contents."""
    log.error("stored data is damaged and omitted: %s", row)


def read_body(body: str) -> dict[str, Any]:
    """Return the contents of a body, or an empty dictionary if it is damaged."""
    return read_as(body, dict[str, Any], "an event that names a person") or {}


async def rewrite_bodies(
    connection: AsyncConnection,
    table: sa.Table,
    which: sa.ColumnElement[bool],
    told: dict[str, str],
    **columns: str,
) -> None:
    """Rewrite fields in the JSON bodies of rows, and set the given columns.

    A damaged body then contains only these fields.
    """
    rows = await connection.execute(sa.select(table).where(which))
    for row in rows.mappings().all():
        body = msgspec.json.encode({**read_body(row["body"]), **told}).decode()
        own = sa.and_(*(column == row[column] for column in table.primary_key))
        await connection.execute(table.update().where(own).values(body=body, **columns))
