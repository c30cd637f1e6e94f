"""Database tasks for the admin: tokens, ratings, sanctions, and closing tables.

A running server picks up these changes within a few seconds.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from time import time
from typing import NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from ...table.errors import RefusedError, unknown_table
from ...table.events import PersonId
from ...table.seats import plain_name
from ..clock import LoopClock
from ..net.credentials import HOST, LONGEST_NAME, Scope, TokenInfo, TokenMade, TokenStore
from ..store.database import IN_USE, Database, engine_of, file_of, missing, unusable, url_of
from ..store.lock import served_by_nobody
from ..store.maintenance import abandon
from ..store.migrations import check_form
from ..store.schema import TABLES
from ..store.store import summary_in
from .moderation import Kind, Report, Sanction, SanctionStore
from .ratings import RatingStore

D = TypeVar("D", bound=Database)

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
    return _with(database, TokenStore, lambda it: it.make(LoopClock(), HOST, plain, scopes))


def tokens(database: str | None) -> tuple[TokenInfo, ...]:
    """Return the admin's tokens, newest first."""
    return _with(database, TokenStore, lambda it: it.tokens_of(HOST))


def end_token(database: str | None, id: str) -> None:
    """Revoke one of the admin's tokens and disconnect the bots that use it."""
    _with(database, TokenStore, lambda it: it.revoke(HOST, id))


def measures(database: str | None) -> tuple[Sanction, ...]:
    """Return the mutes and bans, and the games that are due to end."""
    return _with(database, SanctionStore, lambda it: it.listed(time()))


def impose(database: str | None, kind: Kind, person: PersonId, days: float | None) -> None:
    """Mute or ban a player."""
    _with(database, SanctionStore, lambda it: it.impose(kind, person, time(), days))


def lift(database: str | None, kind: Kind, person: PersonId) -> bool:
    """Lift a sanction; return whether it was in force."""
    return _with(database, SanctionStore, lambda it: it.lift(kind, person))


def reports(database: str | None, most: int) -> tuple[Report, ...]:
    """Return players' reports about other players, newest first."""
    return _with(database, SanctionStore, lambda it: it.reports(most))


def tables(database: str | None, most: int) -> list[TableLine]:
    """Return the most recently used tables."""
    columns = (TABLES.c.id, TABLES.c.status, TABLES.c.summary, TABLES.c.used)
    wanted = sa.select(*columns).order_by(TABLES.c.used.desc()).limit(most)
    return [_line(*row) for row in _with(database, Database, lambda it: it.all(wanted))]


def _line(id: str, status: str | None, summary: str | None, used: object) -> TableLine:
    known = summary_in(summary, id)
    if known is None:
        return TableLine(id, status or "", "", (), str(used)[:16])
    names = tuple(filter(None, known.names))
    title = known.titles.get("en", "")
    return TableLine(id, status or "", title, names, str(used)[:16], known.people)


def end_table(database: str | None, table: str) -> bool | None:
    """End the game at a table without an outcome; return whether there was a running game.

    Return None if a server is running; the server will soon end the game itself. Raise RefusedError
    if the table does not exist.
    """

    async def end() -> bool:
        """End the running game."""
        async with served_by_nobody(database) as store:
            found = await store.load(table)
            if found is None:
                raise unknown_table()
            return await abandon(store, found)

    async def order(sanctions: SanctionStore) -> bool | None:
        """Return False if no game runs; otherwise order its end."""
        found = await sanctions.first(sa.select(TABLES.c.status).where(TABLES.c.id == table))
        if found is None:
            raise unknown_table()
        if found.status in {"waiting", "over"}:
            return False
        await sanctions.impose("close", table, time())
        return None

    try:
        return asyncio.run(end())
    except RefusedError as refusal:
        if refusal.code != IN_USE:
            raise
        return _with(database, SanctionStore, order)


def rate_anew(database: str | None) -> int:
    """Forget all ratings and return how many stored games the server will rate again.

    Raise RefusedError if a server is running.
    """

    async def start_over() -> int:
        """Forget all ratings, and return how many games to rate again."""
        async with served_by_nobody(database) as store:
            return await store.section(RatingStore).start_over()

    return asyncio.run(start_over())


def _with(database: str | None, kind: type[D], ask: Callable[[D], Awaitable[X]]) -> X:
    """Return the result of a query on the unmodified database; a server may be using it.

    Raise RefusedError if it does not exist or has the schema of another version.
    """

    async def answer() -> X:
        url = url_of(database)
        path = file_of(url)
        if path is not None and not path.exists():
            raise missing(path)
        engine = engine_of(url)
        try:
            await check_form(engine)
            return await ask(kind(engine))
        except (SQLAlchemyError, OSError) as error:
            raise unusable(url, error) from error
        finally:
            await engine.dispose()

    return asyncio.run(answer())
