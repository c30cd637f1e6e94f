"""Deals are complete, follow from the seed, and are all equally likely."""

from collections import Counter
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis.strategies import integers

from spadille.fast.chance import EMPTY, key_of
from spadille.fast.code import Code, code_of
from spadille.fast.encoding import DECK, ROUND
from spadille.fast.game.dealing import _part, deal
from spadille.game import Card, Rules
from support.chances import unlikely
from support.strategies import TABLES, every_rule_set


def dealt(code: Code, seed: int) -> tuple[Any, list[int]]:
    """Return a round after the deal, and the kinds that are left over."""
    round = np.zeros(1, ROUND).view(np.recarray)[0]
    scratch = np.zeros(DECK, np.int64)
    deal(code.record, round, scratch, key_of(seed))
    used = code.record.players * code.record.hand_size
    return round, scratch[used : code.record.deck_size].tolist()


@given(every_rule_set(), integers(0, 2**64 - 1))
def test_deal_uses_every_card_once(rules: Rules, seed: int) -> None:
    code = code_of(rules)
    round, rest = dealt(code, seed)
    hands = [code.cards(*round.hands[seat]) for seat in rules.seats]
    assert [len(hand) for hand in hands] == [rules.hand_size] * rules.players
    cards = [card for hand in hands for card in hand] + [code.kinds[kind] for kind in rest]
    assert Counter(cards) == Counter(rules.deck_cards)
    again, _ = dealt(code, seed)
    assert again == round


@pytest.mark.parametrize("options", [TABLES[0], TABLES[5], TABLES[13]])
def test_deal_gives_every_card_to_every_seat_equally_often(options: dict[str, Any]) -> None:
    code = code_of(Rules().with_options(options))
    record = code.record
    places = np.arange(record.kinds, dtype=np.uint64)
    counts = np.zeros((record.kinds, record.players))
    deals = 3000
    for seed in range(deals):
        round, _ = dealt(code, seed)
        words = round.hands[: record.players].astype(np.uint64)
        counts += (words[:, :, None] >> places & np.uint64(1)).sum(axis=1).T
    copies = Counter(record.deck[: record.deck_size].tolist())
    share = record.hand_size / record.deck_size
    expected = np.array([[deals * share * copies[kind]] * record.players for kind in copies])
    assert not unlikely(counts, expected, freedom=(record.kinds - 1) * (record.players - 1))


@pytest.mark.parametrize("size", [0, 1, 2, 3, 5])
def test_part_draws_every_subset_equally_often(size: int) -> None:
    """This is the step that halves a pack, for which all outcomes can be counted."""
    cards = np.uint64(0b1011000011)
    drawn: Counter[int] = Counter()
    state, lanes, times = key_of("part"), EMPTY, 20_000
    for _ in range(times):
        state, lanes, part = map(np.uint64, _part(cards, size, state, lanes))
        drawn[int(part)] += 1
    places = [place for place in range(10) if int(cards) >> place & 1]
    parts = [sum(1 << place for place in chosen) for chosen in combinations(places, size)]
    assert set(drawn) == set(parts)
    counts = np.array([drawn[part] for part in parts])
    expected = np.full(len(parts), times / comb(5, size))
    assert not unlikely(counts, expected, freedom=len(parts) - 1)


def test_different_seeds_give_different_deals() -> None:
    code = code_of(Rules())
    hands = {code.cards(*dealt(code, seed)[0].hands[0]) for seed in range(200)}
    assert len(hands) == 200
    assert all(isinstance(card, Card) for hand in hands for card in hand)
