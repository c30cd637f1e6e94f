"""Measure the fixed ratings of the levels between two pairs: whole games between neighbors.

python benchmarks/rating_scale.py [--games 256] [--levels beginner,intermediate,expert]

The server uses the last column. In OpenSkill's Plackett-Luce model, a side of certain strength `a`
beats one of strength `b` with the odds `exp((a - b) / c)`, where `c` is the square root of 2 times
`beta`, and a side's strength is the sum of its players'. So the games won give the distance of two
levels.
"""

import argparse
from functools import partial
from itertools import accumulate, pairwise
from math import hypot, log, sqrt

from openskill.models import PlackettLuce

from rows import head, row
from spadille.arena import Interval, local_processes, match
from spadille.bots import Rating

ORIGIN = Rating(25.0, 0.0)
"""The rating of `intermediate`, which is also where new players begin."""

SIDE = 2
"""The number of players on a side."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=256, help="deals for whole games (256)")
    parser.add_argument("--levels", default="beginner,intermediate,expert", help="worst first")
    arguments = parser.parse_args()
    levels = arguments.levels.split(",")
    if "intermediate" not in levels:
        parser.error("--levels must include intermediate, the origin of the scale")
    with local_processes() as executor:
        won = [
            match(better, worse, games=arguments.games, seed="scale", executor=executor).games_won
            for worse, better in pairwise(levels)
        ]
    shares = [one for one in won if one is not None]
    if not all(0 < end < 1 for one in shares for end in (*one.ci95, one.mean)):
        raise SystemExit("a level has won or may win all of its games; play more with --games")
    ratings = scale(shares, levels.index("intermediate"))
    print("\n".join(head("level", "games won against the next lower one", "rating")))
    for level, share, rating in zip(levels, ["", *map(_percent, shares)], ratings, strict=True):
        print(row(level, share, f"{rating.mu:.1f} ± {2 * rating.sigma:.1f}"))


def scale(shares: list[Interval], origin: int) -> list[Rating]:
    """Return the ratings of levels, given the games each won against the one before it.

    The level with the index `origin` is at `ORIGIN`.
    """
    steps = [step(one) for one in shares]
    above = accumulate(steps[origin:], partial(_beyond, sign=1), initial=ORIGIN)
    below = accumulate(reversed(steps[:origin]), partial(_beyond, sign=-1), initial=ORIGIN)
    return [*reversed([*below][1:]), *above]


def _beyond(last: Rating, step: Rating, *, sign: int) -> Rating:
    """Return the rating of the next level above (1) or below (-1) another."""
    return Rating(last.mu + sign * step.mu, hypot(last.sigma, step.sigma))


def step(share: Interval) -> Rating:
    """Return how far a player is above another, and the standard error of that."""
    low, middle, high = (_distance(one) for one in (share.ci95[0], share.mean, share.ci95[1]))
    return Rating(middle, (high - low) / 4)


def _distance(share: float) -> float:
    return sqrt(2) * PlackettLuce().beta * log(share / (1 - share)) / SIDE


def _percent(share: Interval) -> str:
    low, high = share.ci95
    return f"{share.mean:.1%} ({low:.1%} to {high:.1%})"


if __name__ == "__main__":
    main()
