"""Deals in lots by what all bid in them, and the setting of each lot."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ...game import NIL, Bid, SeatView, Standing
from ..thumb.kernels import Record
from ..thumb.scores import score_of
from .answering import BIDS_NIL
from .kernels import settings_like

Integers = NDArray[np.int64]


def settings_of(view: SeatView, base: Record, lots: Integers) -> Record:
    """The settings of the round after some bids of all, by lot and seat; see `answering`.

    `base` is the setting after any bids.
    """
    rules = view.rules
    settings = settings_like(base, len(lots))
    settings["bid"][:, : rules.players] = np.maximum(lots, 0)
    settings["nil"][:, : rules.players] = lots == BIDS_NIL
    for side, seats in enumerate(rules.sides):
        before = view.standings[side] if base.decisive else Standing()
        found, which = np.unique(lots[:, list(seats)], axis=0, return_inverse=True)
        made = [view.bids[seat] for seat in seats]
        scores = [score_of(rules, side, bids_of(own, made), before) for own in found.tolist()]
        at = which.ravel()
        tricks = slice(rules.tricks + 1)
        settings["worth"][:, side, tricks] = np.array([score.worth for score in scores])[at]
        settings["after"][:, side, tricks] = np.array([score.after for score in scores])[at]
        settings["whole"][:, side] = np.array([score.whole for score in scores])[at]
        settings["stray"][:, side] = np.array([score.stray for score in scores])[at]
        settings["loss"][:, list(seats)] = np.array([score.losses for score in scores])[at]
    return settings


def bids_of(lot: Sequence[int], made: Sequence[Bid | None]) -> tuple[Bid, ...]:
    """The bids that these numbers stand for; those that are made already may have been blind."""
    return tuple(
        bid or (NIL if number == BIDS_NIL else Bid(number))
        for number, bid in zip(lot, made, strict=True)
    )
