"""The environments, compared with OpenSpiel's spades driven from Python; a step is one decision."""

from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter, thread_time
from typing import Any

from ..kernels import TABLES, prepare
from .figure import Figure, OpenSpiel, open_spiel

_TABLES = 4096
_SLICES = 10
"""Turns that each of the two takes, so that a change in the machine's speed affects both."""

Steps = Callable[[], int]
"""Take some steps, and return how many."""
Clock = Callable[[], float]


def figures(scale: float) -> Iterator[Figure]:
    """Yield the speed of random legal actions under `standard`, drawn from the masks."""
    try:
        from ...envs import open_spiel as own_game
        from ...envs import spadille_v0, vector
    except ImportError:
        return  # the extra is not installed
    prepare(TABLES)
    rng = Random(1)
    peer = open_spiel()
    assert peer is not None  # it comes with the same extra
    looking = _spiel_steps(peer, rng, 50 * scale, observe=True)
    acting = _spiel_steps(peer, rng, 50 * scale, observe=False)
    for observe, shown, theirs in (
        (False, "masks", acting),
        (True, "masks and observations", looking),
    ):
        for cores, clock in ((1, thread_time), (2, perf_counter)):
            env = vector.SpadilleVectorEnv(_TABLES, observe=observe, copy=False, threads=cores)
            env.reset(seed=1)
            by = "one core" if cores == 1 else f"{cores} cores by the clock"
            what = f"vector environment of {_TABLES} tables, {shown}, {by}"
            yield _beside(what, _vector_steps(env, max(1, round(60 * scale))), clock, theirs)
            env.close()
    aec = spadille_v0.raw_env()
    steps = _aec_steps(aec, rng, 20 * scale)
    yield _beside("PettingZoo environment", steps, thread_time, looking)
    game = open_spiel(own_game.NAME)
    assert game is not None
    ours = _spiel_steps(game, rng, 10 * scale, observe=True)
    yield _beside(f"OpenSpiel game {own_game.NAME}", ours, thread_time, looking)


def _beside(what: str, ours: Steps, clock: Clock, theirs: Steps) -> Figure:
    """Take steps in both, alternating between them, and return the two rates."""
    spent = [0.0, 0.0]
    taken = [0, 0]
    for _ in range(_SLICES):
        for place, (steps, now) in enumerate(((ours, clock), (theirs, thread_time))):
            start = now()
            taken[place] += steps()
            spent[place] += now() - start
    our_rate, their_rate = (steps / seconds for steps, seconds in zip(taken, spent, strict=True))
    return Figure.rate(what, our_rate, "steps/s", "OpenSpiel from Python", their_rate)


def _spiel_steps(game: OpenSpiel, rng: Random, rounds: float, *, observe: bool) -> Steps:
    return lambda: game.steps(rng, round(rounds), observe=observe)


def _vector_steps(env: Any, rounds: int) -> Steps:
    def steps() -> int:
        for _ in range(rounds):
            env.step(env.random_actions())
        return rounds * int(env.num_envs)

    return steps


def _aec_steps(env: Any, rng: Random, rounds: float) -> Steps:
    def steps() -> int:
        taken = 0
        for _ in range(max(1, round(rounds))):
            env.reset(seed=rng.getrandbits(32))
            while not env.episode.over:
                mask = env.last()[0]["action_mask"]
                env.step(rng.choice(mask.nonzero()[0]))
                taken += 1
        return taken

    return steps
