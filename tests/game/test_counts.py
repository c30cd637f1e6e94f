"""Counting legal sequences of cards with a counter written differently."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis.strategies import booleans, integers, sampled_from, tuples

from game.naive import Counter, pair
from game.positions import FOUR, ending, rules
from spadille.game import Deal, Round, Seat, play_card, playable
from spadille.notation import PerftCount, format_deal, parse_perft
from strategies import deals

MOST_COUNTED = 30_000

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


@given(integers(1, 4), ENDING_RULES, deals(), sampled_from(FOUR))
def test_P3_P6_first_cards_of_full_deals(
    depth: int, case: tuple[str, bool], deal: Deal, leader: Seat
) -> None:
    """P3, P6: the first trick."""
    compare(deal, leader, depth, case)


@given(integers(5, 12), ENDING_RULES, deals(size=3), sampled_from(FOUR))
def test_P3_to_P8_endings_to_the_last_card(
    depth: int, case: tuple[str, bool], deal: Deal, leader: Seat
) -> None:
    """P3 to P8: winners, leads and the breaking of spades over three tricks."""
    compare(deal, leader, depth, case)


def stated() -> list[PerftCount]:
    text = (Path(__file__).parent.parent / "cases" / "perft.txt").read_text(encoding="utf-8")
    return [count for count in parse_perft(text) if count.count <= MOST_COUNTED]


@pytest.mark.parametrize("case", stated(), ids=lambda case: f"{case.case}-{case.lead}-{case.depth}")
def test_P3_to_P8_the_counter_here_finds_the_stated_counts(case: PerftCount) -> None:
    """P3 to P8: so that it is worth comparing with."""
    assert naive_count(case.deal, 0, case.depth, case.lead, broken=False) == case.count
