"""Predict bids from the hand's value and earlier bids, by a line fitted to `intermediate`."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from ...game import NIL, Bid, Rules
from ..heuristics.kernels import Record, new_record
from ..heuristics.position import BITS, SUITS
from ..intermediate.hand_value import ALONE, OF_TWO, PARTNERED, PARTNERS, Lie, scale_of
from ..order import order_of
from .answering import BIDS_NIL, NOT_BID
from .arrays import Floats
from .fitting import Hints


class Fit(NamedTuple):
    """A linear fit of a bid to the value of the hand and the bids of the others.

    The bid is `base`, plus `slope` for each trick that the hand is worth, less `others` for each
    trick that all seats together have promised. `spread` is its standard deviation.
    """

    slope: float
    base: float
    others: float
    spread: float


OF_PAIRS = Fit(0.68, 4.09, 0.27, 0.6)
OF_SINGLES = Fit(0.67, 2.07, 0.12, 0.5)
OF_TWO_PLAYERS = Fit(0.58, 2.88, 0.15, 0.4)
"""Fitted to 2,800, 800 and 500 bids (`research/fit_bid_line.py`), with standard deviations of 0.35,
0.29 and 0.16. Other players bid differently from `intermediate`, so the widths used here are
larger.
"""

_USUAL_SHARE = 13 / 4
_FOUR = 4
_TWO = 2


class BidLine(Struct, frozen=True):
    """The line for a table where a player's share of the tricks is `share` times the usual one.

    `numbers` are the fields defined in `answering`. `weights`, `follow` and `alone` are arguments
    of `strength_of`, which then returns how much the hand adds to the bid.
    """

    numbers: Floats
    share: float
    spread: float
    weights: Floats
    follow: Floats
    alone: int


@lru_cache(maxsize=64)
def bid_line(rules: Rules, *, trump: bool) -> BidLine:
    """Return the line for a table with these rules."""
    share = rules.hand_size / rules.players / _USUAL_SHARE
    weights, fit = (PARTNERS, OF_PAIRS) if rules.partners(0) else (ALONE, OF_SINGLES)
    if rules.players == _TWO:
        weights, fit = OF_TWO, OF_TWO_PLAYERS
    others = fit.others * _FOUR / rules.players
    return BidLine(
        numbers=np.array([fit.base, others, share, rules.hand_size, rules.nil.allowed], np.float64),
        share=share,
        spread=fit.spread,
        weights=np.array(weights) * fit.slope * scale_of(rules) / share,
        follow=_follow(rules, trump=trump),
        alone=int(rules.players - 1 - len(rules.partners(0)) > PARTNERED),
    )


def hints_of_line(line: BidLine) -> Record:
    """Return the line in the kernels' format, without any bids."""
    hints = new_record(Hints)
    hints.weights[:] = line.weights
    hints.follow[:] = line.follow
    hints.alone = line.alone
    return hints


def codes_of(bids: Iterable[Bid | None]) -> list[int]:
    """Return bids as numbers; see `answering`."""
    return [NOT_BID if bid is None else BIDS_NIL if bid.nil else bid.tricks for bid in bids]


def bids_of(lot: Sequence[int], made: Sequence[Bid | None]) -> tuple[Bid, ...]:
    """Return the bids with these codes; bids already made may have been blind."""
    return tuple(
        bid or (NIL if number == BIDS_NIL else Bid(number))
        for number, bid in zip(lot, made, strict=True)
    )


def _follow(rules: Rules, *, trump: bool) -> Floats:
    """Return a table of the chances that all opponents follow, by suit, length and round."""
    order = order_of(rules, trump=trump)
    opponents = rules.players - 1 - len(rules.partners(0))
    lie = Lie(order, opponents, len(rules.deck_cards) - rules.hand_size, rules.hand_size)
    table = np.zeros((SUITS, BITS, BITS))
    for suit, mask in enumerate(order.full):
        for length in range(1, min(mask.bit_count(), rules.hand_size) + 1):
            for turn in range(1, length + 1):
                table[suit, length, turn] = lie[suit, length, turn]
    return table
