"""`spadille draw`: every kind of picture at every kind of place, and helpful errors."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import drawings
from spadille import Seat, load_game, svg
from spadille.notation import format_record
from support.command import assert_refused, environment, spadille
from support.drawn import without_last

RECORD = drawings.PICTURES / drawings.RECORD
GAME = load_game(RECORD.read_text(encoding="utf-8"))
BEFORE = without_last(GAME, 2)
"""The game before South played the heart 9 to trick 7."""


@pytest.mark.parametrize(
    ("words", "picture"),
    [
        ((), svg.bids(GAME)),
        (("--at", "2"), svg.round(GAME, 2)),
        (("--at", "1.5"), svg.table(GAME, round=1, trick=5)),
        (("--at", "1.0"), svg.table(GAME, round=1, trick=0)),
        (("--at", "1.5", "--seat", "S"), svg.table(GAME, round=1, trick=5, seat="S")),
        (("--at", "4.7.S"), svg.table(BEFORE)),
        (("--at", "4.7.S", "--seat", "E"), svg.table(BEFORE, seat=Seat.EAST)),
        (("--show", "table"), svg.table(GAME)),
        (("--show", "table", "--seat", "W"), svg.table(GAME, seat="W")),
        (("--show", "trick"), svg.trick(GAME)),
        (("--show", "trick", "--at", "3.2"), svg.trick(GAME, round=3, number=2)),
        (("--show", "round"), svg.round(GAME, 4)),
        (("--show", "bids", "--lang", "de"), svg.bids(GAME, lang="de")),
        (("--show", "hand", "--seat", "N", "--four-colors"),
         svg.hand(GAME.view(Seat.NORTH).hand or (), four_colors=True)),
        (("--show", "hand", "--at", "4.7.S"), svg.hand(BEFORE.view(Seat.SOUTH).hand or ())),
    ],
)  # fmt: skip
def test_draw_prints_the_picture_that_python_makes(
    words: tuple[str, ...], picture: svg.Picture
) -> None:
    done = spadille("draw", *words, RECORD)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{picture}\n"


@pytest.mark.parametrize("name", ["t.svg", "t.png"])
def test_draw_writes_a_file_and_says_what_it_shows(tmp_path: Path, name: str) -> None:
    done = spadille("draw", "-", "--at", "1.5", "-o", name, given=RECORD.read_bytes(), cwd=tmp_path)
    assert done.stdout == f"{name}: The table: Round 1, trick 5\n"
    svg.table(GAME, round=1, trick=5).save(tmp_path / f"same-{name}")
    assert (tmp_path / name).read_bytes() == (tmp_path / f"same-{name}").read_bytes()
    told = json.loads(spadille("draw", RECORD, "--json", "-o", name, cwd=tmp_path).stdout)
    assert told == {
        "file": name, "width": 714, "height": 174, "caption": "The bids and scores of 4 rounds",
    }  # fmt: skip


def test_draw_makes_a_png_of_the_wanted_width(tmp_path: Path) -> None:
    file = tmp_path / "t.png"
    assert spadille("draw", RECORD, "--width", "333", "-o", file).returncode == 0
    assert int.from_bytes(file.read_bytes()[16:20], "big") == 333


def test_draw_shows_the_curve_of_a_review(tmp_path: Path) -> None:
    """The record has the last tricks of a round only, as a review takes its time."""
    file = tmp_path / "game.spades"
    file.write_text(format_record(without_last(GAME, len(GAME.events) - 20).record()))
    done = spadille("draw", file, "--show", "curve", "--nodes", "1", "--seat", "E")
    assert done.returncode == 0, done.stderr
    assert ">Chance to win: Grace/Joan</title>" in done.stdout


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("--at", "9"), "no round 9"),
        (("--at", "1.14"), "no round 1, trick 14"),
        (("--at", "1.2.F"), "no seat F; choose from N E S W"),
        (("--at", "4.9.N"), "North chose no card in trick 9 in round 4"),
        (("--at", "five"), "expected ROUND, ROUND.TRICK or ROUND.TRICK.SEAT"),
        (("--at", "1.2.Q"), "Q"),
        (("--seat", "X"), "no seat X"),
        (("--show", "hand"), "name a decision, such as --at 1.0.N"),
        (("--show", "hand", "--at", "1.2"), "name a decision, such as --at 1.0.N"),
        (("--show", "trick", "--at", "1"), "--at needs a trick"),
        (("--width", "100"), "only a PNG has a width"),
        (("--nodes", "5"), "only a curve needs rollouts"),
        (("-o", "picture.gif"), "expected a name ending in .svg or .png"),
        (("-o", "no/folder/x.svg"), "in an existing folder"),
    ],
)
def test_draw_with_bad_input_says_what_to_do(words: tuple[str, ...], error: str) -> None:
    done = spadille("draw", *words, RECORD)
    assert_refused(done, error)


def test_draw_to_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.svg").mkdir()
    assert_refused(spadille("draw", RECORD, "-o", "x.svg", cwd=tmp_path), "cannot write x.svg")


def test_draw_without_the_extra_names_it(tmp_path: Path) -> None:
    (tmp_path / "resvg_py.py").write_text("raise ModuleNotFoundError(name='resvg_py')\n")
    paths = os.pathsep.join([str(tmp_path), environment()["PYTHONPATH"]])
    done = subprocess.run(
        [sys.executable, "-m", "spadille", "draw", str(RECORD), "-o", str(tmp_path / "t.png")],
        capture_output=True,
        text=True,
        check=False,
        env={**environment(), "PYTHONPATH": paths},
    )
    assert_refused(done, "error: cannot draw a PNG: resvg_py is not installed")
    assert "\nhint: install it with: pip install 'spadille[png]', or write an .svg" in done.stderr
