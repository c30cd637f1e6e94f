"""A bot that plays by Monte Carlo tree search, written in Python on the light states.

    PYTHONPATH=examples .venv/bin/spadille arena mcts_bot:Mcts beginner --deals 20

Run this in the folder of the repository. The bot bids as `intermediate`. For a card it imagines
some deals of the cards that it does not see, and searches each with all cards open (UCT).
docs/search.md explains the states, and how to make the bot stronger.
"""

from collections import Counter
from functools import lru_cache
from math import log, sqrt
from random import Random

from spadille import Rules
from spadille.bots import load
from spadille.game import PlayerAction, SeatView
from spadille.search import OVER, State, States

EXPLORE = 60.0
"""The points by which an action that has been tried seldom may look better than it is."""


@lru_cache(maxsize=8)
def states_of(rules: Rules) -> States:
    return States(rules.without_cut)


class Mcts:
    """Searches `deals` imagined deals, each with `simulations` random continuations."""

    def __init__(self, seed: int | str = 0, *, deals: int = 12, simulations: int = 60) -> None:
        self.random = Random(seed)
        self.bidder = load("intermediate", seed)
        self.deals, self.simulations = deals, simulations

    def act(self, view: SeatView) -> PlayerAction:
        if view.phase != "play" or len(view.options.actions) == 1:
            return self.bidder.act(view)
        states = states_of(view.rules)
        visits: Counter[int] = Counter()
        for state in states.sample(view, self.deals, self.random.getrandbits(32)):
            visits.update(self.search(states, state))
        (best, _), *_ = visits.most_common(1)
        return states.action(view, best)

    def search(self, states: States, root: State) -> dict[int, int]:
        """Return how often each action of a state has been visited."""
        tree: dict[State, dict[int, list[float]]] = {}  # visits and points by state and action
        for _ in range(self.simulations):
            state, path = root, []
            while (seat := states.to_act(state)) != OVER:
                tried = tree.get(state)
                if tried is None:
                    tree[state] = {action: [0, 0.0] for action in states.legal(state)}
                    break
                action = self.choose(tried)
                path.append((tried[action], seat))
                state = states.apply(state, action)
            points = states.rollout(state, self.random.getrandbits(32))
            for counts, seat in path:
                counts[0] += 1
                counts[1] += points[seat]
        return {action: int(visits) for action, (visits, _) in tree[root].items()}

    def choose(self, tried: dict[int, list[float]]) -> int:
        """Return an action that has not been tried, or the one with the best upper bound (UCB1)."""
        new = [action for action, (visits, _) in tried.items() if not visits]
        if new:
            return self.random.choice(new)
        total = log(sum(visits for visits, _ in tried.values()))

        def bound(action: int) -> float:
            visits, points = tried[action]
            return points / visits + EXPLORE * sqrt(total / visits)

        return max(tried, key=bound)
