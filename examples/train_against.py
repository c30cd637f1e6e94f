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
from typing import Any

import learn
import numpy as np
from learn import BIDS, CARDS, FILE, FIRST_BID, NIL, RULES, TABLES, Policy, Sight

from spadille.envs import fields
from spadille.envs.vector import SpadilleVectorEnv

SEAT = 0
DECISIONS = 1 + CARDS // 4
"""A bid, and thirteen cards."""


class Student(learn.Learner):
    """Plays one seat at all tables, against `others`, and learns from each round."""

    def __init__(self, policy: Policy, others: str = "heuristics", seed: int = 7) -> None:
        self.env = SpadilleVectorEnv(TABLES, rules=RULES, others=others, seat=SEAT, threads=1)
        self.policy = policy
        self.seen, self.infos = self.env.reset(seed=seed)
        self.rounds = 0
        self.mean = 0.0

    def round(self, rate: float) -> float:
        """Play a round at every table and learn from it; return the spread of the points."""
        policy, memory = self.policy, []
        points = np.zeros((TABLES, 4))
        seats = np.full(TABLES, SEAT)
        for decision in range(DECISIONS):
            mask = self.seen["action_mask"]
            sight = Sight(fields(self.seen["observation"]))
            if decision == 0:
                likely = policy.likely_bids(sight, mask)
                drawn = policy.draw(likely)
                actions = np.where(drawn == BIDS, NIL, FIRST_BID + drawn)
                expected = policy.worth_of_bids(sight.for_bids)[:, 0]
                asked: Any = sight.for_bids
            else:
                likely, places, inputs = policy.likely_cards(sight, mask)
                actions = drawn = policy.draw(likely)
                expected = policy.worth(sight.situation)[:, 0]
                asked = (sight.situation, places, inputs)
            step = 0 if decision == 0 else 3 + decision  # as learn.py counts them
            memory.append((step, seats, likely, drawn, expected, asked))
            self.seen, _, _, _, self.infos = self.env.step(actions)
            points += self.infos["seat_rewards"][:, :4]
        self.rounds += TABLES
        self.mean = float(points[:, SEAT].mean())
        self.learn(memory, points / 100, rate)
        return float(points.std())


def main(minutes: float = 10, others: str = "heuristics", file: Path = FILE) -> Policy:
    """Learn for this many minutes of processor time, and print the mean points of a round."""
    policy = Policy.load(file) if file.exists() else Policy()
    student = Student(policy, others)
    began = told = process_time()
    means: list[float] = []
    while (spent := (process_time() - began) / 60) < minutes:
        student.round(rate=0.004 * (1 - 0.9 * spent / minutes))
        means.append(student.mean)
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
