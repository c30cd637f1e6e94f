"""The worth of each card when everyone sees all cards and plays their best."""

import numpy as np

from spadille.bots.expert.exact import endings_of, solve_worlds
from spadille.bots.heuristics.kernels import setting_record
from spadille.bots.heuristics.position import BITS, SUITS
from spadille.bots.order import order_of
from spadille.game import Card, Game


def exact_values(game: Game) -> dict[Card, float]:
    """Return each legal card's worth to the side of the seat to act; a bag costs its share."""
    view = game.view_to_act
    assert game.round is not None
    order = order_of(view.rules, trump=view.trump)
    hands = np.zeros((1, view.rules.players, SUITS), np.int64)
    for seat, hand in enumerate(game.round.hands):
        hands[0, seat] = order.mask(list(hand))
    cards = view.options.cards_to_play
    codes = np.array([BITS * order.suit_of[card] + order.bit_of(card) for card in cards])
    utility = endings_of(view, setting_record(view)).utility
    values = solve_worlds(view, utility, hands, codes)[0].tolist()
    return dict(zip(cards, values, strict=True))
