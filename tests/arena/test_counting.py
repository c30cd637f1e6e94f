"""The statistics of a match, checked against small examples worked out by hand."""

from math import sqrt
from statistics import NormalDist

import pytest

from spadille.arena import BidSums, BotReport
from spadille.arena.interval import _within, interval, share_interval, student
from spadille.arena.result import variance_reduction
from spadille.arena.tally import Tally, Times
from spadille.game import (
    BLIND_NIL,
    NIL,
    Bid,
    RoundResult,
    Rules,
    Seat,
    Standing,
    score_round,
    worth,
)

RULES = Rules()


def result(rules: Rules, bids: tuple[Bid, ...], won: tuple[int, ...]) -> RoundResult:
    before = (Standing(),) * len(rules.sides)
    return RoundResult(1, Seat.NORTH, bids, won, score_round(rules, before, bids, won))


def test_interval_is_students_t() -> None:
    """For 2, 4, 9: variance (9 + 1 + 16) / 2 = 13, and 4.303 from the table for 2 degrees."""
    found = interval([2.0, 4.0, 9.0])
    assert found.mean == 5
    assert found.ci95 == pytest.approx(
        (5 - 4.30265 * sqrt(13 / 3), 5 + 4.30265 * sqrt(13 / 3)), abs=1e-4
    )


@pytest.mark.parametrize(
    ("freedom", "factor"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (9, 2.2622), (30, 2.0423), (120, 1.9799)],
)
def test_student_factor_matches_published_tables(freedom: int, factor: float) -> None:
    assert student(freedom) == pytest.approx(factor, abs=5e-5)


@pytest.mark.parametrize("level", [0.95, 0.96, 0.99])
@pytest.mark.parametrize("freedom", [1, 2, 9, 60, 199, 200, 1001])
def test_student_factor_is_exact_for_many_degrees(level: float, freedom: int) -> None:
    """When the expansion replaces the series, the series still gives the share lying within."""
    assert _within(student(freedom, level), freedom) == pytest.approx(level, abs=2.5e-10)


def test_share_interval_is_wilsons() -> None:
    """For 8 wins out of 10, the published interval is 0.490 to 0.943."""
    assert share_interval([1.0] * 8 + [0.0] * 2).ci95 == pytest.approx((0.490, 0.943), abs=5e-4)
    narrower = share_interval([1.0] * 6 + [0.5] * 4)
    assert narrower.mean == pytest.approx(0.8)
    assert narrower.ci95[0] > 0.490


@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
def test_share_interval_of_all_wins_ends_at_1(
    level: float,
) -> None:
    """This follows from z² / n = 1 / low - 1, where z is the quantile for the level."""
    for n in range(2, 100):
        low, high = share_interval([1.0] * n, level).ci95
        assert 2 * NormalDist().cdf(sqrt(n * (1 / low - 1))) - 1 == pytest.approx(level)
        assert 1 - 1e-12 < high <= 1
        lowest, highest = share_interval([0.0] * n, level).ci95
        assert 0 <= lowest < 1e-12
        assert highest == pytest.approx(1 - low)


def test_bag_is_worth_its_share_of_the_penalty() -> None:
    """North and South make 5 with two bags: 50 + 2 - 20. East and West are set with 7: -70."""
    rules = Rules()
    found = result(rules, (Bid(3), Bid(4), Bid(2), Bid(3)), (4, 3, 3, 3))
    assert worth(rules, found) == (32, -70)


def test_bag_penalty_reached_at_once_counts_once() -> None:
    """Eleven bags: 20 + 11 - 110, without subtracting another 100."""
    rules = Rules()
    found = result(rules, (Bid(1), Bid(1), Bid(1), Bid(1)), (7, 0, 6, 0))
    assert found.sides[0].points == 20 + 11 - 100
    assert worth(rules, found) == (20 + 11 - 110, -20)


def test_bag_penalty_may_go_to_opponents() -> None:
    rules = Rules().with_options({"scoring.bag_penalty_to": "others"})
    found = result(rules, (Bid(3), Bid(4), Bid(2), Bid(2)), (4, 3, 3, 3))
    assert worth(rules, found) == (52, 60 + 20)


def test_bot_report_counts_contracts_nils_and_bags() -> None:
    """Two rounds for North and South: 4 made with a nil that fails by one trick, then 6 set."""
    rules = Rules()
    tally = Tally()
    tally.add(rules, result(rules, (Bid(4), Bid(4), NIL, Bid(3)), (5, 4, 1, 3)), 0)
    tally.add(rules, result(rules, (Bid(3), Bid(4), Bid(3), Bid(3)), (2, 4, 3, 4)), 0)
    bags = result(rules, (Bid(4), Bid(4), NIL, Bid(3)), (5, 4, 1, 3)).sides[0].overtricks
    report = BotReport.of("bot", tally)
    assert (report.made, report.set, report.contracts) == (0.5, 0.5, 2)
    assert (report.nil_bid, report.nil_made, report.nils) == (0.25, 0, 1)
    assert report.bags_per_round == bags / 2 == 0.5


def test_tally_counts_both_nils_of_a_team_nil() -> None:
    rules = Rules().with_options({"nil.team": True})
    tally = Tally()
    tally.add(rules, result(rules, (NIL, Bid(4), NIL, Bid(3)), (0, 8, 0, 5)), 0)
    assert (tally.nils, tally.nils_made, tally.contracts_made, tally.contracts_set) == (2, 2, 0, 0)


def test_bot_report_shows_shares_of_bids_and_times_in_ms() -> None:
    """Of two nils without a contract, one is made."""
    tally = Tally()
    tally.add(RULES, result(RULES, (NIL, Bid(4), NIL, Bid(3)), (0, 8, 1, 4)), 0)
    for k in range(1, 101):
        tally.times.add(k * 1e-3)
    report = BotReport.of("bot", tally)
    assert (report.contracts, report.made, report.set) == (0, 0, 0)
    assert (report.nil_bid, report.nil_made, report.nils, report.nils_made) == (1, 0.5, 2, 1)
    times = report.ms_per_decision
    assert times.p50 == pytest.approx(50, rel=0.01)
    assert times.p95 == pytest.approx(95, rel=0.01)
    assert times.max == pytest.approx(100)


def test_tally_counts_made_nils_blind_or_not() -> None:
    tally = Tally()
    tally.add(RULES, result(RULES, (NIL, Bid(4), Bid(4), Bid(3)), (0, 5, 4, 4)), 0)
    tally.add(RULES, result(RULES, (Bid(4), Bid(4), BLIND_NIL, Bid(3)), (4, 5, 0, 4)), 0)
    tally.add(RULES, result(RULES, (NIL, Bid(4), Bid(4), Bid(3)), (1, 5, 3, 4)), 0)
    assert (tally.nils, tally.nils_made) == (3, 2)


def test_merged_tallies_equal_the_tally_of_all_rounds() -> None:
    rounds = [
        result(RULES, (NIL, Bid(4), Bid(4), Bid(3)), (0, 5, 4, 4)),
        result(RULES, (Bid(3), Bid(4), Bid(3), Bid(3)), (2, 4, 3, 4)),
        result(RULES, (NIL, Bid(2), Bid(2), Bid(3)), (0, 3, 5, 5)),
    ]
    whole, first, second = Tally(), Tally(), Tally()
    for at, one in enumerate(rounds):
        for tally in (whole, second if at else first):
            tally.add(RULES, one, 0)
            tally.times.add(0.01 * (at + 1))
    first.merge(second)
    assert first == whole
    counted = (whole.contracts_made, whole.contracts_set, whole.nils_made, whole.bags)
    assert counted == (2, 1, 2, 3)


def test_time_percentiles_are_exact_to_one_percent() -> None:
    times, others = Times(), Times()
    for k in range(1, 101):
        (times if k % 2 else others).add(k * 1e-3)
    times.merge(others)
    assert times.quantile(0.5) == pytest.approx(0.050, rel=0.01)
    assert times.quantile(0.95) == pytest.approx(0.095, rel=0.01)
    assert times.longest == 0.1


def test_duplicate_deals_narrow_by_the_expected_share() -> None:
    """Two deals of two games each: +100 and -60, +40 and -40.

    Separately, the means would have half the variance of a game, which is 4,200 minus 10 squared.
    """
    squares = 100.0**2 + 60**2 + 40**2 + 40**2
    assert variance_reduction([20.0, 0.0], squares, 2) == pytest.approx(1 - sqrt(100 / (4100 / 2)))
    more = squares + 30.0**2 + 10**2
    apart = more / 6 - 100
    assert variance_reduction([20.0, 0.0, 10.0], more, 2) == pytest.approx(
        1 - sqrt(200 / 3 / (apart / 2))
    )
    assert variance_reduction([0.0, 0.0], 0.0, 2) == 0


def test_bid_sums_have_mean_spread_and_counts() -> None:
    """Nine, ten, ten and thirteen: their squared deviations are 2.25, 0.25, 0.25 and 6.25."""
    found = BidSums.of({13: 1, 9: 1, 10: 2})
    assert (found.mean, found.sd) == (10.5, 1.5)
    assert [*found.counts.items()] == [(9, 1), (10, 2), (13, 1)]
