"""Every level always finds a legal action under any rules, and gives a reason."""

from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis.strategies import integers, lists, one_of, sampled_from

from spadille.bots import LEVELS, Bot, load
from spadille.game import Game, Look, Message, Rules, SpadesError, presets
from support.strategies import any_rules, every_rule_set

ROUNDS = 2

FEW = {"expert": {"nodes": 20}, "master": {"nodes": 20}}
"""Options that make a level think only briefly."""


def quick(level: str, seed: int | str = 0) -> Bot:
    """Return a bot of the level that decides quickly."""
    return load(level, seed, **FEW.get(level, {}))


def play(rules: Rules, levels: list[str], seed: int) -> Game:
    """Play a few rounds at most, checking each decision before it is taken."""
    bots = [quick(level, seed=f"{seed}/{seat}") for seat, level in enumerate(levels)]
    game = Game.new(rules, seed=seed)
    while not game.over and len(game.results) < ROUNDS:
        seat = game.to_act
        assert seat is not None
        view = game.view(seat)
        decision = bots[seat].decide(view)
        assert decision.action in view.options
        assert decision.action not in view.options.tolerated
        assert isinstance(decision.reason, Message)
        assert str(decision.reason)
        game = game.apply(decision.action)
    return game


@given(
    rules=one_of(any_rules(), every_rule_set()),
    levels=lists(sampled_from(LEVELS), min_size=6, max_size=6),
    seed=integers(0, 10**6),
)
def test_every_decision_is_legal_under_any_rules(
    rules: Rules, levels: list[str], seed: int
) -> None:
    play(rules, levels, seed)


@pytest.mark.parametrize("name", presets())
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_every_preset(name: str, level: str) -> None:
    game = play(Rules.preset(name), [level] * 6, seed=11)
    assert len(game.results) == ROUNDS or game.over


@pytest.mark.parametrize("level", LEVELS)
def test_equal_seeds_and_views_give_equal_decisions(level: str) -> None:
    first = play(Rules.preset("puzzle-pirates"), [level] * 6, seed=5)
    again = play(Rules.preset("puzzle-pirates"), [level] * 6, seed=5)
    assert first.events == again.events


def test_random_bots_with_other_seeds_decide_differently() -> None:
    game = Game.new(Rules(), seed=5)
    view = game.view_to_act
    assert len({load("random", seed=seed).act(view) for seed in range(20)}) > 1


def test_bot_out_of_turn_looks_if_allowed() -> None:
    game = Game.new(Rules(), seed=5)
    waiting = next(seat for seat in Rules().seats if seat != game.to_act)
    view = game.view(waiting)
    for level in LEVELS:
        assert quick(level).act(view) in view.options


@pytest.mark.parametrize("level", LEVELS)
def test_bot_rejects_anything_but_a_view(level: str) -> None:
    for no_view in (Game.new(seed=5), None, "N"):
        with pytest.raises(
            SpadesError, match=r"is not a seat's view of a game; .* game\.view_to"
        ) as refused:
            quick(level).act(cast(Any, no_view))
        assert refused.value.code == "bots/no-view"


@pytest.mark.parametrize("level", LEVELS)
def test_bot_without_legal_action_raises(level: str) -> None:
    game = Game.new(seed=5)
    waiting = next(seat for seat in game.rules.seats if seat != game.to_act)
    for view in (game.apply(Look(), waiting).view(waiting), game.view(None)):
        with pytest.raises(SpadesError) as refused:
            quick(level).act(view)  # type: ignore[arg-type]
        assert refused.value.code == "bots/nothing-to-do"


def test_unknown_level_is_rejected_with_known_levels() -> None:
    with pytest.raises(SpadesError) as refused:
        load("grandmaster")
    assert refused.value.code == "bots/unknown-level"
    assert "grandmaster" in str(refused.value)
    for level in LEVELS:
        assert level in str(refused.value)
