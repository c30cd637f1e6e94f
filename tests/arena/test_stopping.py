"""A match that may end early: its interval holds however often it is checked.

Synthetic matches with a known mean are played by the thousand. The seeds are fixed, so the figures
are the same in every run.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from math import exp, inf, log, prod
from statistics import mean, variance

import numpy as np
import pytest
from numpy.typing import NDArray

from spadille.arena import ArenaError, Interval, MatchResult, Until, match
from spadille.arena.interval import interval, share_interval, student
from spadille.arena.sequence import is_share_possible, mean_half, share_interval_at_any_time
from spadille.arena.stopping import LEAST, Stop, Watch
from spadille.arena.work import parts
from support.chance_players import BiddingOne, BiddingSeven

Floats = NDArray[np.float64]
Deals = Callable[[np.random.Generator, int], Floats]

MATCHES = 250
DEALS = 768


def normal(random: np.random.Generator, n: int) -> Floats:
    return random.normal(0, 20, n)


def even_mostly(random: np.random.Generator, n: int) -> Floats:
    """Return duplicate deals for two similar bots: most are even, and in some a nil fails."""
    kind = random.random(n)
    return np.where(kind < 0.6, 0, np.where(kind < 0.9, random.normal(0, 15, n), 0)) + np.where(
        kind > 0.95, random.choice([-100.0, 100.0], n), 0
    )


def lopsided(random: np.random.Generator, n: int) -> Floats:
    """Return deals of which nine in ten win ten points and the tenth loses ninety."""
    return np.where(random.random(n) < 0.1, -90.0, 10.0)


def shares(random: np.random.Generator, n: int) -> Floats:
    """Return duplicate games, half of which are even."""
    return random.choice([0.0, 0.5, 0.5, 1.0], n)


def looks(values: Floats) -> Iterator[list[float]]:
    """Yield the values in the batches in which a match checks them."""
    found = values.tolist()
    for part in parts(None, len(found)):  # type: ignore[arg-type]
        yield found[part.deals[0] - 1 : part.deals[-1]]


def ended(values: Floats, until: Until, *, of_games: bool = False) -> tuple[Interval, Stop | None]:
    """Return the interval that a match with these values reports, and why it stopped."""
    watch = Watch(until, shares=of_games)
    seen: list[float] = []
    for some in looks(values):
        seen += some
        stop = watch.look(some) if len(seen) < len(values) else None
        if stop:
            return watch.found(seen, stop), stop
    return watch.found(seen, None), None


def rates(
    deals: Deals, until: Until, *, mean: float, gain: float = 0.0, of_games: bool = False
) -> tuple[float, float]:
    """Return how often the interval misses the mean, and how often the match ends early."""
    missed = early = 0
    for seed in range(MATCHES):
        values = deals(np.random.default_rng(seed), DEALS) + gain
        found, stop = ended(values, until, of_games=of_games)
        missed += not found.ci95[0] <= mean <= found.ci95[1]
        early += stop is not None
    return missed / MATCHES, early / MATCHES


@pytest.mark.parametrize("deals", [normal, even_mostly, lopsided])
def test_even_match_is_rarely_called_clear(deals: Deals) -> None:
    missed, early = rates(deals, Until(clear=True), mean=0)
    assert early <= 0.02
    assert missed <= 0.06


def test_even_games_are_rarely_called_clear() -> None:
    missed, early = rates(shares, Until(clear=True), mean=0.5, of_games=True)
    assert early <= 0.01
    assert missed <= 0.06


def test_repeated_students_interval_errs_often() -> None:
    """This is why the test exists: Student's interval is clear of zero far too often."""
    wrong = 0
    for seed in range(MATCHES):
        values = normal(np.random.default_rng(seed), DEALS)
        n = np.arange(1, DEALS + 1)
        means = values.cumsum() / n
        squares = (values**2).cumsum()
        at = np.arange(LEAST, DEALS, 16)
        errors = np.sqrt((squares / n - means**2)[at] / n[at])
        wrong += bool((np.abs(means[at]) > student(LEAST) * errors).any())
    assert wrong / MATCHES > 0.15


@pytest.mark.parametrize("deals", [normal, even_mostly, lopsided])
@pytest.mark.parametrize("gain", [3.0, 8.0])
def test_interval_after_early_stop_holds_the_mean(deals: Deals, gain: float) -> None:
    missed, early = rates(deals, Until(clear=True), mean=gain, gain=gain)
    assert missed <= 0.06
    assert early > (0.9 if gain > 5 else 0.2)


@pytest.mark.parametrize("deals", [normal, even_mostly, lopsided])
def test_match_may_stop_at_a_narrow_interval(deals: Deals) -> None:
    missed, early = rates(deals, Until(within=2.5), mean=0)
    assert missed <= 0.08
    assert early > 0.5


def test_anytime_interval_is_moderately_wider_than_students() -> None:
    for n in (100, 1000, 10_000):
        usual = student(n - 1, 0.99) / n**0.5
        assert 1.2 * usual < mean_half(n, 1.0, 0.01) < 1.8 * usual


def test_anytime_interval_of_few_values_is_infinite() -> None:
    assert mean_half(2, 1.0, 0.05) == inf
    assert mean_half(10, 1.0, 0.05) == inf


def test_share_interval_stays_within_0_and_1_and_holds_the_mean() -> None:
    low, high = share_interval_at_any_time(Counter({1.0: 64}), 0.05)
    assert 0.85 < low < 1
    assert high == pytest.approx(1)
    low, high = share_interval_at_any_time(Counter({0.0: 30, 0.5: 40, 1.0: 30}), 0.05)
    assert low == pytest.approx(1 - high)
    assert 0.3 < low < 0.45


@pytest.mark.parametrize("share", [0.2, 0.5, 0.55])
def test_possible_shares_are_those_within_the_interval(share: float) -> None:
    for ones in range(10, 60, 5):
        counts = Counter({0.0: 60 - ones, 0.5: 20, 1.0: ones})
        low, high = share_interval_at_any_time(counts, 0.05)
        assert is_share_possible(counts, share, 0.05) == (low < share < high)


@pytest.mark.parametrize("n", [100, 1000])
@pytest.mark.parametrize("error", [0.01, 0.05])
def test_anytime_interval_of_a_mean_ends_at_the_likelihood_ratio(n: int, error: float) -> None:
    """With a normal difference of 0.2 standard deviations, t is wider by the root of `spread`."""
    spread = 1 + 0.04 * n

    def density(t: float) -> float:
        return exp(-n / 2 * log(1 + t * t / (n - 1)))

    t = mean_half(n, 9.0, error) / (9 / n) ** 0.5
    assert density(t / spread**0.5) / spread**0.5 / density(t) == pytest.approx(1 / error)


def test_anytime_interval_of_a_share_ends_at_the_betting_limit() -> None:
    values = [1.0] * 30 + [0.5] * 25 + [0.0] * 10

    def won(values: list[float], mean: float) -> float:
        """Return the combined wealth of 31 gamblers who bet 1/32 to 31/32 on more than the mean."""
        stakes = [k / 32 for k in range(1, 32)]
        return sum(prod(1 + k * (value / mean - 1) for value in values) for k in stakes) / 31

    low, high = share_interval_at_any_time(Counter(values), 0.05)
    assert won(values, low) == pytest.approx(40)
    assert won([1 - value for value in values], 1 - high) == pytest.approx(40)


@pytest.mark.parametrize("clear", [False, True])
@pytest.mark.parametrize("of_games", [False, True])
def test_match_is_narrow_if_its_reported_interval_is(*, clear: bool, of_games: bool) -> None:
    deals = shares if of_games else normal
    values = deals(np.random.default_rng(3), 200).tolist()
    found = Watch(Until(clear=clear), shares=of_games).found(values, None)
    assert found == (share_interval if of_games else interval)(values, 0.96 if clear else 0.95)
    half = (found.ci95[1] - found.ci95[0]) / 2
    for part, stop in ((1 - 1e-9, None), (1 + 1e-9, "narrow")):
        assert Watch(Until(clear, part * half), shares=of_games).look(values) == stop


@pytest.mark.parametrize(("of_games", "even"), [(False, 0.0), (True, 0.5)])
def test_narrow_interval_needs_enough_uneven_values(*, of_games: bool, even: float) -> None:
    for uneven, stop in ((31, None), (32, "narrow")):
        values = [even + 0.1] * uneven + [even] * (200 - uneven)
        assert Watch(Until(within=0.5), shares=of_games).look(values) == stop


@pytest.mark.parametrize("of_games", [False, True])
def test_lost_match_is_as_clear_as_a_won_one(*, of_games: bool) -> None:
    won = [1.0, 1.0, 1.0, 0.5] * 50
    lost = [1 - value if of_games else -value for value in won]
    told = []
    for values in (won, lost):
        watch = Watch(Until(clear=True), shares=of_games)
        assert watch.look(values) == "clear"
        told.append(watch.found(values, "clear").ci95)
    (low, high), (other_low, other_high) = told
    whole = 1 if of_games else 0
    assert (whole - other_high, whole - other_low) == pytest.approx((low, high))
    if of_games:
        assert told[0] == share_interval_at_any_time(Counter(won), 0.01)
    else:
        half = mean_half(len(won), variance(won), 0.01)
        assert told[0] == pytest.approx((mean(won) - half, mean(won) + half))


def test_equal_values_give_a_narrow_interval() -> None:
    for value in (0.1, 0.7, 19.9, -33.3):
        assert Watch(Until(within=1), shares=False).look([value] * 150) == "narrow"


def played(until: Until | None, deals: int = 200) -> MatchResult:
    return match(BiddingOne, BiddingSeven, deals=deals, until=until)


def test_match_stops_as_soon_as_it_is_clear() -> None:
    """Contracts of 14 are always set."""
    result = played(Until(clear=True))
    assert (result.deals, result.stopped, result.rounds) == (LEAST, "clear", 2 * LEAST)
    assert result.points_per_deal is not None
    assert result.points_per_deal.ci95[0] > 0
    last = played(Until(clear=True), LEAST)
    assert last.stopped is None, "after the last deal nothing is ended early"
    for usual in (last, match(BiddingOne, BiddingSeven, deals=LEAST)):
        assert usual.points_per_deal is not None
        assert usual.points_per_deal.mean == pytest.approx(result.points_per_deal.mean)
        assert usual.points_per_deal.ci95[0] > result.points_per_deal.ci95[0]


def test_match_stops_when_its_interval_is_as_narrow_as_asked() -> None:
    result = played(Until(within=4))
    assert result.stopped == "narrow"
    assert result.points_per_deal is not None
    low, high = result.points_per_deal.ci95
    assert high - low <= 8
    assert result.points_per_deal == played(None, result.deals or 0).points_per_deal


def test_always_even_match_is_never_called_narrow() -> None:
    result = match("random", "random", deals=100, until=Until(clear=True, within=1))
    assert (result.deals, result.stopped) == (100, None)


def test_last_interval_accounts_for_earlier_looks() -> None:
    values = normal(np.random.default_rng(1), 200)
    found, stop = ended(values, Until(clear=True))
    assert stop is None
    assert found == interval(values.tolist(), 0.96)


@pytest.mark.parametrize("width", [0, -1, float("nan")])
def test_invalid_width_is_rejected(width: float) -> None:
    with pytest.raises(ArenaError) as caught:
        Until(within=width)
    assert caught.value.code == "arena/no-width"
