"""Deals that fit what a seat sees, likely ones more often than others."""

import numpy as np
from numpy.typing import NDArray

from ...fast.worlds import TooManyError, Worlds, resample
from ...game import SeatView
from ..thumb.kernels import Record
from .belief import is_telling, likelihoods
from .cards import Cards
from .place import worlds_of
from .unseen import unseen_cards

Integers = NDArray[np.int64]


def deal_worlds(  # noqa: PLR0913, PLR0917 - all that has been worked out of the view
    view: SeatView,
    cards: Cards,
    setting: Record,
    position: Record,
    counts: tuple[int, int],
    seed: int,
) -> Integers | None:
    """Hands of all seats in some deals, by deal, seat and suit.

    `counts` are how many are wanted, and out of how many the likely ones are chosen where bids
    tell something.
    Where no deal fits, because somebody revoked, plays are not minded. None where the deals cannot
    be counted.
    """
    for minds_plays in (True, False):
        unseen = unseen_cards(view, plays=minds_plays)
        try:
            worlds = Worlds(unseen.places, unseen.room)
        except (TooManyError, ValueError):
            continue
        if not worlds.count:
            continue
        count = counts[0]
        drawn = max(counts) if is_telling(view) and worlds.count > 1 else count
        dealt = worlds.sample(drawn, seed)
        hands = worlds_of(position, view.rules.players, view.seat, unseen.codes, dealt)
        if drawn == count:
            return hands
        kept = resample(likelihoods(view, cards, setting, hands), count, seed)
        return np.ascontiguousarray(hands[kept])
    return None
