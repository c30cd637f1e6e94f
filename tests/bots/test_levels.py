"""Bots are loaded by the name of their level, with its options."""

import subprocess
import sys
from typing import Annotated, Any

import numpy as np
import pytest
from msgspec import Meta

from spadille.bots import levels, load
from spadille.bots.beginner import Beginner
from spadille.game import SpadesError


class Weighing(Beginner):
    """A bot with options."""

    def __init__(
        self,
        seed: int | str = 0,
        *,
        nodes: Annotated[int, Meta(ge=1)] = 100,
        ms: float | None = None,
    ) -> None:
        super().__init__(seed)
        self.budget = (nodes, ms)


@pytest.fixture
def _weighing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(levels._BOTS, "beginner", Weighing)


def refusal(level: str, **options: Any) -> tuple[str, str]:
    with pytest.raises(SpadesError) as caught:
        load(level, 1, **options)
    return caught.value.code, str(caught.value)


def test_unknown_level_is_rejected() -> None:
    code, told = refusal("genius")
    assert code == "bots/unknown-level"
    assert "genius" in told
    assert "intermediate" in told


def test_seed_with_lone_surrogate_is_rejected() -> None:
    with pytest.raises(SpadesError) as caught:
        load("beginner", "\ud800")
    assert caught.value.code == "seed/not-text"


def test_level_without_options_rejects_options() -> None:
    code, told = refusal("random", nodes=5)
    assert code == "bots/unknown-option"
    assert told == "random has no options, so nodes cannot be set"


@pytest.mark.usefixtures("_weighing")
def test_options_are_converted_to_their_types() -> None:
    numbers = {"nodes": np.int64(5), "ms": 1.5}
    for given in ({"nodes": 5, "ms": 1.5}, {"nodes": "5", "ms": "1.5"}, numbers):
        bot = load("beginner", 1, **given)
        assert isinstance(bot, Weighing)
        assert bot.budget == (5, 1.5)
        assert isinstance(bot.budget[0], int)


@pytest.mark.usefixtures("_weighing")
def test_unknown_and_invalid_options_are_rejected() -> None:
    assert refusal("beginner", depth=1) == (
        "bots/unknown-option",
        "beginner has no option depth; its options are nodes, ms",
    )
    for value in ("many", "0", 0, 1.5):
        code, told = refusal("beginner", nodes=value)
        assert code == "bots/bad-option"
        assert told.startswith(f"nodes of beginner cannot be {value}: ")


WITH_THEIR_CALLERS = {"play_card", "roll_out"}
"""Compiled functions that are compiled along with their callers, and looked up on first use."""

WHAT_IS_NEW = """
import gc, importlib
from numba.core.dispatcher import Dispatcher
from spadille.bots import KERNELS, load
from spadille.game import Game, presets

def compiled():
    ours = (one for one in gc.get_objects() if isinstance(one, Dispatcher))
    return {(one.py_func.__name__, types) for one in ours for types in one.overloads}

for module in KERNELS["master"]:
    importlib.import_module(module).warm()
before = compiled()
for preset in presets().values():
    game = Game.new(preset.rules, seed=3)
    bots = [load("master", seat, nodes=20) for seat in range(6)]
    while not game.results and not game.over:
        game = game.apply(bots[game.to_act].act(game.view_to_act))
print(*{name for name, _ in compiled() - before})
"""


def test_levels_use_only_prepared_kernels() -> None:
    """Otherwise the first player to use one would wait mid-game; `master` uses the most."""
    command = [sys.executable, "-c", WHAT_IS_NEW]
    new = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert set(new.split()) <= WITH_THEIR_CALLERS
