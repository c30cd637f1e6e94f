"""The database: its URL, its file and permissions, and the lock that admits only one server.

`postgresql` has everything specific to PostgreSQL.
"""

import os
import sqlite3
import stat
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from platformdirs import user_data_path
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ...lock import give, lock
from ..refusals import RefusedError
from . import postgresql
from .unusable import bad_url, foreign, in_use, unusable, without_driver, without_folder

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
    read = postgresql.read_url(url) if url.drivername == _DRIVERS["postgresql"] else None
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
    return Engines(general, postgresql.serving_engine_of(url))


def engine_of(url: URL) -> AsyncEngine:
    """Return a connection to a database that others may be using.

    Raises:
        RefusedError: if the driver is not installed.
    """
    if url.get_backend_name() != "sqlite":
        try:
            return postgresql.engine_of(url)
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
