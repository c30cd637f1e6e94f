"""Copies a database: to a backup file, back from one, or to another database."""

import asyncio
import os
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from errno import ENOENT
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from ...processes import give
from ...table.errors import RefusedError
from . import database as db
from .lock import claim, served_by_nobody
from .schema import METADATA, TABLES


class Copied(NamedTuple):
    """The contents of a copy."""

    file: Path
    tables: int
    bytes: int


def backup(database: str | None, to: Path) -> Copied:
    """Copy a database to one new file as a snapshot; a server may keep using the database."""
    source = _file(database)
    if not source.is_file():
        raise db.missing(source)
    if db.is_foreign(source):
        raise db.foreign(source)
    if to.exists():
        raise RefusedError("backup/exists", "{name} already exists", name=str(to))
    if not to.parent.is_dir():  # for example, because the drive is not mounted
        raise _failed(to, FileNotFoundError(ENOENT, os.strerror(ENOENT)))
    try:
        db.copy_database(source, to)
        return Copied(to, _tables_in(to), to.stat().st_size)
    except (OSError, sqlite3.Error) as error:
        raise _failed(to, error) from error


def restore(source: Path, database: str | None = None) -> tuple[Copied, Path | None]:
    """Replace a database with a copy, and return where the previous database is kept."""
    path = _file(database)
    if not source.exists():
        raise db.missing(source)
    try:
        tables = _tables_in(source)
    except (OSError, sqlite3.Error) as error:
        raise RefusedError(
            "backup/damaged",
            "{name} is not a backup: {reason}",
            name=str(source),
            reason=str(error),
        ) from error
    there = path.exists()
    with claim(database):
        try:
            copy = path.with_name(f"{path.name}.restoring")
            copy.unlink(missing_ok=True)
            db.copy_database(source, copy)
            give(copy, path)
            kept = _set_aside(path) if there else None
            copy.replace(path)
            return Copied(path, tables, path.stat().st_size), kept
        except (OSError, sqlite3.Error) as error:
            raise _failed(path, error) from error


def _tables_in(path: Path) -> int:
    """Return the number of tables in a copy; fail if it is not a database, or is damaged."""
    with path.open("rb"), closing(db.read_only(path)) as copy:
        (found,) = copy.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(found)
        copy.execute("SELECT version_num FROM alembic_version")
        (tables,) = copy.execute("SELECT count(*) FROM tables").fetchone()
        return int(tables)


def _set_aside(path: Path) -> Path:
    """Copy the file at `path`, healthy or not, and leave no side files."""
    now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    kept = path.with_name(f"{path.name}.before-restore-{now}")
    for old, new in zip((path, *db.beside(path)), (kept, *db.beside(kept)), strict=True):
        if old.exists():
            shutil.copyfile(old, new)
            new.chmod(db.OWN_FILE)
            give(new, old)
    with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as finished:
        finished.execute("PRAGMA journal_mode = DELETE")  # this merges in the side files
    for old in db.beside(path):
        old.unlink(missing_ok=True)
    return kept


def _file(database: str | None) -> Path:
    url = db.url_of(database)
    path = db.file_of(url)
    if path is None:
        raise RefusedError(
            "backup/not-a-file",
            "{name} is not a file; use that database's backup program",
            name=db.name_of(url),
        )
    return path


def _failed(path: Path, error: Exception) -> RefusedError:
    return RefusedError(
        "backup/failed",
        "cannot write the backup {name}: {reason}",
        name=str(path),
        reason=getattr(error, "strerror", None) or str(error),
    )


ROWS_AT_A_TIME = 1000


class Transferred(NamedTuple):
    """The amount of copied data: the number of game tables, and of rows in total."""

    tables: int
    rows: int


def transfer(database: str | None, to: str) -> Transferred:
    """Copy everything in a database, all or nothing, to an empty one, such as on PostgreSQL.

    Raise RefusedError if either of them cannot be used or is in use by a server, there is nothing
    to copy, or the target is not empty.
    """
    source, target = db.url_of(database), db.url_of(to)
    path, other = db.file_of(source), db.file_of(target)
    if path is not None and not path.is_file():
        raise db.missing(path)
    same = path is not None and other is not None and other.exists() and path.samefile(other)
    if same or source == target:
        raise _not_empty(target)
    return asyncio.run(_transfer(database, to))


async def _transfer(database: str | None, to: str) -> Transferred:
    async with served_by_nobody(database) as old, served_by_nobody(to) as new:
        try:
            async with old.reading() as source, new.writing() as target:
                return await _copy(source, target)
        except (SQLAlchemyError, OSError) as error:
            raise db.unusable(db.url_of(to), error) from error


async def _copy(source: AsyncConnection, target: AsyncConnection) -> Transferred:
    """Copy tables in dependency order: rows come after the rows that they refer to."""
    if any([await db.count_in(target, table) for table in METADATA.sorted_tables]):
        raise _not_empty(target.engine.url)
    rows = 0
    for table in METADATA.sorted_tables:
        found = await source.stream(sa.select(table).order_by(*table.primary_key))
        async for part in found.mappings().partitions(ROWS_AT_A_TIME):
            await target.execute(table.insert(), list(map(dict, part)))
            rows += len(part)
    return Transferred(await db.count_in(target, TABLES), rows)


def _not_empty(url: URL) -> RefusedError:
    return RefusedError(
        "transfer/not-empty",
        "{name} is not empty; choose an empty database",
        name=db.name_of(url),
    )
