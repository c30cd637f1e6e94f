"""Fit and check `win_chance`, the chance to win a game given its score, on games between bots.

python research/fit_win_chance.py [--games 2680] [--first 0] [--level intermediate]

It fits a quarter of the games and holds out the others. For each tenth of the predicted chances, it
prints how often they came true, with the current numbers and with the fitted ones. The current
numbers were chosen with games 4700 to 10699, and no other games were looked at. `--keep` writes the
played games to a file, or reads them from it.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from math import inf
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from spadille.bots import played_on, seated
from spadille.bots.equity import points_of_a_trick, rounds_at_most
from spadille.bots.heuristics import demand
from spadille.game import Game, Rules

KNOWN = range(4700, 10700)
"""The games that the current numbers were chosen with."""

Floats = NDArray[np.float64]

GAME, LEAD, BEST, LEFT, WON = range(5)
"""The columns: the game's number, a side's lead less the price of bags, the best score, the most
rounds that may follow, and whether the side has won."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=2680)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game (0)")
    parser.add_argument("--level", default="intermediate")
    parser.add_argument("--rules", default="standard")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args()
    rules = Rules.preset(asked.rules)
    if asked.keep and asked.keep.exists():
        rows = np.load(asked.keep)
    else:
        play = partial(rows_of, asked.level, asked.rules)
        with ProcessPoolExecutor(asked.workers) as pool:
            games = range(asked.first, asked.first + asked.games)
            rows = np.concatenate(list(pool.map(play, games, chunksize=16)))
        if asked.keep:
            np.save(asked.keep, rows)
    some = rows[:, GAME] % 4 > 0
    others = ~np.isin(rows[:, GAME], KNOWN)
    today = (demand.ROUND_TRICKS, demand.ROUND_SWING, demand.LAST_MOMENT)
    if others.any():
        report("today", rules, rows[others], today)
    report("fitted", rules, rows[some], fit(rules, rows[~some]))


def report(name: str, rules: Rules, rows: Floats, numbers: tuple[float, float, float]) -> None:
    """Print how often the numbers' predictions came true in held-out rows."""
    tricks, swing, last = numbers
    games = len(np.unique(rows[:, GAME]))
    print(f"{name}: {tricks:.2f} tricks a round, swing {swing:.2f}, last moment {last:.2f}")
    foreseen = chances(rules, rows, numbers)
    print(f"log loss {log_loss(foreseen, rows[:, WON]):.4f}, {games} games held out")
    for line in tenths(foreseen, rows[:, WON]):
        print(line)


def rows_of(level: str, preset: str, number: int) -> Floats:
    """Return a row for each side after each round but the last of a game between bots."""
    rules = Rules.preset(preset)
    game = Game.new(rules, seed=f"win-chance/{number}")
    bots = seated([level] * rules.players, f"{number}")
    found = []
    while not game.over:
        game = played_on(game, bots, 1)
        if not game.over:
            found += list(_sides(rules, game, len(game.results)))
    winner = None if game.outcome is None else game.outcome.winner
    won = [0.5 if winner is None else float(side == winner) for side, *_ in found]
    rows = [(number, *row, won) for (_, *row), won in zip(found, won, strict=True)]
    return np.array(rows).reshape(-1, 5)


def _sides(rules: Rules, game: Game, rounds: int) -> Iterator[tuple[float, ...]]:
    standings = game.standings
    worth = [standing.score - standing.bags * rules.scoring.bag_price for standing in standings]
    best = max(standing.score for standing in standings)
    for side in range(len(standings)):
        rival = max(value for other, value in enumerate(worth) if other != side)
        yield side, worth[side] - rival, best, rounds_at_most(rules, rounds)


def chances(rules: Rules, rows: Floats, numbers: tuple[float, float, float]) -> Floats:
    """Return the chance for each row, by `win_chance` with these numbers."""
    demand.ROUND_TRICKS, demand.ROUND_SWING, demand.LAST_MOMENT = numbers
    trick = points_of_a_trick(rules)
    target = inf if rules.target is None else rules.target
    found = [
        demand.chance_with_lead(lead, trick, demand.rounds_left(best, target, left, trick))
        for _, lead, best, left, _ in rows.tolist()
    ]
    return np.array(found)


def fit(rules: Rules, rows: Floats) -> tuple[float, float, float]:
    """Return the numbers with the least log loss on a grid."""
    some = rows[:: max(1, len(rows) // 4000)]
    grid = product(np.arange(5.0, 15.1, 1.0), np.arange(7.0, 15.1, 0.5), (0.5, 1.0, 1.5, 2.0, 3.0))
    best = min(grid, key=lambda numbers: log_loss(chances(rules, some, numbers), some[:, WON]))
    return float(best[0]), float(best[1]), float(best[2])


def log_loss(foreseen: Floats, won: Floats) -> float:
    sure = np.clip(foreseen, 1e-6, 1 - 1e-6)
    return float(-(won * np.log(sure) + (1 - won) * np.log(1 - sure)).mean())


def tenths(foreseen: Floats, won: Floats) -> Iterator[str]:
    """Yield how often the predictions came true, by tenths of the predicted chance."""
    for tenth in range(10):
        some = (foreseen * 10).astype(int).clip(0, 9) == tenth
        if some.any():
            said, came = foreseen[some].mean(), won[some].mean()
            print_as = f"{tenth / 10:.1f} to {tenth / 10 + 0.1:.1f}: {int(some.sum()):6} times"
            yield f"{print_as}, foreseen {said:.3f}, came true {came:.3f} ({came - said:+.3f})"


if __name__ == "__main__":
    main()
