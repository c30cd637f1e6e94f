"""The playout kernels play as `intermediate` does, and by the rules."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis.strategies import integers, one_of

from spadille.bots import load
from spadille.bots.expert.setting import is_covered
from spadille.game import Game, Play, Rules, SeatView, preset
from support.rollouts import chosen
from support.strategies import any_rules, every_rule_set

DEALS = 10

AGREEMENT = {
    "standard": 1.0,
    "puzzle-pirates": 1.0,
    "jokers": 1.0,
    "suicide": 1.0,
    "solo": 0.97,
    "three-player": 0.95,
    "six-player": 0.97,
}
"""The least part of decisions in which the kernels play the card that `intermediate` plays. They
do not agree in all where there are more than two sides, for there chances to win the game, by which
`intermediate` decides whether to take tricks, are no line through the points."""


def plays(view: SeatView) -> set[Play]:
    return {action for action in view.options.actions if isinstance(action, Play)}


@pytest.mark.parametrize("name", AGREEMENT)
def test_kernels_play_the_card_that_intermediate_plays(name: str) -> None:
    rules = preset(name).rules
    bot = load("intermediate")
    counts = Counter[bool]()
    for deal in range(DEALS):
        game = Game.new(rules, seed=f"agreement/{deal}")
        while not game.results:
            view = game.view_to_act
            action = bot.act(view)
            if len(plays(view)) > 1 and isinstance(action, Play):
                counts[chosen(view)[0] is action.card] += 1
            game = game.apply(action)
    assert counts[True] / counts.total() >= AGREEMENT[name]


@given(rules=one_of(any_rules(), every_rule_set()), seed=integers(0, 10**6))
def test_kernels_take_the_same_cards_for_legal(rules: Rules, seed: int) -> None:
    if not is_covered(rules):
        return
    bot = load("random", seed=seed)
    game = Game.new(rules, seed=seed)
    while not game.over and not game.results:
        view = game.view_to_act
        if view.phase == "play" and view.hand is not None:
            card, legal = chosen(view)
            if not (rules.play.first_lead == "lowest_club" and not view.tricks and not view.trick):
                assert legal == {play.card for play in plays(view)}
            assert card in legal
        game = game.apply(bot.act(view))


def test_the_play_of_the_kernels_beats_random_play() -> None:
    gain = sum(_gain(deal, side) for deal in range(DEALS) for side in (0, 1))
    assert gain / (2 * DEALS) > 40


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
