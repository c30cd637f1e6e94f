"""The playout kernels play as `intermediate` does, and by the rules."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers, one_of

from spadille.bots import load
from spadille.bots.expert.play import is_covered
from spadille.bots.order import order_of
from spadille.bots.thumb import kernels
from spadille.bots.thumb.advising import read
from spadille.bots.thumb.choosing import choose
from spadille.bots.thumb.position import BITS
from spadille.bots.thumb.reasons import card_of, reason_of
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
            view = game.view_to_act
            decision = bot.decide(view)
            if isinstance(decision.action, Play):
                card, reason, _ = chosen(view)
                assert card is decision.action.card
                assert reason.sentence == decision.reason.template
            game = game.apply(decision.action)


@settings(max_examples=40)
@given(rules=one_of(any_rules(), every_rule_set()), seed=integers(0, 10**6))
def test_by_any_rules_kernels_and_the_interpreter_advise_the_same(rules: Rules, seed: int) -> None:
    if max(mask.bit_length() for mask in order_of(rules).full) > BITS:
        return
    bot = load("random", seed=seed)
    game = Game.new(rules, seed=seed)
    while not game.over and not game.results:
        view = game.view_to_act
        if view.phase == "play" and view.hand is not None and plays(view):
            setting, position, cards = read(view)
            advice = choose(setting, position)
            assert kernels.choose(*map(kernels.record_of, (setting, position))) == advice
            if is_covered(rules):
                card, reason, legal = chosen(view)
                lowest_club_leads = rules.play.first_lead == "lowest_club" and not view.tricks
                if view.trick or not lowest_club_leads:
                    assert legal == {play.card for play in plays(view)}
                    assert (card, reason) == (cards[card_of(advice)], reason_of(advice))
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
