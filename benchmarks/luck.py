"""Estimate how much luck a control variate could remove from duplicate deals, as AIVAT does.

python benchmarks/luck.py BOT_A BOT_B [--deals 200] [--redeals 4]

Chance acts when hands are dealt, and a hand counts only from its owner's bid on. So after the first
k bids, the others' hands are chance events still to come. Take the value of the round with their
actual hands, less the mean over other hands they could have. This is zero on average, for any
measure of value.

Here the value is the result if `intermediate` makes the other bids and plays all cards. Such terms,
multiplied by numbers fixed beforehand, can be subtracted without bias. A regression on them
explains the most that they can remove.
"""

import argparse
from collections.abc import Sequence
from random import Random

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from spadille.arena.batch import seatings
from spadille.bots import Bot, load
from spadille.game import Bid, BySeat, Deal, Game, Hand, Rules, preset, shuffler, worth

Floats = NDArray[np.float64]

AFTER = (0, 1, 2)
"""The numbers of bids with a term; after the third bid, the last hand is known as well."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("first", metavar="BOT_A")
    parser.add_argument("second", metavar="BOT_B")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--redeals", type=int, default=4)
    arguments = parser.parse_args()
    rules = preset("standard").rules
    rows = [
        of_deal(rules, (arguments.first, arguments.second), deal, arguments.redeals)
        for deal in range(arguments.deals)
    ]
    report(np.array(rows))


def of_deal(rules: Rules, bots: tuple[str, str], deal: int, redeals: int) -> list[list[float]]:
    """Return the first bot's result in each seating of a deal, with its side's terms."""
    return [
        [
            (1 if seating[0] == 0 else -1) * value
            for value in of_game(rules, bots, seating, deal, redeals)
        ]
        for seating in seatings(rules)
    ]


def of_game(
    rules: Rules, bots: tuple[str, str], seating: BySeat[int], deal: int, redeals: int
) -> list[float]:
    """Return the result of a game for the first side, and the terms of `AFTER`."""
    players = [load(bots[which], f"{deal}/{seat}") for seat, which in enumerate(seating)]
    start, dealt = opened(rules, deal)
    gain, bids = played(start.apply(dealt), players, ())
    random = Random(deal)
    terms = []
    for known in AFTER:
        with_theirs, *with_others = (
            played(start.apply(hands), advisers(), bids[:known])[0]
            for hands in (dealt, *(redealt(dealt, bids[:known], random) for _ in range(redeals)))
        )
        terms.append(with_theirs - sum(with_others) / redeals)
    return [gain, *terms]


Bids = tuple[tuple[int, Bid], ...]
"""The first bids and their seats."""


def opened(rules: Rules, deal: int) -> tuple[Game, Deal]:
    """Return a game before its first deal, and the deal."""
    game = Game.new(rules)
    shuffles = 0
    while True:
        action = game.chance(shuffler(f"luck/{deal}/{shuffles}"))
        if isinstance(action, Deal):
            return game, action
        game = game.apply(action)
        shuffles += 1


def redealt(deal: Deal, bids: Bids, random: Random) -> Deal:
    """Return the deal with other hands for the seats that have not bid."""
    known = {seat for seat, _ in bids}
    rest = [card for seat, hand in enumerate(deal.hands) if seat not in known for card in hand]
    random.shuffle(rest)
    hands: list[Hand] = []
    for seat, hand in enumerate(deal.hands):
        hands.append(hand if seat in known else tuple(sorted(rest[: len(hand)])))
        rest = rest if seat in known else rest[len(hand) :]
    return structs.replace(deal, hands=tuple(hands))


def advisers() -> list[Bot]:
    return [load("intermediate") for _ in range(4)]


def played(game: Game, players: Sequence[Bot], forced: Bids) -> tuple[float, Bids]:
    """Return the first side's margin in the round, and all bids; the first ones are given."""
    bids: list[tuple[int, Bid]] = []
    while not game.results:
        view = game.view_to_act
        given = [bid for _, bid in forced[len(bids) : len(bids) + 1]]
        action = next((bid for bid in given if bid in view.options.actions), None) or players[
            view.seat
        ].act(view)
        if isinstance(action, Bid):
            bids.append((view.seat, action))
        game = game.apply(action, view.seat)
    ours, theirs = worth(game.rules, game.results[0])
    return ours - theirs, tuple(bids)


def report(rows: Floats) -> None:
    """Print the explained share by deal, seating and term, for single games and duplicate deals."""
    count = len(rows)
    duplicate = rows.mean(axis=1)
    gains = rows[:, :, 0]
    apart, together = gains.var(ddof=1) / gains.shape[1], duplicate[:, 0].var(ddof=1)
    print(f"{count} deals: {duplicate[:, 0].mean():+.1f} ± {1.96 * (together / count) ** 0.5:.1f}")
    print(f"duplicate deals leave {together / apart:.0%} of the variance of as many single games")
    for at, known in enumerate(AFTER, start=1):
        term = duplicate[:, at]
        print(
            f"after {known} bids: mean {term.mean():+.2f} ± {1.96 * term.std() / count**0.5:.2f}, "
            f"explains {explained(gains.ravel(), rows[:, :, at].ravel()[:, None]):.1%} of single "
            f"games, {explained(duplicate[:, 0], term[:, None]):.1%} of duplicate deals"
        )
    print(f"all together: {explained(duplicate[:, 0], duplicate[:, 2:]):.1%} of duplicate deals")


def explained(values: Floats, terms: Floats) -> float:
    """Return the share of the variance that a regression explains, less its share by chance."""
    columns = np.column_stack([np.ones(len(values)), terms])
    if np.linalg.matrix_rank(columns) < columns.shape[1]:
        return 0.0
    fitted, *_ = np.linalg.lstsq(columns, values, rcond=None)
    left = ((values - columns @ fitted) ** 2).sum() / (len(values) - columns.shape[1])
    return float(1 - left / values.var(ddof=1))


if __name__ == "__main__":
    main()
