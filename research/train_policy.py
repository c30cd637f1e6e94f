"""Train from scratch the card-value network that `master` uses for rollouts.

python research/train_policy.py [--decisions 1e6,2e6,2e6] [--seed 0] [--workers 2] [--out FILE]

In the first iteration, everyone plays by heuristics, and in each later one by the network from the
iteration before. An iteration collects decisions with the outcome of each card
(`policy_rounds.py`). From them, a network learns how much better a card is than the others. After
each iteration, the tool reports the network's margin in points per deal over the heuristics and
over the previous network.

The numbers are those of `bots/expert/policy.npz`; docs/bots/networks.md explains how ours
was trained.
"""

import argparse
import os
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adam import Adam
from policy_rounds import Lessons, Practice
from spadille.bots.expert.policy_network import (
    ADVICE,
    CARD,
    DEPTH,
    POINTS,
    POSITION,
    WIDTH,
    no_policy,
    policy_with,
)
from spadille.bots.heuristics.reasons import Reason

Numbers = NDArray[np.float32]

EPOCHS = 5
BATCH = 2048
RATE = 3e-3
DECAY = 0.01
HELD_OUT = 0.03
LOTS = 16
"""How many lots of deals are collected before checking whether there are enough decisions."""

MATCH = 10
"""The number of lots of deals in a match."""

SHAPES: Mapping[str, tuple[int, ...]] = {
    "position": (POSITION, WIDTH),
    "card": (CARD, WIDTH),
    "bias": (WIDTH,),
    "deep": (WIDTH, DEPTH),
    "deep_bias": (DEPTH,),
    "last": (DEPTH,),
}
SCALES = {"position": 0.15, "card": 0.2, "deep": 0.15, "last": 0.1}
"""The standard deviations of a network's initial parameters."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--decisions", default="1e6,2e6,2e6", help="of each turn")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=Path("policy.npz"))
    asked = parser.parse_args()
    rng = np.random.default_rng(asked.seed)
    net = new_net(rng)
    policy: Any = no_policy()
    with ProcessPoolExecutor(asked.workers) as pool:
        for turn, many in enumerate(map(float, asked.decisions.split(","))):
            begun = perf_counter()
            lessons = collected(pool, policy, asked.seed + 1000 * turn, int(many))
            count = len(lessons.sizes)
            print(f"{turn + 1}: {count} decisions in {perf_counter() - begun:.0f} s", flush=True)
            learn(net, lessons, rng)
            save(asked.out, net)
            before, policy = policy, policy_with(saved(net))
            for other, name in ((no_policy(), "the heuristics"), (before, "the one before")):
                points, wide = Practice().match(np.random.default_rng(1), MATCH, policy, other)
                print(f"  against {name}: {points:+.2f} (± {wide:.2f}) points a deal", flush=True)
            print(f"  {perf_counter() - begun:.0f} s", flush=True)


def collected(pool: ProcessPoolExecutor, policy: Any, seed: int, many: int) -> Lessons:
    """Return at least this many decisions."""
    found: list[Lessons] = []
    given = policy.tobytes()
    while sum(len(lessons.sizes) for lessons in found) < many:
        seeds = [(seed, len(found) + lot) for lot in range(LOTS)]
        found += pool.map(lot_of, [given] * LOTS, seeds)
    return Lessons(*(np.concatenate(part) for part in zip(*found, strict=True)))


def lot_of(policy: bytes, seed: tuple[int, int]) -> Lessons:
    like = no_policy()
    given = np.frombuffer(policy, like.dtype).copy()
    return practice().lessons(np.random.default_rng(seed), given)


@cache
def practice() -> Practice:
    return Practice()


def new_net(rng: np.random.Generator) -> dict[str, Numbers]:
    return {
        name: (rng.normal(size=shape) * SCALES.get(name, 0.0)).astype(np.float32)
        for name, shape in SHAPES.items()
    }


def learn(net: dict[str, Numbers], lessons: Lessons, rng: np.random.Generator) -> None:
    """Train the network to distinguish cards; hold out some decisions to see how well it does."""
    starts = np.concatenate([[0], np.cumsum(lessons.sizes)])
    held_out = int(HELD_OUT * len(lessons.sizes))
    learnt = np.arange(held_out, len(lessons.sizes))
    adam = Adam(list(net.values()), DECAY)
    steps = EPOCHS * (len(learnt) // BATCH)
    for epoch in range(EPOCHS):
        for which in batches(rng.permutation(learnt)):
            rate = RATE * (1 - adam.steps / steps)
            adam.step(gradients(net, some_of(lessons, starts, which)), rate)
        left = some_of(lessons, starts, np.arange(held_out))
        print(f"  {epoch + 1}: {left_open(net, left):.4f} is left open", flush=True)


def batches(order: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Yield the indexes in batches, except for a few left over."""
    for at in range(0, len(order) - BATCH + 1, BATCH):
        yield np.sort(order[at : at + BATCH])


def some_of(lessons: Lessons, starts: NDArray[np.int64], which: NDArray[np.int64]) -> Lessons:
    sizes = lessons.sizes[which]
    first = np.cumsum(sizes) - sizes
    rows = np.arange(sizes.sum()) + np.repeat(starts[which] - first, sizes)
    return Lessons(lessons.positions[which], sizes, lessons.cards[rows], lessons.gains[rows])


def apart(numbers: Numbers, lessons: Lessons) -> Numbers:
    """Return numbers for cards, less the average over all cards of the same decision."""
    first = np.cumsum(lessons.sizes) - lessons.sizes
    means = np.add.reduceat(numbers, first) / lessons.sizes
    return np.asarray(numbers - np.repeat(means, lessons.sizes), np.float32)


def through(net: Mapping[str, Numbers], lessons: Lessons) -> tuple[Numbers, Numbers, Numbers]:
    """Return the output of both layers, and the value of each card."""
    seen = lessons.positions.astype(np.float32) @ net["position"] + net["bias"]
    first = np.repeat(seen, lessons.sizes, axis=0)
    first += lessons.cards.astype(np.float32) @ net["card"]
    np.maximum(first, 0, out=first)
    second = np.maximum(first @ net["deep"] + net["deep_bias"], 0)
    return first, second, second @ net["last"]


def gradients(net: Mapping[str, Numbers], lessons: Lessons) -> list[Numbers]:
    """Return the gradients of the error in differences between cards, in the order of `SHAPES`."""
    first, second, held = through(net, lessons)
    truth = lessons.gains / np.float32(POINTS)
    wrong = (2 / len(held)) * apart(held - truth, lessons)
    back = np.outer(wrong, net["last"]) * (second > 0)
    deeper = back @ net["deep"].T
    deeper *= first > 0
    starts = np.cumsum(lessons.sizes) - lessons.sizes
    sums = np.add.reduceat(deeper, starts, axis=0)
    return [
        lessons.positions.astype(np.float32).T @ sums,
        lessons.cards.astype(np.float32).T @ deeper,
        sums.sum(axis=0),
        first.T @ back,
        back.sum(axis=0),
        second.T @ wrong,
    ]


def left_open(net: Mapping[str, Numbers], lessons: Lessons) -> float:
    """Return the share of the differences between cards that the network does not explain."""
    truth = lessons.gains / np.float32(POINTS)
    wrong = apart(through(net, lessons)[2] - truth, lessons)
    return float(np.square(wrong).sum() / np.square(apart(truth, lessons)).sum())


def saved(net: Mapping[str, Numbers]) -> dict[str, Any]:
    """Return the parameters as stored: rounded, with those for reasons separate and named."""
    kept: dict[str, Any] = {name: number.astype(np.float16) for name, number in net.items()}
    kept["advice"] = kept["position"][ADVICE + 1 :]
    kept["position"] = kept["position"][:ADVICE]
    kept["reasons"] = np.array([reason.name for reason in Reason])
    return kept


def save(path: Path, net: Mapping[str, Numbers]) -> None:
    np.savez_compressed(path, **saved(net))


if __name__ == "__main__":
    main()
