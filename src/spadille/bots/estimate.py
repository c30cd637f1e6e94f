"""How many tricks each seat will take, from my hand and from what the others have bid."""

from itertools import pairwise
from math import erf, sqrt

from msgspec import Struct

from ..game import PACK, Bid, View
from .hand_value import HandValue, hand_value

SURPLUS = 0.6
"""How many more tricks than it bid a careful player takes on average."""

_OWN_VARIANCE = 0.9
_BID_VARIANCE = 1.1
_SILENT_VARIANCE = 2.0
_NIL_VARIANCE = 0.3
NIL_TRICKS = 0.3
"""How many tricks a nil bidder takes on average."""


class Estimate(Struct, frozen=True):
    """Expected tricks by seat, which sum up to those of the round, and what my hand alone says.

    `value` is None before I have seen my hand.
    """

    value: HandValue | None
    tricks: tuple[float, ...]


def estimate(view: View, planned: Bid | None = None) -> Estimate:
    """The estimate of `view.seat`, before it bids or if it bids what is `planned`.

    The tricks sum up to 13, so what my hand and the bids promise together beyond that, or short
    of it, is shared out among all, most of it to those about whom least is known.
    """
    value = None if view.hand is None else _own_value(view)
    total = view.rules.hand_size
    means = []
    variances = []
    for seat in view.rules.seats:
        bid = planned if planned is not None and seat == view.seat else view.bids[seat]
        if bid is not None and bid.nil:
            means.append(NIL_TRICKS)
            variances.append(_NIL_VARIANCE)
        elif bid is not None:
            means.append(bid.tricks + SURPLUS)
            variances.append(_BID_VARIANCE)
        elif value is not None and seat == view.seat:
            means.append(value.tricks)
            variances.append(_OWN_VARIANCE)
        else:
            means.append(total / len(view.rules.seats))
            variances.append(_SILENT_VARIANCE)
    gap = total - sum(means)
    known = sum(variances)
    shares = (gap * variance / known for variance in variances)
    return Estimate(value, tuple(max(0.0, m + s) for m, s in zip(means, shares, strict=True)))


def _own_value(view: View) -> HandValue:
    assert view.seat is not None
    assert view.hand is not None
    rules = view.rules
    opponents = len(rules.seats) - len(rules.sides[rules.side_of(view.seat)])
    unseen = len(PACK) - len(view.hand) - len(view.refused)
    return hand_value(view.hand, opponents, unseen)


def chances(mean: float, spread: float, most: int) -> list[float]:
    """How likely 0, 1, ... `most` tricks are, when `mean` are expected."""

    def below(tricks: float) -> float:
        return (1 + erf((tricks - mean) / spread / sqrt(2))) / 2

    edges = [0.0, *(below(tricks + 0.5) for tricks in range(most)), 1.0]
    return [high - low for low, high in pairwise(edges)]


def usual_bid(tricks: float) -> Bid:
    """What a careful player bids who expects so many tricks."""
    return Bid(max(1, min(13, round(tricks - SURPLUS))))
