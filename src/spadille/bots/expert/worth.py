"""What results of a round are worth: points, or the chance to win a game that may end with it."""

import numpy as np
from numpy.typing import NDArray

from ...game import Bid, SeatView
from ..equity import may_end, round_equity

Floats = NDArray[np.float64]

_PERCENT = 100


def worth_of(view: SeatView, bids: tuple[Bid, ...], results: Floats) -> Floats:
    """What the results of one lot of bids are worth to the side of the view.

    `results` have the gain in points and then the tricks by seat in their last axis, which falls
    away. Chances are in percent.
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
