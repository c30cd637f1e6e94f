"""The numbers behind the bids, checked against published figures and counting by hand."""

from collections import Counter
from functools import partial
from itertools import product
from math import comb

import pytest

from spadille.bots.beginner import plain_count
from spadille.bots.intermediate.hand_value import HandValue, all_follow, hand_value
from spadille.bots.intermediate.nil_chance import blind_nil_chance, most_dangerous, nil_chance
from spadille.bots.order import order_of
from spadille.game import NIL, Bid, Card, Rules, Seat
from support.bot_positions import held

PAIRS = Rules()
SOLO = PAIRS.with_options({"table.teams": "solo"})


def value_of(hand: tuple[Card, ...], rules: Rules) -> HandValue:
    return hand_value(rules, Seat.NORTH, hand, 39, trump=True)


@pytest.mark.parametrize(
    ("length", "ace", "king", "queen"), [(3, 0.983, 0.856, 0.495), (5, 0.949, 0.677, 0.210)]
)
def test_honor_table_matches_published_values(
    length: int, ace: float, king: float, queen: float
) -> None:
    table = [round(all_follow(length, rounds, 2, 39, 13, 13), 3) for rounds in (1, 2, 3)]
    assert table == [ace, king, queen]


@pytest.mark.parametrize(("length", "rounds"), [(9, 1), (10, 1), (11, 1)])
def test_honor_table_matches_enumeration_of_layouts(length: int, rounds: int) -> None:
    """Each card outside is in one of three hands; layouts are weighted by how often they occur."""
    out = 13 - length
    good = total = 0
    for layout in product(range(3), repeat=out):
        held_by = Counter(layout)
        ways = 1
        for hand in range(3):
            # The order within a hand does not matter; the number of places for its cards does.
            ways *= comb(13, held_by[hand]) * _orders(held_by[hand])
        total += ways
        good += ways * (held_by[0] >= rounds and held_by[1] >= rounds)
    assert all_follow(length, rounds, 2, 39, 13, 13) == pytest.approx(good / total)


def _orders(cards: int) -> int:
    return 1 if cards < 2 else cards * _orders(cards - 1)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("A32.A32.5432.432", "32.A432.5432.432"),
        ("32.AK2.5432.5432", "32.A32.K32.65432"),
        (".K32.65432.65432", ".K.765432.765432"),
        ("AK432.432.432.32", "AK.5432.5432.432"),
        ("5432..65432.6432", "432.432.5432.432"),
    ],
)
def test_hand_value_rises_with_features_players_count(better: str, worse: str) -> None:
    assert value_of(held(better), PAIRS).tricks > value_of(held(worse), PAIRS).tricks


def test_hand_value_counts_sure_tricks_in_full() -> None:
    assert value_of(held("AKQJT98765432..."), PAIRS).tricks >= 13
    assert value_of(held("AKQ.A32.A432.432"), PAIRS).tricks > 4.9


def test_side_suit_value_falls_against_three_opponents() -> None:
    pairs = value_of(held("2.AK432.AK32.432"), PAIRS)
    alone = value_of(held("2.AK432.AK32.432"), SOLO)
    assert alone.honours < pairs.honours


def test_king_or_queen_of_long_suit_is_worth_less_alone() -> None:
    """With a partner, who may ruff what an opponent ruffs, it is worth more."""
    king, queen = held("432.K9742.543.32"), held("432.Q9742.543.32")
    assert value_of(king, PAIRS).honours > 0.5 > value_of(king, SOLO).honours
    assert value_of(queen, PAIRS).honours > 0.1 > value_of(queen, SOLO).honours
    short = held("432.K97.5432.432")
    assert value_of(short, SOLO).honours > 0.6


@pytest.mark.parametrize(
    ("hand", "with_partner", "alone"),
    [
        ("432.K9742.543.32", 1, 0),
        ("432.K97.5432.432", 1, 1),
        ("432.AQ7.5432.432", 1, 1),
        ("432.AKQ2.543.432", 3, 2),
        ("432.Q97.5432.432", 0, 0),
        ("432.AKQ42.543.32", 2, 1),
        ("AK5432.A43.43.43", 4, 4),
    ],
)
def test_beginner_counts_queens_with_a_partner_only(
    hand: str, with_partner: int, alone: int
) -> None:
    assert plain_count(held(hand), order_of(PAIRS), partners=True) == with_partner
    assert plain_count(held(hand), order_of(PAIRS), partners=False) == alone


def test_nil_chance_rises_with_opponent_bids() -> None:
    hand, rules = held("32.K3.QJ43.65432"), Rules()
    few, many = (Bid(1), Bid(2)), (Bid(6), Bid(5))
    chances = [
        nil_chance(hand, rules, Bid(3), alone=False, opponents=bids) for bids in (few, (), many)
    ]
    assert chances == sorted(chances)
    usual = blind_nil_chance(rules, Bid(3), alone=False)
    assert blind_nil_chance(rules, Bid(3), alone=False, expected=1.5) > usual + 0.3


def test_nil_chance_rises_with_low_cards_and_cover() -> None:
    rules = Rules()
    low, high = held("32.5432.5432.432"), held("32.K3.QJ43.65432")
    chance = partial(nil_chance, rules=rules, alone=False)
    assert chance(low) > chance(high)
    assert chance(high, partner=Bid(6)) > chance(high, partner=Bid(1))
    assert chance(low, partner=NIL) < chance(low, partner=Bid(3))
    assert chance(held("A2.5432.5432.432")) == 0


def test_nil_most_dangerous_card_is_the_ace_of_spades() -> None:
    assert most_dangerous(held("AK2.A2.5432.5432"), 2, order_of(PAIRS))[0] is Card.SA


def test_blind_nil_chance_is_a_number_however_little_the_others_have_bid() -> None:
    rules = Rules.preset("three-player")
    chances = [
        blind_nil_chance(rules, alone=True, expected=expected) for expected in (2, 6, 17, 99)
    ]
    assert chances == sorted(chances, reverse=True)
    assert chances[-1] < 1e-6
