"""Kernels take an index as it is, so they must not leave an array on either side."""

import os
import subprocess
import sys
from pathlib import Path

PLAYED = """
from spadille import Game, solve
from spadille.bots import load
from spadille.envs.vector import SpadilleVectorEnv
from spadille.game import RulesError, presets

served = 0
for name in presets():
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
while not game.results:
    game = game.apply(bot.act(game.view_to_act))
print(served)
"""

LEAVING = """
import numpy as np
from spadille.fast.kernel import lean_kernel

@lean_kernel
def item(numbers, index):
    return numbers[index]

for index in (0, 3, 4, -1):
    try:
        print(item(np.arange(4), index))
    except IndexError:
        print("outside")
"""


WITHIN = LEAVING.replace("(0, 3, 4, -1)", "(0, 3)")


def test_kernels_leave_no_array(tmp_path: Path) -> None:
    assert int(run(PLAYED, tmp_path)) > 30


def test_check_of_bounds_finds_indexes_on_both_sides(tmp_path: Path) -> None:
    assert run(LEAVING, tmp_path).split() == ["0", "3", "outside", "outside"]


def test_checked_and_unchecked_kernels_are_kept_apart(tmp_path: Path) -> None:
    for _ in range(2):
        assert run(LEAVING, tmp_path).count("outside") == 2
        assert run(WITHIN, tmp_path, checked=False).split() == ["0", "3"]


def run(program: str, folder: Path, *, checked: bool = True) -> str:
    file = folder / "program.py"
    file.write_text(program)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "cache")}
    if checked:
        environment["NUMBA_BOUNDSCHECK"] = "1"
    done = subprocess.run(
        [sys.executable, file], capture_output=True, text=True, check=True, env=environment
    )
    return done.stdout
