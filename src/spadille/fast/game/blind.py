"""Bidding without looking at the cards, as in `game/phases/blind.py` (E1 to E5, E11, E12)."""

import numpy as np

from ..encoding import (
    BLIND,
    BLIND_NONE,
    BLIND_SIDE,
    NIL,
    NO_BID,
    NOTHING,
    ONE,
    Number,
    Record,
    Word,
)
from ..kernel import lean_kernel
from .legal_bids import NIL_ALONE, bids_itself, points_behind, within_limits


@lean_kernel
def blind_bids(  # noqa: C901, PLR0912 - all that may bar it
    code: Record, round: Record, score: Record, seat: Number
) -> Word:
    """Return what a seat may bid blind when its turn comes, as far as is known now."""
    if code.nil_blind == 0 and code.blind_bids == BLIND_NONE:
        return NOTHING
    if round.bids[seat] != NO_BID or (round.looked >> seat) & 1 or bids_itself(code, round):
        return NOTHING
    own = code.side_of[seat]
    bids = NOTHING
    if code.nil_blind and _far_enough_behind(code, score, own, code.nil_blind_deficit):
        left = code.nil_blind_per_side
        if code.blind_limited:
            for other in range(code.players):
                if code.side_of[other] == own and round.bids[other] == NIL + BLIND:
                    left -= 1
        if left > 0 and _within(code, round, seat, NIL):
            bids |= NIL_ALONE
    if code.blind_bids == BLIND_NONE:
        return bids
    if not _far_enough_behind(code, score, own, code.blind_deficit):
        return bids
    if code.blind_bids == BLIND_SIDE:
        for other in range(code.players):
            known = (round.looked >> other) & 1 or round.bids[other] != NO_BID
            if other != seat and code.side_of[other] == own and known:
                return bids
    for tricks in range(code.blind_minimum, code.hand_size + 1):
        if _within(code, round, seat, tricks):
            bids |= ONE << np.uint64(tricks)
    return bids


@lean_kernel
def show_where_decided(code: Record, round: Record, score: Record) -> None:
    """Show all seats that can no longer bid blind their cards."""
    looked = round.looked
    for seat in range(code.players):
        if blind_bids(code, round, score, seat) == NOTHING:
            looked |= 1 << seat
    round.looked = looked


@lean_kernel
def _within(code: Record, round: Record, seat: Number, bid: Number) -> Number:
    """Return True if a blind bid stays within the table's limits, if any."""
    if code.any_bid:
        return True
    for_side = bid & NIL == 0 and code.blind_bids == BLIND_SIDE
    return within_limits(code, round, seat, bid, for_side)


@lean_kernel
def _far_enough_behind(code: Record, score: Record, side: Number, deficit: Number) -> Number:
    """Return True if a side is this many points behind the best other side; 0 always passes."""
    return deficit == 0 or points_behind(code, score, side) >= deficit
