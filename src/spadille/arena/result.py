"""The result of a match."""

from collections.abc import Sequence
from heapq import nsmallest
from math import sqrt
from statistics import fmean

from msgspec import Struct

from .interval import Interval
from .stopping import Stop
from .tally import Tally

_WORST = 5


class DecisionTimes(Struct, frozen=True):
    """Milliseconds per decision, including forced ones; percentiles are exact to one percent."""

    p50: float
    p95: float
    max: float


class BotReport(Struct, frozen=True, omit_defaults=True):
    """How one bot has played.

    `made` and `set` are shares of its contracts; `nil_bid` is the share of its bids that were nil,
    blind or not, and `nil_made` the share of its bids that were successful nils. `bags_per_round`
    is for a side. If the match counts failures, there are `illegal` answers, and `errors` with
    timeouts; `first_failure` says where the first one was.
    """

    bot: str
    made: float
    set: float
    nil_made: float
    nil_bid: float
    bags_per_round: float
    ms_per_decision: DecisionTimes
    contracts: int
    nils: int
    nils_made: int
    illegal: int = 0
    errors: int = 0
    first_failure: str = ""

    @classmethod
    def of(cls, bot: str, tally: Tally) -> "BotReport":
        """Return the report of a bot from its totals; times become milliseconds."""
        contracts = tally.contracts_made + tally.contracts_set
        return cls(
            bot=bot,
            made=tally.contracts_made / max(1, contracts),
            set=tally.contracts_set / max(1, contracts),
            nil_made=tally.nils_made / tally.bids,
            nil_bid=tally.nils / tally.bids,
            bags_per_round=tally.bags / tally.rounds,
            ms_per_decision=DecisionTimes(
                p50=1e3 * tally.times.quantile(0.5),
                p95=1e3 * tally.times.quantile(0.95),
                max=1e3 * tally.times.longest,
            ),
            contracts=contracts,
            nils=tally.nils,
            nils_made=tally.nils_made,
            illegal=tally.illegal,
            errors=tally.errors,
            first_failure=tally.first_failure,
        )


class BidSums(Struct, frozen=True):
    """Sums of all bids in a round, with nil as 0; `counts` are the numbers of rounds by sum."""

    mean: float
    sd: float
    counts: dict[int, int]

    @classmethod
    def of(cls, counts: dict[int, int]) -> "BidSums":
        """Return the mean, the standard deviation and the sorted counts of the sums."""
        rounds = sum(counts.values())
        mean = sum(total * times for total, times in counts.items()) / rounds
        variance = sum((total - mean) ** 2 * times for total, times in counts.items()) / rounds
        return cls(mean, sqrt(variance), dict(sorted(counts.items())))


class DealValue(Struct, frozen=True):
    """A deal by its number, and the result of the first bot in it: points, or a share of games."""

    deal: int
    value: float


class MatchResult(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A match from the first bot's point of view.

    It covers either `deals` first rounds, with the average winning margin in points, or whole
    `games`, with the share won, in which a draw counts as half. The other two fields are None. Each
    deal or game was played in `seatings` seatings. `narrower` shows the variance reduction: how
    much narrower the interval is than it would be for the same number of games with separate cards.
    `stopped` gives the reason if the match ended before its last deal. `worst` lists the deals that
    the first bot lost by most, at most five.
    """

    deals: int | None = None
    points_per_deal: Interval | None = None
    games: int | None = None
    games_won: Interval | None = None
    stopped: Stop | None = None
    narrower: float
    seatings: int
    rounds: int
    bids: BidSums
    bots: tuple[BotReport, BotReport]
    worst: tuple[DealValue, ...] = ()


def worst_deals(values: Sequence[float], *, even: float) -> tuple[DealValue, ...]:
    """Return the deals with the least values below `even`, the worst first.

    >>> worst_deals([5.0, -10.0, 0.0, -90.0], even=0.0)
    (DealValue(deal=4, value=-90.0), DealValue(deal=2, value=-10.0))
    """
    lost = (DealValue(deal, value) for deal, value in enumerate(values, 1) if value < even)
    return tuple(nsmallest(_WORST, lost, key=lambda one: one.value))


def variance_reduction(values: Sequence[float], squares: float, seatings: int) -> float:
    """Return the fraction of the interval's width that duplicate deals save.

    `squares` is the sum of squares over all games, and `values` are their means by deal. With
    separate cards, the means would have the variance of a game divided by the number of seatings.

    >>> variance_reduction([0.0, 0.0], 4 * 30.0**2, 2)
    1.0
    >>> round(variance_reduction([30.0, -30.0], 4 * 30.0**2, 2), 3)
    -0.414
    """
    mean = fmean(values)
    apart = squares / (len(values) * seatings) - mean * mean
    if apart <= 0:
        return 0.0
    together = fmean((value - mean) ** 2 for value in values)
    return 1 - sqrt(together * seatings / apart)
