"""Counting legal sequences of cards with a counter written differently."""

import pytest
from hypothesis import given
from hypothesis.strategies import booleans, integers, sampled_from, tuples

from game.naive import Counter, pair
from game.positions import MIXED, SUITS_APART, ending, rules
from spadille.game import Deal, Round, Seat, play_card, playable
from spadille.notation import format_deal, parse_deal
from strategies import deals

ENDING_RULES = tuples(sampled_from(["broken", "any", "never"]), booleans())
"""Who may lead spades, and whether they are broken already."""


def engine_count(round: Round, depth: int) -> int:
    """The number of sequences of `depth` playable cards."""
    if depth == 0:
        return 1
    return sum(engine_count(play_card(round, card), depth - 1) for card in playable(round))


def naive_count(deal: Deal, leader: int, depth: int, lead: str, *, broken: bool) -> int:
    hands = [[pair(card) for card in hand] for hand in deal.hands]
    return Counter(hands, lead).count(leader, depth, [], spade_seen=broken)


def compare(deal: Deal, leader: Seat, depth: int, case: tuple[str, bool]) -> None:
    lead, broken = case
    round = ending(format_deal(deal), rules(play__lead_spades=lead), leader, broken=broken)
    assert engine_count(round, depth) == naive_count(deal, leader, depth, lead, broken=broken)


@given(integers(1, 4), ENDING_RULES, deals(), sampled_from(Seat))
def test_P3_P6_first_cards_of_full_deals(
    depth: int, case: tuple[str, bool], deal: Deal, leader: Seat
) -> None:
    """P3, P6: the first trick."""
    compare(deal, leader, depth, case)


@given(integers(5, 12), ENDING_RULES, deals(size=3), sampled_from(Seat))
def test_P3_to_P8_endings_to_the_last_card(
    depth: int, case: tuple[str, bool], deal: Deal, leader: Seat
) -> None:
    """P3 to P8: winners, leads and the breaking of spades over three tricks."""
    compare(deal, leader, depth, case)


@pytest.mark.parametrize(
    ("hands", "lead", "depth", "expected"),
    [
        (SUITS_APART, "broken", 5, 342732),
        (MIXED, "any", 2, 38),
    ],
)
def test_P6_counts_known_from_elsewhere(hands: str, lead: str, depth: int, expected: int) -> None:
    """P6: where each holds one suit: 13 * 13 * 13 * 13 * 12."""
    deal = parse_deal(hands)
    assert naive_count(deal, 0, depth, lead, broken=False) == expected
