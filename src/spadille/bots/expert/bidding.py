"""Predict bids, by a line fitted to `intermediate`, and judge deals by how well they fit the bids.

The line gives a bid from the value of the hand and the bids before it. Hands are masks by deal,
seat and suit, as they were when the bids were made. `kernels` compiles the functions about deals.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp
from typing import Annotated, Any, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ...game import NIL, Bid, Rules
from ..heuristics.demand import NIL_TRICKS, SURPLUS
from ..heuristics.kernels import Record, new_record
from ..heuristics.position import BITS, SEATS, SUITS, Numbers, PerSeat
from ..heuristics.strength import SURPRISE, nil_likelihood, strength_of
from ..intermediate.hand_value import ALONE, OF_TWO, PARTNERED, PARTNERS, Lie, scale_of
from ..order import order_of

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

NIL_ODDS = 1.65
"""The danger at which half of all hands are bid as nil."""

SKIP, TRICKS_BID, NIL_BID = range(3)
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


def weigh_deals(setting: Any, hints: Any, deals: Any, likely: Any) -> None:
    """Set `likely` to the likelihood of the bids in each deal."""
    for deal in range(len(deals)):
        chance = 1.0
        for seat in range(setting.players):
            if chance > 0.0:
                chance *= bid_fit(setting, hints, seat, deals[deal, seat])
        likely[deal] = chance


def bid_fit(setting: Any, hints: Any, seat: int, hand: Any) -> float:
    """Return how likely a seat with this hand was to make the bid that it made."""
    kind = hints.kinds[seat]
    if kind == SKIP:
        return 1.0
    nil = nil_likelihood(setting, hand, NIL_ODDS)
    if kind == NIL_BID:
        return nil
    worth = strength_of(setting, hand, hints.weights, hints.follow, hints.alone)
    off = (worth - hints.means[seat]) / hints.spreads[seat]
    return exp(-0.5 * off * off) * (1.0 - nil) + SURPRISE


def fit_of(setting: Any, hints: Any, place: int, hand: Any) -> float:
    """Return how likely the cards at a place make its bid; 1 for cards out of play."""
    return bid_fit(setting, hints, place, hand) if place < setting.players else 1.0


def shift_deals(  # noqa: PLR0913, PLR0917 - kernels take numbers
    setting: Any,
    hints: Any,
    deals: Any,
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
    for deal in range(len(dealt)):
        for place in range(len(fits)):
            fits[place] = fit_of(setting, hints, place, deals[deal, place])
        for step in range(draws.shape[1]):
            one = int(draws[deal, step, 0] * count)
            other = int(draws[deal, step, 1] * count)
            here, there = dealt[deal, one], dealt[deal, other]
            if here == there:
                continue
            if not (unseen[one, 0] >> there) & (unseen[other, 0] >> here) & 1:
                continue
            swap(deals, deal, unseen, one, other, here, there)
            fit_here = fit_of(setting, hints, here, deals[deal, here])
            fit_there = fit_of(setting, hints, there, deals[deal, there])
            before = fits[here] * fits[there] * odds[one, here] * odds[other, there]
            after = fit_here * fit_there * odds[one, there] * odds[other, here]
            if draws[deal, step, 2] * before > after:
                swap(deals, deal, unseen, one, other, there, here)
            else:
                dealt[deal, one], dealt[deal, other] = there, here
                fits[here], fits[there] = fit_here, fit_there


def swap(  # noqa: PLR0913, PLR0917 - kernels take numbers
    deals: Any, deal: int, unseen: Any, one: int, other: int, here: int, there: int
) -> None:
    """Exchange two cards between two places."""
    bit, back = 1 << unseen[one, 2], 1 << unseen[other, 2]
    deals[deal, here, unseen[one, 1]] ^= bit
    deals[deal, there, unseen[one, 1]] ^= bit
    deals[deal, there, unseen[other, 1]] ^= back
    deals[deal, here, unseen[other, 1]] ^= back


BASE, OTHERS, SHARE, MOST, NILS, LINE = range(6)
"""The numbers of a `BidLine`: the base bid of every hand; the reduction for each trick that others
promise; the size of a share of the tricks; the highest bid; and whether nil is allowed.
"""

NOT_BID = -2
BIDS_NIL = -1
"""Codes of bids that are not a number of tricks."""

USUAL = 3.25
"""The tricks that a seat is taken to promise before it has bid."""

_EVEN = 0.5


def bid_in_turn(  # noqa: PLR0913, PLR0917 - kernels take numbers
    setting: Any, hints: Any, line: Any, deals: Any, turns: Any, bids: Any
) -> None:
    """Make the bids of some seats, in turn, in each of some deals; `bids` are by deal and seat."""
    for deal in range(len(deals)):
        for turn in range(len(turns)):
            seat = turns[turn]
            bids[deal, seat] = bid_for(setting, hints, line, deals[deal, seat], bids[deal])


def bid_for(setting: Any, hints: Any, line: Any, hand: Any, bids: Any) -> int:
    """Return the bid that a hand makes after the bids so far."""
    if line[NILS] > 0.0 and nil_likelihood(setting, hand, NIL_ODDS) > _EVEN:
        return BIDS_NIL
    worth = strength_of(setting, hand, hints.weights, hints.follow, hints.alone)
    rest = rest_of(setting, line, bids)
    return max(1, min(int(line[MOST]), int((worth + rest) * line[SHARE] + 0.5)))


def rest_of(setting: Any, line: Any, bids: Any) -> float:
    """Return the part of the line that the hand does not affect, in tricks at the usual table."""
    promised = 0.0
    for seat in range(setting.players):
        if bids[seat] == NOT_BID:
            promised += USUAL
        elif bids[seat] == BIDS_NIL:
            promised += NIL_TRICKS
        else:
            promised += bids[seat] / line[SHARE] + SURPLUS
    return float(line[BASE] - line[OTHERS] * promised)


class Fit(NamedTuple):
    """A linear fit of a bid to the value of the hand and the bids of the others.

    The bid is `base`, plus `slope` for each trick that the hand is worth, less `others` for each
    trick that all seats together have promised. `spread` is its standard deviation.
    """

    slope: float
    base: float
    others: float
    spread: float


OF_PAIRS = Fit(0.81, 2.04, 0.15, 0.6)
OF_SINGLES = Fit(0.67, 2.07, 0.12, 0.5)
OF_TWO_PLAYERS = Fit(0.58, 2.88, 0.15, 0.4)
"""Fitted to 2,800, 800 and 500 bids (`research/fit_bid_line.py`), with standard deviations of 0.41,
0.29 and 0.16. Other players bid differently from `intermediate`, so the widths used here are
larger.
"""

_USUAL_SHARE = 13 / 4
_FOUR = 4
_TWO = 2


class BidLine(Struct, frozen=True):
    """The line for a table where a player's share of the tricks is `share` times the usual one.

    `numbers` are in the order of `BASE`, `OTHERS` and so on. `weights`, `follow` and `alone` are
    arguments of `strength_of`, which then returns how much the hand adds to the bid.
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
    """Return bids as numbers of tricks, or as one of the codes above."""
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
