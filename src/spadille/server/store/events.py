"""The stored events of a table: decoded and replayed, or found to be damaged."""

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from ...notation import repeat
from ..table.apply import after
from ..table.events import TableCreated, TableEvent, read_event
from ..table.model import Table
from .damage import MISSING


class DamagedError(Exception):
    """Raised if events do not make up a table; the text gives the reason but quotes no event."""


class StoredEvent(NamedTuple):
    """An event in its stored form, with its number."""

    version: int
    body: str


def told_by(id: str, stored: Iterable[StoredEvent]) -> Table:
    """Return the table rebuilt from its stored events.

    Raises:
        DamagedError: if they do not make up a valid table.
    """
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


def _events(stored: Iterable[StoredEvent]) -> Iterable[tuple[int, TableEvent]]:
    """Decode consecutive events.

    Raises:
        DamagedError: if one is missing or cannot be decoded.
    """
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
            StoredEvent(version, body)
            for _, version, body in of_table
            if version is not None and body is not None
        ]
        try:
            events = list(_events(stored))
        except DamagedError as error:
            found[id] = str(error)
        else:
            if not events:
                found[id] = MISSING
    return found
