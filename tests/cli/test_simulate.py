"""`spadille simulate`: its output for scripts and for people, and its refusals."""

import json
from typing import Any

import pytest

from spadille.fast import simulate
from spadille.game import Rules
from support.command import assert_refused, spadille


def printed(*words: str) -> dict[str, Any]:
    done = spadille("simulate", *words, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 1
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def timeless(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if "second" not in name}


def test_simulate_json_matches_the_simulator() -> None:
    words = ("--rules", "three-player", "--bots", "table,random,random", "--seed", "7")
    found = printed(*words, "--games", "300", "--workers", "2")
    rules = Rules.preset("three-player")
    result = simulate(rules, games=300, policies=["table", "random", "random"], seed=7)
    assert (found["games"], found["rounds"]) == (300, result.rounds)
    assert found["seconds"] > 0
    assert found["rounds_per_second"] == pytest.approx(found["rounds"] / found["seconds"])
    for side, expected in zip(found["sides"], result.sides, strict=True):
        assert side == {name: getattr(expected, name) for name in expected.__struct_fields__}
    for seat, counts in zip(found["seats"], result.seats, strict=True):
        assert seat == {name: getattr(counts, name) for name in counts.__struct_fields__}


def test_simulate_levels_is_independent_of_worker_count() -> None:
    words = ("--bots", "beginner,random,beginner,random", "--games", "6", "--seed", "3")
    one, two = (timeless(printed(*words, "--workers", workers)) for workers in "12")
    assert one == two
    assert one["games"] == 6
    assert one["sides"][0]["wins"] == 6
    assert sum(seat["tricks"] for seat in one["seats"]) == pytest.approx(13)
    assert one["sides"][0]["points"] > one["sides"][1]["points"]


def test_simulate_rounds_option_plays_first_rounds_only() -> None:
    for bots in ("random", "beginner"):
        found = printed("--bots", bots, "--rounds", "5", "--workers", "1")
        assert (found["rounds"], found["games"]) == (5, 0)
        assert all(side["final"] is None for side in found["sides"])


def test_simulate_set_option_changes_the_rules() -> None:
    found = printed("--set", "end.max_rounds=1", "--set", "end.target=5000", "--games", "40")
    assert 40 <= found["rounds"] <= 50  # more than 40 if rounds are tied


def test_simulate_text_prints_tables() -> None:
    done = spadille("simulate", "--bots", "table", "--games", "50", "--rules", "gold-blue")
    assert (done.returncode, done.stderr) == (0, "")
    assert "gold-blue: 50 games" in done.stdout
    assert "Gold" in done.stdout
    assert "W table" in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("--bots", "clever"),
        ("--bots", "random,table"),
        ("--bots", "table,beginner,table,beginner"),
        ("--games", "0"),
        ("--games", "2", "--rounds", "2"),
        ("--rounds", "many"),
        ("--workers", "0"),
        ("--workers", "2", "--executor", "tcp://x:1"),
        ("--rules", "nothing-like-it"),
        ("--set", "end.target"),
    ],
)
def test_simulate_bad_usage_prints_one_error_line(words: tuple[str, ...]) -> None:
    assert_refused(spadille("simulate", *words))
