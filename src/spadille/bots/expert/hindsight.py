"""Value cards with all hands visible, which no one at the table can know until afterwards."""

from math import isnan

import numpy as np

from ...game import BySeat, Card, Hand, SeatView
from ..heuristics.kernels import setting_record
from ..heuristics.position import SUITS
from ..order import order_of
from .exact import endings_of, is_known, solve_worlds
from .irrevocable import about_to_end
from .play import codes_of
from .playing_on import root_of

NODES = 300_000
"""The number of nodes searched per position; unsolved values are omitted."""


def values_seen(view: SeatView, hands: BySeat[Hand]) -> dict[Card, float]:
    """Return the values of legal cards to the viewing side, with open hands and best play.

    Values are counted as in `Candidate.value`; `hands` are the present hands of all seats. Values
    are missing if the solver does not support the rules, and for cards that are not settled after
    `NODES`.
    """
    cards = view.options.cards_to_play
    # The solver has no rules for the first trick; after its last card, none of it is left to play.
    first_tricks = view.tricks or view.rules.play.first_trick == "any" or about_to_end(view)
    if not cards or not first_tricks:
        return {}
    setting = setting_record(view)
    if not is_known(view, setting):
        return {}
    order = order_of(view.rules, trump=view.trump)
    world = np.zeros((1, view.rules.players, SUITS), np.int64)
    for seat, hand in enumerate(hands):
        world[0, seat] = order.mask(list(hand))
    codes = codes_of(root_of(view), order, cards)
    utility = endings_of(view, setting).utility
    (values,) = solve_worlds(view, utility, world, codes, nodes=NODES).tolist()
    return {card: value for card, value in zip(cards, values, strict=True) if not isnan(value)}
