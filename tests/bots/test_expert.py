"""The level `expert`: it sees only its view, decides by its seed, and shows its reasoning."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis.strategies import integers, one_of

from spadille.bots import load
from spadille.bots.bot import Decision
from spadille.bots.expert import position as positions
from spadille.bots.expert import rollout
from spadille.bots.expert.kernels import roll_out
from spadille.bots.expert.position import EXPERT, Position, is_covered
from spadille.bots.expert.sampling import Placing, sample_deals
from spadille.bots.expert.search import is_weighed
from spadille.bots.heuristics.kernels import setting_record
from spadille.bots.order import order_of
from spadille.fast.worlds import TooManyError, Worlds
from spadille.game import NIL, Bid, Card, Game, Rules, SeatView, Suit, knowledge_of, preset
from support.bot_positions import EAST, NORTH, SOUTH, WEST, position
from support.strategies import any_rules, every_rule_set

NODES = 60


def expert(view: SeatView, seed: int = 1, nodes: int = NODES) -> Decision:
    return load("expert", seed, nodes=nodes).decide(view)


def games(rules: Rules, seed: int, level: str = "random") -> Iterator[Game]:
    """Yield all positions in a round."""
    bot = load(level, seed)
    game = Game.new(rules, seed=seed)
    while not game.over and not game.results:
        yield game
        game = game.apply(bot.act(game.view_to_act))


def test_expert_with_equal_seed_and_budget_decides_the_same() -> None:
    for game in games(Rules(), 3, "intermediate"):
        view = game.view_to_act
        assert expert(view, seed=5) == expert(view, seed=5)


@given(rules=one_of(any_rules(), every_rule_set()), seed=integers(0, 10**6))
def test_sampled_deals_always_exist_and_fill_the_hands(rules: Rules, seed: int) -> None:
    assume(is_covered(rules))
    for game in games(rules, seed):
        view = game.view_to_act
        if view.phase not in {"bidding", "play"} or view.hand is None:
            continue
        known = knowledge_of(view)
        with suppress(TooManyError):
            worlds = Worlds([where for _, where in known.places], known.room)
            assert worlds.count
            (hands,) = Placing(Position(view), known).hands(worlds.sample(1, seed)).tolist()
            sizes = [sum(mask.bit_count() for mask in hand) for hand in hands]
            assert sizes[: rules.players] == list(view.hand_sizes)


def test_sampled_deals_respect_known_voids() -> None:
    view = position(
        {
            NORTH: "AK2.QJ3.T98.7654",
            EAST: "QJT987.AKT98..AK",
            SOUTH: "65.765.765432.32",
            WEST: "43.42.AKQJ.QJT98",
        },
        *(3, 5, 1, 3),
        plays="DT SQ D2 DJ HA H5 H2",
    )
    assert view.seat == NORTH
    known = knowledge_of(view)
    assert known.room == [0, 11, 11, 11, 0, 0]
    for card, places in known.places:
        diamond = card.suit is Suit.DIAMONDS
        assert (places >> EAST & 1) != diamond
        assert places >> NORTH & 1 == 0


def test_sampled_deals_after_unbroken_spade_lead_are_all_spades() -> None:
    game = next(
        game
        for seed in range(400)
        for game in games(Rules(), seed)
        if game.round is not None
        and len(game.round.trick) == 1
        and game.round.trick[0].suit is Suit.SPADES
        and not any(card.suit is Suit.SPADES for t in game.round.tricks for card in t.cards)
    )
    view = game.view_to_act
    assert view.trick is not None
    for card, places in knowledge_of(view).places:
        if places >> view.trick.leader & 1:
            assert card.suit is Suit.SPADES


def test_sampled_deals_follow_the_bids() -> None:
    view = position({NORTH: "432.432.432.5432"}, 3, "nil", 3, 6, plays="")
    searched = Position(view, EXPERT.limited(3000, None), seed=1)
    deals = sample_deals(searched, setting_record(view), 300)
    assert deals is not None
    holds = deals.hands[:, :, Suit.SPADES] >> order_of(Rules()).bit_of(Card.SA) & 1
    assert holds[:, EAST].mean() < 0.03
    assert holds[:, WEST].mean() > 0.5


def test_expert_candidates_are_legal_and_sorted_by_value() -> None:
    view = position({NORTH: "AK2.QJ3.T98.7654"}, 3, 3, 3, 3)
    decision = expert(view)
    assert decision.candidates[0].action == decision.action
    rest = [candidate.value for candidate in decision.candidates[1:]]
    assert rest == sorted(rest, reverse=True)
    assert {candidate.action for candidate in decision.candidates} <= set(view.options.actions)
    assert all((candidate.error or 0) > 0 for candidate in decision.candidates[1:])


def test_expert_tries_equivalent_cards_once() -> None:
    view = position({NORTH: "AKQ.432.AK.65432"}, 3, 3, 3, 3)
    tried = {str(candidate.action.card) for candidate in expert(view).candidates}  # type: ignore[union-attr]
    assert len(tried & {"H2", "H3", "H4"}) == 1
    assert len(tried & {"C2", "C3", "C4", "C5", "C6"}) == 1


def test_expert_short_time_limit_ends_the_search() -> None:
    view = position({NORTH: "AK2.QJ3.T98.7654"}, 3, 3, 3, 3)
    decision = load("expert", 1, nodes=100_000, ms=0.001).decide(view)
    assert decision.action in view.options
    assert decision.candidates


def test_expert_tries_few_cards_after_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def counting(*asked: Any) -> None:
        *_, deals, cards, _, _ = asked
        tried.append(len(deals) * len(cards))
        roll_out(*asked)

    monkeypatch.setattr(rollout, "roll_out", counting)
    monkeypatch.setattr(positions, "perf_counter", count().__next__)  # one second between two looks
    load("expert", 1, ms=20).decide(position({NORTH: "AK2.QJ3.T98.7654"}, 3, 3, 3, 3))
    assert 0 < sum(tried) <= 40


def test_expert_bids_safe_nil_and_no_hopeless_nil() -> None:
    high = position({NORTH: "AKQ5.AK4.AQ3.KQ2"})
    assert not expert(high).action.nil  # type: ignore[union-attr]
    low = position({NORTH: "32.5432.432.5432"})
    assert expert(low, nodes=400).action == NIL


def test_expert_near_the_target_bids_by_chance_to_win() -> None:
    """Nine tricks short of winning the game, it makes a sure bid rather than a bolder one."""
    view = position({NORTH: "AKQ2.A43.A32.432"}, before=((460, 0), (100, 0)))
    decision = expert(view, nodes=400)
    assert isinstance(decision.action, Bid)
    assert 0 <= decision.candidates[0].value <= 100


@pytest.mark.parametrize("name", ["hoyle", "two-player", "whiz", "suicide"])
def test_expert_leaves_other_decisions_to_intermediate(name: str) -> None:
    simple = load("intermediate", 1)
    for game in games(preset(name).rules, 2, "intermediate"):
        view = game.view_to_act
        if game.phase == "bidding" and is_weighed(view):
            continue
        if game.phase != "play":
            assert expert(view) == simple.decide(view)


@pytest.mark.parametrize("players", [4, 6])
def test_K6_K8_expert_plays_as_intermediate_if_a_suit_is_too_long(players: int) -> None:
    """K6, K8: two packs with four high trumps from other suits have 34 trumps."""
    rules = Rules().with_options({
        "table.players": players,
        "deck.packs": 2,
        "deck.high_trumps": ["D2", "H2", "D3", "H3"],
        "deck.removed": ["C2", "C2"] if players == 6 else [],
    })  # fmt: skip
    game = Game.new(rules, seed=5)
    advisers = load("expert", 1, nodes=NODES), load("intermediate", 1)
    for _ in range(4 * players):
        view = game.view_to_act
        action, advice = (bot.act(view) for bot in advisers)
        assert action == advice
        game = game.apply(action)
    assert game.phase == "play"
