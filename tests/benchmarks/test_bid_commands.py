"""The commands that study bids and times: they run and report their results."""

import sys
from types import ModuleType

import pytest

import blind
import certain_bids
import decision_time


def said(module: ModuleType, words: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["benchmark", *words.split()])
        module.main()
    return capsys.readouterr().out


def test_decision_time_reports_times_by_level(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(decision_time, "--levels random,beginner --rounds 1", capsys).splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [
        [level, what] for level in ("random", "beginner") for what in ("bids", "cards", "all")
    ]


def test_certain_bids_reports_bids_below_certain_tricks(capsys: pytest.CaptureFixture[str]) -> None:
    honest = said(certain_bids, "--bot intermediate --hands 80", capsys)
    assert honest.endswith("0 below\n")
    careless = said(certain_bids, "--bot random --hands 80", capsys)
    assert "certain: " in careless
    assert not careless.endswith(" 0 below\n")


def test_blind_compares_blind_nil_with_looking(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(blind, "--scores 380,490 --place 4 --rounds 3", capsys)
    assert "3 deals: blind nil" in told
    assert "difference" in told
