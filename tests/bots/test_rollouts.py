"""The compiled playouts play as `intermediate` does, and follow the rules."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers, one_of

from spadille.bots import load
from spadille.bots.expert.bidding import Integers
from spadille.bots.expert.position import Position, is_covered
from spadille.bots.expert.rollout import card_codes, play_out
from spadille.bots.heuristics import kernels
from spadille.bots.heuristics.advising import read, sentence_of
from spadille.bots.heuristics.choosing import choose
from spadille.bots.heuristics.position import BITS, SUITS
from spadille.bots.heuristics.reasons import WORTH_MORE, card_of, reason_of
from spadille.bots.order import Order, order_of
from spadille.game import Game, Play, Round, Rules, Seat, SeatView, Trick, preset
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
def test_kernels_choose_card_and_reason_of_intermediate(name: str) -> None:
    bot = load("intermediate")
    for deal in range(DEALS):
        game = Game.new(preset(name).rules, seed=f"agreement/{deal}")
        while not game.results:
            view = game.view_to_act
            decision = bot.decide(view)
            if isinstance(decision.action, Play) and len(plays(view)) > 1:
                card, reason, _ = chosen(view)
                setting, position, legal = read(view)
                advice = choose(setting, position)
                assert (card, reason) == (legal[card_of(advice)], reason_of(advice))
                if decision.reason.template != WORTH_MORE:
                    assert card is decision.action.card
                    assert sentence_of(advice, view, setting, position) == decision.reason.template
            game = game.apply(decision.action)


@settings(max_examples=40)
@given(rules=one_of(any_rules(), every_rule_set()), seed=integers(0, 10**6))
def test_kernels_match_the_interpreter_under_any_rules(rules: Rules, seed: int) -> None:
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
                assert legal == {play.card for play in plays(view)}
                assert (card, reason) == (cards[card_of(advice)], reason_of(advice))
        game = game.apply(bot.act(view))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"table.players": 6, "deck.packs": 2, "deal.leftover": "aside"},
        {"deck.packs": 2, "deck.identical": "last_wins"},
        {"play.duty": "secret_assassin", "play.void": "higher_spade"},
        {"play.first_lead": "lowest_club", "play.first_trick": "lowest_clubs"},
        {"play.choice_in_suit": "highest", "play.lead_spades": "never"},
        {"deck.jokers": 2, "deck.joker_role": "junk", "deal.leftover": "aside"},
    ],
)
def test_rollouts_play_as_intermediate(options: dict[str, Any]) -> None:
    rules = Rules().with_options(options)
    bot = load("intermediate")
    for deal in range(6):
        game = Game.new(rules, seed=f"playing on/{deal}")
        view = game.view_to_act
        while view.phase != "play" or len(view.tricks) < 2 * deal:
            game = game.apply(bot.act(view))
            view = game.view_to_act
        assert game.round
        cards = tuple({play.card for play in plays(view)})
        searched, order = Position(view), order_of(rules)
        codes = card_codes(searched, cards)
        hands = true_hands(game.round, order, view.seat)
        (values,) = play_out(searched, hands, codes)
        for card, (_, *won) in zip(cards, values.tolist(), strict=True):
            played = game.apply(Play(card))
            while not played.results:
                played = played.apply(bot.act(played.view_to_act))
            assert list(played.results[0].won) == won


def true_hands(round: Round, order: Order, first: Seat) -> Integers:
    """Return the true hands as one sampled deal; `first` has the lower of two identical cards."""
    tricks = (*round.tricks, Trick(round.leader, round.trick))
    seen = order.mask(card for trick in tricks for card in trick.cards)
    hands = np.zeros((1, len(round.hands), SUITS), np.int64)
    for seat in sorted(round.rules.seats, key=lambda seat: seat != first):
        before = list(seen)
        for card in round.hands[seat]:
            order.add(seen, card)
        hands[0, seat] = [mask ^ gone for mask, gone in zip(seen, before, strict=True)]
    return hands


def test_kernel_play_beats_random_play() -> None:
    gain = sum(_gain(deal, side) for deal in range(10) for side in (0, 1))
    assert gain / 20 > 40


def _gain(deal: int, side: int) -> int:
    """Return a side's margin with compiled play over the same bot, after equal bids."""
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
