"""The server's log."""

import json
import logging
import sqlite3

import pytest
from sqlalchemy.exc import OperationalError

from spadille.server.logs import LINES, Rationed, log_failure, rationed_log
from support.tabletop import FakeClock

LOG = logging.getLogger("spadille.tables")


def test_log_line_in_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    with rationed_log("json"):
        LOG.warning("%s is full", "the house")
        log_failure(LOG, "a table is given up", KeyError("SA"))
    full, failure = map(json.loads, capsys.readouterr().err.splitlines())
    assert list(full) == ["time", "level", "from", "message"]
    assert full["level"] == "WARNING"
    assert full["from"] == "spadille.tables"
    assert full["message"] == "the house is full"
    assert failure["message"].startswith("a table is given up: KeyError\n")
    assert "SA" not in failure["message"]


def test_log_line_in_text_begins_with_time_and_level(capsys: pytest.CaptureFixture[str]) -> None:
    with rationed_log():
        LOG.error("the disk is full")
        LOG.info("nobody needs to know")
    time, level, message = capsys.readouterr().err.rstrip().split(" ", 2)
    assert (len(time), time[-1]) == (len("2026-01-01T00:00:00Z"), "Z")
    assert (level, message) == ("ERROR", "the disk is full")


def of_sqlite(name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("SA")
    error.sqlite_errorname = name
    return error


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (FileNotFoundError(2, "No such file or directory"), "No such file or directory"),
        (OperationalError("INSERT", {"card": "SA"}, Exception("SA")), "OperationalError"),
        (OperationalError("INSERT", {"card": "SA"}, of_sqlite("SQLITE_FULL")), "SQLITE_FULL"),
    ],
)
def test_log_of_unreachable_database_has_one_line_per_table(
    caplog: pytest.LogCaptureFixture, error: Exception, line: str
) -> None:
    log_failure(logging.getLogger("tables"), "a table is given up", error)
    assert caplog.messages == [f"a table is given up: {line}"]


def test_log_lines_from_one_place_are_rate_limited() -> None:
    clock = FakeClock()
    rationed = Rationed(clock)

    def record(place: int, text: str = "no more files: %s") -> logging.LogRecord:
        return logging.LogRecord("asyncio", logging.ERROR, "x.py", place, text, ("why",), None)

    assert sum(rationed.filter(record(1)) for _ in range(10_000)) == LINES.burst
    assert rationed.filter(record(2))
    clock.fire(clock.time() + 10)
    next_one = record(1)
    assert rationed.filter(next_one)
    assert next_one.getMessage() == "no more files: why\n(9980 similar lines omitted)"
