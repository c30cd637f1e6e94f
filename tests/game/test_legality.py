"""The engine accepts exactly the legal actions; refused actions change nothing."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random

import pytest
from hypothesis import given
from hypothesis.strategies import integers, sampled_from

from spadille.game import (
    PACK,
    Action,
    Bid,
    Card,
    ChanceAction,
    Deal,
    DrawForDeal,
    Game,
    IllegalActionError,
    Keep,
    Look,
    NameDealer,
    Pass,
    Play,
    PlayerAction,
    Redraw,
    Rules,
    Seat,
    Stack,
    Swap,
)
from support.naive_rules import Seen, allowed, pair
from support.positions import FOUR
from support.strategies import any_rules, games, rule_sets, shuffled


def player_actions(game: Game, rng: Random) -> Iterator[PlayerAction]:
    """Yield all kinds of actions that a player might try."""
    yield Look()
    for tricks in range(-1, 15):
        for nil in (False, True):
            for blind in (False, True):
                yield Bid(tricks, nil=nil, blind=blind)
    yield Keep("first")
    yield Keep("next")
    for card in PACK:
        yield Play(card)
    held = [hand for hand in (game.round.hands if game.round else ()) if hand] or [PACK]
    for size in range(6):
        for cards in (
            *(tuple(rng.sample(hand, min(size, len(hand)))) for hand in held),
            shuffled(PACK, rng)[:size],
            (rng.choice(PACK),) * size,
        ):
            yield Pass(cards)
            yield Swap(cards)


def outcomes_of_chance(rng: Random) -> Iterator[ChanceAction]:
    pack = shuffled(PACK, rng)
    for seat in FOUR:
        yield NameDealer(seat)
    for size in (0, 1, 2, 3, 4, 13):
        yield Redraw(pack[:size])
        yield DrawForDeal(pack[:size])
    for players in (2, 3, 4):
        yield Deal.from_pack(pack, 0, players)
    yield Stack(pack)
    yield Stack(pack[1:])


def accepted(game: Game, action: Action, seat: Seat | None) -> bool:
    try:
        after = game.apply(action, seat)
    except IllegalActionError as error:
        assert error.code.count("/") == 1
        assert str(error.message)
        return False
    assert len(after.events) == len(game.events) + 1
    return True


@given(games(), integers(0, 2**32))
def test_legal_actions_are_exactly_accepted_actions(game: Game, seed: int) -> None:
    before = deepcopy(game)
    tried = list(player_actions(game, Random(seed)))
    for seat in game.rules.seats:
        options = game.legal_actions(seat)
        for action in tried:
            assert (action in options) == accepted(game, action, seat), (seat, action)
    for action in tried:
        assert (action in game.legal_actions()) == accepted(game, action, None), action
    assert game == before


@given(games())
def test_every_option_is_accepted_and_counted(game: Game) -> None:
    for seat in game.rules.seats:
        options = game.legal_actions(seat)
        listed = list(options)
        assert len(options) == len(listed) == len(set(listed))
        for action in listed[:300]:
            assert action in options
            assert accepted(game, action, seat)
    if game.to_act is not None:
        assert len(game.legal_actions()) > 0
    assert (game.to_act is None) == (game.waits_for_chance or game.over)


@given(games(), integers(0, 2**32))
def test_chance_outcomes_are_accepted_only_from_chance(game: Game, seed: int) -> None:
    before = deepcopy(game)
    for outcome in outcomes_of_chance(Random(seed)):
        for seat in FOUR:
            assert not accepted(game, outcome, seat)
        if accepted(game, outcome, None):
            assert game.waits_for_chance
    assert game == before


@given(games())
def test_P3_P6_legal_cards_match_second_implementation(game: Game) -> None:
    """P3, P6 to P8: a second reading of the rules, based on the record, gives the same cards."""
    if game.phase != "play" or game.to_act is None:
        return
    view = game.view(None)
    seen = Seen(game, game.to_act)
    cards = {pair(card): card for card in seen.hands[game.to_act]}
    led = view.trick.cards[0].value[0] if view.trick else None
    spade_seen = any(card.value[0] == "S" for card in seen.public)
    assert view.broken == spade_seen
    lead = game.rules.play.lead_spades
    expected = {cards[each] for each in allowed(list(cards), led, lead, spade_seen=spade_seen)}
    assert {a.card for a in game.legal_actions() if isinstance(a, Play)} == expected


@given(any_rules())
def test_every_player_has_legal_action_at_start(rules: Rules) -> None:
    game = Game.new(rules, seed=1)
    assert game.to_act is not None
    assert len(game.legal_actions()) > 0


@given(rule_sets(), sampled_from(list(Card)))
def test_rules_survive_round_trip_through_options(rules: Rules, card: Card) -> None:
    assert Rules().with_options(rules.options()) == rules
    assert Rules.from_data({"end": {"target": 250}}, rules).end.target == 250
    with pytest.raises(IllegalActionError):
        Game.new(rules).apply(Play(card))
