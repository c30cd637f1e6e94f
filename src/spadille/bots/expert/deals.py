"""Sample deals that fit a seat's knowledge, likely ones more often than others."""

import numpy as np
from msgspec import Struct

from ...fast.worlds import TooManyError, Worlds, resample
from ...game import SeatView, knowledge_of
from ..heuristics.kernels import Record
from .arrays import Floats, Integers
from .belief import Belief, belief_of
from .placing import Placing

MOST_LOTS = 3
"""If few deals fit the bids, at most this multiple of the usual number is proposed."""

ENOUGH = 100
"""The effective number of deals below which more are proposed."""


class Deals(Struct, frozen=True):
    """Hands of all seats by deal, seat and suit.

    Deals with the same `origin` come from the same proposal, so they are not independent samples.
    """

    hands: Integers
    origin: Integers

    def __len__(self) -> int:
        return len(self.hands)


def deal_worlds(
    view: SeatView, setting: Record, counts: tuple[int, int], seed: int
) -> Deals | None:
    """Return sampled deals in proportion to their likelihood.

    `counts` are the number of deals wanted and, if bids carry information, the number proposed at a
    time. If no deal fits, because a player revoked, past plays are ignored. Returns None if the
    deals cannot be counted.
    """
    count, proposals = counts
    for lawful in (True, False):
        known = knowledge_of(view, lawful=lawful)
        try:
            worlds = Worlds([where for _, where in known.places], known.room)
        except TooManyError:
            continue
        if not worlds.count:
            continue
        placing = Placing(view, known)
        belief = belief_of(view, setting, placing) if worlds.count > 1 else None
        if belief is None:
            dealt, origin = worlds.sample(count, seed), np.arange(count)
        else:
            dealt, origin = _likely(worlds, belief, count, max(count, proposals), seed)
        hands = placing.hands(dealt)[:, : view.rules.players]
        return Deals(np.ascontiguousarray(hands), origin)
    return None


def _likely(
    worlds: Worlds, belief: Belief, count: int, proposals: int, seed: int
) -> tuple[Integers, Integers]:
    """Return deals drawn in proportion to their likelihood, and the proposals behind them."""
    lots: list[Integers] = []
    likely = np.zeros(0)
    while len(lots) < MOST_LOTS and effective(likely) < min(ENOUGH, count):
        lots.append(belief.propose(worlds, proposals, (seed, len(lots))))
        likely = np.concatenate([likely, belief.likelihoods(lots[-1])])
    origin = resample(likely, count, seed)
    dealt = np.concatenate(lots)[origin]
    if effective(likely) < count:
        dealt = belief.shifted(dealt, (seed, MOST_LOTS))
    return dealt, origin


def effective(weights: Floats) -> float:
    """Return how many deals of equal weight carry as much information as these (Kish)."""
    squares = float((weights * weights).sum())
    return float(weights.sum()) ** 2 / squares if squares else 0.0
