"""The solver compared with DDS and with a naive minimax."""

from random import Random

import pytest

from spadille.fast.solver import solve_batch, trick_table
from spadille.game import PACK
from support.solver_questions import answer, dds_by_card, dds_table, random_hands, random_question


@pytest.mark.parametrize("cards", range(1, 11))
@pytest.mark.parametrize("trump", [True, False])
def test_solver_tricks_by_card_equal_dds(cards: int, *, trump: bool) -> None:
    rng = Random(cards)
    number = max(2, 60 // cards)
    deals = [random_hands(rng, cards) for _ in range(number)]
    leaders = [rng.randrange(4) for _ in deals]
    found = solve_batch(deals, leaders, lead="any", trump=trump, memory=64)
    assert found.card_lower is not None
    assert found.card_upper is not None
    assert found.exact.all()
    for at, (hands, leader) in enumerate(zip(deals, leaders, strict=True)):
        expected = dds_by_card(hands, leader, trump=trump)
        assert {card: found.card_lower[at, card] for card in expected} == expected
        assert {card: found.card_upper[at, card] for card in expected} == expected
        assert found.lower[at] == max(expected.values())


def test_solver_whole_deals_equal_dds() -> None:
    rng = Random(13)
    deals = [random_hands(rng, 13) for _ in range(3)]
    found = solve_batch(deals, 0, lead="any")
    assert found.card_lower is not None
    for at, hands in enumerate(deals):
        expected = dds_by_card(hands, 0)
        assert {card: found.card_lower[at, card] for card in expected} == expected


def test_solver_reused_pattern_keeps_claim_exact() -> None:
    # A rare deal: the partner ruffs, and the other sure tricks are the leader's alone.
    deal = [2395570153195392, 1741627646369793, 80470817669222, 285931010136088]
    expected = dds_by_card(deal, 0)
    found = solve_batch([deal], 0, lead="any")
    assert found.card_lower is not None
    assert {card: found.card_lower[0, card] for card in expected} == expected


@pytest.mark.parametrize("seed", range(8))
def test_solver_any_utility_equals_naive_minimax(seed: int) -> None:
    rng = Random(seed)
    for _ in range(60):
        question = random_question(rng, 3 if seed < 6 else 4)
        expected = question.by_card()
        seat = question.position.to_play
        best = (min if question.utility.side_of[seat] else max)(expected.values())
        found = answer(question)
        assert found.card_lower is not None
        assert found.card_upper is not None
        assert int(found.legal[0]) == sum(1 << card for card in expected)
        assert {card: found.card_lower[0, card] for card in expected} == expected, question
        assert {card: found.card_upper[0, card] for card in expected} == expected, question
        assert found.lower[0] == found.upper[0] == best, question
        value = answer(question, cards=False)
        assert value.lower[0] == value.upper[0] == best, question
        assert value.card_lower is None


def test_trick_table_equals_dds() -> None:
    rng = Random(5)
    for cards in (1, 5, 9):
        hands = random_hands(rng, cards)
        found = trick_table([[PACK[at] for at in range(52) if hand >> at & 1] for hand in hands])
        assert found == dds_table(hands)
