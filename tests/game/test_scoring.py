"""S1 to S10: the score of a round."""

import pytest

from spadille.game import Bid, Play, Rules, Standing, score_round
from support.positions import SUITS_APART, Before, bid, dealt, north_south, reasons, rules

STANDARD = rules("standard")


@pytest.mark.parametrize("contract", range(2, 14))
def test_S1_made_trick_of_bid_is_worth_10(contract: int) -> None:
    """S1: for tricks equal to the bid."""
    side = north_south((1, contract - 1), (contract, 0))
    assert reasons(side) == {"contract-made": 10 * contract}
    assert side.overtricks == 0


@pytest.mark.parametrize("extra", range(1, 10))
def test_S2_overtrick_scores_point_and_bag(extra: int) -> None:
    """S2: one point each, and each is kept as a bag."""
    side = north_south((2, 2), (2, 2 + extra))
    assert reasons(side) == {"contract-made": 40, "bags": extra}
    assert (side.points, side.score, side.bags) == (40 + extra, 40 + extra, extra)


@pytest.mark.parametrize("value", [-10, 0, 5])
def test_S2_bag_value_is_an_option(value: int) -> None:
    """S2, S11: the option sets how much an extra trick is worth."""
    side = north_south((2, 2), (4, 2), rules=rules(scoring__bag_points=value))
    assert side.points == 40 + 2 * value
    assert side.bags == 2


@pytest.mark.parametrize("won", range(7))
def test_S3_missed_contract_costs_10_per_trick_bid(won: int) -> None:
    """S3: per trick bid, not per trick missing, and nothing for the tricks won."""
    side = north_south((3, 4), (won, 0))
    assert reasons(side) == {"contract-set": -70}
    assert (side.score, side.bags, side.overtricks) == (-70, 0, 0)


def test_S3_score_can_fall_below_zero() -> None:
    """S3: 30 minus 70 is -40."""
    assert north_south((3, 4), (3, 3), (30, 0)).score == -40


@pytest.mark.parametrize("won", [(0, 7), (7, 0), (3, 4), (5, 2)])
def test_S4_tricks_of_partners_are_summed(won: tuple[int, int]) -> None:
    """S4: then they are compared with the contract."""
    side = north_south((3, 4), won)
    assert side.taken == 7
    assert side.points == 70


def test_S4_solo_players_score_alone() -> None:
    """S4, N1: in that case every seat is a side."""
    solo = rules(table__teams="solo")
    bids = (Bid(2), Bid(3), Bid(4), Bid(1))
    sides = score_round(solo, (Standing(),) * 4, bids, (2, 5, 3, 3))
    assert [side.points for side in sides] == [20, 32, -40, 12]
    assert [side.bags for side in sides] == [0, 2, 0, 2]


def test_S5_bonuses_and_contract_are_added() -> None:
    """S5: they do not depend on each other."""
    side = north_south(("nil", 3), (0, 1))
    assert reasons(side) == {"contract-set": -30, "nil-made": 100}
    side = north_south(("nil", "blind nil"), (0, 2))
    assert reasons(side) == {"nil-made": 100, "blind-nil-failed": -200}
    assert side.points == -100


@pytest.mark.parametrize(
    ("before", "extra", "penalty", "left"),
    [(0, 9, 0, 9), (8, 1, 0, 9), (8, 2, 100, 0), (9, 1, 100, 0), (8, 5, 100, 3), (9, 9, 100, 8)],
)
def test_S6_ten_bags_cost_100_and_rest_carries_over(
    before: int, extra: int, penalty: int, left: int
) -> None:
    """S6: bags accumulate over the rounds; the eleventh is the first of the next ten."""
    side = north_south((2, 2), (2, 2 + extra), (300, before))
    assert side.points == 40 + extra - penalty
    assert side.bags == left
    assert ("bag-penalty" in reasons(side)) == bool(penalty)


def test_S6_twenty_bags_cost_200() -> None:
    """S6: 9 bags from before and 11 in one round make two penalties."""
    kept = rules(scoring__failed_nil_tricks="bags")
    side = north_south(("nil", "nil"), (5, 6), (0, 9), kept)
    assert reasons(side)["bag-penalty"] == -200
    assert side.bags == 0


def test_S6_set_side_collects_no_bags() -> None:
    """S6, S3: its tricks are fewer than its contract."""
    assert north_south((3, 4), (2, 4), (0, 9)).bags == 9


def test_S7_bags_are_counted_apart_from_score() -> None:
    """S7: the last digit is the bag count only for scores above zero; the counter always is."""
    before: Before = (0, 0)
    for bids, won in (((3, 2), (5, 2)), ((3, 2), (3, 3)), ((2, 2), (2, 4))):
        side = north_south(bids, won, before)
        before = (side.score, side.bags)
        assert side.score % 10 == side.bags
    side = north_south((6, 6), (1, 1), before)
    assert (side.score, side.bags) == (145 - 120, 5)
    side = north_south((6, 6), (1, 1), (side.score, side.bags))
    assert (side.score, side.bags) == (25 - 120, 5)


@pytest.mark.parametrize("penalty", [100, 110])
def test_S8_bag_penalty_is_an_option(penalty: int) -> None:
    """S8: a value of 110 makes ten bags cost 100 in all."""
    side = north_south((2, 2), (4, 2), (0, 8), rules(scoring__bag_penalty=penalty))
    assert side.points == 42 - penalty


def test_S9_short_game_charges_50_for_five_bags() -> None:
    """S9: the game is to 250 points."""
    short = rules(end__target=250, scoring__bag_limit=5, scoring__bag_penalty=50)
    side = north_south((2, 2), (4, 2), (100, 4), short)
    assert (side.points, side.bags) == (42 - 50, 1)
    side = north_south((2, 2), (9, 4), (100, 4), short)
    assert reasons(side)["bag-penalty"] == -100
    assert side.bags == 3


def test_S10_game_without_bag_limit_has_no_penalty() -> None:
    """S10: bags still count as points."""
    side = north_south((2, 2), (9, 4), (0, 9), rules(scoring__bag_limit=0))
    assert side.points == 49
    assert "bag-penalty" not in reasons(side)


@pytest.mark.parametrize("preset", ["puzzle-pirates", "standard", "gold-blue", "two-player"])
def test_S6_presets_charge_100_for_ten_bags(preset: str) -> None:
    """S1, S2, S6: they are the same in all four texts."""
    scoring = Rules.preset(preset).scoring
    assert (scoring.trick_value, scoring.bag_points) == (10, 1)
    assert (scoring.bag_limit, scoring.bag_penalty) == (10, 100)


def test_S18_round_is_scored_after_last_trick() -> None:
    """S18: not one card earlier."""
    game = bid(dealt(STANDARD, SUITS_APART), 13, 1, 1, 1)
    for _ in range(51):
        game = game.apply(next(iter(game.legal_actions())))
        assert game.standings == (Standing(), Standing())
        assert not game.results
    last = next(iter(game.legal_actions()))
    assert isinstance(last, Play)
    game = game.apply(last)
    assert len(game.results) == 1
    assert game.results[0].won == (13, 0, 0, 0)
    assert game.results[0].bids == (Bid(13), Bid(1), Bid(1), Bid(1))
    assert game.standings == (
        Standing(-140, sets=1, sets_in_a_row=1),
        Standing(-20, sets=1, sets_in_a_row=1),
    )
    assert (game.phase, game.over, game.waits_for_chance) == ("score", False, True)
