"""What bids tell of the hands of others, as numbers for kernels."""

from typing import Annotated

from ..thumb.position import BITS, SEATS, SUITS, Numbers, PerSeat

SKIP, TRICKS, NIL = range(3)
"""What a seat has bid: nothing that tells of its hand, tricks, or nil."""

WEIGHTS = 6

RealPerSeat = Annotated[list[float], float, SEATS]


class Hints(Numbers):
    """What is told of each seat, and the line of bids by which it is read.

    A hand worth so many tricks more than `means` of its seat makes the bid less likely, by
    `spreads` as standard deviation. `weights`, `follow` and `alone` are those of a `BidLine`.
    """

    kinds: PerSeat
    means: RealPerSeat
    spreads: RealPerSeat
    weights: Annotated[list[float], float, WEIGHTS]
    follow: Annotated[dict[tuple[int, int, int], float], float, SUITS, BITS, BITS]
    alone: int
