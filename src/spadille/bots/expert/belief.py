"""What the bids of the others, and what they kept in a draft, tell of their hands."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...fast.worlds import Worlds
from ...game import Bid, SeatView, next_seat
from ..intermediate.expected_bid import bids_freely, forces_nil
from ..thumb.kernels import Record
from .answering import rest_of
from .bid_line import bid_line, codes_of, hints_of_line
from .drafts import draw_kept, odds_to_keep
from .hints import NIL, SILENT, SKIP, TRICKS
from .kernels import shift, weigh
from .placing import Placing

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


STEPS = 3
"""A deal is changed in so many steps for each unseen card."""


class Belief:
    """How well deals fit what is told of the hands of the others."""

    def __init__(self, setting: Record, hints: Record, placing: Placing) -> None:
        self._setting, self._hints, self._placing = setting, hints, placing

    def propose(self, worlds: Worlds, count: int, seed: Any) -> Integers:
        """The place of each unseen card in some deals, as likely as drafts make them."""
        hints, placing = self._hints, self._placing
        if not hints.drafted:
            return worlds.sample(count, seed)
        places, suits, bits = placing.unseen.T
        (seat,) = placing.known.others
        aside = len(placing.known.room) - 2
        refused = places >> (aside + 1) & 1
        kept = draw_kept(
            hints.odds[suits, bits] * (places >> seat & 1) * (1 - refused),
            places != 1 << seat,
            placing.known.room[seat],
            np.random.default_rng(seed).random((count, len(places))),
        )
        return np.where(kept, seat, aside + refused)

    def likelihoods(self, dealt: Integers) -> Floats:
        """How likely what was bid is in each deal."""
        likely = np.ones(len(dealt))
        weigh(self._setting, self._hints, self._placing.at_first(dealt), likely)
        return likely

    def shifted(self, dealt: Integers, seed: Any) -> Integers:
        """Deals made from these by small changes, each as likely to come out as it was."""
        dealt = dealt.copy()
        unseen = self._placing.unseen
        draws = np.random.default_rng(seed).random((len(dealt), STEPS * len(unseen), 3))
        hands = self._placing.at_first(dealt)
        shift(self._setting, self._hints, hands, dealt, unseen, draws, np.ones(hands.shape[1]))
        return dealt


def belief_of(view: SeatView, setting: Record, placing: Placing) -> Belief | None:
    """What is believed of the hands of the others; None where nothing is told."""
    hints = _hints_of(view, setting)
    return None if hints is None else Belief(setting, hints, placing)


def _hints_of(view: SeatView, setting: Record) -> Record | None:
    """What is told of the hands of the others, as kernels take it; None where that is nothing.

    Bids tell something where they are free, and where no cards were exchanged.
    """
    rules = view.rules
    if view.exchanged or rules.has_kitty or not bids_freely(rules) or forces_nil(rules):
        return None
    kinds = [_kind(view, seat) for seat in rules.seats]
    if all(kind == SKIP for kind in kinds):
        return None
    line = bid_line(rules, trump=view.trump)
    hints = hints_of_line(line)
    hints.kinds[: rules.players] = kinds
    hints.spreads[:] = line.spread
    for seat, kind in enumerate(kinds):
        bid = view.bids[seat]
        if kind == TRICKS and bid is not None:
            before = codes_of(_bids_before(view, seat))
            hints.means[seat] = bid.tricks / line.share - rest_of(setting, line.numbers, before)
    if rules.drafted:
        hints.drafted = True
        hints.odds[:] = odds_to_keep(rules, trump=view.trump)
    return hints


def _kind(view: SeatView, seat: int) -> int:
    bid = view.bids[seat]
    if seat == view.seat or (bid is not None and bid.blind):
        return SKIP
    if bid is None:
        return SILENT if view.rules.drafted else SKIP
    return NIL if bid.nil else TRICKS


def _bids_before(view: SeatView, seat: int) -> tuple[Bid | None, ...]:
    """The bids that `seat` knew when it made its own."""
    assert view.dealer is not None
    players = view.rules.players
    bids: list[Bid | None] = [None] * players
    if view.rules.bidding.order == "at_once":
        return tuple(bids)
    turn = next_seat(view.dealer, players)
    while turn != seat:
        bids[turn] = view.bids[turn]
        turn = next_seat(turn, players)
    return tuple(bids)
