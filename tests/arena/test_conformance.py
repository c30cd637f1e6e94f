"""The checks of a bot find what is wrong with it."""

import re
import sys
from pathlib import Path

import pytest

from spadille.arena import check_bot
from spadille.game import presets

PROGRAM = Path(__file__).parents[1] / "support" / "program_bot.py"
PYTHON = f'cmd:"{sys.executable}" -S -E "{PROGRAM}"'


def outcomes(bot: str, *rules: str) -> dict[str, str]:
    found = list(check_bot(bot, rules or None))
    return {check.what: f"{check.outcome} {check.detail}" for check in found}


def test_sound_program_passes_under_every_preset() -> None:
    found = outcomes(PYTHON)
    assert [told for told in found.values() if not told.startswith("ok")] == []
    assert len(found) == len(presets()) + 5
    assert "calls itself 'Tester'" in found["starts"]


@pytest.mark.parametrize(
    ("misdeed", "what", "told"),
    [
        ("chance", "plays a round of short", "failed .* illegal"),
        ("crash", "plays a round of short", "failed .*LookupError: no idea"),
        ("twice", "answers each question once", "failed it wrote 'action "),
        ("stubborn", "ends after quit", "note killed after 1 s"),
        ("chatter hello", "starts", "failed .*expected hello"),
    ],
)
def test_fault_of_a_program_is_found(misdeed: str, what: str, told: str) -> None:
    found = outcomes(f"{PYTHON} {misdeed}", "short")
    assert re.match(told, found[what])


def test_forgetful_bot_gets_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "at_chance.py").write_text(
        "from random import Random\nfrom spadille.bots.random_player import RandomPlayer\n"
        "CHANCE = Random(1)\n"
        "class Bot(RandomPlayer):\n"
        "    def _random(self, view):\n        return CHANCE\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    found = outcomes("at_chance:Bot", "short")
    assert found["gives equal answers to equal questions"].startswith("note ")
    assert found["plays a round of short"].startswith("ok ")


def test_unknown_bot_fails_at_once() -> None:
    found = outcomes("nobody")
    assert list(found) == ["starts"]
    assert found["starts"].startswith("failed unknown level nobody; choose from random, beginner")
