"""Kernels take an index as it is, so they must not leave an array on either side."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PLAYED = """
from spadille import Game, Rules, simulate, solve
from spadille.bots import load
from spadille.envs.vector import SpadilleVectorEnv
from spadille.game import NoTrump, RulesError, presets

served = 0
for name in presets():
    simulate(name, rounds=50, seed=1)
    for others in (None, "beginner", "intermediate"):
        try:
            env = SpadilleVectorEnv(32, rules=name, episode="game", threads=1, others=others)
        except RulesError:
            continue
        env.reset(seed=1)
        for _ in range(150):
            env.step(env.random_actions())
        served += 1
game, bot = Game.new(seed=1), load("expert:nodes=40")
hands = game.round.hands
solve(hands)
solve([hand[:8] for hand in hands], trump=False)
solve([hand[:8] for hand in hands[:2]])
no_trump = Game.new(Rules().with_options({"bidding.no_trump": True}), seed=2)
for game in (game, no_trump, Game.new("five-player", seed=3), Game.new("six-player", seed=4)):
    while not game.results:
        asked = game.phase == "trump"
        game = game.apply(NoTrump(True) if asked else bot.act(game.view_to_act))
print(served)
"""

ITEMS = """
import sys
import numpy as np
from spadille.fast.kernel import lean_kernel

@lean_kernel
def item(numbers, index):
    return numbers[index]

for index in sys.argv[1:]:
    try:
        print(item(np.arange(4), int(index)))
    except IndexError:
        print("outside")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "items.py").write_text(ITEMS)
    (tmp_path / "played.py").write_text(PLAYED)
    return tmp_path


def test_kernels_leave_no_array(folder: Path) -> None:
    assert int(run(folder / "played.py")) > 30


def test_check_of_bounds_finds_indexes_on_both_sides(folder: Path) -> None:
    assert run(folder / "items.py", 0, 3, 4, -1) == "0 3 outside outside"


def test_checked_and_unchecked_kernels_are_kept_apart(folder: Path) -> None:
    for _ in range(2):
        assert run(folder / "items.py", 4, -1) == "outside outside"
        assert run(folder / "items.py", 0, 3, checked=False) == "0 3"


def run(program: Path, *arguments: int, checked: bool = True) -> str:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(program.parent / "cache")}
    if checked:
        environment["NUMBA_BOUNDSCHECK"] = "1"
    command = [sys.executable, str(program), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert not done.returncode, done.stderr
    return " ".join(done.stdout.split())
