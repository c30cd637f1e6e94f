"""A match is fair, and is the same on any machine and with any number of workers."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager

import pytest

from spadille.arena import MatchResult, dask_cluster, local_processes, match, round_robin
from spadille.arena.batch import Order, play_batch, seatings
from spadille.arena.contestant import contestant
from spadille.arena.interval import interval
from spadille.arena.result import variance_reduction
from spadille.arena.tally import Times
from spadille.game import LAST_ROUND, PACK, Rules, SpadesError, preset, presets
from support.chance_players import BiddingOne, BiddingSeven, Looking, Remembering
from support.matches import timeless

DEALS = 130
"""Enough for several batches of deals."""

SHORT = Rules().with_options(
    {"end.max_rounds": 3, "end.target": 1000, "end.floor": "none", "nil.blind_deficit": 0}
)


@pytest.mark.parametrize("name", presets())
def test_seatings_are_fair(name: str) -> None:
    """Partners are one bot; both bots play every side equally often, and seatings are swapped."""
    rules = preset(name).rules
    found = seatings(rules)
    assert len(set(found)) == len(found)
    for seating in found:
        assert all(len({seating[seat] for seat in side}) == 1 for side in rules.sides)
        assert tuple(1 - bot for bot in seating) in found
        assert len(set(seating)) == 2
    for seat in rules.seats:
        assert 2 * sum(seating[seat] for seating in found) == len(found)


@pytest.mark.parametrize("name", ["standard", "two-player", "solo", "three-player", "five-player"])
def test_bot_against_itself_is_even(name: str) -> None:
    """The result is exactly even: both get the same cards, neighbors and random numbers."""
    result = match("random", "random", preset(name).rules, deals=3)
    assert result.points_per_deal is not None
    assert result.points_per_deal.mean == 0
    assert result.points_per_deal.ci95 == (0.0, 0.0)
    assert result.narrower == 1
    first, second = timeless(result).bots
    assert first == second
    assert result.rounds == 3 * result.seatings


def test_whole_games_against_itself_are_even() -> None:
    result = match("random", "random", SHORT, games=3)
    assert (result.games, result.deals, result.points_per_deal) == (3, None, None)
    assert result.games_won is not None
    assert result.games_won.mean == 0.5
    assert result.rounds == 3 * 2 * 3


def test_all_rounds_of_a_game_are_duplicate_deals() -> None:
    """This includes rounds where one looks and the other bids blind, which adds events."""
    first: type[Remembering] = type("First", (Remembering,), {"seen": {}})
    second: type[Remembering] = type("Second", (Looking,), {"seen": {}})
    match(first, second, SHORT, games=2, seed=5)
    assert len(first.seen) == 3 * 4
    assert first.seen == second.seen


@pytest.fixture(scope="module")
def here() -> MatchResult:
    return match("beginner", BiddingOne, deals=DEALS, seed="same")


@contextmanager
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as executor:
        yield executor


@contextmanager
def cluster() -> Iterator[Executor]:
    distributed = pytest.importorskip("distributed", reason="the extra dask is not installed")
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
        ) as workers,
        dask_cluster(workers.scheduler_address) as executor,
    ):
        yield executor


@pytest.mark.parametrize(
    "where", [threads, lambda: local_processes(1), lambda: local_processes(2), cluster]
)
def test_match_result_is_the_same_on_every_executor(
    where: Callable[[], AbstractContextManager[Executor]], here: MatchResult
) -> None:
    advanced: list[int] = []
    with where() as executor:
        there = match(
            "beginner",
            BiddingOne,
            deals=DEALS,
            seed="same",
            executor=executor,
            progress=advanced.append,
        )
    assert timeless(there) == timeless(here)
    assert sum(advanced) == DEALS
    assert 2 < len(advanced) < DEALS


def test_match_with_another_seed_differs() -> None:
    one, other = (match("beginner", "random", deals=4, seed=seed) for seed in (1, 2))
    assert timeless(one) != timeless(other)


@pytest.mark.parametrize("play", [match, lambda *bots, **more: round_robin(bots, **more)])
def test_seed_with_lone_surrogate_is_rejected(play: Callable[..., object]) -> None:
    with pytest.raises(SpadesError) as caught:
        play("random", "beginner", deals=2, seed="\ud800")
    assert caught.value.code == "seed/not-text"


def test_match_points_and_rates_agree() -> None:
    """Contracts of 14 are always set, for -140; contracts of 2 bring 20, less 9 for every bag."""
    result = match(BiddingSeven, BiddingOne, deals=20)
    seven, one = result.bots
    assert (seven.bot, one.bot) == ("BiddingSeven", "BiddingOne")
    assert (seven.made, seven.set, seven.nil_bid, seven.bags_per_round) == (0, 1, 0, 0)
    assert (one.made, one.set, one.nil_bid, one.nil_made) == (1, 0, 0, 0)
    assert (seven.contracts, one.contracts, result.rounds) == (40, 40, 40)
    assert result.points_per_deal is not None
    assert result.points_per_deal.mean == pytest.approx(-140 - 20 + 9 * one.bags_per_round)
    assert (result.bids.mean, result.bids.sd, result.bids.counts) == (16, 0, {16: 40})


def test_whole_games_count_as_won_or_lost() -> None:
    result = match("beginner", BiddingSeven, games=4)
    assert result.games_won is not None
    assert result.games_won.mean == 1
    low, high = result.games_won.ci95
    assert 0.4 < low < 0.6
    assert high == 1


def test_draw_counts_as_half_a_game_for_each() -> None:
    """Two hands of four cards never win six tricks, so all are set until the last round."""
    rules = Rules().with_options(
        {"deck.removed": [str(card) for card in PACK if card.rank < 9], "end.floor": "none"}
    )
    bot = contestant(type("BiddingThree", (BiddingOne,), {"bid": 3}))
    batch = play_batch(Order(rules, (bot, bot), "drawn", whole_games=True), range(1, 2))
    assert batch.bid_sums == {12: 2 * LAST_ROUND}
    assert (batch.values, batch.squares) == ([0.5], 0.5)


def test_both_bots_get_the_same_seeds_and_new_ones_each_game() -> None:
    made: dict[str, list[str]] = {"First": [], "Second": []}

    class First(BiddingSeven):
        def __init__(self, seed: str) -> None:
            made[type(self).__name__].append(seed)
            super().__init__(seed)

    class Second(First):
        pass

    match(First, Second, deals=3, seed="made")
    assert len(set(made["First"])) == len(made["First"]) == 3 * 4
    assert sorted(made["First"]) == sorted(made["Second"])


def test_match_ignores_the_cut() -> None:
    cut = Rules().with_options({"deal.cut": "offered"})
    results = [match("random", "beginner", rules, deals=2) for rules in (cut, Rules())]
    assert timeless(results[0]) == timeless(results[1])


def test_merged_parts_equal_the_match_of_all_deals() -> None:
    bots = (contestant(BiddingOne), contestant(BiddingSeven))
    order = Order(Rules(), bots, "parts", whole_games=False)
    whole, first, second = (
        play_batch(order, deals) for deals in (range(1, 5), range(1, 3), range(3, 5))
    )
    first.merge(second)
    result = match(BiddingOne, BiddingSeven, deals=4, seed="parts")
    assert (result.deals, result.games, result.games_won) == (4, None, None)
    assert result.points_per_deal == interval(whole.values)
    assert result.narrower == variance_reduction(whole.values, whole.squares, 2)
    for tally in (*whole.tallies, *first.tallies):
        tally.times = Times()
    assert first == whole


def test_match_measures_times() -> None:
    for bot in match("random", "beginner", deals=2).bots:
        times = bot.ms_per_decision
        assert 0 < times.p50 <= times.p95 <= times.max


def test_game_may_start_at_any_score() -> None:
    """The first round decides a game that needs only one trick."""
    rules = Rules().with_options({"end.start_scores": [499, 499]})
    assert match("beginner", "beginner", rules, games=4).rounds < 4 * 2 * 2
