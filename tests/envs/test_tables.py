"""The compiled tables compared with the engine: masks, observations, rewards, ends of episodes."""

import os
from random import Random
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis.strategies import booleans, integers, sampled_from

from spadille.envs import Episode, Length, observe
from spadille.envs.drawing import draw, picture_of
from spadille.envs.episode import Reward, rewards_since
from spadille.envs.observation import fields
from spadille.envs.observation_layout import PHASES
from spadille.envs.tables import Tables, TwinEpisode, warm
from spadille.envs.tables.stepping import (
    AT_ONCE,
    begin_chances,
    draw_actions,
    first_illegal,
    step_tables,
)
from spadille.fast import sharing
from spadille.game import IllegalActionError, Rules, Seat, preset, presets, shuffler
from spadille.notation.action_numbers import BID
from support.mirrored import Mirror
from support.strategies import every_rule_set
from support.walks import SERVED

THROW_IN = 170

NUMBA_IS_OFF = os.environ.get("NUMBA_DISABLE_JIT") == "1"

RARE: tuple[dict[str, Any], ...] = (
    {"bidding.no_trump": True, "exchange.nil_cards": 2, "deal.face_up": 2},
    {"exchange.nil_cards": 1, "exchange.blind_nil_cards": 2, "exchange.between_nils": True},
    {"bidding.no_trump": True, "deck.jokers": 2, "deck.removed": ["H2", "C2"]},
    {"bidding.second_thoughts": "match"},
    {"bidding.second_thoughts": "raise_side"},
    {"bidding.second_thoughts": "raise_each", "table.teams": "solo"},
    {"deck.jokers": 2, "deal.leftover": "kitty", "deal.kitty_taker": "dealer"},
    {"deal.leftover": "kitty_and_round", "deal.kitty_taker": "highest_bidder"},
    {"deck.jokers": 2, "deal.leftover": "kitty", "deal.kitty_taker": "two_of_clubs"},
    {"deck.aces": "declared", "bidding.opening_tricks": True},
    {"deal.deficient": ["one_spade", "no_faces", "seven_of_suit"], "nil.blind": False},
    {
        "deal.deficient_when": "points < 9 and longest < 7 or highest < 13 or honours = 4",
        "deal.throw_ins": 3,
        "nil.blind": False,
    },
    {
        "deal.deficient": ["no_spades", "one_spade"],
        "deal.leftover": "kitty",
        "table.players": 5,
        "table.teams": "solo",
    },
    {"deal.face_up": 3, "blind.bids": "side", "blind.deficit": 0},
    {"table.players": 6, "deck.packs": 2, "deal.leftover": "kitty", "deal.face_up": 4},
    {
        "table.players": 2,
        "table.teams": "solo",
        "deal.method": "pick_of_two",
        "exchange.swap_cards": 3,
    },
)
"""Rules with decisions that no preset has."""


def compare(  # noqa: PLR0913, PLR0917 - everything that can differ
    rules: Rules, length: Length, reward: Reward, seed: int, steps: int, count: int = 2
) -> set[int]:
    """Play random actions on tables and the engine; return the actions taken."""
    rng = Random(seed)
    taken: set[int] = set()
    tables = Tables(count, rules, length, reward, observe=True)
    tables.begin(seed)
    mirrors = [Mirror(tables, place, rules, length) for place in range(count)]
    for _ in range(steps):
        actions = []
        for place, mirror in enumerate(mirrors):
            episode = mirror.episode
            seat = episode.to_act
            assert seat is not None
            assert tables.to_act[place] == seat
            legal = episode.legal_actions()
            assert tuple(np.flatnonzero(tables.masks[place])) == legal
            expected = observe(episode, seat)
            if not np.array_equal(tables.observations[place], expected):
                pytest.fail(difference(tables.observations[place], expected))
            actions.append(rng.choice(usual(legal)))
            taken.add(actions[-1])
        results = [len(mirror.episode.game.results) for mirror in mirrors]
        tables.set_actions(np.array(actions))
        tables.step()
        for place, mirror in enumerate(mirrors):
            seat = mirror.episode.to_act
            after = mirror.step(actions[place])
            paid = rewards_since(after, reward, results[place])
            assert tables.ended[place] == after.over
            assert tables.seat_rewards[place] == pytest.approx(paid)
            assert tables.rewards[place] == pytest.approx(paid[cast("int", seat)])
    return taken


def usual(legal: tuple[int, ...]) -> tuple[int, ...]:
    """Return the usual actions: throwing in if possible, and mostly bids that can be made."""
    if THROW_IN in legal:
        return (THROW_IN,)
    return tuple(one for one in legal if one < 66 or one > 166) or legal


def difference(found: object, expected: object) -> str:
    """Return the fields in which observations differ."""
    left, right = fields(found), fields(expected)  # type: ignore[arg-type]
    return "\n".join(
        f"{name}: {np.argwhere(left[name] != right[name]).tolist()}, not {right[name].tolist()}"
        for name in left
        if not np.array_equal(left[name], right[name])
    )


@pytest.mark.parametrize("name", presets())
def test_tables_play_every_preset_as_the_engine(name: str) -> None:
    compare(presets()[name].rules, "round", "points", seed=1, steps=150, count=1)
    compare(presets()[name].rules, "game", "outcome", seed=2, steps=300, count=1)


@pytest.mark.parametrize("place", range(len(RARE)))
def test_tables_offer_rare_decisions_as_the_engine(place: int) -> None:
    rules = Rules().with_options(RARE[place])
    taken: set[int] = set()
    for seed in range(6):
        taken |= compare(rules, "game", "points", seed, steps=75, count=1)
    assert (THROW_IN in taken) == bool(rules.deal.deficient or rules.deal.deficient_when)


def walk_beside(rules: Rules, length: Length, reward: Reward, seed: int, steps: int) -> None:
    """Take the same random actions in the compiled engine and in Python; compare everything.

    After each step it compares the views of the seat to act and one other seat.
    """
    rng = Random(seed)
    twin, episode = TwinEpisode.new(rules, length, reward), Episode.new(rules, length)
    same_state(twin, episode, *rules.seats)
    for _ in range(steps):
        results = len(episode.game.results)
        if episode.over:
            break
        if episode.waits_for_chance:
            shuffle = shuffler(str(rng.random()))
            twin, episode = twin.happen(shuffle), episode.happen(shuffle)
        else:
            action = rng.choice(usual(episode.legal_actions()))
            twin, episode = twin.apply(action), episode.apply(action)
        assert twin.rewards == pytest.approx(rewards_since(episode, reward, results))
        same_state(twin, episode, rng.choice(rules.seats))


def same_state(twin: TwinEpisode, episode: Episode, *others: Seat) -> None:
    assert (twin.over, twin.waits_for_chance) == (episode.over, episode.waits_for_chance)
    assert twin.to_act == episode.to_act
    assert twin.is_choice == (episode.choice is not None)
    assert twin.events == len(episode.game.events)
    assert twin.legal_actions() == tuple(np.flatnonzero(twin.mask)) == episode.legal_actions()
    for seat in {episode.to_act, *others} - {None}:
        assert seat is not None
        expected = observe(episode, seat)
        if not np.array_equal(twin.observation(seat), expected):
            pytest.fail(difference(twin.observation(seat), expected))
        view = episode.game.view(seat)
        assert twin.hand(seat) == (view.hand or ())
        assert twin.refused(seat) == view.refused
    seen = picture_of(episode.game, episode.chosen)
    if episode.to_act is not None:
        assert draw(twin.picture) == draw(seen)


@settings(max_examples=2 * settings().max_examples)
@given(every_rule_set(), integers(0, 2**32), booleans())
def test_twin_episode_matches_the_engine(rules: Rules, seed: int, games: bool) -> None:  # noqa: FBT001
    rules = rules.with_options(SERVED)
    walk_beside(rules, "game" if games else "round", "points", seed, steps=150)


def test_V37_draft_dealt_again_is_observed_as_over_until_it_is_dealt() -> None:
    """V37: as between rounds, although the draft has already begun once."""
    rules = preset("two-player").rules.with_options(
        {
            "bidding.total_minimum": 13,
            "bidding.low_total": "redeal",
            "exchange.swap_cards": 0,
            "nil.blind": False,
        }
    )
    for seed in range(5):
        walk_beside(rules, "round", "points", seed, steps=150)
    episode = Episode.new(rules, "round").happen(shuffler("dealer")).happen(shuffler("stack"))
    while not episode.waits_for_chance:
        legal = episode.legal_actions()
        bids = [one for one in legal if BID + 1 <= one <= BID + 3]
        episode = episode.apply((bids or list(legal))[0])
    assert episode.game.phase == "draft"
    for seat in rules.seats:
        assert fields(observe(episode, seat))["phase"][PHASES.index("over")] == 1


def test_V12_tricks_as_bids_are_not_observed_as_bids() -> None:
    rules = Rules().with_options({"bidding.first_round_bids_itself": True})
    walk_beside(rules, "round", "points", seed=1, steps=60)


@pytest.mark.parametrize("place", range(len(RARE)))
def test_twin_episode_offers_rare_decisions(place: int) -> None:
    walk_beside(Rules().with_options(RARE[place]), "round", "outcome", seed=place, steps=150)


@pytest.mark.parametrize("number", [-2, -1, 0, 176, 10**6])
def test_twin_episode_rejects_as_the_engine(number: int) -> None:
    twin, episode = TwinEpisode.new("mirror", "round", "points"), Episode.new("mirror", "round")
    for _ in range(3):
        with pytest.raises(IllegalActionError) as expected:
            episode.apply(number)
        with pytest.raises(IllegalActionError) as refused:
            twin.apply(number)
        assert str(refused.value) == str(expected.value)
        if episode.waits_for_chance:
            twin, episode = twin.happen(list), episode.happen(list)


@settings(max_examples=2 * settings().max_examples)
@given(every_rule_set(), integers(0, 2**32), booleans())
def test_tables_play_any_rules_as_the_engine(rules: Rules, seed: int, games: bool) -> None:  # noqa: FBT001
    rules = rules.with_options(SERVED)
    compare(rules, "game" if games else "round", "points", seed, steps=150, count=1)


@pytest.mark.skipif(NUMBA_IS_OFF, reason="nothing is compiled")
def test_warmed_kernels_serve_every_rule_set() -> None:
    warm()
    for name in ("standard", "two-player", "six-player"):
        for observe_ in (False, True):
            tables = Tables(3, name, "game", "outcome", observe=observe_)
            tables.begin(1)
            tables.set_actions(tables.random_actions())
            tables.step()
    kernels: tuple[Any, ...] = (begin_chances, step_tables, draw_actions, first_illegal)
    assert [len(kernel.signatures) for kernel in kernels] == [1, 1, 1, 1]


@given(sampled_from(list(presets())), integers(0, 2**32))
@settings(max_examples=20)
def test_table_is_independent_of_the_other_tables(name: str, seed: int) -> None:
    rules = presets()[name].rules
    many = 2 * AT_ONCE
    whole = Tables(many + 2, rules, "round", "points", observe=True)
    fewer = Tables(many - 2, rules, "round", "points", observe=True)
    whole.begin(seed)
    fewer.begin(seed)
    for _ in range(80):
        actions = whole.random_actions()
        whole.set_actions(actions)
        fewer.set_actions(actions[: many - 2])
        assert whole.step()
        assert fewer.step()
        assert np.array_equal(whole.observations[: many - 2], fewer.observations)
        assert np.array_equal(whole.masks[: many - 2], fewer.masks)
        assert np.array_equal(whole.seat_rewards[: many - 2], fewer.seat_rewards)


def test_late_thread_steps_no_table_twice() -> None:
    tables = Tables(AT_ONCE + 1, "standard", "round", "points", observe=True)
    tables.begin(1)
    tables.set_actions(tables.random_actions())
    shares = sharing.new_shares()
    assert tables.step(shares)
    before = tables.observations.copy()
    assert tables.step(shares)
    assert np.array_equal(tables.observations, before)
