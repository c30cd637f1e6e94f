"""What a server writes to its log."""

import json
import logging

import pytest

from spadille.server.logs import log_failure, rationed_log

LOG = logging.getLogger("spadille.tables")


def test_a_line_for_programs_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
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


def test_a_line_for_people_begins_with_time_and_level(capsys: pytest.CaptureFixture[str]) -> None:
    with rationed_log():
        LOG.error("the disk is full")
        LOG.info("nobody needs to know")
    time, level, message = capsys.readouterr().err.rstrip().split(" ", 2)
    assert (len(time), time[-1]) == (len("2026-01-01T00:00:00Z"), "Z")
    assert (level, message) == ("ERROR", "the disk is full")
