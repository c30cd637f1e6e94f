"""Connections to PostgreSQL; one of them makes this process the only server of a database."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from .unusable import in_use, name_of

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


def engine_of(url: URL) -> AsyncEngine:
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
    engine = engine_of(url)

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
