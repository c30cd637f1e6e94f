"""`spadille arena`: its output for scripts and for people, and its refusals."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from msgspec import structs

from spadille.arena import match
from spadille.arena.match import MOST_DEALS, USUAL_DEALS
from spadille.cli.arena_report import told_match
from support.command import assert_refused, environment, spadille

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
