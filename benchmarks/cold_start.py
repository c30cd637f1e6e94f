"""Measure the first call of everything compiled, with an empty cache of kernels for each.

python benchmarks/cold_start.py   # about two minutes on one core

Prints a Markdown table with processor time, including that of processes it starts, and time by the
clock. Its columns are the first call on a new machine, and the first call of a later process.
"""

import os
import subprocess
import sys
import tempfile
from time import perf_counter

from rows import head, row

FIRST = {
    "`spadille_v0.env()` and its first observation": """
from spadille.envs import spadille_v0
env = spadille_v0.env()
env.reset(seed=1)
env.last()""",
    "`solve()` of 13 cards": """
import spadille
spadille.solve(spadille.Game.new(seed=1).round.hands)""",
    "a bid of `expert`": """
import spadille
from spadille.bots import load
rules = spadille.Rules().with_options({"nil.blind": False})
load("expert").act(spadille.Game.new(rules, seed=1).view_to_act)""",
    "its first card": """
import spadille
from spadille.bots import load
game, bot = spadille.Game.new(seed=1), load("intermediate")
while game.phase != "play":
    game = game.apply(bot.act(game.view_to_act))
load("expert").act(game.view_to_act)""",
}
"""Programs, by what their table row calls them."""


def main() -> None:
    print("\n".join(head("first call", "processor s", "s", "later: processor s", "s")))
    for name, program in FIRST.items():
        with tempfile.TemporaryDirectory() as cache:
            times = [*timed(program, cache), *timed(program, cache)]
        print(row(name, *(f"{seconds:.1f}" for seconds in times)), flush=True)


def timed(program: str, cache: str) -> tuple[float, float]:
    """Return the processor time of a Python program and its children, and its duration."""
    began, before = perf_counter(), os.times()
    subprocess.run(
        [sys.executable, "-c", program], check=True, env={**os.environ, "NUMBA_CACHE_DIR": cache}
    )
    after = os.times()
    used = after.children_user + after.children_system
    return used - before.children_user - before.children_system, perf_counter() - began


if __name__ == "__main__":
    main()
