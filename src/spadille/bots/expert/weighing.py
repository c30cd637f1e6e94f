"""Value results of a round, and find the best of several actions tried in the same deals."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct, structs

from ...game import Bid, PlayerAction, SeatView
from ..candidate import Candidate, Chances, Unit
from ..equity import Equity, may_end
from .arrays import Floats, Integers

_PERCENT = 100

_WORSE = 1.0
"""The least difference that counts as worse, in points or percent."""

_UNKNOWN = 1000.0
"""The standard error if there is only one independent deal."""


def unit_of(view: SeatView) -> Unit:
    """Return the unit of `worth_of`."""
    return "percent" if may_end(view) else "points"


def worth_of(view: SeatView, bids: tuple[Bid, ...], results: Floats) -> Floats:
    """Return the values to the view's side of the results after one lot of bids.

    These are points or, if the game may end with the round, the chance in percent to win it. The
    last axis of `results` has the gain in points and then the tricks by seat; it is dropped.
    """
    return _PERCENT * win_of(view, bids, results) if may_end(view) else results[..., 0]


def win_of(view: SeatView, bids: tuple[Bid, ...], results: Floats) -> Floats:
    """Return the chance of the view's side to win the game after these results."""
    won = results[..., 1:].reshape(-1, results.shape[-1] - 1).astype(np.int64)
    for side in view.rules.sides:
        takers = [seat for seat in side if not bids[seat].nil]
        if takers:  # it does not matter which of them won a trick
            won[:, takers[0]] = won[:, takers].sum(axis=1)
            won[:, takers[1:]] = 0
    outcomes, which = np.unique(won, axis=0, return_inverse=True)
    equity = Equity(view, bids)
    chances = np.array([equity.after(tuple(row)) for row in outcomes.tolist()])
    return np.asarray(chances[which].reshape(results.shape[:-1]), np.float64)


class Choice(Struct, frozen=True):
    """All candidates, the best first, with the advised one and the number of deals tried."""

    candidates: tuple[Candidate, ...]
    advised: Candidate
    deals: int

    @property
    def best(self) -> Candidate:
        """Return the first candidate, which is the action to take."""
        return self.candidates[0]

    @property
    def gain(self) -> float:
        """Return by how much the action to take is better than the advised one."""
        return self.best.value - self.advised.value

    def instead_of(self, done: Sequence[PlayerAction]) -> "Choice":
        """Return the same choice compared with the single action taken instead, if that is worse.

        A player who asks about that action wants to know why it is worse, not what was advised.
        """
        for one in self.candidates:
            if (one.action,) == tuple(done) and self.best.value - one.value >= _WORSE:
                return structs.replace(self, advised=one)
        return self


def choose_best(  # noqa: PLR0913, PLR0917 - what was found out of each action
    actions: Sequence[PlayerAction],
    values: Floats,
    origin: Integers,
    advised: int,
    margins: Sequence[float],
    unit: Unit,
    chances: Sequence[Chances | None],
    stands: int | None = None,
) -> Choice:
    """Return the action with the best average value, or the default if it is not clearly beaten.

    The default is the advised action unless `stands` names another.

    `values` are by deal and action; deals with the same `origin` are not independent. All actions
    were tried in the same deals, so their differences are compared: another action must beat the
    default by its entry in `margins`, in standard errors. This guards against chance, and against
    plans that would require knowing the deal. Actions without a margin are never chosen.
    """
    means = values.mean(axis=0)
    stands = advised if stands is None else stands
    better = means - means[stands]
    doubt = standard_errors(values - values[:, [stands]], origin)
    usual = slice(len(margins))
    clear = better[usual] - np.array(margins) * doubt[usual]
    clear[stands] = 0.0
    best = int(np.argmax(clear)) if clear.max() > 0.0 else stands
    errors = standard_errors(values, origin).tolist()
    doubts = standard_errors(values - values[:, [best]], origin).tolist()
    found = [
        Candidate(action, mean, error, unit, chance, behind)
        for action, mean, error, chance, behind in zip(
            actions, means.tolist(), errors, chances, doubts, strict=True
        )
    ]
    order = sorted(range(len(found)), key=lambda at: (at != best, -found[at].value))
    return Choice(tuple(found[at] for at in order), found[advised], len(values))


def standard_errors(values: Floats, origin: Integers) -> Floats:
    """Return the standard errors of the averages of some columns.

    Rows with the same origin count as one observation, weighted by their number.
    """
    apart = values - values.mean(axis=0)
    origins, which = np.unique(origin, return_inverse=True)
    count = len(origins)
    if count == 1:
        return np.full(values.shape[1], _UNKNOWN)
    sums = np.zeros((count, values.shape[1]))
    np.add.at(sums, which, apart)
    return np.asarray(np.sqrt((sums * sums).sum(axis=0) * count / (count - 1)) / len(values))
