"""The games that were played at a table before, told from its events."""

from collections.abc import Iterable

from ...game import Record
from ...notation import repeat
from .changing import after
from .events import (
    Abandoned,
    Acted,
    Assented,
    Branched,
    Declined,
    GoneOn,
    Granted,
    Happened,
    Lapsed,
    Made,
    Proposed,
    Readied,
    Resigned,
    Started,
    TableEvent,
    Withdrawn,
)
from .table import Table

OF_A_GAME = (
    Branched | Acted | Happened | Readied | Withdrawn | Resigned
    | Proposed | Assented | Declined | Lapsed | Granted | GoneOn | Abandoned
)  # fmt: skip


def record_of(id: str, events: Iterable[TableEvent], number: int) -> Record | None:
    """The record of the game of that number, from 1; None while there is none that is over."""
    first, *rest = events
    assert isinstance(first, Made)
    table, started = Table.begin(id, first), 0
    for event in rest:
        if isinstance(event, Started):
            started += 1
            if started > number:
                break
        if started == number or not isinstance(event, OF_A_GAME):
            # Of other games only who sits where matters.
            table = after(table, event, apply=repeat)
    if started < number or not table.game_told:
        return None
    return table.record
