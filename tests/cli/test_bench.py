"""`spadille bench` measures and reports."""

import json

import pytest

from spadille.cli.bench import GROUPS
from support.command import assert_refused, spadille


@pytest.mark.parametrize("group", GROUPS)
def test_bench_every_group_reports_figures(group: str) -> None:
    done = spadille("bench", group, "--scale", "0.001", "--json")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures
    for figure in figures:
        assert figure["ours"] > 0
        assert (figure["ratio"] is None) == (figure["theirs"] is None)


def test_bench_compares_figures_with_a_peer() -> None:
    done = spadille("bench", "engine", "--scale", "0.001")
    assert "rounds/s; OpenSpiel from Python" in done.stdout
    assert "times as fast" in done.stdout


def test_bench_rejects_unknown_group_and_bad_scale() -> None:
    assert_refused(spadille("bench", "cards"), "unknown group 'cards'")
    for scale in ("0", "nan", "many"):
        assert_refused(spadille("bench", "--scale", scale), f"invalid scale '{scale}'")
