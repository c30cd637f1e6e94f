"""The environments, compared with OpenSpiel's spades driven from Python; a step is one decision.

The loops are those of `docs/environments.md` and `docs/search.md`: each step has the observation
and the mask of the seat to act as arrays, and draws a legal action from the mask.
"""

from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter, thread_time
from typing import Any

from msgspec import structs

from ..kernels import OPPONENTS, STATES, TABLES, prepare
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
    prepare(TABLES, OPPONENTS, STATES)
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
    for others in ("beginner", "heuristics", "intermediate"):
        env = vector.SpadilleVectorEnv(_TABLES, copy=False, threads=1, others=others)
        env.reset(seed=1)
        what = f"vector environment against {others}, learner's steps, one core"
        yield _alone(what, _vector_steps(env, max(1, round(3 * scale))))
        env.close()
    arrays = _array_steps(peer, rng, 20 * scale)
    for what, aec in (
        ("PettingZoo env(), the loop of the docs", spadille_v0.env()),
        ("PettingZoo raw_env(), the same loop", spadille_v0.raw_env()),
    ):
        yield _beside(what, _aec_steps(aec, rng, 20 * scale), thread_time, arrays)
    observer = _observer_steps(peer, rng, 40 * scale)
    what = "PettingZoo env(), and OpenSpiel with its NumPy observer"
    yield _beside(what, _aec_steps(spadille_v0.env(), rng, 20 * scale), thread_time, observer)
    game = open_spiel(own_game.NAME)
    assert game is not None
    ours = _array_steps(game, rng, 10 * scale)
    yield _beside(f"OpenSpiel game {own_game.NAME}", ours, thread_time, arrays)
    yield _search(peer, rng, scale)


def _search(peer: OpenSpiel, rng: Random, scale: float) -> Figure:
    """Compare a step of a search: the legal actions of a state, and the state after one of them."""
    from ...search import States

    states = States()
    places: list[tuple[bytes, int]] = []
    while len(places) < 20 * 56:
        state = states.new(len(places))
        while states.to_act(state) >= 0:
            action = rng.choice(states.legal(state))
            places.append((state, action))
            state = states.apply(state, action)
    legal, apply = states.legal, states.apply
    times = max(5, round(20 * scale))

    def ours() -> int:
        for _ in range(times):
            for state, action in places:
                legal(state)
                apply(state, action)
        return times * len(places)

    theirs = peer.searched(rng, 20, times)
    figure = _beside("light state, legal actions and apply", ours, thread_time, theirs)
    return structs.replace(figure, peer="OpenSpiel's clone, legal actions, apply")


def _alone(what: str, steps: Steps) -> Figure:
    """Take steps and return their rate."""
    start, taken = thread_time(), 0
    for _ in range(_SLICES):
        taken += steps()
    return Figure(what, taken / (thread_time() - start), "steps/s")


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


def _array_steps(game: OpenSpiel, rng: Random, rounds: float) -> Steps:
    return lambda: game.array_steps(rng, max(1, round(rounds)))


def _observer_steps(game: OpenSpiel, rng: Random, rounds: float) -> Steps:
    return lambda: game.array_steps(rng, max(1, round(rounds)), observer=True)


def _aec_steps(env: Any, rng: Random, rounds: float) -> Steps:
    def steps() -> int:
        taken = 0
        for _ in range(max(1, round(rounds))):
            env.reset(seed=rng.getrandbits(32))
            for _ in env.agent_iter():
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    action = None
                else:
                    action = rng.choice(observation["action_mask"].nonzero()[0])
                    taken += 1
                env.step(action)
        return taken

    return steps
