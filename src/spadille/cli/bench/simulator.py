"""The simulator, beside OpenSpiel's rollouts in C++ and OpenSpiel driven from Python."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median
from time import perf_counter

from ...fast import simulate
from ..kernels import prepare
from .figure import Figure, timed
from .peers import open_spiel

_ROUNDS = 30_000
_ROLLOUTS = 2_000
_FROM_PYTHON = 50
"""Rounds played in turn by each, so that a change of the machine's pace meets all."""
_AT_ONCE = 1 << 19
"""Rounds for several threads: some tenths of a second, beside which starting them is nothing."""


def figures(scale: float) -> Iterator[Figure]:
    """Random rounds of `standard` from the deal to the score; medians of many turns."""
    prepare("spadille.fast.simulator")
    simulate(rounds=1)
    slices = max(1, round(40 * scale))
    peer = open_spiel()
    rng = Random(1)
    ours, rollouts, from_python = [], [], []
    for _ in range(slices):
        ours.append(_rate(_ROUNDS, lambda: simulate(rounds=_ROUNDS)))
        if peer is not None:
            play = partial(peer.rollouts, peer.dealt(rng), _ROLLOUTS)
            rollouts.append(_rate(_ROLLOUTS, play))
            from_python.append(_rate(_FROM_PYTHON, lambda: peer.rounds(rng, _FROM_PYTHON)))
    what, unit, rate = "random rounds on one core", "rounds/s", median(ours)
    if peer is None:
        yield Figure(what, rate, unit)
    else:
        for name, theirs in (
            ("OpenSpiel's rollouts in C++", rollouts),
            ("OpenSpiel from Python", from_python),
        ):
            yield Figure.rate(what, rate, unit, name, median(theirs))
    yield _two_threads(slices)


def _rate(rounds: int, work: Callable[[], object]) -> float:
    return rounds / timed(work)[0]


def _two_threads(slices: int) -> Figure:
    """Two threads beside one: by the clock, the best of several turns, as others disturb."""
    best = {1: 0.0, 2: 0.0}
    for _ in range(5 * slices):
        for workers, before in best.items():
            start = perf_counter()
            simulate(rounds=_AT_ONCE, workers=workers)
            best[workers] = max(before, _AT_ONCE / (perf_counter() - start))
    return Figure.rate("random rounds in two threads", best[2], "rounds/s", "in one", best[1])
