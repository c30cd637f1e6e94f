"""Measure decision times: `python benchmarks/decision_time.py [--levels ...] [--rounds 60]`.

Four bots of a level play the first rounds of games on one core. The report covers all decisions
with more than one choice: bids, cards, and both together. It shows the median, the 95th percentile
and the longest.

Times are processor times, less the cost of reading the clock, so other work on the machine hardly
matters.
"""

import argparse
from collections.abc import Iterator
from itertools import pairwise
from time import process_time

from spadille.bots import LEVELS, load
from spadille.game import Bid, Game, Rules, preset

SHARES = (0.5, 0.95, 1.0)

Times = dict[str, list[float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--levels", default=",".join(LEVELS))
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--rules", default="standard")
    parser.add_argument("--seed", default="decision-time")
    asked = parser.parse_args()
    rules = preset(asked.rules).rules
    asking = what_asking_takes()
    print(f"{asked.rules}, {asked.rounds} rounds; milliseconds: median, 95 %, longest")
    for level in asked.levels.split(","):
        times = measured(rules, level, asked.rounds, asked.seed)
        for what, found in times.items():
            shares = [quantile(found, share) - asking for share in SHARES]
            figures = "  ".join(f"{1000 * seconds:9.2f}" for seconds in shares)
            print(f"{level:24} {what:6} {len(found):6} {figures}", flush=True)


def what_asking_takes() -> float:
    """Return the seconds that reading the clock takes."""
    looks = [process_time() for _ in range(200)]
    return quantile([later - sooner for sooner, later in pairwise(looks)], 0.5)


def measured(rules: Rules, level: str, rounds: int, seed: str) -> Times:
    """Return the seconds of each decision by its kind; the first round only warms up."""
    times: Times = {"bids": [], "cards": [], "all": []}
    for number in range(-1, rounds):
        for what, seconds in decisions(rules, level, f"{seed}/{number}"):
            if number >= 0:
                times[what].append(seconds)
                times["all"].append(seconds)
    return times


def decisions(rules: Rules, level: str, seed: str) -> Iterator[tuple[str, float]]:
    """Yield the kind of each decision of a round that had a choice, and the seconds it took."""
    game = Game.new(rules, seed=seed)
    bots = [load(level, seed=f"{seed}/{seat:d}") for seat in rules.seats]
    while not game.results:
        view = game.view_to_act
        begun = process_time()
        action = bots[view.seat].act(view)
        passed = process_time() - begun
        if len(view.options.actions) > 1:
            yield "bids" if isinstance(action, Bid) else "cards", passed
        game = game.apply(action)


def quantile(found: list[float], share: float) -> float:
    return sorted(found)[min(len(found) - 1, int(share * len(found)))] if found else 0.0


if __name__ == "__main__":
    main()
