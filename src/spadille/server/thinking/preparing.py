"""Levels that think, and preparing a process for them: kernels are compiled and loaded."""

from collections.abc import Callable
from time import monotonic

LEVELS = frozenset({"expert", "master"})
"""The levels that think, which they do in processes."""

_HURRIED = {"master": "expert"}

PREPARATION = 60.0
"""Assumed seconds for compiling, before more is known."""


def hurried(level: str) -> str:
    """Return a quicker level to use while others wait, so that long thinking holds no one up."""
    return _HURRIED.get(level, level)


def prepare(tell: Callable[[float], object]) -> None:
    """Compile missing kernels at low priority, then load them all.

    `tell` receives the approximate seconds until compiling is done, and 0 at the end.
    """
    from ...bots import KERNELS  # noqa: PLC0415 - in a separate process
    from ...fast import cold, kernel, warm_up, work  # noqa: PLC0415

    modules = [module for level in sorted(LEVELS) for module in KERNELS[level]]
    if not kernel.kernels_are_kept():
        modules = []  # every process compiles kernels when it first thinks
    total, done, begun = work(cold(modules)), 0, monotonic()
    tell(PREPARATION if total else 0.0)
    try:
        for step in warm_up(modules, gently=True):
            done += step
            passed = monotonic() - begun
            certain = done * 20 > total
            rest = passed * (total - done) / done if certain else PREPARATION - passed
            tell(max(rest, 1.0))
    finally:
        tell(0.0)
    _load()


def prepare_elsewhere(expected: str) -> str:
    """Prepare another machine, unless its version of Spadille differs; return that version."""
    from ...arena import program  # noqa: PLC0415 - in a separate process
    from . import thought  # noqa: F401, PLC0415 - otherwise, the first decision would wait for it

    found = program()
    if found == expected:
        prepare(lambda _: None)
    return found


def _load() -> None:
    from ...bots import load  # noqa: PLC0415 - in a separate process
    from ...game import Game  # noqa: PLC0415

    game = Game.new(seed=0)
    bot = load("expert", nodes=1)
    adviser = load("beginner")
    while not game.results:
        view = game.view_to_act
        bot.act(view)
        game = game.apply(adviser.act(view))
