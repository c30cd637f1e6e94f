"""Value cards in the last tricks with the exact solver, for best play by everyone."""

from itertools import product
from typing import NamedTuple

import numpy as np

from ...fast.solver import Utility, groups_of, solve_batch
from ...game import Bid, SeatView, coverage
from ..heuristics.kernels import Record, gain
from ..heuristics.position import BITS, JUNK
from ..order import order_of
from .arrays import Floats, Integers
from .weighing import worth_of

SCALE = 100
"""The solver's values are in hundredths of those of the results."""

_SUIT = 13
_MOST_TRUMPS = 24
_PLAYERS = 4
_SIDES = 2


class Endings(NamedTuple):
    """The ways in which the round may end, and their values to the view's side.

    `results` have the gain in points and then the tricks by seat; for each side, one seat that did
    not bid nil has all the tricks of those that did not. `worths` are the values of the results in
    hundredths.
    """

    utility: Utility
    results: Floats
    worths: Integers


def is_solvable(view: SeatView, setting: Record, tricks: int) -> bool:
    """Return True if at most `tricks` are left, and the solver supports the rules and deck."""
    return len(view.hand or ()) <= tricks and bool(view.tricks) and is_known(view, setting)


def is_known(view: SeatView, setting: Record) -> bool:
    """Return True if the solver supports the deck and the rules apart from the first trick."""
    rules = view.rules
    if None in view.bids:
        return False
    if len(rules.sides) != _SIDES or rules.players > _PLAYERS:
        return False
    if not coverage.SOLVER.covers(rules) or setting.deck[JUNK]:
        return False
    sizes = [int(mask).bit_count() for mask in setting.deck[:JUNK]]
    most = _MOST_TRUMPS if view.trump else _SUIT
    return max(sizes[:-1]) <= _SUIT and sizes[-1] <= most


def solve_worlds(
    view: SeatView,
    utility: Utility,
    worlds: Integers,
    codes: Integers,
    *,
    nodes: int | None = None,
) -> Floats:
    """Return each card's value to the view's side in each sampled deal, by deal and card.

    `worlds` are hands by deal, seat and suit, and `codes` the numbers of legal cards. Values that
    are not settled after searching `nodes` nodes in a deal are NaN.
    """
    order = order_of(view.rules, trump=view.trump)
    table = view.trick.cards if view.trick else ()
    trick = [order.suit_of[card] * _SUIT + order.bit_of(card) for card in table]
    shifts = _SUIT * np.arange(JUNK, dtype=np.uint64)
    hands = np.bitwise_or.reduce(worlds[:, :, :JUNK].astype(np.uint64) << shifts, axis=2)
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


def endings_of(view: SeatView, setting: Record) -> Endings:
    """Return all endings, by the tricks of each nil bidder and those of the rest of each side."""
    rules = view.rules
    bids = tuple(bid or Bid(0) for bid in view.bids)
    mine = rules.side_of(view.seat)
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
        row[0] = gain(setting, row[1:].astype(np.int64), mine)
    table = np.zeros((rules.tricks + 1,) * (len(seats) - 1), np.int64)
    worths = np.rint(SCALE * worth_of(view, bids, results)).astype(np.int64)
    for worth, won in zip(worths, outcomes, strict=True):
        table[won[:-1]] = worth
    return Endings(Utility(group_of, side_of, table), results, worths)
