"""The simulator, compared with OpenSpiel's rollouts in C++ and OpenSpiel driven from Python."""

import os
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import mean, median
from time import perf_counter

from ...fast import simulate
from ..kernels import SIMULATOR, prepare
from .figure import Figure, open_spiel, timed

_ROUNDS = 30_000
_ROLLOUTS = 2_000
_FROM_PYTHON = 50
"""Rounds played from Python per turn, so that a change in the machine's speed affects all."""
_AT_ONCE = 1 << 19
"""Rounds for several threads: enough that the time to start the threads does not matter."""


def figures(scale: float) -> Iterator[Figure]:
    """Yield the speed of random rounds of `standard`, deal to score, as medians of many turns."""
    prepare(SIMULATOR)
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
            from_python.append(_rate(_FROM_PYTHON, lambda: peer.steps(rng, _FROM_PYTHON)))
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
    """Return the speed of two threads next to one, in real time, as medians of many turns.

    One thread takes a turn on each core, because other programs may slow one core down.
    """
    cores = _cores()
    together, alone, ratios = [], [], []
    for _ in range(2 * slices):
        turns = []
        for core in cores:
            _keep_to(core)
            turns.append(_by_the_clock(1))
        _keep_to(*cores)
        together.append(_by_the_clock(2))
        alone.append(mean(turns))
        ratios.append(together[-1] / alone[-1])
    what, unit = "random rounds in two threads by the clock", "rounds/s"
    return Figure(what, median(together), unit, "in one", median(alone), median(ratios))


def _by_the_clock(workers: int) -> float:
    start = perf_counter()
    simulate(rounds=_AT_ONCE, workers=workers)
    return _AT_ONCE / (perf_counter() - start)


def _cores() -> list[int]:
    """Return two cores that this process may use, if it can choose its cores."""
    return sorted(os.sched_getaffinity(0))[:2] if hasattr(os, "sched_getaffinity") else [0]


def _keep_to(*cores: int) -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, cores)
