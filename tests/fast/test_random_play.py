"""Random play matches the engine's: any legal card, each as likely as the others."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis.strategies import integers

from spadille.fast.bits import (
    choose,
    count,
    gather,
    gather_portable,
    highest,
    lowest,
    nth,
    nth_portable,
    scatter,
    scatter_portable,
)
from spadille.fast.chance import EMPTY, below, key_of, next_state
from spadille.fast.code import code_of
from spadille.fast.encoding import DECK, KINDS, ROUND, SEATS
from spadille.fast.game.dealing import deal
from spadille.fast.policies import RANDOM, play_by_policies
from spadille.fast.shortcuts import play_plain_at_random
from spadille.fast.table_policy import TABLE
from spadille.game import (
    PACK,
    Card,
    Deal,
    Round,
    Rules,
    RulesError,
    Standing,
    begin_play,
    legal_plays,
    play_card,
)
from spadille.game.coverage import FOUR_HANDS
from support.chances import unlikely
from support.strategies import every_rule_set
from support.twin_rounds import round_record


def removed(left: str) -> dict[str, Any]:
    """Return the option that leaves only these cards in the pack."""
    kept = left.split()
    return {"deck.removed": [str(card) for card in PACK if str(card) not in kept]}


SIXTEEN = removed("C2 C9 CQ CA D3 DT DJ DK H4 H8 HK HA S2 S7 SQ SA")
TABLES: tuple[dict[str, Any], ...] = (
    SIXTEEN,
    SIXTEEN | {"play.lead_spades": "any"},
    SIXTEEN | {"play.lead_spades": "never"},
    removed("C2 C9 CQ CA D3 D9 DT DJ H2 H4 H8 HK S2 S7 SQ SA") | {"deck.aces": "declared"},
    removed("C2 C9 CQ CA D3 DT DJ H4 H8 HK HA S2 S7 SQ")
    | {"deck.jokers": 2, "deck.joker_role": "junk"},
    removed("C2 C9 CQ CA D3 DT DJ DK H4 H8 HK HA")
    | {"table.players": 3, "table.teams": "solo", "play.duty": "secret_assassin"},
)


def play_at_random(code: Any, round: Any, state: Any) -> Any:
    """Play a round to its end with the policy `random`."""
    tables = np.zeros(1, TABLE).view(np.recarray)
    policies, chances = np.full(SEATS, RANDOM), np.zeros(KINDS, np.int64)
    return play_by_policies(code, round, policies, tables, chances, np.uint64(state))


def outcomes(round: Round, chance: Fraction) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Yield the tricks of each seat at every end of a round, with their probability."""
    if not round.trick and not any(round.hands):
        yield round.won, chance
        return
    plays = legal_plays(round)
    for play in plays:
        yield from outcomes(play_card(round, play.card, low=play.low), chance / len(plays))


@pytest.mark.parametrize("options", TABLES)
def test_random_play_results_have_exact_frequencies(options: dict[str, Any]) -> None:
    """They are counted exactly by the engine for a deal of four cards per hand."""
    rules = Rules().with_options(options)
    code = code_of(rules)
    pack = Random(4).sample(rules.deck_cards, len(rules.deck_cards))
    dealer = rules.seats[-1]
    standings = (Standing(),) * len(rules.sides)
    round = Round.begin(rules, 1, dealer, standings, "play").change(
        hands=Deal.from_pack(pack, dealer, rules.players).hands
    )
    likely: Counter[tuple[int, ...]] = Counter()
    for won, chance in outcomes(begin_play(round), Fraction(1)):
        likely[won] += chance  # type: ignore[assignment]
    times = 3000
    drawn: Counter[tuple[int, ...]] = Counter()
    made = np.zeros(1, ROUND).view(np.recarray)
    start = round_record(code, round)
    for index in range(times):
        made[0] = start
        state = next_state(key_of("ends"), np.uint64(index << 12))
        play_at_random(code.record, made[0], state)
        drawn[tuple(made[0].won[: rules.players].tolist())] += 1
    assert set(drawn) <= set(likely)
    ends = [won for won in likely if likely[won] * times >= 5]
    counts = np.array([drawn[won] for won in ends])
    expected = np.array([float(likely[won] * times) for won in ends])
    assert len(ends) > 1
    assert not unlikely(counts, expected, freedom=len(ends))


def near_four_hands(rules: Rules) -> Rules:
    """Return the rules with options that the four-handed kernel knows, if they stay valid."""
    options = rules.options()
    known = {path: values[0] for path, values in FOUR_HANDS.knows.items()
             if options[path] not in values}  # fmt: skip
    with suppress(RulesError):
        return rules.with_options(known)
    return rules


@given(every_rule_set().map(near_four_hands), integers(0, 2**32))
def test_four_hand_kernel_plays_same_rounds(rules: Rules, seed: int) -> None:
    code = code_of(rules)
    assume(code.record.plain)
    made = np.zeros(2, ROUND).view(np.recarray)
    state = deal(code.record, made[0], np.zeros(DECK, np.int64), key_of(seed))
    made[0].dealer = seed % 4
    made[1] = made[0]
    ends = [
        play_at_random(code.record, made[0], state),
        play_plain_at_random(code.record, made[1], np.uint64(state)),
    ]
    assert ends[0] == ends[1]
    for name in ("won", "winners", "done", "leader", "last", "broken"):
        assert np.array_equal(made[0][name], made[1][name]), name
    assert not made.hands.any()


@given(integers(1, 2**64 - 1), integers(0, 63))
def test_bits_are_counted_and_found(number: int, n: int) -> None:
    word = np.uint64(number)
    places = [place for place in range(64) if number >> place & 1]
    assert count(word) == len(places)
    assert (lowest(word), highest(word)) == (places[0], places[-1])
    n %= len(places)
    assert nth(word, np.uint64(n)) == nth_portable(word, np.uint64(n)) == 1 << places[n]
    assert [choose(place in places, place, -1) for place in range(64)].count(-1) == 64 - len(places)


@given(integers(0, 2**63 - 1), integers(0, 2**63 - 1))
def test_bits_are_gathered_and_scattered(word: int, mask: int) -> None:
    places = [place for place in range(63) if mask >> place & 1]
    together = sum((word >> place & 1) << at for at, place in enumerate(places))
    apart = sum((word >> at & 1) << place for at, place in enumerate(places))
    assert gather(word, mask) == gather_portable(word, mask) == together
    assert scatter(word, mask) == scatter_portable(word, mask) == apart


@pytest.mark.parametrize("n", [1, 2, 3, 7, 13, 108, 30_000])
def test_random_draws_are_unbiased(n: int) -> None:
    """This includes ranges that do not divide a word evenly: 30,000 of 32,768 leaves a rest."""
    classes = min(n, 16)
    counts = np.zeros(classes)
    state, lanes, times = key_of("draws"), EMPTY, 20_000
    for _ in range(times):
        drawn, state, lanes = map(np.uint64, below(np.uint64(n), state, lanes))
        assert drawn < n
        counts[int(drawn) * classes // n] += 1
    sizes = np.array([-(-(c + 1) * n // classes) - -(-c * n // classes) for c in range(classes)])
    assert not unlikely(counts, times * sizes / n, freedom=classes - 1)


def test_kinds_of_usual_pack_are_ids() -> None:
    assert code_of(Rules()).kinds == PACK
    assert code_of(Rules()).numbers[Card.HT] == Card.HT.id
