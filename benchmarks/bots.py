"""Plays two levels against each other on mirrored deals: every deal twice, with sides changed.

    python benchmarks/bots.py intermediate beginner --deals 2048
    python benchmarks/bots.py intermediate beginner --games 200

Deals are first rounds at 0 to 0; their points count a bag as the part of the penalty that it has
run up, which the score of one round does not show. Games are whole games.
"""

import argparse
import time
from collections import Counter
from math import sqrt

from spadille.bots import LEVELS, Bot, load
from spadille.game import Game, RoundResult, Rules, preset, presets


class Tally:
    """What the rounds and decisions of one level add up to."""

    def __init__(self) -> None:
        self.contracts = Counter[str]()
        self.nils = Counter[str]()
        self.bags = 0
        self.sides = 0
        self.seconds: list[float] = []

    def add(self, rules: Rules, result: RoundResult, side: int) -> None:
        score = result.sides[side]
        self.sides += 1
        self.bags += score.overtricks
        for line in score.lines:
            if line.reason.startswith("contract"):
                self.contracts[line.reason] += 1
            elif "nil" in line.reason:
                self.nils[line.reason] += 1

    def report(self, level: str) -> str:
        contracts = max(1, self.contracts.total())
        nil = self.nils["nil-made"] + self.nils["nil-failed"]
        blind = self.nils["blind-nil-made"] + self.nils["blind-nil-failed"]
        seconds = sorted(self.seconds)
        return (
            f"{level}: contracts set {self.contracts['contract-set'] / contracts:.1%}, "
            f"nils made {self.nils['nil-made']} of {nil}, "
            f"blind nils made {self.nils['blind-nil-made']} of {blind}, "
            f"bags a round {self.bags / max(1, self.sides):.2f}, ms a decision "
            f"{1e3 * seconds[len(seconds) // 2]:.2f} (median) "
            f"{1e3 * seconds[int(len(seconds) * 0.95)]:.2f} (95 %)"
        )


def worth(rules: Rules, result: RoundResult, side: int) -> float:
    """The points of a side's round, each bag with its part of the penalty."""
    score = result.sides[side]
    limit = rules.scoring.bag_limit
    return score.points - (score.overtricks * rules.scoring.bag_penalty / limit if limit else 0)


def play(
    rules: Rules, seats: list[tuple[Bot, Tally]], seed: str, rounds: int | None = None
) -> Game:
    """A game, or its first rounds."""
    game = Game.new(rules, seed=seed)
    while not game.over and (rounds is None or len(game.results) < rounds):
        seat = game.to_act
        assert seat is not None
        bot, tally = seats[seat]
        view = game.view(seat)
        start = time.perf_counter()
        action = bot.act(view)
        tally.seconds.append(time.perf_counter() - start)
        game = game.apply(action)
    return game


def seating(
    rules: Rules, levels: tuple[str, str], tallies: tuple[Tally, Tally], turn: int
) -> list[tuple[Bot, Tally]]:
    """A bot for each seat: the first level on the even sides, or on the odd ones."""
    return [
        (load(levels[which], seed=seat), tallies[which])
        for seat in rules.seats
        for which in [(rules.side_of(seat) + turn) % 2]
    ]


def interval(values: list[float]) -> str:
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    half = 1.96 * sqrt(variance / len(values))
    return f"{mean:+.2f} [{mean - half:+.2f}, {mean + half:+.2f}]"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("levels", nargs=2, choices=LEVELS, metavar="LEVEL")
    parser.add_argument("--deals", type=int, default=2048)
    parser.add_argument("--games", type=int, default=0, help="whole games instead of deals")
    parser.add_argument("--rules", choices=presets(), default="standard")
    parser.add_argument("--seed", default="0")
    args = parser.parse_args()
    levels = (args.levels[0], args.levels[1])
    rules = preset(args.rules).rules
    tallies = (Tally(), Tally())
    gains: list[float] = []
    totals: list[int] = []
    for number in range(args.games or args.deals):
        gain = 0.0
        for turn in (0, 1):
            seats = seating(rules, levels, tallies, turn)
            rounds = None if args.games else 1
            game = play(rules, seats, f"{args.seed}/{number}", rounds)
            for result in game.results:
                totals.append(sum(bid.tricks for bid in result.bids))
                for side in range(len(rules.sides)):
                    tallies[(side + turn) % 2].add(rules, result, side)
            if args.games:
                winner = None if game.outcome is None else game.outcome.winner
                gain += 0.25 if winner is None else 0.5 * ((winner + turn) % 2 == 0)
            else:
                points = [worth(rules, game.results[0], side) for side in range(len(rules.sides))]
                sign = [1 if (side + turn) % 2 == 0 else -1 for side in range(len(rules.sides))]
                gain += sum(s * p for s, p in zip(sign, points, strict=True)) / len(points)
        gains.append(gain)
    kind = "share of games won" if args.games else "points won by in a deal"
    print(f"{levels[0]} against {levels[1]}, {len(gains)} mirrored, {args.rules}: {kind}")
    print(interval(gains))
    mean = sum(totals) / len(totals)
    spread = sqrt(sum((total - mean) ** 2 for total in totals) / len(totals))
    ten = sum(total in {10, 11} for total in totals) / len(totals)
    print(f"sum of all bids: mean {mean:.2f}, sd {spread:.2f}, 10 or 11 in {ten:.1%}")
    for level, tally in zip(levels, tallies, strict=True):
        print(tally.report(level))


if __name__ == "__main__":
    main()
