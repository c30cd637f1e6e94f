"""Train from scratch the card-value network, which plays for `intermediate` and in all rollouts.

python research/train_policy.py [--decisions 1e6,2e6,2e6] [--seed 0] [--workers 2] [--out FILE]
    [--teacher FILE]

In the first iteration, everyone plays by heuristics, and in each later one by the network from the
iteration before. An iteration collects decisions with the outcome of each card
(`policy_rounds.py`). From them, a network learns how much better a card is than the others. After
each iteration, the tool reports the network's margin in points per deal over the heuristics and
over the previous network.

A `--teacher` is a larger network with the same inputs, in a NumPy file. It is adjusted to the
outcomes first. The network then learns its values together with the outcomes, which takes far fewer
decisions than the outcomes alone.

The numbers are those of `bots/heuristics/card_network.bin`; docs/bots/networks.md explains how ours
was trained.
"""

import argparse
import json
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
from spadille.bots.expert.policy_network import no_policy, policy_with
from spadille.bots.heuristics.card_features import ADVICE, CARD
from spadille.bots.heuristics.card_network import POINTS
from spadille.bots.heuristics.card_network import SHAPES as MATRICES
from spadille.bots.heuristics.reasons import Reason

Numbers = NDArray[np.float32]

EPOCHS = 5
BATCH = 2048
RATE = 3e-3
TEACHER_EPOCHS = 2
TEACHER_RATE = 4e-4
TRUST = 0.8
"""The weight of the teacher's values; the outcomes have the rest."""

DECAY = 0.01
HELD_OUT = 0.03
LOTS = 16
"""How many lots of deals are collected before checking whether there are enough decisions."""

MATCH = 10
"""The number of lots of deals in a match."""

SHAPES: Mapping[str, tuple[int, ...]] = {
    name: shape if name in {"position", "card", "suit", "deep"} else shape[1:]
    for name, shape in MATRICES.items()
}
SCALES = {"position": 0.15, "card": 0.2, "suit": 0.2, "deep": 0.15, "last": 0.1}
"""The standard deviations of a network's initial parameters."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--decisions", default="1e6,2e6,2e6", help="of each turn")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=Path("card_network.bin"))
    parser.add_argument("--teacher", type=Path)
    asked = parser.parse_args()
    rng = np.random.default_rng(asked.seed)
    net = new_net(rng)
    policy: Any = no_policy()
    teacher = None if asked.teacher is None else teacher_in(asked.teacher)
    with ProcessPoolExecutor(asked.workers) as pool:
        for turn, many in enumerate(map(float, asked.decisions.split(","))):
            begun = perf_counter()
            lessons = collected(pool, policy, asked.seed + 1000 * turn, int(many))
            count = len(lessons.sizes)
            print(f"{turn + 1}: {count} decisions in {perf_counter() - begun:.0f} s", flush=True)
            if teacher is not None:
                learn(teacher, lessons, rng, TEACHER_EPOCHS, TEACHER_RATE)
                lessons = taught(teacher, lessons)
            learn(net, lessons, rng)
            save(asked.out, net)
            before, policy = policy, policy_with(net)
            for other, name in ((no_policy(), "the heuristics"), (before, "the one before")):
                points, wide = Practice().match(np.random.default_rng(1), MATCH, policy, other)
                print(f"  against {name}: {points:+.2f} (± {wide:.2f}) points per deal", flush=True)
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


def teacher_in(path: Path) -> dict[str, Numbers]:
    """Return the network in a NumPy file, in which the rows of reasons are apart and named."""
    with np.load(path) as found:
        kept = {name: found[name] for name in found.files}
    net = {name: kept[name].astype(np.float32) for name in SHAPES}
    rows = dict(zip(kept["reasons"].tolist(), kept["advice"], strict=True))
    nothing = np.zeros(net["position"].shape[1], np.float32)
    advice = [nothing, *(rows.get(reason.name, nothing) for reason in Reason)]
    net["position"] = np.concatenate([net["position"], np.array(advice, np.float32)])
    return net


def taught(teacher: Mapping[str, Numbers], lessons: Lessons) -> Lessons:
    """Return the lessons with the teacher's values mixed into the outcomes."""
    starts = np.concatenate([[0], np.cumsum(lessons.sizes)])
    gains = (1 - TRUST) * lessons.gains
    for first in range(0, len(lessons.sizes), BATCH):
        which = np.arange(first, min(first + BATCH, len(lessons.sizes)))
        values = through(teacher, some_of(lessons, starts, which))[2]
        gains[starts[which[0]] : starts[which[-1] + 1]] += np.float32(TRUST * POINTS) * values
    return lessons._replace(gains=gains)


def learn(
    net: dict[str, Numbers],
    lessons: Lessons,
    rng: np.random.Generator,
    epochs: int = EPOCHS,
    fastest: float = RATE,
) -> None:
    """Train the network to distinguish cards; hold out some decisions to see how well it does."""
    starts = np.concatenate([[0], np.cumsum(lessons.sizes)])
    held_out = int(HELD_OUT * len(lessons.sizes))
    learnt = np.arange(held_out, len(lessons.sizes))
    adam = Adam(list(net.values()), DECAY)
    steps = epochs * (len(learnt) // BATCH)
    for epoch in range(epochs):
        for which in batches(rng.permutation(learnt)):
            rate = fastest * (1 - adam.steps / steps)
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
    first += lessons.cards.astype(np.float32) @ np.concatenate([net["card"], net["suit"]])
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
    of_cards = lessons.cards.astype(np.float32).T @ deeper
    return [
        lessons.positions.astype(np.float32).T @ sums,
        of_cards[:CARD],
        of_cards[CARD:],
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


def save(path: Path, net: Mapping[str, Numbers]) -> None:
    """Write the numbers as `card_network.trained` reads them."""
    heading = json.dumps([reason.name for reason in Reason])
    numbers = {**net, "position": np.delete(net["position"], ADVICE, axis=0)}
    rows = b"".join(numbers[name].astype("<f2").tobytes() for name in SHAPES)
    path.write_bytes(heading.encode() + b"\n" + rows)


if __name__ == "__main__":
    main()
