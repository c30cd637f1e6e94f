"""The playout kernels play as `intermediate` does, and by the rules."""

from random import Random

import pytest
from hypothesis import given
from hypothesis.strategies import integers, one_of

from spadille.bots import load
from spadille.bots.expert.play import is_covered
from spadille.game import Game, Play, Rules, SeatView, preset
from support.rollouts import chosen
from support.strategies import any_rules, every_rule_set

DEALS = 4
PRESETS = [
    "standard", "puzzle-pirates", "two-player", "jokers", "suicide", "solo", "three-player",
    "six-player",
]  # fmt: skip


def plays(view: SeatView) -> set[Play]:
    return {action for action in view.options.actions if isinstance(action, Play)}


@pytest.mark.parametrize("name", PRESETS)
def test_kernels_play_the_card_that_intermediate_plays_for_the_same_reason(name: str) -> None:
    bot = load("intermediate")
    for deal in range(DEALS):
        game = Game.new(preset(name).rules, seed=f"agreement/{deal}")
        while not game.results:
            assert game.to_act is not None
            view = game.view(game.to_act)
            decision = bot.decide(view)
            if isinstance(decision.action, Play):
                card, reason, _ = chosen(view)
                assert card is decision.action.card
                assert reason.sentence == decision.reason.template
            game = game.apply(decision.action)


@given(rules=one_of(any_rules(), every_rule_set()), seed=integers(0, 10**6))
def test_whatever_was_played_and_by_any_rules_kernels_and_intermediate_agree(
    rules: Rules, seed: int
) -> None:
    if not is_covered(rules):
        return
    bot, adviser = load("random", seed=seed), load("intermediate")
    game = Game.new(rules, seed=seed)
    while not game.over and not game.results:
        assert game.to_act is not None
        view = game.view(game.to_act)
        if view.phase == "play" and view.hand is not None and plays(view):
            card, _, legal = chosen(view)
            if not (rules.play.first_lead == "lowest_club" and not view.tricks and not view.trick):
                assert legal == {play.card for play in plays(view)}
                advised = adviser.act(view)
                assert not isinstance(advised, Play) or advised.card is card
            assert card in legal
        game = game.apply(bot.act(view))


def test_the_play_of_the_kernels_beats_random_play() -> None:
    gain = sum(_gain(deal, side) for deal in range(10) for side in (0, 1))
    assert gain / 20 > 40


def _gain(deal: int, side: int) -> int:
    """By how much a side scores more that plays by the kernels, both bidding alike."""
    random = Random(deal)
    bidder = load("intermediate")
    game = Game.new(Rules(), seed=f"kernels/{deal}")
    while not game.results:
        view = game.view_to_act
        action = bidder.act(view)
        if isinstance(action, Play):
            by_kernel = view.rules.side_of(view.seat) == side
            cards = sorted(play.card for play in plays(view))
            action = Play(chosen(view)[0] if by_kernel else random.choice(cards))
        game = game.apply(action)
    points = [score.points - 10 * score.overtricks for score in game.results[0].sides]
    return points[side] - points[1 - side]
