"""Measure how well deals fit the bids, and shift deals by that and by the odds of their cards.

Hands are masks by deal, seat and suit, as they were when the bids were made.
"""

from math import exp
from typing import Annotated, Any

from ..heuristics.position import BITS, SEATS, SUITS, Numbers, PerSeat
from ..heuristics.strength import SURPRISE, nil_likelihood, strength_of

NIL_ODDS = 1.65
"""The danger at which half of all hands are bid as nil."""

SKIP, TRICKS, NIL = range(3)
"""The kind of a seat's bid: uninformative, tricks, or nil."""

WEIGHTS = 6

RealPerSeat = Annotated[list[float], float, SEATS]


class Hints(Numbers):
    """The public bids of each seat, and the line of bids that interprets them.

    The bid is less likely the more the value of a hand differs from its seat's entry in `means`,
    with `spreads` as the standard deviations. `weights`, `follow` and `alone` are those of a
    `BidLine`.
    """

    kinds: PerSeat
    means: RealPerSeat
    spreads: RealPerSeat
    weights: Annotated[list[float], float, WEIGHTS]
    follow: Annotated[dict[tuple[int, int, int], float], float, SUITS, BITS, BITS]
    alone: int


def weigh(setting: Any, hints: Any, worlds: Any, likely: Any) -> None:
    """Set `likely` to the likelihood of the bids in each deal."""
    for world in range(len(worlds)):
        chance = 1.0
        for seat in range(setting.players):
            if chance > 0.0:
                chance *= bid_fit(setting, hints, seat, worlds[world, seat])
        likely[world] = chance


def bid_fit(setting: Any, hints: Any, seat: int, hand: Any) -> float:
    """Return how likely a seat with this hand was to make the bid that it made."""
    kind = hints.kinds[seat]
    if kind == SKIP:
        return 1.0
    nil = nil_likelihood(setting, hand, NIL_ODDS)
    if kind == NIL:
        return nil
    worth = strength_of(setting, hand, hints.weights, hints.follow, hints.alone)
    off = (worth - hints.means[seat]) / hints.spreads[seat]
    return exp(-0.5 * off * off) * (1.0 - nil) + SURPRISE


def fit_of(setting: Any, hints: Any, place: int, hand: Any) -> float:
    """Return how likely the cards at a place make its bid; 1 for cards out of play."""
    return bid_fit(setting, hints, place, hand) if place < setting.players else 1.0


def shift(  # noqa: PLR0913, PLR0917 - kernels take numbers
    setting: Any,
    hints: Any,
    worlds: Any,
    dealt: Any,
    unseen: Any,
    odds: Any,
    draws: Any,
    fits: Any,
) -> None:
    """Change deals step by step in a way that preserves their distribution.

    In each step, two cards that may change places do so, unless the hands would then fit worse and
    chance decides against it (Metropolis-Hastings). `dealt` is the place of each unseen card by
    deal. `unseen` holds for each card its possible places, its suit and its bit. `odds` are by card
    and place, `draws` has three random numbers for each deal and step, and `fits` is workspace with
    one number for each place.
    """
    count = len(unseen)
    for world in range(len(dealt)):
        for place in range(len(fits)):
            fits[place] = fit_of(setting, hints, place, worlds[world, place])
        for step in range(draws.shape[1]):
            one = int(draws[world, step, 0] * count)
            other = int(draws[world, step, 1] * count)
            here, there = dealt[world, one], dealt[world, other]
            if here == there:
                continue
            if not (unseen[one, 0] >> there) & (unseen[other, 0] >> here) & 1:
                continue
            swap(worlds, world, unseen, one, other, here, there)
            fit_here = fit_of(setting, hints, here, worlds[world, here])
            fit_there = fit_of(setting, hints, there, worlds[world, there])
            before = fits[here] * fits[there] * odds[one, here] * odds[other, there]
            after = fit_here * fit_there * odds[one, there] * odds[other, here]
            if draws[world, step, 2] * before > after:
                swap(worlds, world, unseen, one, other, there, here)
            else:
                dealt[world, one], dealt[world, other] = there, here
                fits[here], fits[there] = fit_here, fit_there


def swap(  # noqa: PLR0913, PLR0917 - kernels take numbers
    worlds: Any, world: int, unseen: Any, one: int, other: int, here: int, there: int
) -> None:
    """Exchange two cards between two places."""
    bit, back = 1 << unseen[one, 2], 1 << unseen[other, 2]
    worlds[world, here, unseen[one, 1]] ^= bit
    worlds[world, there, unseen[one, 1]] ^= bit
    worlds[world, there, unseen[other, 1]] ^= back
    worlds[world, here, unseen[other, 1]] ^= back
