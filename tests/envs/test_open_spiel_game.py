"""The OpenSpiel game run against upstream's own tests, and compared with the engine."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="the extra envs is not installed")

import pyspiel
from hypothesis import given, settings
from hypothesis.strategies import integers, sampled_from
from open_spiel.python import rl_environment
from open_spiel.python.observation import make_observation

from spadille.envs import fields, open_spiel
from spadille.envs.bounds import most_actions, most_reward
from spadille.envs.memory import HIDDEN, Memory
from spadille.envs.open_spiel import complete, pool
from spadille.envs.tables import TwinEpisode
from spadille.game import IllegalActionError, Rules, RulesError, Seat, presets, shuffler
from support.strategies import every_rule_set
from support.walks import SERVED


def load(rules: str = "standard", **parameters: str) -> Any:
    return pyspiel.load_game(open_spiel.NAME, {"rules": rules, **parameters})


def kind(private: Any) -> Any:
    """Return an observation without recall that shows everything public and the requested parts."""
    return pyspiel.IIGObservationType(perfect_recall=False, private_info=private)


def random_step(state: Any, rng: Random) -> None:
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, chances)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", presets())
def test_random_sim_test_of_a_round_passes(name: str) -> None:
    """It covers serialized states, clones, tensors and strings, and returns within their bounds."""
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("reward", ["points", "outcome"])
@pytest.mark.parametrize("name", [name for name in presets() if name != "two-player"])
def test_random_sim_test_of_a_game_passes(name: str, reward: str) -> None:
    """With no floor, as in `two-player`, a random game lasts 100 rounds: minutes for this test."""
    game = load(name, episode="game", reward=reward)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_returns_of_an_unfinished_game_are_zero() -> None:
    state = load("two-player", episode="game").new_initial_state()  # which has no floor
    rng = Random(3)
    while not any(state.episode.rewards):
        random_step(state, rng)
    assert not state.is_terminal()
    assert state.returns() == state.rewards() == [0.0] * state.num_players()


@pytest.mark.parametrize("name", presets())
def test_max_utility_is_near_the_best_result(name: str) -> None:
    assert 600 <= load(name).max_utility() <= 1500
    rules = presets()[name].rules
    limited = len(rules.sides) == 2 and (rules.floor is not None or rules.end.max_rounds)
    assert (load(name, episode="game").max_utility() <= 2500) == bool(limited)


@pytest.mark.parametrize("name", ["two-player", "hoyle", "six-player"])
def test_state_survives_serialization_and_cloning(name: str) -> None:
    game = load(name)
    state = game.new_initial_state()
    rng = Random(1)
    while not state.is_terminal():
        random_step(state, rng)
        if rng.random() < 0.05:
            text = pyspiel.serialize_game_and_state(game, state)
            again = pyspiel.deserialize_game_and_state(text)[1]
            copy = state.clone()
            for other in (again, copy):
                assert str(other) == str(state)
                assert other.legal_actions() == state.legal_actions()
            if state.legal_actions():
                copy.apply_action(copy.legal_actions()[0])
                assert str(again) == str(state)
    assert state.returns() == list(state.episode.rewards)


def test_default_rules_are_standard() -> None:
    game = pyspiel.load_game(open_spiel.NAME)
    assert game.num_players() == 4
    assert game.num_distinct_actions() == 176


@pytest.mark.parametrize("name", ["standard", "two-player", "puzzle-pirates"])
def test_open_spiel_agents_can_play(name: str) -> None:
    environment = rl_environment.Environment(load(name), observation_type=None)
    environment.seed(3)
    step = environment.reset()
    rng = Random(4)
    while not step.last():
        player = step.observations["current_player"]
        step = environment.step([rng.choice(step.observations["legal_actions"][player])])
    assert step.rewards == environment.get_state.returns()


def test_chance_outcomes_match_shuffled_cards() -> None:
    """Each remaining card is as likely as any other; duplicates count."""
    state = load("six-player").new_initial_state()
    deck = Counter(card.id for card in presets()["six-player"].rules.deck_cards)
    rng = Random(2)
    while state.episode.awaits == "dealer":
        assert len(state.chance_outcomes()) >= 47
        random_step(state, rng)
    for _ in range(sum(deck.values())):
        assert dict(state.chance_outcomes()) == pytest.approx(
            {card: count / sum(deck.values()) for card, count in deck.items() if count}
        )
        card = rng.choice([outcome for outcome, _ in state.chance_outcomes()])
        deck[card] -= 1
        state.apply_action(card)
    assert not state.is_chance_node()


@given(sampled_from(["standard", "hoyle", "two-player"]), integers(0, 2**32))
@settings(max_examples=12)
def test_observations_equal_those_of_other_environments(name: str, seed: int) -> None:
    game = load(name)
    state = game.new_initial_state()
    rng = Random(seed)
    for _ in range(rng.randrange(58, 120)):
        if not state.is_terminal():
            random_step(state, rng)
    player = rng.randrange(game.num_players())
    seen = make_observation(game)
    seen.set_from(state, player)
    assert np.array_equal(state.observation_tensor(player), seen.tensor)
    with pytest.raises(pyspiel.SpielError):
        state.observation_tensor(game.num_players())
    parts = fields(state.episode.observation(player))
    for part, values in parts.items():
        assert np.array_equal(np.squeeze(seen.dict[part]), np.squeeze(values)), part
    nothing = make_observation(game, kind(pyspiel.PrivateInfoType.NONE))
    nothing.set_from(state, player)
    assert "hand" not in nothing.dict
    everything = make_observation(game, kind(pyspiel.PrivateInfoType.ALL_PLAYERS))
    everything.set_from(state, player)
    order = [(player + step) % game.num_players() for step in range(game.num_players())]
    for row, other in zip(everything.dict["hand"], order, strict=True):
        assert np.array_equal(row, fields(state.episode.observation(other))["hand"])


def test_observation_of_others_hides_passed_cards() -> None:
    for seed in range(200):
        state = load("hoyle").new_initial_state()
        rng = Random(seed)
        while not state.is_terminal():
            giver = state.current_player()
            giving = not state.is_chance_node() and state.episode.is_choice
            random_step(state, rng)
            if giving and state.episode.picture.chosen:
                assert state.memory(giver).heard[-1][0] == 0
                for other in set(range(4)) - {giver}:
                    assert state.memory(other).heard[-1] == ((giver - other) % 4, HIDDEN)
                return
    pytest.fail("nobody has given cards")


@given(sampled_from(["standard", "two-player", "jokers"]), integers(0, 2**32))
@settings(max_examples=6)
def test_information_state_recalls_all_observations(name: str, seed: int) -> None:
    """The information state shows the seat's past decisions."""
    state = load(name).new_initial_state()
    rng = Random(seed)
    own: dict[int, list[int]] = {seat: [] for seat in range(4)}
    strings: dict[int, set[str]] = {seat: set() for seat in range(4)}
    while not state.is_terminal():
        if not state.is_chance_node():
            player = state.current_player()
            text = state.information_state_string(player)
            assert text not in strings[player]
            strings[player].add(text)
            heard = [number for seat, number in state.memory(player).heard if seat == 0]
            assert is_within(own[player], heard)
            action = rng.choice(state.legal_actions())
            own[player].append(action)
            state.apply_action(action)
        else:
            random_step(state, rng)


def is_within(part: list[int], whole: list[int]) -> bool:
    """Return True if `part` is a subsequence of `whole`."""
    rest = iter(whole)
    return all(number in rest for number in part)


@given(every_rule_set(), integers(0, 2**32))
def test_returns_stay_within_bounds_and_draws_are_accepted(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    rules = rules.with_options(SERVED)
    episode = TwinEpisode.new(rules, "round", "points")
    most = most_reward(rules, "round", "points")
    steps = 0
    while not episode.over:
        if episode.waits_for_chance:
            left = pool(episode)
            drawn: tuple[int, ...] = ()
            while not drawn or not complete(episode, drawn):
                drawn = (*drawn, rng.choices(list(left), list(left.values()))[0])
                left[drawn[-1]] -= 1
            episode = episode.chance(drawn)
        else:
            episode = episode.apply(rng.choice(episode.legal_actions()))
            steps += 1
    assert steps <= most_actions(rules, "round")
    assert max(map(abs, episode.rewards)) <= most


def test_chance_draws_only_remaining_cards_at_chance_nodes() -> None:
    state = pyspiel.load_game(open_spiel.NAME).new_initial_state()
    while len(state.chance_outcomes()) != 52:
        state.apply_action(state.chance_outcomes()[0][0])
    state.apply_action(7)
    before = str(state)
    for drawn in (7, 176):
        with pytest.raises(IllegalActionError):
            state.apply_action(drawn)
        assert str(state) == before
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    with pytest.raises(IllegalActionError) as refused:
        state.chance_outcomes()
    assert refused.value.code == "envs/no-chance"


def test_bad_parameters_are_rejected() -> None:
    for parameters in ({"rules": "whist"}, {"episode": "day"}, {"reward": "money"}):
        with pytest.raises((RulesError, pyspiel.SpielError)):
            load(**parameters)
    with pytest.raises(ValueError, match="no parameters"):
        load().make_py_observer(params={"colour": "red"})


def test_V34_simultaneous_bids_are_revealed_after_the_last() -> None:
    """The fact that a seat has bid is visible at once; the bids appear with the last one."""
    rules = Rules.preset("standard").with_options({"bidding.order": "at_once", "nil.blind": False})
    episode = TwinEpisode.new(rules, "round", "points")
    memories = [Memory()] * 4
    bids: list[tuple[Seat, int]] = []
    rng = Random(5)
    while len(bids) < 4:
        before, number = episode, None
        if episode.waits_for_chance:
            episode = episode.happen(shuffler("5"))
        else:
            assert episode.to_act is not None
            number = rng.choice(episode.legal_actions())
            bids.append((episode.to_act, number))
            episode = episode.apply(number)
        memories = [
            memory.after(before, number, episode, Seat(seat))
            for seat, memory in enumerate(memories)
        ]
        if 0 < len(bids) < 4:
            for seat, memory in enumerate(memories):
                bids_heard = [what for _, what in memory.of_this_deal if what == HIDDEN]
                assert len(bids_heard) == len([1 for bidder, _ in bids if bidder != seat])
    for seat, memory in enumerate(memories):
        opened = [((bidder - seat) % 4, number) for bidder, number in bids if bidder != seat]
        assert memory.heard[-3:] == tuple(opened)
