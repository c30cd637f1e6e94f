"""How likely a deal of the unseen cards is, going by what their holders have bid."""

import numpy as np
from numpy.typing import NDArray

from ...game import Bid, Knowledge, SeatView, next_seat
from ..intermediate.expected_bid import bids_freely, forces_nil
from ..order import Order, order_of
from ..thumb.kernels import Record, weigh
from ..thumb.position import SUITS
from ..thumb.strength import NIL, SKIP, TRICKS
from .bid_line import NIL_ODDS, bid_line

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

SPREAD = 0.6
"""The standard deviation of a bid. That of `intermediate` about the line in `bid_line` is 0.35; but
others bid otherwise, so that bids are taken for less precise."""


def is_telling(view: SeatView) -> bool:
    """Whether bids say what their bidders hold: they were free, and no cards were exchanged."""
    rules = view.rules
    free = bids_freely(rules) and not forces_nil(rules)
    return free and not view.exchanged and not rules.drafted and not rules.has_kitty


def likelihoods(view: SeatView, known: Knowledge, setting: Record, worlds: Integers) -> Floats:
    """How likely each world is; `worlds` are hands by world, seat and suit."""
    rules = view.rules
    likely = np.ones(len(worlds))
    if not is_telling(view):
        return likely
    kinds = np.full(rules.players, SKIP)
    means = np.zeros(rules.players)
    line = bid_line(rules, trump=view.trump)
    for seat in rules.seats:
        bid = view.bids[seat]
        if bid is None or bid.blind or seat == view.seat:
            continue
        kinds[seat] = NIL if bid.nil else TRICKS
        means[seat] = bid.tricks / line.share - line.rest(_bids_before(view, seat))
    weigh(
        setting,
        worlds | _played(known, order_of(rules, trump=view.trump)),
        kinds,
        means,
        SPREAD,
        line.slope,
        NIL_ODDS,
        line.weights,
        line.follow,
        line.alone,
        likely,
    )
    return likely


def _bids_before(view: SeatView, seat: int) -> tuple[Bid | None, ...]:
    """The bids that `seat` knew when it made its own."""
    assert view.dealer is not None
    players = view.rules.players
    bids: list[Bid | None] = [None] * players
    turn = next_seat(view.dealer, players)
    while turn != seat:
        bids[turn] = view.bids[turn]
        turn = next_seat(turn, players)
    return tuple(bids)


def _played(known: Knowledge, order: Order) -> Integers:
    """The cards that each seat has played, by suit."""
    masks = [0] * SUITS
    played = []
    for cards in known.played:
        before = list(masks)
        for card in cards:
            order.add(masks, card)
        played.append([mask ^ gone for mask, gone in zip(masks, before, strict=True)])
    return np.array(played)
