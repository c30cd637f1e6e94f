"""The worked examples from the texts, by their numbers in `docs/rules.md`."""

import pytest

from spadille.game import (
    Bid,
    Game,
    Keep,
    Look,
    Rules,
    Standing,
    contract_of,
    ranking_of,
    score_round,
)
from support.positions import NORTH, a_bid, bid, cards_of, dealt, north_south, reasons, rules

PIRATES, STANDARD, GOLD_BLUE = rules("puzzle-pirates"), rules("standard"), rules("gold-blue")
TWO = rules("two-player")


def test_example_1_bids_of_3_and_4_make_contract_of_7() -> None:
    """Puzzle Pirates; B3."""
    assert contract_of(PIRATES, (Bid(3), Bid(5), Bid(4), Bid(1)), 0) == 7
    assert bid(dealt(PIRATES), 3, 5, 4, 1).view(NORTH).contracts == (7, 6)


@pytest.mark.parametrize("preset", ["puzzle-pirates", "gold-blue"])
def test_example_2_bid_7_won_8_scores_71(preset: str) -> None:
    """Puzzle Pirates, Gold and Blue; S1, S2."""
    side = north_south((3, 4), (4, 4), rules=rules(preset))
    assert (side.points, side.bags) == (71, 1)


def test_example_3_bid_7_won_5_loses_70() -> None:
    """Puzzle Pirates; S3."""
    assert north_south((3, 4), (3, 2), rules=PIRATES).points == -70


def test_example_4_score_30_less_set_bid_of_7_is_minus_40() -> None:
    """Gold and Blue; S3."""
    assert north_south((3, 4), (3, 3), (30, 0), GOLD_BLUE).score == -40


def test_example_5_bid_7_won_7_scores_70() -> None:
    """Gold and Blue; S1."""
    assert north_south((3, 4), (3, 4), rules=GOLD_BLUE).points == 70


def test_example_6_bid_5_made_scores_50_and_bid_6_missed_loses_60() -> None:
    """Wikipedia; S1, S3: with any number of tricks below six."""
    assert north_south((2, 3), (2, 3)).points == 50
    assert [north_south((2, 4), (won, 0)).points for won in range(6)] == [-60] * 6


def test_example_7_bid_5_won_6_scores_51() -> None:
    """Wikipedia; S2."""
    assert north_south((2, 3), (2, 4)).points == 51


def test_example_8_made_nil_with_set_partner_scores_50() -> None:
    """Wikipedia; E2, S5."""
    side = north_south(("nil", 5), (0, 4))
    assert reasons(side) == {"contract-set": -50, "nil-made": 100}
    assert side.points == 50


def test_example_9_failed_nil_with_made_contract_loses_50() -> None:
    """Wikipedia; E3, E4: 50 minus 100 is -50, so the trick of the failed nil is not a bag."""
    side = north_south(("nil", 5), (1, 5))
    assert reasons(side) == {"contract-made": 50, "nil-failed": -100}
    assert (side.points, side.bags) == (-50, 0)


def test_example_10_tenth_bag_at_108_points_gives_61() -> None:
    """Wikipedia; S6: 161 minus 100, and one bag is left."""
    side = north_south((2, 3), (4, 4), (108, 8))
    assert reasons(side) == {"contract-made": 50, "bags": 3, "bag-penalty": -100}
    assert (side.score, side.bags) == (61, 1)


def test_example_11_made_nil_with_missed_bid_of_3_scores_70() -> None:
    """Gold and Blue; S5."""
    assert north_south(("nil", 3), (0, 2), rules=GOLD_BLUE).points == 70


def test_example_12_contract_6_won_5_and_1_scores_60() -> None:
    """Gold and Blue; B3."""
    side = north_south((2, 4), (5, 1), rules=GOLD_BLUE)
    assert reasons(side) == {"contract-made": 60}


@pytest.mark.parametrize(
    ("nil", "won", "points"),
    [("nil", 0, 50), ("nil", 1, -50), ("blind nil", 0, 100), ("blind nil", 1, -100)],
)
def test_example_13_pirates_nil_and_double_nil_values(nil: str, won: int, points: int) -> None:
    """Puzzle Pirates; E2, E3, E6."""
    assert north_south((nil, 3), (won, 3), rules=PIRATES).points == 30 + points


@pytest.mark.parametrize(
    ("nil", "won", "points"),
    [("nil", 0, 100), ("nil", 1, -100), ("blind nil", 0, 200), ("blind nil", 1, -200)],
)
def test_example_13_gold_blue_and_two_player_nil_and_double_nil_values(
    nil: str, won: int, points: int
) -> None:
    """Gold and Blue, For two; E2, E3, E6: the trick of a failed nil is worth nothing either."""
    assert north_south((nil, 3), (won, 3), rules=GOLD_BLUE).points == 30 + points
    first, second = score_round(TWO, (Standing(),) * 2, (a_bid(nil), Bid(12)), (won, 13 - won))
    assert (first.points, first.bags) == (points, 0)
    assert second.points == 120 + 1 - won


def test_example_14_two_of_spades_beats_ace_of_diamonds() -> None:
    """Gold and Blue; K3."""
    assert ranking_of(Rules()).winning_index(cards_of("DA S2")) == 1
    assert ranking_of(Rules()).winning_index(cards_of("S2 DA")) == 0


def test_example_15_twenty_bags_cost_two_penalties() -> None:
    """Puzzle Pirates; S6: also if they accumulate over many rounds."""
    score = bags = penalties = 0
    for _ in range(5):
        side = north_south((2, 2), (4, 4), (score, bags), PIRATES)
        score, bags = side.score, side.bags
        penalties += "bag-penalty" in reasons(side)
    assert (penalties, score, bags) == (2, 5 * 44 - 200, 0)


@pytest.mark.parametrize(("preset", "players"), [("standard", 4), ("two-player", 2)])
def test_example_16_hands_have_13_cards(preset: str, players: int) -> None:
    """D5, N5: 13 cards each, with four players and with two."""
    game = Game.new(rules(preset), seed=1)
    while game.phase == "draft":
        game = game.apply(Look() if Look() in game.legal_actions() else Keep("first"))
    assert game.view(None).hand_sizes == (13,) * players


def test_example_17_draft_leaves_13_and_13_held_and_26_dead() -> None:
    """For two; N5."""
    game = Game.new(rules("two-player"), seed=17)
    while game.phase == "draft":
        game = game.apply(Look() if Look() in game.legal_actions() else Keep("next"))
    assert game.round is not None
    assert game.view(None).hand_sizes == (13, 13)
    assert len(game.round.pack.discards) == 26
    assert game.view(None).stock_size == 0
