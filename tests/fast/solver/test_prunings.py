"""Every pruning may be switched off: the values stay the same, the work does not."""

from random import Random

import numpy as np
import pytest

from spadille.fast.solver import (
    ALL_PRUNINGS,
    CUTS,
    EQUALS,
    IRRELEVANT,
    QUICK,
    SLOW,
    TABLE,
    solve_batch,
)
from support.solver_questions import answer, random_hands, random_question

PRUNINGS = {
    "table": TABLE,
    "quick": QUICK,
    "slow": SLOW,
    "equals": EQUALS,
    "irrelevant": IRRELEVANT,
    "cuts": CUTS,
}


@pytest.mark.parametrize("pruning", PRUNINGS)
def test_disabled_pruning_keeps_values_and_adds_nodes(pruning: str) -> None:
    rng = Random(7)
    deals = [random_hands(rng, 6) for _ in range(40)]
    every = solve_batch(deals, 0, lead="any", memory=32)
    fewer = solve_batch(deals, 0, lead="any", memory=32, prunings=ALL_PRUNINGS & ~PRUNINGS[pruning])
    assert np.array_equal(every.lower, fewer.lower)
    assert every.card_lower is not None
    assert fewer.card_lower is not None
    assert np.array_equal(every.card_lower, fewer.card_lower)
    assert every.nodes.sum() < fewer.nodes.sum()


@pytest.mark.parametrize("pruning", [*PRUNINGS, "all"])
def test_disabled_pruning_keeps_any_utility(pruning: str) -> None:
    rng = Random(3)
    left = 0 if pruning == "all" else ALL_PRUNINGS & ~PRUNINGS[pruning]
    for _ in range(60):
        question = random_question(rng, 3)
        assert answer(question, prunings=left).lower == answer(question).lower


def test_unbeatable_cards_need_no_search() -> None:
    """The side with the highest spades takes all tricks after any lead, so no search is needed."""
    spades = [0b1111 << 48, 0, 0, 0]
    hands = [spades[0], 0b1111, 0b1111 << 4, 0b1111 << 13]
    found = solve_batch([hands], 1, lead="any", cards=False)
    assert found.lower[0] == 0
    assert found.nodes[0] < 20
