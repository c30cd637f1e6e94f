"""What all sections of the store have in common: how they ask, read, and write one change."""

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
"""Of what no one has used for long: others get at the database before there is more of it."""


DAMAGED = (msgspec.DecodeError, UnicodeError, RecursionError)
"""What the decoder raises for stored text that is damaged."""


def read_as(text: str | bytes | msgspec.Raw, kind: type[Told], row: str) -> Told | None:
    """Return what a stored text holds, or None if it is damaged, so that all else is served.

    `row` names the row for the log.
    """
    try:
        return msgspec.json.decode(text, type=kind)
    except DAMAGED:
        note_damage(row)
        return None


def note_damage(row: str) -> None:
    """Name a row in the log that cannot be read; nothing of what it holds is logged."""
    log.error("stored data is damaged and left out: %s", row)


async def count_in(
    connection: AsyncConnection, table: sa.Table, *which: sa.ColumnElement[bool]
) -> int:
    """Return how many rows of a table are so."""
    wanted = sa.select(sa.func.count()).select_from(table).where(*which)
    return (await connection.execute(wanted)).scalar_one()


def unused(table: sa.Table, since: float) -> sa.Select[str]:
    """Return some rows that no one has used since that time of day, the oldest first."""
    old = table.c.used < moment(since)
    return sa.select(table.c.id).where(old).order_by(table.c.used).limit(MOST_AT_ONCE)


class Section:
    """One kind of what is kept; several changes that belong together are one transaction."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def _all(self, wanted: sa.Select[*tuple[Any, ...]]) -> Sequence[Row]:
        async with self._engine.connect() as connection:
            return (await connection.execute(wanted)).all()

    async def _first(self, wanted: sa.Select[*tuple[Any, ...]]) -> Row | None:
        async with self._engine.connect() as connection:
            return (await connection.execute(wanted)).first()

    async def _values(self, wanted: sa.Select[Any]) -> list[Any]:
        """Return what is in the one column that is asked for."""
        async with self._engine.connect() as connection:
            return list((await connection.execute(wanted)).scalars())

    async def _count(self, which: sa.ColumnElement[bool]) -> int:
        """Return how many rows of its table are so."""
        wanted = sa.select(sa.func.count()).where(which)
        async with self._engine.connect() as connection:
            return int((await connection.execute(wanted)).scalar_one())

    def _writing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Return a transaction that changes something; see `database.WRITES`."""
        return self._engine.execution_options(**WRITES).begin()

    async def _write(self, change: sa.UpdateBase) -> sa.CursorResult[*tuple[Any, ...]]:
        async with self._writing() as connection:
            return await connection.execute(change)
