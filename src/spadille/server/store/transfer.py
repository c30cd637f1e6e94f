"""Copies all data from one database to another, such as from a file to PostgreSQL."""

import asyncio
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from ..errors import RefusedError
from .database import count_in, file_of, url_of
from .failures import missing, name_of, unusable
from .leader_lock import served_by_nobody
from .schema import METADATA, TABLES

ROWS_AT_A_TIME = 1000


class Transferred(NamedTuple):
    """The amount of copied data: the number of game tables, and of rows in total."""

    tables: int
    rows: int


def transfer(database: str | None, to: str) -> Transferred:
    """Copy everything in a database to an empty one; the first database does not change.

    Raises:
        RefusedError: if either of them cannot be used or is in use by a server, there is nothing to
            copy, or the target is not empty. In these cases nothing is copied.
    """
    source, target = url_of(database), url_of(to)
    path = file_of(source)
    if path is not None and not path.is_file():
        raise missing(path)
    if source == target or _same(path, file_of(target)):
        raise _not_empty(target)
    return asyncio.run(_transfer(database, to))


def _same(one: Path | None, other: Path | None) -> bool:
    return one is not None and other is not None and other.exists() and one.samefile(other)


async def _transfer(database: str | None, to: str) -> Transferred:
    async with served_by_nobody(database) as old, served_by_nobody(to) as new:
        try:
            async with old.reading() as source, new.writing() as target:
                return await _copy(source, target)
        except (SQLAlchemyError, OSError) as error:
            raise unusable(url_of(to), error) from error


async def _copy(source: AsyncConnection, target: AsyncConnection) -> Transferred:
    """Copy tables in dependency order: rows come after the rows that they refer to."""
    if any([await count_in(target, table) for table in METADATA.sorted_tables]):
        raise _not_empty(target.engine.url)
    rows = 0
    for table in METADATA.sorted_tables:
        found = await source.stream(sa.select(table).order_by(*table.primary_key))
        async for part in found.mappings().partitions(ROWS_AT_A_TIME):
            await target.execute(table.insert(), list(map(dict, part)))
            rows += len(part)
    return Transferred(await count_in(target, TABLES), rows)


def _not_empty(url: URL) -> RefusedError:
    return RefusedError(
        "transfer/not-empty",
        "{name} is not empty; choose an empty database",
        name=name_of(url),
    )
