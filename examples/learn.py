"""Learns to bid, at a thousand tables at once, against two who bid at random.

    pip install 'spadille[envs]'
    python learn.py

All cards are played at random; what a hand is worth then, a linear policy finds out by itself
(REINFORCE: bids that went better than others become more likely). It takes a few seconds; on the
first run some more, for the kernels of the tables.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from spadille import Rules
from spadille.envs import ACTIONS, fields
from spadille.envs.vector import SpadilleVectorEnv

TABLES = 1000
BIDS, CARDS = 4, 52
RATE = 1.0

Floats = NDArray[np.float64]


class Learner:
    """A weight for each card of the hand and each action."""

    def __init__(self, seed: int) -> None:
        self.weights = np.zeros((56, ACTIONS))
        self.rng = np.random.default_rng(seed)
        self.decisions: list[tuple[Floats, Floats]] = []

    def bids(self, observations: dict[str, NDArray[np.int8]]) -> NDArray[np.int64]:
        """An action for each table, and what it was decided on kept in mind."""
        hands = fields(observations["observation"])["hand"]
        seen = np.hstack([hands, np.ones((len(hands), 1))])
        likely: Floats = np.exp(seen @ self.weights) * observations["action_mask"]
        likely /= likely.sum(axis=1, keepdims=True)
        drawn: NDArray[np.int64] = (
            likely.cumsum(axis=1) > self.rng.random((len(hands), 1))
        ).argmax(axis=1)
        self.decisions.append((seen, np.eye(ACTIONS)[drawn] - likely))
        return drawn

    def learn(self, rewards: Floats) -> None:
        """Makes what was bid more likely where the reward was above the mean."""
        better = (rewards - rewards.mean()) / (rewards.std() + 1e-9)
        for seen, surprise in self.decisions:
            self.weights += RATE / len(rewards) * (seen * better[:, None]).T @ surprise
        self.decisions.clear()


def one_round(env: SpadilleVectorEnv, observations: Any, infos: Any, learner: Learner) -> Any:
    """A round at every table: the learner bids for North and South, all else is random."""
    rewards = np.zeros(env.num_envs)
    for step in range(BIDS + CARDS):
        actions = env.random_actions()
        if step < BIDS:
            own = infos["to_act"] % 2 == 0
            actions = np.where(own, learner.bids(observations), actions)
            seen, surprise = learner.decisions[-1]
            learner.decisions[-1] = seen, surprise * own[:, None]
        observations, _, _, _, infos = env.step(actions)
        rewards += infos["seat_rewards"][:, 0]
    learner.learn(rewards)
    return observations, infos, rewards.mean()


def main(rounds: int = 20) -> tuple[float, float]:
    """Learns, and tells the points of a round before and after."""
    rules = Rules().with_options({"nil.blind": False})
    env = SpadilleVectorEnv(TABLES, rules=rules)
    learner = Learner(seed=7)
    observations, infos = env.reset(seed=7)
    points = []
    for number in range(rounds):
        observations, infos, mean = one_round(env, observations, infos, learner)
        points.append(float(mean))
        if number % 4 == 3:
            print(f"{(number + 1) * TABLES:6} rounds: {np.mean(points[-4:]):+6.1f} points a round")
    env.close()
    return points[0], points[-1]


if __name__ == "__main__":
    main()
