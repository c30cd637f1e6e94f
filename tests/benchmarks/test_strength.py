"""The page of strengths is made by one command, which continues where it was stopped."""

from itertools import count
from pathlib import Path

import pytest

import strength

LEVELS = (
    "--levels",
    "random,beginner",
    "--presets",
    "solo,three-player",
    "--no-baselines",
    "--against",
)


def made(folder: Path, *words: str) -> list[str]:
    """Return the lines of the page after 16 deals, if the command got that far."""
    folder.mkdir(exist_ok=True)
    page = folder / "strength.md"
    files = ("--checkpoint", str(folder / "strength.jsonl"), "--page", str(page))
    strength.main(["--workers", "1", "--most", "16", *files, *words])
    return page.read_text(encoding="utf-8").splitlines() if page.exists() else []


def test_strength_page_has_a_table_for_each_preset(tmp_path: Path) -> None:
    lines = made(tmp_path, *LEVELS)
    assert [line for line in lines if line.startswith("## ")] == ["## solo", "## three-player"]
    assert "16 deals, each in 6 seatings." in lines
    rows = [line.split("|") for line in lines if line.startswith(("| beginner", "| random"))]
    assert [row[1].strip() for row in rows] == ["beginner", "random"] * 2
    assert [row[4].strip()[0] for row in rows[::2]] == ["+", "+"]
    assert rows[0][4].strip()[1:] == rows[1][3].strip()[1:]


def test_strength_run_resumes_after_a_time_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock ticks whenever it is read, so the time runs out again and again."""
    whole = made(tmp_path / "whole", *LEVELS)
    unfinished = 0
    for minutes in count(1):
        clock = count()
        monkeypatch.setattr(strength, "monotonic", lambda clock=clock: float(next(clock)))
        lines = made(tmp_path / "parts", *LEVELS, "--minutes", str(minutes / 5))
        if lines == whole:
            break
        unfinished += 1
        assert minutes < 10
    assert unfinished


def test_strength_page_compares_levels_with_baselines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    baselines = {"always seven": "support.chance_players:BiddingSeven"}
    monkeypatch.setattr(strength, "BASELINES", baselines)
    lines = made(tmp_path, "--levels", "random,beginner", "--presets", "solo",
                 "--measured", "beginner", "--against")  # fmt: skip
    (row,) = (line for line in lines if "always seven" in line)
    level, baseline, points, _, _, _, their_sets, nils, _ = (
        cell.strip() for cell in row.strip("|").split("|")
    )
    assert (level, baseline, their_sets, nils) == (
        "beginner",
        "always seven",
        "100.0%",
        "none bid",
    )
    assert points.startswith("+")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """Return the bots of the first match that the command would play; it ends there."""
    pairs: list[tuple[str, ...]] = []

    def match(*bots: str, **_: object) -> None:
        pairs.append(bots[:2])
        raise strength.OutOfTimeError

    monkeypatch.setattr(strength, "match", match)
    return pairs


def test_strength_page_has_a_row_for_an_earlier_version(
    tmp_path: Path, asked: list[tuple[str, ...]]
) -> None:
    assert made(tmp_path, "--against", "v1", "--only-against", "--compared", "expert") == []
    assert asked == [("expert", "baselines.older:Older:at=v1,bot=expert")]


def test_strength_page_matches_equal_bids_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: list[tuple[str, ...]]
) -> None:
    monkeypatch.setattr(strength, "BASELINES", {"ours, equal bids": "beginner"})
    made(tmp_path, "--levels", "random,beginner", "--presets", "solo", "--measured", "expert")
    assert asked == [("baselines.lightweight:EqualBids:bot=expert", "beginner")]
