"""The tasks in `docs/python-chess.md` run, and take no more lines than in python-chess."""

import re
from pathlib import Path
from typing import Any

import pytest

from spadille import Game, Look, Seat

PAGE = Path(__file__).parents[1] / "docs" / "python-chess.md"
ROW = re.compile(r"^\| ([a-z ]+) \| (`.*`) \| (`.*`) \|$", re.MULTILINE)
TASKS = {
    task: (theirs[1:-1].split("`<br>`"), ours[1:-1].split("`<br>`"))
    for task, theirs, ours in ROW.findall(
        PAGE.read_text(encoding="utf-8").partition("Each task")[0]
    )
}


def test_page_has_all_daily_tasks() -> None:
    assert list(TASKS) == [
        "import", "start", "legal moves", "move in text", "undo", "given position",
        "save and read", "draw", "engine",
    ]  # fmt: skip


@pytest.mark.parametrize("task", TASKS)
def test_task_takes_no_more_lines_than_in_python_chess(task: str) -> None:
    theirs, ours = TASKS[task]
    assert len(ours) <= len(theirs)
    longest = max(map(len, theirs))
    assert all(len(line) <= max(100, longest) for line in ours)


def test_tasks_together_take_fewer_characters_than_in_python_chess() -> None:
    theirs, ours = (
        sum(len(line) for task in TASKS.values() for line in task[side]) for side in (0, 1)
    )
    assert ours < theirs


def test_tasks_run_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    scope: dict[str, Any] = {}
    after: dict[str, Game] = {}
    for task, (_, ours) in TASKS.items():
        exec("\n".join(ours), scope)  # running the page is the test
        if task != "import":
            after[task] = scope["game"]
    assert after["start"] == Game.new(seed=7)
    assert scope["actions"] == list(after["start"].legal_actions())
    assert after["move in text"] == after["start"].apply(Look())
    assert after["undo"] == after["start"]
    assert after["given position"].to_act is Seat.SOUTH
    assert after["save and read"] == after["given position"]
    assert scope["picture"].startswith("<svg")
    assert len(after["engine"].events) == len(after["given position"].events) + 1
