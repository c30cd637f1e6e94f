"""Train a small policy against the bots of a level, and enter it into the arena.

    uv pip install --python .venv --editable '.[envs]'
    .venv/bin/python examples/train_against.py --others heuristics --minutes 10
    PYTHONPATH=examples .venv/bin/spadille arena learn:Learned intermediate

Run these in the folder of the repository. docs/tutorials/research.md explains the experiment.

The policy and its inputs are those of learn.py. Here it plays one seat, and the kernel plays the
other three. Each round of all tables is one lesson.
"""

import argparse
from pathlib import Path
from time import process_time

import learn
import numpy as np
from learn import CARDS, FILE, Policy

SEAT = 0


class Student(learn.Learner):
    """Plays one seat at all tables, against `others`, and learns from each round."""

    steps = (0, *range(4, 4 + CARDS // 4))
    """A bid, and thirteen cards."""

    def __init__(self, policy: Policy, others: str = "heuristics") -> None:
        super().__init__(policy, others=others, seat=SEAT)


def main(minutes: float = 10, others: str = "heuristics", file: Path = FILE) -> Policy:
    """Learn for this many minutes of processor time, and print the mean points of a round."""
    policy = Policy.load(file) if file.exists() else Policy()
    student = Student(policy, others)
    began = told = process_time()
    means: list[float] = []
    while (spent := (process_time() - began) / 60) < minutes:
        student.round(rate=0.004 * (1 - 0.9 * spent / minutes))
        means.append(float(student.points[:, SEAT].mean()))
        if process_time() - told > 20:
            told = process_time()
            print(f"{spent:4.1f} minutes, {student.rounds:9,} rounds, {np.mean(means):+7.1f}")
            means.clear()
            policy.save(file)
    policy.save(file)
    student.env.close()
    return policy


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--others", default="heuristics")
    arguments = parser.parse_args()
    main(arguments.minutes, arguments.others)
