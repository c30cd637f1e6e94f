"""`spadille bot`: a program plays at a server and against levels, is checked, and is compared."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from spadille.arena import match
from spadille.bots import load
from spadille.bots.external import end_programs
from spadille.client import ClientError, play_levels
from support.command import assert_refused, spadille
from support.owners import owner_at
from support.robots import SHORT, robot_at, start_with
from support.servers import PATIENCE, Server, play_on, server

EXAMPLES = Path(__file__).parents[2] / "examples"
PROGRAM = Path(__file__).parents[1] / "support" / "program_bot.py"
PYTHON = f'cmd:"{sys.executable}" -S -E "{PROGRAM}"'


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("server") / "games.db") as one:
        yield one


@pytest.fixture(scope="module", params=["my_bot.js", "my_bot.c"])
def example(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the name of a bot in another language."""
    file = EXAMPLES / request.param
    if file.suffix == ".js":
        if shutil.which("node") is None:
            pytest.skip("needs Node")
        return f'cmd:node "{file}"'
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("needs a C compiler")
    made = tmp_path_factory.mktemp("made") / "my_bot"
    words = [compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", made, file]
    subprocess.run(words, check=True)
    return f'cmd:"{made}"'


def test_example_in_another_language_passes_all_checks(example: str) -> None:
    done = spadille("bot", "check", example)
    assert (done.returncode, done.stderr) == (0, "")
    assert "all 22 checks passed" in done.stdout
    assert re.search(r"calls itself 'High (cards|bids)'", done.stdout)


def test_example_in_another_language_plays_64_mirrored_deals(example: str) -> None:
    result = match(example, "random", deals=64)
    end_programs()
    assert result.points_per_deal is not None
    assert result.points_per_deal.ci95[0] > 0
    assert result.rounds == 128


def test_example_in_another_language_plays_game_at_server(running: Server, example: str) -> None:
    table = running.make(invite=True, options=SHORT, turn_seconds=0)
    link = f"{running.address}/t/{table}"
    with running.client(table) as ann, ThreadPoolExecutor(1) as thread:
        words = ("bot", "--url", link, "--token", robot_at(running), "--pace", "0", example)
        done = thread.submit(spadille, *words)
        start_with("High cards" if "node" in example else "High bids", ann)
        play_on(ann)
        finished = done.result(PATIENCE)
    assert (finished.returncode, finished.stderr) == (0, "")
    assert "the game is over" in finished.stdout
    assert "failed" not in finished.stdout


def test_failing_program_at_server_is_reported_and_its_turn_played(running: Server) -> None:
    table = running.make(invite=True, options=SHORT | {"end.max_rounds": 1}, turn_seconds=0)
    with running.client(table) as ann, ThreadPoolExecutor(1) as thread:
        done = thread.submit(
            spadille, "bot", "play", "--url", f"{running.address}/t/{table}", "--token",
            robot_at(running), "--pace", "0", f"{PYTHON} crash",
        )  # fmt: skip
        start_with("Tester", ann)
        play_on(ann)
        finished = done.result(PATIENCE)
    told = (
        "the bot failed: it ended with exit status 1: 'LookupError: no idea'; intermediate decides"
    )
    assert told in finished.stdout


def test_bot_plays_games_against_levels_with_one_command(running: Server) -> None:
    done = spadille(
        "bot", "--url", running.address, "--token", robot_at(running, "tables"), "--games", "2",
        "--against", "random,beginner", "--rules", "short", "--set", "end.max_rounds=1",
        "intermediate",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    results = [line for line in lines if line.startswith("game ")]
    assert [re.sub("won|lost|drawn", "-", line) for line in results] == [
        "game 1, against random: -",
        "game 2, against random: -",
        "game 3, against beginner: -",
        "game 4, against beginner: -",
    ]
    assert re.fullmatch(
        r"against random: won [\d.]+ of 2 games; average score -?\d+, of the best opponent -?\d+",
        lines[-2],
    )


def test_games_against_levels_need_server_scope_and_level(running: Server) -> None:
    words = ("bot", "--token", robot_at(running), "--against", "random", "random", "--url")
    assert_refused(spadille(*words, running.address), "token/scope")
    assert_refused(spadille(*words, f"{running.address}/t/k3v7p2mwq8xd"), "address of the server")
    assert_refused(spadille(*words, "http://127.0.0.1:9"), "cannot reach the server", "refused")
    assert_refused(spadille(*words, running.address, "--against", "genius"), "genius", "beginner")
    with owner_at(running) as owner:
        token = str(owner.token("play", "tables")["secret"])
    games = play_levels(f"{running.address}/wrong", token, load("random"), ("random",))
    with pytest.raises(ClientError, match="is not the link"):
        next(games)
    assert_refused(
        spadille("bot", "--token", token, "--rules", "whiz", "random", "--url", running.address),
        "--rules and --set need --against",
    )


def test_bot_check_reports_failures_with_its_status() -> None:
    done = spadille("bot", "check", "--rules", "short", f"{PYTHON} crash")
    assert done.returncode == 1
    assert re.search(r"^failed plays a round of short: .*LookupError", done.stdout, re.MULTILINE)
    assert "checks failed" in done.stdout
    checks = json.loads(spadille("bot", "-q", "check", "--json", "random").stdout)
    assert {check["outcome"] for check in checks} == {"ok"}
    assert_refused(spadille("bot", "check", "--rules", "nowhere", "random"), "nowhere")


def test_bot_compare_shows_decisions_side_by_side() -> None:
    words = ("bot", "compare", "intermediate", "beginner", "--deal", "3", "--seed", "7")
    done = spadille(*words)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "deal 3, seating 1, standard"
    assert lines[1].startswith("deal N:")
    assert lines[2:4] == ["North/South: intermediate", "East/West: beginner"]
    assert lines[5].split() == ["intermediate", "beginner"]
    rows = [line for line in lines[6:-3] if re.match(r"(\d+|-) ", line)]
    assert len(rows) >= 56
    assert all(row.count("*") == 1 for row in rows)
    differing = [row for row in rows if row.endswith("<>")]
    assert f"{len(differing)} of {len(rows)} decisions differ" in lines[-2]
    assert lines[-1].startswith("points that intermediate wins by: ")
    assert any(line.startswith("      intermediate: ") for line in lines)
    few = spadille(*words, "--different").stdout.splitlines()
    assert [line for line in few[6:-3] if re.match(r"(\d+|-) ", line)] == differing
    found = json.loads(spadille(*words, "--json").stdout)
    assert sum(one["differs"] for one in found["decisions"]) == len(differing)
    assert found["decisions"][0]["bots"][0]["action"] == "look"
    assert_refused(spadille(*words, "--seating", "3"), "seatings from 1 to 2")
