"""The floor for line and branch coverage, which only rises."""

import json

from line_coverage import FLOOR, PACKAGES, compiled_files, fallen, raised, shares


def test_coverage_shares_are_per_package_and_rounded_down() -> None:
    counts = {"covered_lines": 5, "covered_branches": 1, "num_statements": 8, "num_branches": 1}
    files = {
        "src/spadille/game/cards.py": {"summary": counts},
        "src/spadille/game/rules/deck.py": {"summary": counts},
    }
    assert shares({"files": files}) == {"game": 66.6}


def test_coverage_floor_only_rises() -> None:
    now, lowest = {"game": 98.0, "server": 95.0}, {"game": 98.1, "server": 94.9}
    assert list(fallen(now, lowest)) == ["game: 98.0 %, and was 98.1 %"]
    assert raised(now, lowest) == {"game": 98.1, "server": 95.0}


def test_coverage_leaves_out_only_files_with_compiled_functions() -> None:
    assert "src/spadille/bots/expert/kernels.py" in compiled_files()
    assert {file.split("/")[2] for file in compiled_files()} == {"bots", "envs"}


def test_coverage_floor_names_only_measured_packages() -> None:
    floor = json.loads(FLOOR.read_text(encoding="utf-8"))
    assert floor.keys() <= {*PACKAGES}
    assert all(0 < share <= 100 for share in floor.values())
