"""The worth of each card when everyone sees all cards and plays their best."""

import numpy as np

from spadille.bots.expert.endings import endings_of, solve_deals
from spadille.bots.expert.position import Position
from spadille.bots.heuristics.position import BITS, SUITS
from spadille.game import Card, Game


def exact_values(game: Game) -> dict[Card, float]:
    """Return each legal card's worth to the side of the seat to act; a bag costs its share."""
    view = game.view_to_act
    position = Position(view)
    assert game.round is not None
    order = position.order
    hands = np.zeros((1, view.rules.players, SUITS), np.int64)
    for seat, hand in enumerate(game.round.hands):
        hands[0, seat] = order.mask(list(hand))
    cards = view.options.cards_to_play
    codes = np.array([BITS * order.suit_of[card] + order.bit_of(card) for card in cards])
    utility = endings_of(position).utility
    values = solve_deals(position, utility, hands, codes)[0].tolist()
    return dict(zip(cards, values, strict=True))
