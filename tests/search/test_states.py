"""The light states, compared with the environments' episodes and with the engine."""

import os
import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

from spadille.bots import load
from spadille.envs import Episode, number_of, observe
from spadille.envs.episode import rewards_since
from spadille.game import (
    Deal,
    Game,
    IllegalActionError,
    Look,
    Rules,
    Seat,
    SpadesError,
    presets,
    without,
)
from spadille.notation import parse_deal
from spadille.search import OVER, States

pytestmark = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="the states are compiled"
)

BID_AND_PLAYED = ["standard", "short", "solo", "three-player", "six-player", "mirror", "jokers"]


@pytest.mark.parametrize("name", presets())
def test_random_walks_end_under_every_preset(name: str) -> None:
    rules = presets()[name].rules
    states, rng = States(rules, episode="game", reward="outcome"), Random(4)
    state = states.new("seed")
    while (seat := states.to_act(state)) != OVER:
        assert seat in rules.seats
        low = [number for number in states.legal(state) if not 64 <= number < 167]
        state = states.apply(state, rng.choice(low or states.legal(state)))
    assert set(states.returns(state)) in ({1.0, -1.0}, {0.0})


@pytest.mark.parametrize("name", BID_AND_PLAYED)
@pytest.mark.parametrize("seed", range(3))
def test_states_match_the_engine_in_whole_rounds(name: str, seed: int) -> None:
    rules, rng = presets()[name].rules.without_cut, Random(seed)
    states, game = States(rules), Game.new(rules, seed=seed)
    episode = Episode(game, "round")
    assert game.round is not None
    dealt = game.round
    held = tuple(card for hand in dealt.hands for card in hand)
    state = states.deal(Deal(dealt.hands, without(rules.deck_cards, held), ()), dealt.dealer)
    while not episode.over:
        seat = episode.to_act
        assert seat is not None
        assert states.to_act(state) == seat
        assert tuple(states.legal(state)) == episode.legal_actions()
        assert np.array_equal(states.mask(state).nonzero()[0], states.legal(state))
        for other in rules.seats:
            assert np.array_equal(states.observation(state, other), observe(episode, other))
        action = rng.choice(episode.legal_actions())
        before = bytes(state)
        after = states.apply(state, action)
        assert state == before
        state, episode = after, episode.apply(action)
    assert states.to_act(state) == OVER
    assert states.legal(state) == []
    assert states.returns(state) == pytest.approx(rewards_since(episode, "points", 0))


def test_states_are_values() -> None:
    states = States("standard")
    one, other = states.new(1), states.new(1)
    assert one == other
    assert len({one, other, states.new(2)}) == 2
    looked = states.apply(one, 169)
    assert states.legal(one) != states.legal(looked)
    again = pickle.loads(pickle.dumps(states))
    assert again.legal(pickle.loads(pickle.dumps(looked))) == states.legal(looked)
    assert states.apply(one, 169) == looked


@pytest.mark.parametrize("bad", [b"", bytes(2088), "state", None, 7])
def test_anything_but_a_state_is_rejected(bad: Any) -> None:
    states = States("standard")
    for ask in (states.legal, states.to_act, states.returns):
        with pytest.raises(TypeError, match="not a state of these rules"):
            ask(bad)
    with pytest.raises(TypeError, match="not a state of these rules"):
        states.apply(bad, 0)
    with pytest.raises(TypeError, match="not a state of these rules"):
        states.observation(bad, 0)


def test_state_of_other_rules_is_rejected() -> None:
    state = States("solo").new()
    with pytest.raises(TypeError, match="not a state of these rules"):
        States("standard").legal(state)


@pytest.mark.parametrize("action", [0, -1, 175, 10**6])
def test_illegal_action_is_rejected(action: int) -> None:
    states = States("standard")
    with pytest.raises(IllegalActionError, match="not legal here") as refused:
        states.apply(states.new(), action)
    assert refused.value.code == "search/illegal"


def test_rollouts_end_with_rewards_that_cancel_out() -> None:
    states = States("standard", reward_scale=0.01)
    state = states.apply(states.new(3), 169)
    ends = [states.rollout(state, seed) for seed in range(200)]
    assert ends == [states.rollout(state, seed) for seed in range(200)]
    assert all(north + east == 0 and north == south for north, east, south, _ in ends)
    assert len({north for north, *_ in ends}) > 20
    assert all(abs(north) < 13 for north, *_ in ends)


@pytest.mark.parametrize("name", BID_AND_PLAYED)
def test_sampled_states_look_like_the_view(name: str) -> None:
    rules, rng = presets()[name].rules.without_cut, Random(5)
    states, game = States(rules), Game.new(rules, seed=9)
    bots = [load("beginner", seat) for seat in rules.seats]
    while not game.over and not game.results:
        seat = game.to_act
        assert seat is not None
        view = game.view(seat)
        if view.hand is not None and rng.random() < 0.2:
            for state in states.sample(view, 3, seed=1):
                assert states.to_act(state) == seat
                seen = states.observation(state, seat)
                assert np.array_equal(seen, observe(Episode(game, "game"), seat))
        action = Look() if Look() in view.options.actions else bots[seat].act(view)
        if view.hand is not None and number_of(action) is not None:
            assert states.action(view, number_of(action) or 0) == action
        game = game.apply(action, seat)


TEXT = "N:AJT54.32.Q6.QJ74 872.T65.A83.A832 Q3.AK97.K952.KT9 K96.QJ84.JT74.65"


def test_deal_and_dealer_may_be_texts() -> None:
    states = States()
    assert states.deal(TEXT, "E") == states.deal(parse_deal(TEXT), Seat.EAST)
    assert states.to_act(states.deal(TEXT, "E")) == Seat.SOUTH
    assert states.deal(TEXT) == states.deal(TEXT, 0)


@pytest.mark.parametrize("dealer", [4, 9, -1, -7, "F", "east", 1.0, None, True])
def test_dealer_without_a_seat_is_refused(dealer: Any) -> None:
    with pytest.raises(SpadesError, match="seat"):
        States().deal(TEXT, dealer)


@pytest.mark.parametrize(
    "deal", ["N:A.K.. K.Q.. Q.J.. J.T..", TEXT.replace("872", "AAA"), Deal(()), None]
)
def test_impossible_deal_is_refused(deal: Any) -> None:
    with pytest.raises(SpadesError):
        States().deal(deal)


@pytest.mark.parametrize("count", [-1, 1 << 40, 1.0, "2", None])
def test_number_of_samples_is_checked(count: Any) -> None:
    view = Game.new(seed=1).view_to_act
    with pytest.raises(SpadesError, match="cannot sample"):
        States().sample(view, count)


@pytest.mark.parametrize("name", ["whiz", "three-player"])
def test_view_of_other_rules_is_refused(name: str) -> None:
    game = Game.new(name, seed=1)
    for view in (game.view_to_act, game.view(None), game):
        with pytest.raises(SpadesError, match="view is not of a seat"):
            States().sample(view, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "options", [{"deal.cut": "offered"}, {"enforcement.mode": "honour"}, {"end.minutes": 60}]
)
def test_view_of_a_table_that_states_serve_without_some_options(options: dict[str, Any]) -> None:
    game = Game.new(Rules().with_options(options), seed=1)
    while not (game.round and game.round.phase == "bidding"):
        game = game.apply(next(iter(game.legal_actions())))
    assert len(States().sample(game.view_to_act, 2)) == 2


def test_sampling_refuses_rules_by_which_cards_change_hands() -> None:
    rules = Rules.preset("hoyle").without_cut
    game = Game.new(rules, seed=1)
    with pytest.raises(SpadesError, match="exchange"):
        States(rules).sample(game.view(game.to_act or Seat.NORTH), 1)
