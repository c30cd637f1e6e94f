"""A match continues after the program was stopped, and produces the same numbers."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from spadille.arena import ArenaError, Checkpoint, MatchResult, local_processes, match
from spadille.arena.batch import Order
from spadille.arena.contestant import contestant
from spadille.arena.work import parts
from spadille.bots.random_player import RandomPlayer
from spadille.game import Rules
from support.chance_players import BiddingOne
from support.command import PATIENCE, environment, spadille
from support.matches import timeless

DEALS = 50
SOLO = Rules.preset("solo")


class Counting(RandomPlayer):
    """Counts how often it is created: four times per deal."""

    made = 0

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        Counting.made += 1


class EndedError(Exception):
    """The program was stopped."""


def play(path: Path | None, rules: Rules | None = None, **options: object) -> MatchResult:
    Counting.made = 0
    arguments = {"deals": DEALS, "seed": "kept", **options}
    if path is None:
        return match(Counting, BiddingOne, rules, **arguments)  # type: ignore[arg-type]
    with Checkpoint(path) as checkpoint:
        return match(Counting, BiddingOne, rules, checkpoint=checkpoint, **arguments)  # type: ignore[arg-type]


def ending_after(deals: int) -> Callable[[int], None]:
    done: list[int] = []

    def listen(some: int) -> None:
        done.append(some)
        if sum(done) >= deals:
            raise EndedError

    return listen


@pytest.mark.parametrize(("torn", "again"), [(0, 2), (1, 6), (40, 6)])
def test_checkpoint_resumes_an_interrupted_match(tmp_path: Path, torn: int, again: int) -> None:
    """A line that was only partly written is played again."""
    path = tmp_path / "match.jsonl"
    with pytest.raises(EndedError):
        play(path, progress=ending_after(48))
    path.write_bytes(path.read_bytes()[: path.stat().st_size - torn])
    result = play(path)
    assert Counting.made == 4 * again
    assert timeless(result) == timeless(play(None))
    assert timeless(play(path)) == timeless(result)
    assert Counting.made == 0


def test_checkpoint_stores_times(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    assert play(path) == play(path)


def test_checkpoint_of_a_shorter_match_starts_a_longer_one(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    play(path, deals=48)
    assert timeless(play(path)) == timeless(play(None))
    play(path, deals=48)
    assert Counting.made == 0


def test_checkpoint_file_holds_many_matches(tmp_path: Path) -> None:
    """Any change to the settings of a match makes it a different match."""
    path = tmp_path / "match.jsonl"
    few = {"deals": 4}
    for options in ({}, {"seed": 2}, {"rules": SOLO}, {"deals": None, "games": 2}):
        play(path, **(few | options))
        assert Counting.made
    for options in ({}, {"seed": 2}, {"rules": SOLO}, {"deals": None, "games": 2}):
        play(path, **(few | options))
        assert not Counting.made


def test_checkpoint_does_not_mix_results_of_other_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program whose bots have different code has different bots under the same names."""
    path = tmp_path / "match.jsonl"
    play(path, deals=4)
    monkeypatch.setattr("spadille.arena.checkpoint.program", lambda: "another")
    play(path, deals=4)
    assert Counting.made == 16


def test_checkpoint_lock_failure_is_not_reported_as_in_use(tmp_path: Path) -> None:
    """For example, on a full disk."""
    path = tmp_path / "match.jsonl"
    path.with_name("match.jsonl.lock").write_text("somebody else's")
    with pytest.raises(
        ArenaError, match=r"file is not a database \(match\.jsonl\.lock\)"
    ) as caught:
        play(path, deals=4)
    assert caught.value.code == "arena/no-journal"


def test_checkpoint_path_may_be_a_string(tmp_path: Path) -> None:
    with Checkpoint(str(tmp_path / "match.jsonl")) as checkpoint:
        match(Counting, BiddingOne, deals=4, seed="kept", checkpoint=checkpoint)
    assert (tmp_path / "match.jsonl").read_bytes()


def test_checkpoint_is_never_written_by_two_matches_at_once(tmp_path: Path) -> None:
    """The same holds for two processes; existing lines stay and can be found afterwards."""
    path = tmp_path / "match.jsonl"
    with Checkpoint(path) as checkpoint:
        match(Counting, BiddingOne, deals=4, seed="kept", checkpoint=checkpoint)
        before = path.read_bytes()
        with pytest.raises(ArenaError) as caught:
            play(path, deals=4)
        assert caught.value.code == "arena/journal-in-use"
        words = ("arena", "beginner", "random", "--deals", "4", "--workers", "1")
        refused = spadille(*words, "--checkpoint", path)
        assert refused.returncode == 2
        assert "arena/journal-in-use" in refused.stderr
        assert str(path) in refused.stderr
        assert path.read_bytes() == before
    play(path, deals=4)
    assert not Counting.made


def test_checkpoint_is_shared_by_worker_processes(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    with local_processes(2) as executor, Checkpoint(there) as checkpoint:
        result = match("random", BiddingOne, deals=50, executor=executor, checkpoint=checkpoint)
    with Checkpoint(here) as checkpoint:
        assert timeless(match("random", BiddingOne, deals=50, checkpoint=checkpoint)) == timeless(
            result
        )
    order = Order(Rules(), (contestant("random"), contestant(BiddingOne)), "0", whole_games=False)
    with Checkpoint(here) as one, Checkpoint(there) as other:
        for part in parts(order, 50):
            batches = one.find(*part), other.find(*part)
            assert batches[0] is not None
            assert batches[1] is not None
            assert batches[0].values == batches[1].values


def test_checkpoint_resumes_a_killed_command(tmp_path: Path) -> None:
    """It is killed without warning while it plays; the file stays as it was at that moment."""
    path = tmp_path / "match.jsonl"
    words = ("arena", "beginner", "random", "--deals", "60", "--workers", "1", "--json")
    command = [sys.executable, "-m", "spadille", *words, "--checkpoint", str(path)]
    with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE) as running:
        while not path.exists() or path.read_bytes().count(b"\n") < 5:
            assert running.poll() is None
        os.kill(running.pid, signal.SIGKILL)
    before = path.read_bytes()
    result, whole = (
        json.loads(spadille(*words, *more).stdout) for more in (("--checkpoint", path), ())
    )
    assert path.read_bytes().startswith(before[: before.rfind(b"\n") + 1])
    for found in (result, whole):
        for bot in found["bots"]:
            bot.pop("ms_per_decision")
    assert result == whole


def test_worker_processes_end_with_a_killed_command(tmp_path: Path) -> None:
    """They keep its output open, so the output ends when the last of them has exited."""
    path = tmp_path / "match.jsonl"
    words = ("arena", "beginner", "random", "--deals", "100000", "--workers", "2")
    command = [sys.executable, "-m", "spadille", *words, "--checkpoint", str(path)]
    with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE) as running:
        while not path.exists() or path.read_bytes().count(b"\n") < 3:
            assert running.poll() is None
        os.kill(running.pid, signal.SIGKILL)
        running.communicate(timeout=PATIENCE)


def test_checkpoint_cut_off_in_its_first_line_starts_over(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    play(path, deals=4)
    path.write_bytes(path.read_bytes()[:20])
    play(path, deals=4)
    assert Counting.made == 16
    play(path, deals=4)
    assert not Counting.made


@pytest.mark.parametrize(
    "text",
    [
        b"one\n",
        b'{"is":"match"}\n',
        b'{"is":"match","form":9,"number":1,"what":{}}\n',
        b'{"is":"deals","match":1,"first":1,"last":1,"batch":{}}\n',
        b"no line at all",
        (
            b'{"is":"match","form":1,"number":1,"what":{"seed":"1"}}\n'
            b'{"is":"match","form":1,"number":1,"what":{"seed":"2"}}\n'
        ),
    ],
)
def test_checkpoint_rejects_another_file_and_leaves_it_unchanged(
    tmp_path: Path, text: bytes
) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(text)
    with pytest.raises(ArenaError) as caught:
        Checkpoint(path)
    assert caught.value.code == "arena/no-journal"
    assert str(path) in str(caught.value)
    assert "Error" not in str(caught.value)
    assert path.read_bytes() == text


def test_checkpoint_rejects_a_folder(tmp_path: Path) -> None:
    with pytest.raises(ArenaError) as caught:
        Checkpoint(tmp_path)
    assert caught.value.code == "arena/no-journal"


def test_checkpoint_in_a_missing_folder_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="match: No such file or directory; choose"):
        Checkpoint(tmp_path / "nowhere" / "match.jsonl")
