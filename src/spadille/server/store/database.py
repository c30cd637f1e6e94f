"""Connections to PostgreSQL; one of them makes this process the only server of a database.

The database: its URL, its file and permissions, and the lock that admits only one server.

`postgresql` has everything specific to PostgreSQL.

The base of all sections of the store: queries, reads, and single changes.
"""

import logging
import os
import sqlite3
import stat
from collections.abc import Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    closing,
    nullcontext,
    suppress,
)
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec
import sqlalchemy as sa
from platformdirs import user_data_path
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ...lock import give, lock
from ..errors import RefusedError
from .failures import bad_url, foreign, in_use, name_of, unusable, without_driver, without_folder
from .schema import moment

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

_ASKED = {"host", "port", "ssl", "passfile"}
"""The options allowed in a URL; `sslmode` is the usual name of `ssl`."""


def read_url(url: URL) -> URL | None:
    """Return the URL in the driver's format, or None if it has an unknown option."""
    mode = url.query.get("sslmode")
    if mode is not None:
        url = url.difference_update_query(["sslmode"]).update_query_dict({"ssl": mode})
    return url if url.query.keys() <= _ASKED else None


def postgresql_engine(url: URL) -> AsyncEngine:
    """Return an engine with one connection, so that a write sees the data that was read before it.

    Raises:
        ImportError: if the driver is not installed.
    """
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
    _keep_well(engine.sync_engine)
    return engine


def serving_engine_of(url: URL) -> AsyncEngine:
    """Return an engine whose one connection holds the right to be the only server.

    Writes are stored only while the connection lasts. After it ends, the next connection gets the
    right, or is refused if another server has taken it by then. So a server without the right
    cannot write.
    """
    engine = postgresql_engine(url)

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


def _keep_well(engine: sa.Engine) -> None:
    @sa.event.listens_for(engine, "checkout")
    def check(connection: Any, _record: object, _proxy: object) -> None:
        if connection.driver_connection.is_closed():  # costs nothing, unlike a query to the server
            raise DisconnectionError

    @sa.event.listens_for(engine, "before_cursor_execute", retval=True)
    def prepare(
        _connection: object,
        _cursor: object,
        statement: str,
        parameters: Any,
        _context: object,
        executemany: bool,  # noqa: FBT001 - as above
    ) -> tuple[str, Any]:
        if executemany:
            return statement, [tuple(map(_plain, row)) for row in parameters]
        return statement, tuple(map(_plain, parameters))


def _plain(value: Any) -> Any:
    """Return a value PostgreSQL accepts: it refuses null characters, which clients may send."""
    return value.replace("\0", "\N{REPLACEMENT CHARACTER}") if isinstance(value, str) else value


_IN_MEMORY = {None, "", ":memory:"}

WRITES = {"writes": True}
"""The connection options for transactions that change something.

In SQLite such a transaction waits for other writers before it reads. If another connection wrote
after that read, the change would fail with "database is locked".
"""

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}

OWN_FOLDER, OWN_FILE = 0o700, 0o600
"""The file permissions: no other user of the machine may read the cards of running games."""


def url_of(database: str | None) -> URL:
    """Return the URL of a database given as a URL or file; None means the user's default file.

    Raises:
        RefusedError: if it is neither, if it names a place where games would not last, or if the
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
    if url.get_backend_name() == "sqlite" and url.database in _IN_MEMORY:
        raise RefusedError(
            "database/in-memory", "games in memory would be lost when the server stops; name a file"
        )
    return url


def _read_url(text: str) -> URL:
    try:
        url = make_url(text)
    except ArgumentError as error:
        raise bad_url(text) from error
    asked = url.render_as_string()
    url = url.set(drivername=_DRIVERS.get(url.drivername, url.drivername))
    if url.drivername == _DRIVERS["sqlite"]:
        return url
    read = read_url(url) if url.drivername == _DRIVERS["postgresql"] else None
    if read is None:
        raise bad_url(asked)
    return read


def file_of(url: URL) -> Path | None:
    """Return the file of a database, or None if it has no file."""
    if url.get_backend_name() != "sqlite":
        return None
    return Path(str(url.database))


def prepare_file(path: Path) -> None:
    """Check early that a file can exist at `path`, and keep it private.

    Raises:
        OSError: if the file cannot exist.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWN_FILE))
    for name in (path, *beside(path)):
        with suppress(OSError):  # protecting another user's file is up to that user
            if stat.S_IMODE(name.stat().st_mode) & ~OWN_FILE:
                name.chmod(OWN_FILE)


def beside(path: Path) -> tuple[Path, Path]:
    """Return the side files of a SQLite database that is in use: recent changes and their index."""
    return path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")


def read_only(path: Path) -> sqlite3.Connection:
    """Return a read-only connection to a file."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def claim(database: str | None, *, create_folder: bool = False) -> AbstractContextManager[object]:
    """Claim the right to be the only server of a database until the returned claim is closed.

    A database that is not a file needs no lock here: its connections hold the right. The file's
    folder is created only if `create_folder` is set or the database is the default one.

    Raises:
        RefusedError: if another server already has the right, if the folder or file cannot be used,
            or if the file is another program's database.
    """
    url = url_of(database)
    path = file_of(url)
    if path is None:
        return nullcontext()
    if is_foreign(path):
        raise foreign(url)
    try:
        if not path.parent.exists():
            if database is not None and not create_folder:
                raise without_folder(path)
            _create_folders(path)
        is_new = not path.exists()
        prepare_file(path)
        if is_new:
            give(path, path.absolute().parent)
        return closing(lock(path))
    except BlockingIOError as error:
        raise in_use(str(path)) from error
    except OSError as error:
        raise unusable(url, error) from error


def _create_folders(path: Path) -> None:
    """Create the missing folders above a file, for their owner only."""
    for folder in reversed([parent for parent in path.parents if not parent.exists()]):
        folder.mkdir(OWN_FOLDER, exist_ok=True)


_OURS = {"alembic_version", "tables"}
"""The tables in every Spadille database; a half-created database has no other tables."""


def is_foreign(path: Path) -> bool:
    """Return True if a file is another program's database, and False if it is unreadable.

    The check reads the raw file, because a connection would create side files or change the file.
    """
    wanted = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite@_%'"
    try:
        url = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(url, uri=True)) as file:
            names = {name for (name,) in file.execute(f"{wanted} ESCAPE '@'")}
    except sqlite3.Error:
        return False
    return not (names >= _OURS or names <= _OURS)


class Engines(NamedTuple):
    """A server's connections to a database.

    `general` serves every purpose except writing table events. Those are written through `serving`,
    or through `direct` from a thread, if set.
    """

    general: AsyncEngine
    serving: AsyncEngine
    direct: sa.Engine | None = None

    async def dispose(self) -> None:
        """Close all connections except that of `direct`, which belongs to its thread."""
        await self.general.dispose()
        if self.serving is not self.general:
            await self.serving.dispose()


def engines_of(url: URL) -> Engines:
    """Return a server's connections.

    Raises:
        RefusedError: if the driver is not installed.
    """
    general = engine_of(url)
    if url.get_backend_name() == "sqlite":
        return Engines(general, general, _direct_engine_of(url))
    return Engines(general, serving_engine_of(url))


def engine_of(url: URL) -> AsyncEngine:
    """Return a connection to a database that others may be using.

    Raises:
        RefusedError: if the driver is not installed.
    """
    if url.get_backend_name() != "sqlite":
        try:
            return postgresql_engine(url)
        except ImportError as error:
            raise without_driver(url) from error
    # One connection, so nothing waits for a lock: SQLite allows only one writer anyway.
    engine = create_async_engine(url, pool_size=1, max_overflow=0)
    _configure(engine.sync_engine)

    @sa.event.listens_for(engine.sync_engine, "invalidate")
    def undo(connection: Any, _record: object, _error: object) -> None:
        connection.rollback()  # if closed in mid-answer, it would keep the file locked

    return engine


def _direct_engine_of(url: URL) -> sa.Engine:
    """Return a second connection to a file, for a dedicated thread.

    The first one switches threads several times per transaction, which costs more than the
    transaction itself.
    """
    engine = sa.create_engine(
        url.set(drivername="sqlite+pysqlite"),
        poolclass=sa.StaticPool,
        connect_args={"check_same_thread": False},
    )
    _configure(engine)
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


def _configure(engine: sa.Engine) -> None:
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


log = logging.getLogger(__name__)

Row: TypeAlias = sa.Row[*tuple[Any, ...]]

ClientSnapshot = TypeVar("ClientSnapshot")

X = TypeVar("X")

MOST_AT_ONCE = 100
"""The most unused rows to process at once, so that others can use the database in between."""


DAMAGED = (msgspec.DecodeError, UnicodeError, RecursionError)
"""The errors that the decoder raises for damaged stored text."""


def read_as(text: str | bytes | msgspec.Raw, kind: type[X], row: str) -> X | None:
    """Return the value of a stored text, or None if it is damaged, so the rest can still be used.

    `row` describes the row in the log.
    """
    try:
        return msgspec.json.decode(text, type=kind)
    except DAMAGED:
        note_damage(row)
        return None


def note_damage(row: str) -> None:
    """Log that a row is unreadable, without its contents."""
    log.error("stored data is damaged and omitted: %s", row)


async def count_in(
    connection: AsyncConnection, table: sa.Table, *which: sa.ColumnElement[bool]
) -> int:
    """Return how many rows of a table match."""
    wanted = sa.select(sa.func.count()).select_from(table).where(*which)
    return (await connection.execute(wanted)).scalar_one()


def unused(table: sa.Table, since: float) -> sa.Select[str]:
    """Select some rows that have been unused since that time, oldest first."""
    old = table.c.used < moment(since)
    return sa.select(table.c.id).where(old).order_by(table.c.used).limit(MOST_AT_ONCE)


class Section:
    """A section of the stored data; changes that belong together share a transaction."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def _all(self, wanted: sa.Select[*tuple[Any, ...]]) -> Sequence[Row]:
        async with self._engine.connect() as connection:
            return (await connection.execute(wanted)).all()

    async def _first(self, wanted: sa.Select[*tuple[Any, ...]]) -> Row | None:
        async with self._engine.connect() as connection:
            return (await connection.execute(wanted)).first()

    async def _values(self, wanted: sa.Select[Any]) -> list[Any]:
        """Return the values in the only selected column."""
        async with self._engine.connect() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def _count(self, which: sa.ColumnElement[bool]) -> int:
        """Return how many rows of the table match."""
        wanted = sa.select(sa.func.count()).where(which)
        async with self._engine.connect() as connection:
            return int((await connection.execute(wanted)).scalar_one())

    def _writing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Return a transaction for changes; see `database.WRITES`."""
        return self._engine.execution_options(**WRITES).begin()

    async def _write(self, change: sa.UpdateBase) -> sa.CursorResult[*tuple[Any, ...]]:
        async with self._writing() as connection:
            return await connection.execute(change)


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
