"""What results of a round are worth, and the best of several actions tried in the same deals."""

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ...game import Bid, PlayerAction, SeatView
from ..bot import Candidate
from ..equity import may_end, round_equity

Floats = NDArray[np.float64]

_PERCENT = 100


def worth_of(view: SeatView, bids: tuple[Bid, ...], results: Floats) -> Floats:
    """What the results of one lot of bids are worth to the side of the view.

    That is points, or the chance in percent to win a game that may end with the round. `results`
    have the gain in points and then the tricks by seat in their last axis, which falls away.
    """
    if not may_end(view):
        return results[..., 0]
    won = results[..., 1:].reshape(-1, results.shape[-1] - 1).astype(np.int64)
    for side in view.rules.sides:
        takers = [seat for seat in side if not bids[seat].nil]
        if takers:  # it does not matter which of them has won a trick
            won[:, takers[0]] = won[:, takers].sum(axis=1)
            won[:, takers[1:]] = 0
    outcomes, which = np.unique(won, axis=0, return_inverse=True)
    chances = np.array(
        [_PERCENT * round_equity(view, bids, tuple(row)) for row in outcomes.tolist()]
    )
    return np.asarray(chances[which].reshape(results.shape[:-1]), np.float64)


class Choice(Struct, frozen=True):
    """The action to take, by how much it is better than what was advised, and all candidates."""

    action: PlayerAction
    gain: float
    candidates: tuple[Candidate, ...]


def choose_best(
    actions: tuple[PlayerAction, ...], values: Floats, advised: int, margin: float
) -> Choice:
    """The action with the best average value, if it is clearly better than what is advised.

    `values` are by deal and action. All actions were tried in the same deals, so that differences
    are what is compared: another action than the advised one must be better by `margin` standard
    errors. That guards against chance, and against plans that would need to know the deal.
    """
    means = values.mean(axis=0)
    root = np.sqrt(max(1, len(values)))
    errors = values.std(axis=0) / root
    best = int(np.argmax(means))
    differences = values[:, best] - values[:, advised]
    if means[best] - means[advised] <= margin * float(differences.std()) / root:
        best = advised
    order = sorted(range(len(actions)), key=lambda at: (at != best, -means[at]))
    return Choice(
        action=actions[best],
        gain=float(means[best] - means[advised]),
        candidates=tuple(
            Candidate(actions[at], float(means[at]), float(errors[at])) for at in order
        ),
    )
