"""Fit what `intermediate` believes when it bids to what happens: nils and tricks.

PYTHONPATH=benchmarks python research/fit_bidding.py [--rounds 18000]

A pair of `intermediate` plays pairs with several habits (`benchmarks/baselines/styles.py`). In most
rounds, one of them bids nil if it has any hope. The first line printed has the numbers of
`bots/intermediate/nil_chance.py`, the table shows them by tenths, and the last lines show the
numbers of `bots/intermediate/estimate.py`.
"""

import argparse
from collections.abc import Iterator
from random import Random

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from baselines.styles import STYLES
from spadille.arena.batch import play
from spadille.bots import Bot, Seated, load
from spadille.bots.intermediate.bid_worth import own_nil_chance
from spadille.bots.intermediate.hand_value import own_value
from spadille.bots.intermediate.nil_chance import nil_danger
from spadille.bots.order import order_of
from spadille.game import NIL, Bid, BySeat, Game, PlayerAction, Rules, SeatView

Floats = NDArray[np.float64]

LEVEL = "intermediate"
FORCED = 0.6
"""The share of rounds in which a nil with any hope is bid."""

HOPE = 0.12
"""The least chance of such a nil."""

RELEVANT = 0.38
"""Only nils with at least this chance count for the fit, because others are not bid."""

USUAL_BID = 2.7
SEATS = 4
MISSED = 2 / 3
PENALTY = 1.0
TENTHS = 10


class Told(Struct):
    """A bid: the view before it, and whether `intermediate` would have bid nil."""

    view: SeatView
    bid: Bid
    own_choice: bool


class Forced:
    """`intermediate`, which may be made to bid nil, and notes its bids."""

    def __init__(self, bot: Bot, chance: Random, notes: list[Told], *, hopes: bool) -> None:
        self._bot, self._chance, self._notes, self._hopes = bot, chance, notes, hopes

    def act(self, view: SeatView) -> PlayerAction:
        action = self._bot.act(view)
        if not isinstance(action, Bid) or view.hand is None:
            return action
        usual = action.nil
        free = not any(told.bid.nil for told in self._notes)
        if self._hopes and free and NIL in view.options and own_nil_chance(view) >= HOPE:
            action = action if self._chance.random() > FORCED else NIL
        self._notes.append(Told(view, action, usual == action.nil))
        return action


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=18_000)
    asked = parser.parse_args()
    played = list(rounds(asked.rounds))
    fit_nils(played)
    fit_tricks(played)


def rounds(count: int) -> Iterator[tuple[list[Told], Game]]:
    """Yield rounds with the bids of the pair of `intermediate`, which sits north and south."""
    rules = Rules().without_cut.with_options({"nil.blind": False})
    chance = Random("bidding")
    for number in range(count):
        style = STYLES[chance.choice(list(STYLES))]
        notes: list[Told] = []
        hopes = chance.random() < FORCED
        bots = [load(style if seat % 2 else LEVEL, f"{number}/{seat}") for seat in rules.seats]
        players: BySeat[Seated] = tuple(
            Seated(LEVEL, bot if seat % 2 else Forced(bot, chance, notes, hopes=hopes))
            for seat, bot in zip(rules.seats, bots, strict=True)
        )
        yield notes, play(rules, players, "bidding", number, 1)


def fit_nils(played: list[tuple[list[Told], Game]]) -> None:
    """Print the logistic regression of nils."""
    rows, made, free = [], [], []
    for notes, game in played:
        for told in notes:
            if told.bid.nil:
                rows.append(of_nil(told.view))
                made.append(game.results[0].won[told.view.seat] == 0)
                free.append(told.own_choice)
    columns, results = np.array(rows), np.array(made, np.float64)
    numbers = regression(columns, results)
    for _ in range(4):
        relevant = chances(columns, numbers) >= RELEVANT
        numbers = regression(columns[relevant], results[relevant])
    base, weight, cover, no_cover, announced, behind = numbers
    print(
        f"{len(rows)} nils: base {base:.2f}, weight {-weight:.2f}, cover {cover:.2f}, "
        f"no cover {-no_cover:.2f}, announced {announced:.2f}, behind {-behind:.2f}"
    )
    expected = chances(columns, numbers)
    for tenth in range(TENTHS):
        inside = (expected * TENTHS).astype(int) == tenth
        for chosen in (True, False):
            some = inside & (np.array(free) == chosen)
            if some.any():
                kind = "own" if chosen else "forced"
                print(
                    f"{kind} {some.sum()}: {expected[some].mean():.3f} {results[some].mean():.3f}"
                )


def of_nil(view: SeatView) -> tuple[float, ...]:
    """Return the numbers that the chance of a nil depends on."""
    mate = view.bids[(view.seat + 2) % SEATS]
    others = [view.bids[(view.seat + step) % SEATS] for step in (1, 3)]
    bids = [bid for bid in others if bid is not None]
    return (
        nil_danger(view.hand or (), order_of(view.rules, aces_low=True), MISSED),
        mate.tricks - USUAL_BID if mate is not None and not mate.nil else 0.0,
        float(mate is not None and mate.nil),
        sum(bid.tricks - USUAL_BID for bid in bids if not bid.nil),
        float(len(bids)),
    )


def chances(columns: Floats, numbers: Floats) -> Floats:
    """Return the chances by a regression."""
    return np.asarray(1 / (1 + np.exp(-numbers[0] - columns @ numbers[1:])))


def regression(columns: Floats, results: Floats) -> Floats:
    """Return the intercept and factors of a logistic regression, by Newton's method."""
    ones = np.column_stack([np.ones(len(columns)), columns])
    numbers = np.zeros(ones.shape[1])
    penalty = np.full(len(numbers), PENALTY)
    penalty[0] = 0.0
    for _ in range(30):
        told = chances(columns, numbers)
        slope = ones.T @ (results - told) - penalty * numbers
        curve = (ones * (told * (1 - told))[:, None]).T @ ones + np.diag(penalty)
        numbers = numbers + np.linalg.solve(curve, slope)
    return numbers


def fit_tricks(played: list[tuple[list[Told], Game]]) -> None:
    """Print how a side's tricks follow from the value of a hand and the bids made before."""
    rows, tricks = [], []
    for notes, game in played:
        result = game.results[0]
        if any(bid.nil for bid in result.bids):
            continue
        for told in notes:
            bids = [told.view.bids[(told.view.seat + step) % SEATS] for step in (1, 2, 3)]
            rows.append(
                [own_value(told.view).tricks, *(-1 if bid is None else bid.tricks for bid in bids)]
            )
            tricks.append(result.won[told.view.seat] + result.won[(told.view.seat + 2) % SEATS])
    columns, results = np.array(rows, np.float64), np.array(tricks, np.float64)
    grid = (
        (own, silent, more)
        for own in (0.1, 0.3, 0.9)
        for silent in (2, 4, 7, 12)
        for more in (0.0, 0.15, 0.3, 0.45, 0.6)
    )
    errors = {one: results - of_side(columns, *one) for one in grid}
    for own, silent, more in sorted(errors, key=lambda one: (errors[one] ** 2).mean())[:5]:
        off = errors[own, silent, more]
        error = f"{(off**2).mean():.3f}, mean {off.mean():+.2f}"
        print(f"own {own}, silent {silent}, more {more}: squared error {error}")


def of_side(columns: Floats, own: float, silent: float, more: float) -> Floats:
    """Return the estimated tricks of a side, as `estimate` shares out the gap."""
    value, *others = columns.T
    means = [np.where(bid < 0, 3.25, bid + more) for bid in others]
    variances = [np.where(bid < 0, silent, 1.1) for bid in others]
    gap = 13 - value - sum(means)
    doubt = own + sum(variances)
    return np.asarray(value + means[1] + gap * (own + variances[1]) / doubt)


if __name__ == "__main__":
    main()
