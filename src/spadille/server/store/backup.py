"""Copies a database file, even while it is in use, and restores copies."""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from errno import ENOENT
from pathlib import Path
from typing import NamedTuple

from ...lock import give
from ..errors import RefusedError
from .database import OWN_FILE, beside, claim, file_of, is_foreign, prepare_file, read_only, url_of
from .failures import foreign, missing, name_of


class Copied(NamedTuple):
    """The contents of a copy."""

    file: Path
    tables: int
    bytes: int


def backup(database: str | None, to: Path) -> Copied:
    """Copy a database to one file as a snapshot; a server may keep using the database.

    Raises:
        RefusedError: if the database or the folder does not exist, the database belongs to another
            program, or a file of that name exists.
    """
    source = _file(database)
    if not source.is_file():
        raise missing(source)
    if is_foreign(source):
        raise foreign(url_of(database))
    if to.exists():
        raise RefusedError("backup/exists", "{name} already exists", name=str(to))
    if not to.parent.is_dir():  # for example, because the drive is not mounted
        raise _failed(to, FileNotFoundError(ENOENT, os.strerror(ENOENT)))
    try:
        copy_database(source, to)
        return Copied(to, _tables_in(to), to.stat().st_size)
    except (OSError, sqlite3.Error) as error:
        raise _failed(to, error) from error


def restore(source: Path, database: str | None = None) -> tuple[Copied, Path | None]:
    """Replace a database with a copy, and return where the previous database is kept.

    Raises:
        RefusedError: if the copy does not exist, or a server is using the database.
    """
    path = _file(database)
    if not source.exists():
        raise missing(source)
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
            copy_database(source, copy)
            give(copy, path)
            kept = _set_aside(path) if there else None
            copy.replace(path)
            return Copied(path, tables, path.stat().st_size), kept
        except (OSError, sqlite3.Error) as error:
            raise _failed(path, error) from error


def copy_database(source: Path, to: Path) -> None:
    """Copy a database as a snapshot; `to` appears only once it is complete.

    Raises:
        OSError | sqlite3.Error: if the copy fails.
    """
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


def _tables_in(path: Path) -> int:
    """Return the number of tables in a copy.

    Raises:
        OSError | sqlite3.Error: if the file is not a database, or is damaged.
    """
    with path.open("rb"), closing(read_only(path)) as copy:
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
    for old, new in zip((path, *beside(path)), (kept, *beside(kept)), strict=True):
        if old.exists():
            shutil.copyfile(old, new)
            new.chmod(OWN_FILE)
            give(new, old)
    with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as finished:
        finished.execute("PRAGMA journal_mode = DELETE")  # this merges in the side files
    for old in beside(path):
        old.unlink(missing_ok=True)
    return kept


def _file(database: str | None) -> Path:
    url = url_of(database)
    path = file_of(url)
    if path is None:
        raise RefusedError(
            "backup/not-a-file",
            "{name} is not a file; use that database's backup program",
            name=name_of(url),
        )
    return path


def _failed(path: Path, error: Exception) -> RefusedError:
    reason = getattr(error, "strerror", None) or str(error)
    return RefusedError(
        "backup/failed",
        "cannot write the backup {name}: {reason}",
        name=str(path),
        reason=reason,
    )
