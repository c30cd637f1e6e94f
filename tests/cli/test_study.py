"""`spadille hint` and `spadille review`: the coach on the command line."""

from pathlib import Path

import pytest
from msgspec import json

from spadille.bots import load
from spadille.cli import main
from spadille.game import Game, Rules
from spadille.notation import format_record
from support.command import assert_one_error


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the record of a round and the first bids of the next, played by beginners."""
    game = Game.new(Rules().with_options({"nil.blind": False}), seed="coach", players=tuple("ABCD"))
    bots = [load("beginner", seed=seat) for seat in range(4)]
    while not game.results or None not in game.view(None).bids[:1] or game.phase == "score":
        assert game.to_act is not None
        game = game.apply(bots[game.to_act].act(game.view_to_act))
        if len(game.results) == 1 and game.phase == "bidding":
            break
    file = tmp_path_factory.mktemp("coach") / "game.spades"
    file.write_text(format_record(game.record()), encoding="utf-8")
    return file


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(words)
    out, err = capsys.readouterr()
    return status, out, err


def test_hint_shows_best_action_and_values(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = told(capsys, "hint", "--nodes", "40", str(record))
    assert status == 0
    assert "Round 2" in out
    assert "Best: " in out
    assert "contract" in out
    status, out, _ = told(capsys, "hint", "--nodes", "40", "--json", "--at", "1.3.S", str(record))
    place = json.decode(out)
    assert (status, place["round"], place["trick"], place["seat"]) == (0, 1, 3, "S")
    assert place["taken"] in {candidate["action"] for candidate in place["candidates"]}
    assert place["candidates"][0]["action"] == place["action"]


def test_hint_supports_german(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = told(capsys, "hint", "--nodes", "40", "--lang", "de", "--at", "1.0.E", str(record))
    assert "Runde 1, B" in out
    assert "Am besten: " in out
    assert "Kontrakt" in out


@pytest.mark.parametrize("place", ["1.2", "1.x.N", "0.1.N", "1.2.Q", "9.9.N"])
def test_hint_rejects_invalid_place(
    record: Path, capsys: pytest.CaptureFixture[str], place: str
) -> None:
    status, _, err = told(capsys, "hint", "--at", place, str(record))
    assert status == 2
    assert "--at" in err
    assert_one_error(err)


def test_review_shows_losses(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = told(capsys, "review", "--nodes", "20", str(record))
    assert status == 0
    assert "accuracy" in out
    assert "Luck of the cards" in out
    _, out, _ = told(capsys, "review", "--nodes", "20", "--seat", "N", "--json", str(record))
    review = json.decode(out)
    assert {one["seat"] for one in review["decisions"]} == {"N"} == {review["seats"][0]["seat"]}
    assert review["luck"][0]["round"] == 1


def test_review_rejects_invalid_seat(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = told(capsys, "review", "--seat", "N", "--seat", "F", str(record))
    assert (status, out) == (2, "")
    assert "--seat: this game has no seat F; choose from N E S W" in err


@pytest.mark.parametrize("command", ["hint", "review"])
def test_study_commands_reject_invalid_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    file = tmp_path / "no.spades"
    file.write_text("no record", encoding="utf-8")
    status, _, err = told(capsys, command, str(file))
    assert status == 2
    assert str(file) in err


def test_hint_rejects_record_without_decisions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "empty.spades"
    file.write_text(format_record(Game.new().record()), encoding="utf-8")
    status, _, err = told(capsys, "hint", str(file))
    assert status == 2
    assert "--at" in err
