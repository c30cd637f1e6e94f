"""Database tasks for the admin: tokens, ratings, sanctions, and closing tables.

A running server picks up these changes within a few seconds.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from time import time
from typing import NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from ..clock import LoopClock
from ..errors import RefusedError, unknown_table
from ..net.tokens import HOST, LONGEST_NAME, TokenStore
from ..store.database import IN_USE, engine_of, file_of, missing, unusable, url_of
from ..store.lock import served_by_nobody
from ..store.maintenance import abandon
from ..store.migrations import check_form
from ..store.schema import TABLES
from ..store.tables import summary_in
from ..table.events import PersonId
from ..table.seats import plain_name
from ..wire.http import Scope, TokenInfo, TokenMade
from .moderation import Kind, Report, Sanction, SanctionStore
from .ratings.store import RatingStore

X = TypeVar("X")


class TableLine(NamedTuple):
    """A table as the admin sees it in a list, without its cards."""

    table: str
    status: str
    title: str
    names: tuple[str, ...]
    used: str
    people: tuple[str, ...] = ()


def make_token(database: str | None, name: str, scopes: Iterable[Scope]) -> TokenMade:
    """Create a token for the admin; see `TokenStore.make`."""
    plain = plain_name(name)[:LONGEST_NAME]
    return _with(database, lambda engine: TokenStore(engine).make(LoopClock(), HOST, plain, scopes))


def tokens(database: str | None) -> tuple[TokenInfo, ...]:
    """Return the admin's tokens, newest first."""
    return _with(database, lambda engine: TokenStore(engine).tokens_of(HOST))


def end_token(database: str | None, id: str) -> None:
    """Revoke one of the admin's tokens and disconnect the bots that use it."""
    _with(database, lambda engine: TokenStore(engine).revoke(HOST, id))


def tables(database: str | None, most: int) -> list[TableLine]:
    """Return the most recently used tables."""

    async def read(engine: AsyncEngine) -> list[TableLine]:
        """Return up to `most` tables, most recently used first."""
        columns = (TABLES.c.id, TABLES.c.status, TABLES.c.summary, TABLES.c.used)
        wanted = sa.select(*columns).order_by(TABLES.c.used.desc()).limit(most)
        async with engine.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return [_line(*row) for row in rows]

    return _with(database, read)


def end_table(database: str | None, table: str) -> bool | None:
    """End the game at a table without an outcome; return whether there was a running game.

    Return None if a server is running; the server will soon end the game itself.

    Raises:
        RefusedError: if the table does not exist.
    """

    async def end() -> bool:
        """End the game in the store; fail if a server uses the database."""
        async with served_by_nobody(database) as store:
            found = await store.load(table)
            if found is None:
                raise unknown_table()
            return await abandon(store, found)

    try:
        return asyncio.run(end())
    except RefusedError as refusal:
        if refusal.code != IN_USE:
            raise
        return _with(database, lambda engine: _order(engine, table))


def rate_anew(database: str | None) -> int:
    """Forget all ratings and return how many stored games the server will rate again.

    Raises:
        RefusedError: if a server is running.
    """

    async def start_over() -> int:
        """Forget the ratings in the store; fail if a server uses the database."""
        async with served_by_nobody(database) as store:
            return await store.section(RatingStore).start_over()

    return asyncio.run(start_over())


async def _order(engine: AsyncEngine, table: str) -> bool | None:
    async with engine.connect() as connection:
        status = sa.select(TABLES.c.status).where(TABLES.c.id == table)
        found = (await connection.execute(status)).first()
    if found is None:
        raise unknown_table()
    if found.status in {"waiting", "over"}:
        return False
    await SanctionStore(engine).impose("close", table, time())
    return None


def measures(database: str | None) -> tuple[Sanction, ...]:
    """Return the mutes and bans, and the games that are due to end."""
    return _with(database, lambda engine: SanctionStore(engine).listed(time()))


def impose(database: str | None, kind: Kind, person: PersonId, days: float | None) -> None:
    """Mute or ban a player."""
    _with(database, lambda engine: SanctionStore(engine).impose(kind, person, time(), days))


def lift(database: str | None, kind: Kind, person: PersonId) -> bool:
    """Lift a sanction; return whether it was in force."""
    return _with(database, lambda engine: SanctionStore(engine).lift(kind, person))


def reports(database: str | None, most: int) -> tuple[Report, ...]:
    """Return players' reports about other players, newest first."""
    return _with(database, lambda engine: SanctionStore(engine).reports(most))


def _line(id: str, status: str | None, summary: str | None, used: object) -> TableLine:
    known = summary_in(summary, id)
    title = "" if known is None else known.titles.get("en", "")
    names = () if known is None else tuple(filter(None, known.names))
    people = () if known is None else known.people
    return TableLine(id, status or "", title, names, str(used)[:16], people)


def _with(database: str | None, ask: Callable[[AsyncEngine], Awaitable[X]]) -> X:
    """Return the result of a query on the unmodified database; a server may be using it.

    Raises:
        RefusedError: if the database does not exist or has the schema of another version.
    """
    return asyncio.run(_asked(database, ask))


async def _asked(database: str | None, ask: Callable[[AsyncEngine], Awaitable[X]]) -> X:
    url = url_of(database)
    path = file_of(url)
    if path is not None and not path.exists():
        raise missing(path)
    engine = engine_of(url)
    try:
        await check_form(engine)
        return await ask(engine)
    except (SQLAlchemyError, OSError) as error:
        raise unusable(url, error) from error
    finally:
        await engine.dispose()
