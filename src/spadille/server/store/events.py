"""The stored events of tables: decoded and replayed, or found to be damaged."""

import logging
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import groupby
from pathlib import Path

from ...notation import repeat
from ...table.apply import after
from ...table.events import TableCreated, TableEvent, read_event
from ...table.model import Table
from .database import read_only, text_of

log = logging.getLogger(__name__)

MISSING = "events are missing"
UNREADABLE = "cannot read its events"


class DamagedError(Exception):
    """Raised if events do not make up a table; the text gives the reason but quotes no event."""


Numbered = tuple[int, str]
"""The number of an event, and its stored form."""


def told_by(id: str, stored: Iterable[Numbered]) -> Table:
    """Return the table rebuilt from its stored events; raise DamagedError if they do not fit."""
    number = 0
    try:
        table: Table | None = None
        for number, event in _events(stored):  # noqa: B007 - for the error
            if table is None:
                assert isinstance(event, TableCreated)
                table = Table.begin(id, event)
            else:
                table = after(table, event, apply=repeat)
    except DamagedError:
        raise
    except Exception as error:
        raise DamagedError(f"event {number} does not fit: {_place_of(error)}") from error
    if table is None:
        raise DamagedError(MISSING)
    return table


def _events(stored: Iterable[Numbered]) -> Iterable[tuple[int, TableEvent]]:
    """Decode consecutive events; raise DamagedError if one is missing or unreadable."""
    for number, (version, body) in enumerate(stored, start=1):
        if version != number:
            raise DamagedError(MISSING)
        try:
            event = read_event(body)
        except Exception as error:
            raise DamagedError(f"event {number} cannot be read: {_place_of(error)}") from error
        yield number, event


def _place_of(error: BaseException) -> str:
    """Return an error's type and place in the code, but not its text, which may name cards."""
    kind, trace = type(error).__name__, error.__traceback__
    if trace is None:
        return kind
    while trace.tb_next is not None:
        trace = trace.tb_next
    return f"{kind} at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"


def undecodable(rows: Iterable[tuple[str, int | None, str | None]]) -> dict[str, str]:
    """Return the damaged tables among these events, with the reasons."""
    found: dict[str, str] = {}
    for id, of_table in groupby(rows, key=lambda row: row[0]):
        stored = [
            (version, body)
            for _, version, body in of_table
            if version is not None and body is not None
        ]
        try:
            if not list(_events(stored)):
                found[id] = MISSING
        except DamagedError as error:
            found[id] = str(error)
    return found


SECONDS = 10.0
"""The most time to spend on checking a large file."""

_INSTRUCTIONS = 100_000
"""The number of SQLite steps between checks of the clock."""

_MOST_NAMED = 1000

_INCOMPLETE = """
SELECT table_id FROM events GROUP BY table_id HAVING count(*) != max(version) OR min(version) != 1
UNION SELECT id FROM tables WHERE id NOT IN (SELECT table_id FROM events)
"""


def find_damage(path: Path, seconds: float = SECONDS) -> dict[str, str]:
    """Return the unreadable tables in a file with the reasons, as far as time allows.

    This finds missing events and pages that SQLite cannot read. `TableCheck` reads the events.
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
    ids: set[str] = set()
    for wanted in ("SELECT id FROM tables", "SELECT DISTINCT table_id FROM events"):
        with _up_to_damage():
            ids.update(id for (id,) in file.execute(wanted))
    found = ids.copy()
    wanted = "SELECT version, body FROM events WHERE table_id = ? ORDER BY version"
    for id in ids:
        with _up_to_damage():
            versions = [version for version, _ in file.execute(wanted, (id,))]
            if versions and versions == list(range(1, len(versions) + 1)):
                found.discard(id)
    return found


@contextmanager
def _up_to_damage() -> Iterator[None]:
    """Keep what was read before a damaged place; an interruption still ends the search."""
    try:
        yield
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        return
