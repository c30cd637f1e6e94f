"""Counting legal card sequences, compared with a counter that was written differently."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis.strategies import booleans, integers, sampled_from, tuples

from spadille.game import (
    Deal,
    Round,
    Rules,
    Seat,
    Standing,
    begin_play,
    hand_of,
    legal_plays,
    play_card,
)
from spadille.notation import PerftCount, parse_perft
from support.naive_counter import NaiveCounter, hands_of, options_of, recounted
from support.positions import ending, rules
from support.strategies import any_rules, deals

CASES = Path(__file__).parents[1] / "cases"
MOST_COUNTED = 30_000

ENDING_RULES = tuples(sampled_from(["broken", "any", "never"]), booleans())
"""When spades may be led, and whether they are already broken."""


def engine_count(round: Round, depth: int) -> int:
    """Return the number of sequences of `depth` legal plays."""
    plays = legal_plays(round)
    if depth == 1:
        return len(plays)
    return sum(engine_count(play_card(round, play.card, low=play.low), depth - 1) for play in plays)


def naive_count(deal: Deal, options: dict[str, Any], depth: int, **start: Any) -> int:
    broken = start.pop("broken", False)
    counter = NaiveCounter(hands_of(str(deal)), options, broken=broken)
    return counter.count(depth, **start)


def compare(deal: Deal, leader: Seat, depth: int, case: tuple[str, bool]) -> None:
    lead, broken = case
    round = ending(str(deal), rules(play__lead_spades=lead), leader, broken=broken)
    options = {"play.lead_spades": lead}
    expected = naive_count(deal, options, depth, leader=int(leader), broken=broken)
    assert engine_count(round, depth) == expected


@given(integers(1, 4), ENDING_RULES, deals(), sampled_from(list(Seat)[:4]))
def test_P3_P6_first_trick_counts_of_full_deals(
    depth: int, case: tuple[str, bool], deal: Deal, leader: Seat
) -> None:
    """P3, P6: the first trick."""
    compare(deal, leader, depth, case)


@given(integers(5, 12), ENDING_RULES, deals(size=3), sampled_from(list(Seat)[:4]))
def test_P3_to_P8_counts_of_endings_to_last_card(
    depth: int, case: tuple[str, bool], deal: Deal, leader: Seat
) -> None:
    """P3 to P8: winners, leads and the breaking of spades over three tricks."""
    compare(deal, leader, depth, case)


@given(any_rules(), integers(0, 10**6))
def test_K2_to_K8_P12_V4_to_V7_V19_V20_V27_counts_under_any_rules(rules: Rules, seed: int) -> None:
    """Two tricks under any rules for cards and play, with hands from any of their decks."""
    pack = Random(seed).sample(rules.deck_cards, 2 * rules.players)
    deal = Deal(tuple(hand_of(pack[seat :: rules.players]) for seat in rules.seats))
    standings = (Standing(),) * len(rules.sides)
    begun = Round.begin(rules, 1, rules.seats[-1], standings, "play").change(hands=deal.hands)
    round = begin_play(begun)
    for depth in range(1, 2 * rules.players + 1):
        expected = naive_count(deal, rules.options(), depth, leader=int(round.leader))
        assert engine_count(round, depth) == expected


def stated(file: str) -> tuple[PerftCount, ...]:
    return parse_perft((CASES / file).read_text(encoding="utf-8"))


SMALL = [count for count in stated("perft.txt") if count.count <= MOST_COUNTED]
OTHER_TABLES = ("perft_tables.txt", "perft_play.txt")


@pytest.mark.parametrize("case", SMALL, ids=lambda case: f"{case.case}-{case.line}")
def test_P3_to_P8_naive_counter_finds_stated_counts(case: PerftCount) -> None:
    """Otherwise a comparison would prove nothing."""
    assert naive_count(case.deal, options_of(case.said), case.depth) == case.count


@pytest.mark.parametrize("file", OTHER_TABLES)
def test_perft_files_match_naive_counter(file: str) -> None:
    """Every line is unchanged apart from its count, and no count is written by hand."""
    text = (CASES / file).read_text(encoding="utf-8")
    assert "\n".join(recounted(text)) + "\n" == text


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("deck.joker_role", "junk"),
        ("deck.high_trumps", ["H2", "C2", "D2", "S2"]),
        ("deck.high_trumps", ["SJ", "CJ"]),
        ("deck.aces", "low"),
        ("deck.aces", "declared"),
        ("deck.identical", "last_wins"),
        ("play.lead_spades", "any"),
        ("play.lead_spades", "never"),
        ("play.first_lead", "lowest_club"),
        ("play.first_trick", "no_spade_lead"),
        ("play.first_trick", "no_spades"),
        ("play.first_trick", "lowest_clubs"),
        ("play.void", "spade"),
        ("play.void", "higher_spade"),
        ("play.duty", "screamer"),
        ("play.duty", "assassin"),
        ("play.duty", "secret_assassin"),
        ("play.choice_in_suit", "lowest"),
        ("play.choice_in_suit", "highest"),
        ("play.big_joker_draws", True),
    ],
)
def test_K2_to_K8_P12_V19_V20_V27_every_rule_changes_a_count(option: str, value: Any) -> None:
    """Otherwise the files could not reveal an engine that ignores it."""
    counts: dict[tuple[str, int], list[tuple[dict[str, Any], int]]] = {}
    for case in (case for file in OTHER_TABLES for case in stated(file)):
        options = {"play.lead_spades": "broken"} | options_of(case.said)
        counts.setdefault((case.case, case.depth), []).append((options, case.count))
    assert any(
        with_it.get(option) == value
        and without.get(option) != value
        and {**without, option: value} == with_it
        and one != other
        for found in counts.values()
        for with_it, one in found
        for without, other in found
    )
