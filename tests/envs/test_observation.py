"""A seat's observation: everything it may know, and nothing else."""

import re
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers, sampled_from
from msgspec import structs

from spadille.envs import FIELDS, SIZE, Episode, fields, observe
from spadille.game import (
    Deal,
    Event,
    Game,
    IllegalActionError,
    Play,
    Rules,
    Seat,
    SpadesError,
    Stack,
    Suit,
    hand_of,
    presets,
    ranking_of,
)
from support.strategies import every_rule_set
from support.walks import SERVED, walk


def test_fields_fill_the_observation() -> None:
    numbers = np.arange(SIZE, dtype=np.int16)
    split = fields(numbers)  # type: ignore[arg-type]
    assert list(split) == list(FIELDS)
    assert np.array_equal(np.concatenate([part.ravel() for part in split.values()]), numbers)
    assert fields(np.zeros((3, 4, SIZE), np.int8))["trick"].shape == (3, 4, 6, 55)


@pytest.mark.parametrize(
    ("observation", "told"),
    [
        (np.zeros((3, SIZE + 1), np.int8), f"has {SIZE} values, not (3, {SIZE + 1})"),
        (np.int8(5), f"has {SIZE} values, not np.int8(5)"),
        ([0] * SIZE, f"has {SIZE} values, not [0, 0, "),
    ],
)
def test_fields_reject_invalid_observation(observation: Any, told: str) -> None:
    with pytest.raises(SpadesError, match=re.escape(told)) as refused:
        fields(observation)
    assert refused.value.code == "envs/observation"


@settings(max_examples=2 * settings().max_examples)
@given(every_rule_set(), integers(0, 2**32))
def test_fields_match_the_engine(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    for episode in walk(rules.with_options(SERVED), "game", rng):
        if rng.random() < 0.9:
            continue
        seat = rng.choice(rules.seats)
        game = episode.game
        round = game.round
        assert round is not None
        seen = fields(observe(episode, seat))
        order = [(seat + step) % rules.players for step in range(rules.players)]
        relative = {other: at for at, other in enumerate(order)}
        assert seen["seated"].sum() == rules.players
        assert seen["hand_size"][: len(order)].tolist() == [len(round.hands[at]) for at in order]
        assert seen["won"][: len(order)].tolist() == [round.won[at] for at in order]
        assert seen["hand"].sum() == (seen["hand_size"][0] if round.looked[seat] else 0)
        assert (seen["chosen"] <= seen["hand"]).all()
        if episode.to_act is not None:
            to_act = seat if game.acts(seat) else episode.to_act
            assert seen["to_act"][relative[to_act]] == 1
        plays = [
            (event.seat, event.action)
            for event in game.events[_start_of_round(game) :]
            if isinstance(event.action, Play) and event.seat is not None
        ]
        assert seen["played"].sum() == len(plays)
        for other, play in plays:
            assert seen["played"][relative[other], play.card.id] > 0
        assert seen["trick"].sum() == (len(round.trick) if game.phase == "play" else 0)
        for side, standing in enumerate(game.standings):
            for other in rules.sides[side]:
                at = relative[other]
                hundreds, rest = seen["score_hundreds"][at], seen["score_rest"][at]
                assert min(max(standing.score, -12_800), 12_799) // 100 == hundreds
                assert rest == standing.score % 100
        voids_are_true(game, seen["void"], order)


def voids_are_true(game: Game, void: object, order: list[int]) -> None:
    """Check that a seat observed as void holds no card of the suit."""
    assert game.round is not None
    suit_of = ranking_of(game.rules, trump=game.round.trump).suit_of
    for at, other in enumerate(order):
        for suit in range(Suit.SPADES + 1):
            if void[at, suit]:  # type: ignore[index]
                assert not any(suit_of[card] is Suit(suit) for card in game.round.hands[other])


def _start_of_round(game: Game) -> int:
    """Return the event after which the cards of the current round were dealt or drawn."""
    return max(at for at, event in enumerate(game.events) if isinstance(event.action, Deal | Stack))


@given(sampled_from(["standard", "hoyle", "jokers", "solo", "three-player"]), integers(0, 2**32))
def test_hidden_cards_change_no_observation(name: str, seed: int) -> None:
    """Two other seats swap a card that neither has shown yet."""
    rng = Random(seed)
    states = list(walk(name, "round", rng))[:-1]
    episode = rng.choice([state for state in states if not state.chosen])
    seat, one, other = rng.sample(list(episode.rules.seats), 3)
    round = episode.game.round
    assert round is not None
    passed = {card for transfer in round.exchange.transfers for card in transfer.cards}
    held = [sorted(set(round.hands[at]) - passed) for at in (one, other)]
    if not all(held):
        return
    swapped = exchanged(episode, Seat(one), Seat(other), rng.choice(held[0]), rng.choice(held[1]))
    if swapped is not None:
        assert np.array_equal(observe(episode, Seat(seat)), observe(swapped, Seat(seat)))


def exchanged(
    episode: Episode, one: Seat, other: Seat, card: object, back: object
) -> Episode | None:
    """Return the same episode with two cards swapped in the deal; None if it cannot be played."""
    swap = {card: back, back: card}
    events: list[Event] = []
    for event in episode.game.events:
        action = event.action
        if isinstance(action, Deal):
            hands = tuple(
                hand_of(swap.get(held, held) for held in hand)  # type: ignore[misc]
                for hand in action.hands
            )
            events.append(Event(None, structs.replace(action, hands=hands)))
        else:
            events.append(event)
    game = Game.new(episode.rules)
    try:
        for event in events:
            game = game.apply(event.action, event.seat)
    except IllegalActionError:
        return None
    return Episode(game, episode.length)


def test_blind_nil_partner_sees_passed_cards_only_in_time() -> None:
    """If both pass at once, the gift is not in the hand until as many are returned (E9)."""
    rules = Rules.preset("hoyle")
    for seed in range(200):
        states = list(walk(rules, "round", Random(seed)))
        for before, after in pairwise(states):
            if before.game.phase == "exchange" and len(after.game.events) > len(before.game.events):
                transfers = after.game.round.exchange.transfers if after.game.round else ()
                if len(transfers) == 1 and transfers[0].cards:
                    receiver = transfers[0].receiver
                    assert receiver is not None
                    seen = fields(observe(after, receiver))
                    assert seen["received"].sum() == 0
                    assert seen["exchanged"].sum() == 4
                    return
    pytest.fail("nobody has given cards")


@pytest.mark.parametrize("name", presets())
def test_unseen_hand_is_not_observed(name: str) -> None:
    """A seat that has not looked observes no card in its hand."""
    first = next(iter(walk(name, "round", Random(5))))
    round = first.game.round
    assert round is not None
    for seat in first.rules.seats:
        if not round.looked[seat]:
            assert fields(observe(first, seat))["hand"].sum() == 0
