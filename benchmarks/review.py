"""Measure how much the decisions of each level lose according to a review.

python benchmarks/review.py [--decisions 2000] [--nodes 300] [--rules standard] [--seed S]
    [--levels random,beginner,intermediate,expert]

Four players of a level play first rounds. For each decision that can be compared, the report shows
the loss in points given what the seat could know. It also shows what percentage was marked as a
slip or worse. Intervals are 95 %, over rounds.
"""

import argparse
from math import sqrt

from spadille.bots import played_on, seated
from spadille.game import Game, Record, Rules
from spadille.study import Reviewed, accuracy, review

BAD = {"slip", "error", "blunder"}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--decisions", type=int, default=2000)
    parser.add_argument("--nodes", type=int, default=300)
    parser.add_argument("--rules", default="standard")
    parser.add_argument("--seed", default="review")
    parser.add_argument("--levels", default="random,beginner,intermediate,expert")
    asked = parser.parse_args()
    rules = Rules.preset(asked.rules).with_options({"nil.blind": False})
    print("| level | decisions | loses a decision | slips and worse | accuracy |")
    print("|---|---|---|---|---|")
    for level in asked.levels.split(","):
        rounds: list[list[Reviewed]] = []
        while sum(map(len, rounds)) < asked.decisions:
            record = round_of(rules, level, f"{asked.seed}/{len(rounds)}")
            rounds.append([one for one in review(record, nodes=asked.nodes) if in_points(one)])
        print(line(level, rounds), flush=True)


def in_points(decision: Reviewed) -> bool:
    return decision.unit == "points"


def round_of(rules: Rules, level: str, seed: str) -> Record:
    bots = seated([level] * rules.players, seed)
    return played_on(Game.new(rules, seed=seed), bots, 1).record()


def line(level: str, rounds: list[list[Reviewed]]) -> str:
    decisions = [one for some in rounds for one in some]
    total = len(decisions)
    mean = sum(one.loss for one in decisions) / total
    apart = [sum(one.loss - mean for one in some) for some in rounds]
    half = 1.96 * sqrt(sum(off * off for off in apart)) / total
    bad = sum(one.mark in BAD for one in decisions) / total
    exact = accuracy((one.loss, one.unit) for one in decisions)
    return (
        f"| `{level}` | {total:,} | {mean:.2f} ({mean - half:.2f} to {mean + half:.2f}) "
        f"| {100 * bad:.1f} % | {exact:.1f} |"
    )


if __name__ == "__main__":
    main()
