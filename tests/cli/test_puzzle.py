"""`spadille puzzle`: shows a position, takes an answer and explains the result."""

import re
import sys

import pytest
from msgspec import json

from spadille.cli import main
from spadille.locale import translate
from spadille.study import puzzles
from support.command import assert_one_error

OPEN = next(n for n, one in enumerate(puzzles.puzzles(), start=1) if one.sees == "all")
HIDDEN = next(n for n, one in enumerate(puzzles.puzzles(), start=1) if one.sees == "own")


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["puzzle", *words])
    out, err = capsys.readouterr()
    return status, out, err


def test_puzzle_right_answer_is_explained_and_played_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    puzzle = puzzles.puzzle(OPEN)
    status, out, _ = told(capsys, str(OPEN), "--answer", puzzle.right.actions[0])
    assert status == 0
    assert f"Puzzle {OPEN}" in out
    assert ": right." in out
    why = puzzles.why(puzzle, puzzles.action_of(puzzle.right.actions[0]))[0]
    assert translate(why, "en") in out
    assert "  13 " in out


def test_puzzle_help_example_is_valid(capsys: pytest.CaptureFixture[str]) -> None:
    main(["puzzle", "--help"])
    shown = re.search(r"spadille puzzle (\d+) --answer (\S+) ", capsys.readouterr().out)
    assert shown is not None
    status, out, _ = told(capsys, shown[1], "--answer", shown[2])
    assert (status, f"Puzzle {shown[1]}" in out) == (0, True)


def test_puzzle_wrong_answer_is_compared_with_the_right_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    puzzle = puzzles.puzzle(OPEN)
    status, out, _ = told(capsys, str(OPEN), "--answer", puzzle.choices[-1].actions[0])
    assert status == 0
    assert ": wrong. " in out
    assert out.count("  13 ") == 2


def test_puzzle_hides_other_hands_and_supports_german(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = told(capsys, str(HIDDEN), "--lang", "de")
    assert status == 0
    assert "Du siehst nur dein eigenes Blatt." in out
    assert "\nRunde 1, " in out
    assert "to act" not in out
    assert "Deine Antwort" not in out  # no one is there to answer


def test_puzzle_asks_on_a_terminal_until_the_answer_is_valid(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["", "an ace", puzzles.puzzle(OPEN).right.actions[0]])
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda *_: next(answers))
    status, out, _ = told(capsys, str(OPEN))
    assert status == 0
    assert out.count("Your answer:") == 3
    assert ": right." in out


def test_puzzle_of_a_date_is_fixed_and_themes_are_listed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, out, _ = told(capsys, "--date", "2026-07-31", "--json")
    _, same, _ = told(capsys, "--date", "2026-07-31", "--json")
    assert out == same
    shown = json.decode(out)
    assert puzzles.puzzle(shown["number"]).themes == tuple(shown["themes"])
    _, out, _ = told(capsys, "--theme", "duck")
    assert tuple(map(int, out.split())) == puzzles.with_theme("duck")
    _, out, _ = told(capsys, "--theme", "all", "--json")
    assert json.decode(out)["duck"] == len(puzzles.with_theme("duck"))


@pytest.mark.parametrize(
    "words",
    [
        ("--answer", "C14"),
        ("--answer", "take-back"),
        ("--date", "yesterday"),
        ("--theme", "luck"),
        ("first",),
    ],
)
def test_puzzle_bad_usage_prints_one_error(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    status, out, err = told(capsys, *words)
    assert status == 2
    assert not out
    assert_one_error(err)


@pytest.mark.parametrize("number", [0, len(puzzles.puzzles()) + 1])
def test_puzzle_bad_number_error_states_the_range(
    capsys: pytest.CaptureFixture[str], number: int
) -> None:
    _, _, err = told(capsys, str(number))
    assert (
        f"invalid number '{number}': expected a whole number from 1 to {len(puzzles.puzzles())}\n"
        in err
    )
