"""Views as positions of the playout kernels."""

import numpy as np

from spadille.bots.expert.cards import Cards, cards_of
from spadille.bots.expert.place import position_of
from spadille.bots.expert.setting import setting_of
from spadille.fast.rollout import BITS, Position, Setting, choose
from spadille.game import Bid, Card, SeatView


def kernel_view(view: SeatView) -> tuple[Cards, Setting, Position]:
    """What the kernels know of a view in the play."""
    cards = cards_of(view.rules, trump=view.trump)
    bids = tuple(bid or Bid(0) for bid in view.bids)
    setting = setting_of(view.rules, bids, trump=view.trump, bid=None not in view.bids)
    return cards, setting, position_of(view, cards, view.trick.leader if view.trick else view.seat)


def chosen(view: SeatView) -> tuple[Card, set[Card]]:
    """The card that the kernels would play, and those they take for legal."""
    cards, setting, position = kernel_view(view)
    code = choose(setting, position, np.zeros(view.rules.players, np.int64))
    legal = position.legal[: position.count]
    return cards.cards[code], {cards.cards[BITS * suit + bit] for suit, bit, *_ in legal.tolist()}
