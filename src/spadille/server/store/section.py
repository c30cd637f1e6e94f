"""The base of all sections of the store: queries, reads, and single changes."""

import logging
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeAlias, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .database import WRITES
from .schema import moment

log = logging.getLogger(__name__)

Row: TypeAlias = sa.Row[*tuple[Any, ...]]

Told = TypeVar("Told")

MOST_AT_ONCE = 100
"""The most unused rows to process at once, so that others can use the database in between."""


DAMAGED = (msgspec.DecodeError, UnicodeError, RecursionError)
"""The errors that the decoder raises for damaged stored text."""


def read_as(text: str | bytes | msgspec.Raw, kind: type[Told], row: str) -> Told | None:
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
