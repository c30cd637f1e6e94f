"""The simulator, beside OpenSpiel's rollouts in C++ and OpenSpiel driven from Python."""

from collections.abc import Iterator
from random import Random
from time import perf_counter

from ...fast import simulate
from ..kernels import prepare
from .figure import Figure, timed
from .peers import open_spiel

_ROUNDS = 30_000
_ROLLOUTS = 2_000
_FROM_PYTHON = 50
"""Rounds played in turn by each, so that a change of the machine's pace meets all."""
_AT_ONCE = 1 << 17
"""Rounds for several threads: a twentieth of a second."""


def figures(scale: float) -> Iterator[Figure]:
    """Random rounds of `standard` from the deal to the score."""
    prepare("spadille.fast.simulator")
    simulate(rounds=1)
    slices = max(1, round(40 * scale))
    peer = open_spiel()
    ours = rollouts = from_python = 0.0
    rng = Random(1)
    for _ in range(slices):
        ours += timed(lambda: simulate(rounds=_ROUNDS))[0]
        if peer is not None:
            state = peer.dealt(rng)
            rollouts += timed(lambda: peer.rollouts(state, _ROLLOUTS))[0]  # noqa: B023 - at once
            from_python += timed(lambda: peer.rounds(rng, _FROM_PYTHON))[0]
    what, unit, rate = "random rounds on one core", "rounds/s", slices * _ROUNDS / ours
    if peer is None:
        yield Figure(what, rate, unit)
    else:
        theirs = slices * _ROLLOUTS / rollouts
        yield Figure.rate(what, rate, unit, "OpenSpiel's rollouts in C++", theirs)
        theirs = slices * _FROM_PYTHON / from_python
        yield Figure.rate(what, rate, unit, "OpenSpiel from Python", theirs)
    yield _two_threads(slices)


def _two_threads(slices: int) -> Figure:
    """Two threads beside one: by the clock, the best of several turns, as others disturb."""
    best = {1: 0.0, 2: 0.0}
    for _ in range(5 * slices):
        for workers, before in best.items():
            start = perf_counter()
            simulate(rounds=_AT_ONCE, workers=workers)
            best[workers] = max(before, _AT_ONCE / (perf_counter() - start))
    return Figure.rate("random rounds in two threads", best[2], "rounds/s", "in one", best[1])
