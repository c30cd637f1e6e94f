"""What the others will bid after a bid of mine, by the hands they have in a world."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ...game import NIL, Bid, SeatView, next_seat
from ..thumb.kernels import nil_likelihood, setting_record, strength_of
from .bid_line import NIL_ODDS, bid_line

Integers = NDArray[np.int64]

_EVEN = 0.5


def answers(view: SeatView, worlds: Integers, mine: Bid) -> Iterator[tuple[Bid, ...]]:
    """The bids of all in each world, by the line that `intermediate` bids along."""
    rules = view.rules
    line = bid_line(rules, trump=view.trump)
    setting = setting_record(view)
    for hands in worlds:
        bids = list(view.bids)
        bids[view.seat] = mine
        turn = next_seat(view.seat, rules.players)
        while bids[turn] is None:
            if rules.nil.allowed and nil_likelihood(setting, hands[turn], NIL_ODDS) > _EVEN:
                bids[turn] = NIL
            else:
                worth = strength_of(setting, hands[turn], line.weights, line.follow)
                tricks = round((line.slope * worth + line.rest(bids)) * line.share)
                bids[turn] = Bid(max(1, min(rules.hand_size, tricks)))
            turn = next_seat(turn, rules.players)
        yield tuple(bid for bid in bids if bid is not None)
