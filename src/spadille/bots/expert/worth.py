"""What results of a round are worth: points, or the chance to win a game that may end with it."""

import numpy as np
from numpy.typing import NDArray

from ...game import Bid, SeatView
from ..equity import round_equity

Floats = NDArray[np.float64]

_GAIN = 20
_LOSS = 12
"""So many tricks' worth of points a side may well win, or lose, in a round."""

_PERCENT = 100


def may_end(view: SeatView) -> bool:
    """Whether the game may well end with this round, so that points are not all that matters."""
    rules = view.rules
    end = rules.end
    if None in view.bids and view.phase == "play":
        return False  # the round bids itself: its score is no matter of bids
    if view.time_up or end.sets_to_lose or 0 < end.max_rounds <= view.round:
        return True
    trick = rules.scoring.trick_value
    scores = [standing.score for standing in view.standings]
    if rules.target is not None and max(scores) + _GAIN * trick >= rules.target:
        return True
    return rules.floor is not None and min(scores) - _LOSS * trick <= rules.floor


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
