"""Finds damage in a database file before players use it."""

import logging
import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from .database import read_only, text_of

log = logging.getLogger(__name__)

SECONDS = 10.0
"""The most time to spend on checking a large file."""

_INSTRUCTIONS = 100_000
"""The number of SQLite steps between checks of the clock."""

_MOST_NAMED = 1000

_INCOMPLETE = """
SELECT table_id FROM events GROUP BY table_id HAVING count(*) != max(version) OR min(version) != 1
UNION SELECT id FROM tables WHERE id NOT IN (SELECT table_id FROM events)
"""


MISSING = "events are missing"
UNREADABLE = "cannot read its events"


def find_damage(path: Path, seconds: float = SECONDS) -> dict[str, str]:
    """Return the unreadable tables in a file with the reasons, as far as time allows.

    This finds missing events and pages that SQLite cannot read. `checking` reads the events.
    """
    end = time.monotonic() + seconds
    found: dict[str, str] = {}
    with closing(read_only(path)) as file:
        file.text_factory = text_of
        file.set_progress_handler(lambda: time.monotonic() > end, _INSTRUCTIONS)
        try:
            if problem := _problem(file, found):
                log.error("the database %s is damaged: %s", path, problem)
                found |= dict.fromkeys(_unreadable(file), UNREADABLE)
        except sqlite3.OperationalError as error:
            # Only SQLite's own errors have a code.
            if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_INTERRUPT:
                raise
            log.warning("the database %s was not fully checked", path)
    return found


def report(damaged: Mapping[str, str]) -> None:
    """Log all damaged tables in one entry, because the log would drop some of many entries."""
    if not damaged:
        return
    named = sorted(damaged.items())
    lines = [f"table {id} is damaged and is not used: {why}" for id, why in named]
    if len(lines) > _MOST_NAMED:
        lines[_MOST_NAMED:] = [f"and {len(lines) - _MOST_NAMED} more tables"]
    log.error("%s", "\n".join(lines))


def _problem(file: sqlite3.Connection, found: dict[str, str]) -> str:
    """Return the file's read error as one line; add tables with missing events to `found`."""
    try:
        found.update((id, MISSING) for (id,) in file.execute(_INCOMPLETE))
        (pages,) = file.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if pages == "ok" else str(pages.splitlines()[-1])


def _unreadable(file: sqlite3.Connection) -> set[str]:
    """Return the tables whose events cannot all be read, trying each one separately."""
    return {id for id in _ids(file) if not _is_readable(file, id)}


def _ids(file: sqlite3.Connection) -> set[str]:
    """Return the ids of all tables that still have readable data."""
    ids: set[str] = set()
    for wanted in ("SELECT id FROM tables", "SELECT DISTINCT table_id FROM events"):
        try:
            ids.update(id for (id,) in file.execute(wanted))
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            continue  # keep the ids read before the damaged place
    return ids


def _is_readable(file: sqlite3.Connection, id: str) -> bool:
    wanted = "SELECT version, body FROM events WHERE table_id = ? ORDER BY version"
    try:
        versions = [version for version, _ in file.execute(wanted, (id,))]
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        return False
    return versions == list(range(1, len(versions) + 1)) and bool(versions)
