"""Value cards by the exact solver: in the last tricks of sampled deals, and with all hands seen."""

from itertools import product
from math import isnan
from typing import NamedTuple

import numpy as np

from ...fast.solver import Utility, groups_of, solve_batch
from ...game import Bid, BySeat, Card, Hand, SeatView, coverage
from ..heuristics.kernels import gain
from ..heuristics.position import BITS, JUNK, SUITS
from .bidding import Floats, Integers
from .compare import NOTHING, UNKNOWN, Outlook, worth_of
from .position import Position
from .rollout import card_codes

SCALE = 100
"""The solver's values are in hundredths of those of the results."""

_SUIT = 13
_MOST_TRUMPS = 24
_PLAYERS = 4
_SIDES = 2


class Endings(NamedTuple):
    """The ways in which the round may end, and their values to the seat's side.

    `results` have the gain in points and then the tricks by seat; for each side, one seat that did
    not bid nil has all the tricks of those that did not. `worths` are the values of the results in
    hundredths.
    """

    utility: Utility
    results: Floats
    worths: Integers

    def outcomes(self, outlook: Outlook, values: Floats) -> Floats:
        """Return the outcomes with these values; unknown if several have the same value."""
        ends = outlook.of_results(self.results)
        known, which = np.unique(self.worths, return_inverse=True)
        least = np.full((len(known), ends.shape[1]), np.inf)
        most = -least
        np.minimum.at(least, which, ends)
        np.maximum.at(most, which, ends)
        found = np.where(least == most, least, np.where(np.isnan(least), NOTHING, UNKNOWN))
        return np.asarray(found[np.searchsorted(known, np.rint(values * SCALE))], np.float64)


def is_solvable(position: Position, tricks: int) -> bool:
    """Return True if at most `tricks` are left, and the solver supports the rules and deck."""
    few = len(position.view.hand or ()) <= tricks and position.view.tricks
    return bool(few) and is_supported(position)


def is_supported(position: Position) -> bool:
    """Return True if the solver supports the deck and the rules apart from the first trick."""
    rules, view = position.rules, position.view
    if None in view.bids:
        return False
    if len(rules.sides) != _SIDES or rules.players > _PLAYERS:
        return False
    if not coverage.SOLVER.covers(rules) or position.order.full[JUNK]:
        return False
    sizes = [mask.bit_count() for mask in position.order.full[:JUNK]]
    most = _MOST_TRUMPS if view.trump else _SUIT
    return max(sizes[:-1]) <= _SUIT and sizes[-1] <= most


def solve_deals(
    position: Position,
    utility: Utility,
    deals: Integers,
    codes: Integers,
    *,
    nodes: int | None = None,
) -> Floats:
    """Return each card's value to the seat's side in each sampled deal, by deal and card.

    `deals` are hands by deal, seat and suit, and `codes` the numbers of legal cards. Values that
    are not settled after searching `nodes` nodes in a deal are NaN.
    """
    view, order = position.view, position.order
    table = view.trick.cards if view.trick else ()
    trick = [order.suit_of[card] * _SUIT + order.bit_of(card) for card in table]
    shifts = _SUIT * np.arange(JUNK, dtype=np.uint64)
    hands = np.bitwise_or.reduce(deals[:, :, :JUNK].astype(np.uint64) << shifts, axis=2)
    answers = solve_batch(
        hands,
        view.trick.leader if view.trick else view.seat,
        trick=np.tile(trick, (len(hands), 1)) if trick else None,
        won=np.tile(view.won, (len(hands), 1)),
        broken=view.broken,
        lead=view.rules.play.lead_spades,
        trump=view.trump,
        utility=utility,
        nodes=nodes,
    )
    assert answers.card_lower is not None
    assert answers.card_upper is not None
    at = codes // BITS * _SUIT + codes % BITS
    low, high = answers.card_lower[:, at], answers.card_upper[:, at]
    return np.where(low == high, low / SCALE, np.nan)


def endings_of(position: Position) -> Endings:
    """Return all endings, by the tricks of each nil bidder and those of the rest of each side."""
    rules, view, mine = position.rules, position.view, position.side
    bids = tuple(bid or Bid(0) for bid in view.bids)
    side_of = tuple(int(rules.side_of(seat) != mine) for seat in rules.seats)
    group_of, seats = groups_of(bids, side_of)
    so_far = np.bincount(group_of, view.won).astype(int)
    left = rules.tricks - sum(view.won)
    outcomes = [
        tuple(so_far + more)
        for more in product(range(left + 1), repeat=len(seats))
        if sum(more) == left
    ]
    results = np.zeros((len(outcomes), 1 + rules.players))
    for row, won in zip(results, outcomes, strict=True):
        row[1:][seats] = won
        row[0] = gain(position.root.setting, row[1:].astype(np.int64), mine)
    table = np.zeros((rules.tricks + 1,) * (len(seats) - 1), np.int64)
    worths = np.rint(SCALE * worth_of(position, bids, results)).astype(np.int64)
    for worth, won in zip(worths, outcomes, strict=True):
        table[won[:-1]] = worth
    return Endings(Utility(group_of, side_of, table), results, worths)


NODES = 300_000
"""The number of nodes searched per position; unsolved values are omitted."""


def values_seen(view: SeatView, hands: BySeat[Hand]) -> dict[Card, float]:
    """Return the values of legal cards to the seat's side, with open hands and best play.

    Values are counted as in `Candidate.value`; `hands` are the present hands of all seats. Values
    are missing if the solver does not support the rules, and for cards that are not settled after
    `NODES`.
    """
    position = Position(view)
    cards = view.options.cards_to_play
    # The solver has no rules for the first trick; after its last card, none of it is left to play.
    first_tricks = view.tricks or view.rules.play.first_trick == "any" or position.last_to_play
    if not cards or not first_tricks:
        return {}
    if not is_supported(position):
        return {}
    deal = np.zeros((1, view.rules.players, SUITS), np.int64)
    for seat, hand in enumerate(hands):
        deal[0, seat] = position.order.mask(list(hand))
    codes = card_codes(position, cards)
    utility = endings_of(position).utility
    (values,) = solve_deals(position, utility, deal, codes, nodes=NODES).tolist()
    return {card: value for card, value in zip(cards, values, strict=True) if not isnan(value)}
