"""Action numbers compared with the engine's actions, on random walks under all kinds of rules."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers, sampled_from

from spadille.envs import ACTIONS, Episode, meaning
from spadille.game import (
    Choose,
    IllegalActionError,
    PlayerAction,
    Rules,
    RulesError,
    ThrowIn,
    presets,
)
from support.strategies import every_rule_set
from support.walks import SERVED, walk

MOST_COMBINATIONS = 400


def asked(episode: Episode) -> set[PlayerAction]:
    """Return the actions that the engine lets the seat to act take, excluding the optional ones."""
    assert episode.to_act is not None
    options = episode.game.options(episode.to_act)
    return {
        action
        for action in options
        if action not in options.aside or action == ThrowIn()
    }  # fmt: skip


def reached(episode: Episode) -> set[PlayerAction]:
    """Return the engine's actions that the legal numbers lead to, in as many steps as they take."""
    found: set[PlayerAction] = set()
    seen: set[tuple[object, ...]] = set()
    waiting = [episode]
    while waiting:
        state = waiting.pop()
        for number in state.legal_actions():
            after = state.apply(number)
            if after.game is not state.game:
                action = after.game.events[len(state.game.events)].action
                found.add(action)  # type: ignore[arg-type]
            elif after.chosen not in seen:
                seen.add(after.chosen)
                waiting.append(after)
    return found


def few(choose: Choose | None) -> bool:
    return choose is None or max(choose.sizes) <= 2 or len(choose.cards) <= 9


@settings(max_examples=2 * settings().max_examples)
@given(every_rule_set(), integers(0, 2**32))
def test_legal_numbers_are_the_legal_actions(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    for episode in walk(rules.with_options(SERVED), "round", rng):
        if episode.over:
            assert episode.legal_actions() == ()
            break
        legal = episode.legal_actions()
        assert legal
        assert list(legal) == sorted(set(legal))
        assert all(0 <= number < ACTIONS for number in legal)
        if not episode.chosen and rng.random() < 0.2 and few(episode.choice):
            assert reached(episode) == asked(episode)


@given(sampled_from(list(presets())), integers(0, 2**32))
def test_illegal_number_is_rejected(name: str, seed: int) -> None:
    rng = Random(seed)
    for episode in walk(name, "round", rng):
        number = rng.randrange(-3, ACTIONS + 3)
        if number not in episode.legal_actions():
            with pytest.raises(IllegalActionError) as refused:
                episode.apply(number)
            assert refused.value.code == "envs/illegal-number"
            assert str(number) in str(refused.value)


@pytest.mark.parametrize("name", presets())
def test_game_ends_as_in_the_engine(name: str) -> None:
    *_, last = walk(name, "game", Random(1))
    assert last.game.outcome is not None
    assert last.to_act is None


def test_choice_of_cards_is_a_sequence() -> None:
    """There are four players who may pass three cards or none: a single card is not enough."""
    rules = Rules.preset("hoyle")
    for seed in range(50):
        for episode in walk(rules, "round", Random(seed)):
            if len(episode.chosen) == 1:
                assert meaning(171) == "done"
                assert 171 not in episode.legal_actions()
                assert episode.chosen[0].id not in episode.legal_actions()
                return
    pytest.fail("nobody has given cards")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"enforcement.mode": "honour"}, "envs/honour"),
        ({"end.minutes": 30}, "envs/minutes"),
    ],
)
def test_rules_without_action_numbers_are_rejected(changes: dict[str, object], code: str) -> None:
    with pytest.raises(RulesError) as refused:
        Episode.new(Rules().with_options(changes), "round")
    assert refused.value.code == code


def test_unknown_lengths_and_presets_are_rejected() -> None:
    with pytest.raises(RulesError, match=r"round \| game"):
        Episode.new("standard", "match")  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="whist"):
        Episode.new("whist", "round")


def test_every_action_number_has_a_distinct_meaning() -> None:
    assert len({meaning(number) for number in range(ACTIONS)}) == ACTIONS


@pytest.mark.parametrize("number", [-1, ACTIONS])
def test_meaning_of_an_invalid_number_is_rejected(number: int) -> None:
    told = f"{number} is not an action; actions are numbers from 0 to {ACTIONS - 1}"
    with pytest.raises(IllegalActionError, match=told):
        meaning(number)


def test_D4_episode_has_no_cut() -> None:
    rules = Rules().with_options({"deal.cut": "offered"})
    assert Episode.new(rules, "round").rules.deal.cut == "none"
