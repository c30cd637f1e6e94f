"""`spadille arena`: its output for scripts and for people, and its refusals."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from spadille.arena import match
from spadille.arena.match import MOST_DEALS, USUAL_DEALS
from spadille.cli import streams
from spadille.cli.arena_report import told_match
from support.command import assert_refused, environment, spadille

PROGRAM = Path(__file__).parents[1] / "support" / "program_bot.py"
WORDS = ("arena", "beginner", "random", "--deals", "6", "--seed", "7")


def printed(*words: str) -> dict[str, Any]:
    done = spadille(*words, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 1
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_arena_json_matches_its_documentation() -> None:
    found = printed(*WORDS, "--workers", "1")
    result = match("beginner", "random", deals=6, seed=7)
    assert result.points_per_deal is not None
    assert found["deals"] == 6
    assert found["points_per_deal"] == {
        "mean": result.points_per_deal.mean,
        "ci95": list(result.points_per_deal.ci95),
    }
    assert "games" not in found
    assert [bot["bot"] for bot in found["bots"]] == ["beginner", "random"]
    for bot, report in zip(found["bots"], result.bots, strict=True):
        for rate in ("made", "set", "nil_made", "nil_bid", "bags_per_round"):
            assert bot[rate] == getattr(report, rate)
        assert list(bot["ms_per_decision"]) == ["p50", "p95", "max"]


def test_arena_result_is_independent_of_worker_count() -> None:
    one, two = (printed(*WORDS, "--workers", workers) for workers in "12")
    for found in (one, two):
        for bot in found["bots"]:
            bot.pop("ms_per_decision")
    assert one == two


def test_arena_start_scores_option_starts_whole_games_at_that_score() -> None:
    """About two rounds decide each game."""
    found = printed(
        "arena", "beginner", "random", "--games", "2", "--start-scores", "480,480", "--workers", "1"
    )
    assert found["games"] == 2
    assert found["games_won"]["mean"] == 1
    assert found["rounds"] <= 8
    assert "deals" not in found


def test_arena_start_scores_option_accepts_negative_scores() -> None:
    words = ("arena", "random", "random", "--deals", "2", "--workers", "1", "--start-scores")
    assert printed(*words, "-50,-100")["deals"] == 2
    assert_refused(spadille(*words, "-600,0"), "--start-scores -600,0", "-500 to 500")


def test_arena_rule_options_change_the_rules() -> None:
    found = printed(*WORDS, "--workers", "1", "--rules", "solo", "--set", "nil.allowed=false",
                    "--set", "nil.blind=false")  # fmt: skip
    assert [bot["nil_bid"] for bot in found["bots"]] == [0, 0]
    assert found["bots"][0]["contracts"] == 6 * 2 * 2


def test_arena_text_names_the_winner_and_the_margin() -> None:
    done = spadille(*WORDS, "--workers", "1")
    result = match("beginner", "random", deals=6, seed=7)
    assert result.points_per_deal is not None
    assert done.stderr == ""
    assert "beginner against random, standard: 6 deals, each in 2 seatings" in done.stdout
    assert f"points that beginner wins by: {result.points_per_deal.mean:+.2f} (" in done.stdout


def test_arena_text_lists_most_common_bid_sums_first() -> None:
    result = match("beginner", "random", deals=2, seed=7)
    bids = structs.replace(result.bids, counts={7: 3, 10: 12, 11: 5})
    told = told_match("Standard", structs.replace(result, bids=bids, rounds=20))
    assert "; most often 10 in 60%, 11 in 25%\n" in told


def test_arena_match_stops_early() -> None:
    found = printed("arena", "beginner", "random", "--workers", "1", "--stop-when-significant")
    assert (found["deals"], found["stopped"]) == (128, "clear")
    assert found["points_per_deal"]["ci95"][0] > 0


@pytest.mark.parametrize(("stop", "told"), [("clear", True), ("narrow", True), (None, False)])
def test_arena_text_reports_an_early_stop(stop: Any, *, told: bool) -> None:
    result = structs.replace(match("random", "random", deals=2), stopped=stop)
    assert ("stopped early: " in told_match("Standard", result)) == told


def test_arena_many_bots_play_a_round_robin() -> None:
    words = ("arena", "random", "beginner", "intermediate", "--deals", "3", "--workers", "1")
    found = printed(*words)
    assert [place["bot"] for place in found["places"]][-1] == "random"
    assert len(found["matches"]) == 3
    assert set(found["places"][0]["rating"]) == {"mu", "sigma"}
    lines = spadille(*words).stdout.splitlines()
    assert lines[0] == "round robin, standard: 3 deals, each in 2 seatings"
    assert [line.split()[0] for line in lines[3:6]] == [place["bot"] for place in found["places"]]
    assert [line.count("±") for line in lines[8:]] == [2, 2, 2]


def test_arena_heading_lists_changed_options(tmp_path: Path) -> None:
    words = ("arena", "random", "random", "--deals", "2", "--workers", "1")
    changed = ("--set", "end.target=250", "--set", "nil.blind=false", "--start-scores", "40,-10")
    lines = spadille(*words, *changed).stdout.splitlines()
    told = "standard with nil.blind=false, end.target=250, end.start_scores=[40,-10]: 2 deals"
    assert told in lines[0]
    rules = tmp_path / "village.toml"
    rules.write_text("[end]\ntarget = 300\n")
    named = spadille(*words, "--rules", rules).stdout
    assert named.startswith("random against random, village: 2 deals")
    both = spadille(*words, "--rules", rules, "--set", "end.floor=-300").stdout
    assert both.startswith("random against random, village with end.floor=-300: 2 deals")
    link = spadille(*words, "--rules", "https://x.example/#/rules?preset=whiz&end.target=150")
    assert link.stdout.startswith("random against random, whiz with end.target=150: 2 deals")
    table = spadille("arena", "random", "beginner", "intermediate", *words[3:], *changed[:2])
    assert table.stdout.startswith("round robin, standard with end.target=250: 2 deals")


def test_arena_saves_games_and_names_the_worst_deals(tmp_path: Path) -> None:
    words = ("arena", "random", "beginner", "--deals", "4", "--workers", "1", "--save-games")
    told = spadille(*words, "games", cwd=tmp_path).stdout.splitlines()[-1]
    assert re.fullmatch(
        r"deals that random lost by most: (\d \(-\d+\.\d\)(, )?)+; their games: games/worst.txt",
        told,
    )
    worst = (tmp_path / "games" / "worst.txt").read_text()
    assert worst.startswith("random against beginner, standard: the deals that random lost by most")
    number = int(re.findall(r"\d", told)[0])
    assert f'\ndeal-{number:06}-2.spades\nplayer N "beginner"\n' in worst
    assert len(list((tmp_path / "games").glob("*.spades"))) == 8
    found = printed(*words[:-1], "--no-checkpoint")
    assert found["worst"][0]["deal"] == number
    assert_refused(spadille(*words, "games", "--seed", "5", cwd=tmp_path), "another match")


def test_arena_counts_failures_of_a_program() -> None:
    program = f'cmd:"{sys.executable}" -S -E "{PROGRAM}" chance'
    words = ("arena", program, "beginner", "--deals", "2", "--workers", "1")
    told = spadille(*words, "--on-illegal", "count").stdout
    assert re.search(r" failed: \d+ illegal answers, 0 errors and timeouts; the first in deal 1, ",
                     told)  # fmt: skip
    found = printed(*words, "--on-illegal", "count")
    assert found["bots"][0]["illegal"] > 20
    assert "illegal" not in found["bots"][1]
    assert_refused(spadille(*words), "bots/illegal-action", "in deal 1")
    robin = spadille(*words[:3], "random", *words[3:], "--on-illegal", "count").stdout
    assert robin.count(" failed: ") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="the folder is elsewhere there")
def test_arena_interrupted_match_resumes_when_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that fails ends the match as an interruption does."""
    (tmp_path / "failing.py").write_text(FAILING)
    folder = tmp_path / "state" / "spadille" / "arena"
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    words = ("arena", "failing:Bot", "beginner", "--deals", "6", "--workers", "1")
    assert_refused(spadille(*words, cwd=tmp_path), "in deal 4")
    assert len(list(folder.glob("*.jsonl"))) == 1
    (tmp_path / "healthy").touch()
    done = spadille(*words, cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr == "note: resuming after 3 deals; --no-checkpoint starts again\n"
    assert "6 deals" in done.stdout
    assert list(folder.iterdir()) == []  # the same command plays the match again
    assert spadille(*words, cwd=tmp_path).stderr == ""
    (tmp_path / "healthy").unlink()
    assert_refused(spadille(*words, "--no-checkpoint", cwd=tmp_path), "in deal 4")
    assert list(folder.iterdir()) == []
    both = ("--no-checkpoint", "--checkpoint", "x.jsonl")
    assert_refused(spadille(*words, *both, cwd=tmp_path), "exclude each other")


FAILING = """
from pathlib import Path
from spadille.bots.random_player import RandomPlayer

class Bot(RandomPlayer):
    def act(self, view):
        if self._seed.startswith("0/4/") and not Path("healthy").exists():
            raise OSError("no more")
        return super().act(view)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the folder is elsewhere there")
def test_arena_without_a_place_for_checkpoints_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "state").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    done = spadille("arena", "random", "random", "--deals", "2", "--workers", "1")
    assert (done.returncode, done.stderr) == (0, "")


def test_progress_without_a_terminal_is_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(streams, "FIRST_LINE", 0.0)
    with streams.progress_bar("a against b", 2000) as advance:
        for _ in range(3):
            advance(500)
    told = capsys.readouterr().err
    assert re.fullmatch(r"a against b: 500 of 2,000 \(25%\), about \d+ min left\n", told)
    monkeypatch.setattr(streams, "_quiet", True)
    with streams.progress_bar("a against b", 2000) as advance:
        advance(500)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("terminal", [True, False])
def test_arena_progress_bar_is_shown_on_a_terminal_only(*, terminal: bool) -> None:
    pty = pytest.importorskip("pty", reason="no terminals of this kind here")
    command = [sys.executable, "-m", "spadille", *WORDS, "--workers", "1", "--json"]
    ours, theirs = pty.openpty() if terminal else os.pipe()
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=theirs,
        check=True,
        env={**environment(), "TERM": "xterm", "COLUMNS": "100"},
    )
    os.write(theirs, b".")  # so that there is something to read
    shown = os.read(ours, 100_000).decode()
    os.close(ours)
    os.close(theirs)
    assert ("beginner against random" in shown) == terminal
    assert json.loads(done.stdout)["deals"] == 6


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], ["BOT_A"]),
        (["random"], ["BOT_B"]),
        (["random", "genius"], ["genius", "beginner"]),
        (["random:nodes=5", "random"], ["random", "nodes"]),
        (["random:nodes", "random"], ["random:nodes", "OPTION=VALUE"]),
        (["random", "random", "--deals", "1"], ["--deals", "'1'", "2 to"]),
        (["random", "random", "--games", "some"], ["--games", "'some'", "2 to"]),
        (["random", "random", "--deals", "4", "--games", "4"], ["--deals", "--games"]),
        (["random", "random", "--workers", "0"], ["--workers", "1 to"]),
        (["random", "random", "--workers", "2", "--executor", "tcp://x:1"], ["--executor"]),
        (["random", "random", "--rules", "nowhere"], ["nowhere", "standard"]),
        (["random", "random", "--set", "end.flor=1"], ["end.flor", "end.floor"]),
        (
            ["random", "random", "--start-scores", "much"],
            ["--start-scores", "invalid scores 'much'", "450,380"],
        ),
        (
            ["random", "random", "--start-scores", "400"],
            ["--start-scores", "invalid scores '400'", "each of the 2 sides"],
        ),
        (["random", "random", "--start-scores", "600,0"], ["600", "-500 to 500"]),
        (["random", "random", "--start-scores", "500,0"], ["end.target"]),
        (["random", "random", "--stop-within", "0"], ["--stop-within", "above 0"]),
        (
            ["random", "beginner", "intermediate", "--stop-when-significant"],
            ["--stop-when-significant", "exactly two bots"],
        ),
        (["random", "beginner", "random", "--deals", "2"], ["random", "itself"]),
        (["random", "random", "--checkpoint", "."], ["checkpoint", "new file"]),
    ],
    ids=" ".join,
)
def test_arena_rejects_bad_usage(words: list[str], told: list[str]) -> None:
    assert_refused(spadille("arena", *words), *told)


def test_arena_help_and_errors_state_the_deal_limits() -> None:
    assert f"number of first rounds [default: {USUAL_DEALS}]" in spadille("arena", "--help").stdout
    for count in ("1", str(MOST_DEALS + 1)):
        done = spadille("arena", "random", "random", "--deals", count)
        assert_refused(done, f"expected a whole number from 2 to {MOST_DEALS}")


def test_arena_rejects_invalid_cluster_address() -> None:
    pytest.importorskip("distributed", reason="the extra dask is not installed")
    done = spadille("arena", "random", "random", "--executor", "http://127.0.0.1:9")
    assert_refused(done, "http://127.0.0.1:9", "tcp://host:8786")
