"""How the side that bid first may match the other contract, as in `game/matching.py` (B8)."""

import numpy as np

from ...game import HIGHEST_BID
from ..encoding import BIG_MO, BLIND, LITTLE_MO, NIL, NOTHING, ONE, TRICKS_BID, Number, Record, Word
from ..kernel import lean_kernel
from .seats import contract, left_of


@lean_kernel
def missing(code: Record, round: Record) -> Number:
    """Return by how much the contract of the side that bid first is below the other one."""
    side = code.side_of[left_of(code, round.dealer)]
    return contract(code, round, 1 - side) - contract(code, round, side)


@lean_kernel
def speaks(code: Record, round: Record, seat: Number) -> Number:
    """Return True if a seat is on the side that bid first; blind nils and side bids stay."""
    bid = round.bids[seat]
    first = left_of(code, round.dealer)
    stays = (bid & BLIND) != 0 and (bid & TRICKS_BID) == 0
    return not stays and code.side_of[seat] == code.side_of[first]


@lean_kernel
def can_match(code: Record, round: Record, seat: Number) -> Number:
    """Return True if a seat and those who speak after it can make the contracts equal."""
    rest = missing(code, round)
    low, high = _room_after(code, round, seat)
    return low + _lower(code, round, seat) <= rest <= high + _higher(code, round, seat)


@lean_kernel
def matching_bids(code: Record, round: Record, seat: Number, begun: Number) -> Word:
    """Return the bids of tricks that a seat may change to, with or without its current one."""
    own = round.bids[seat] & TRICKS_BID
    rest = missing(code, round)
    low, high = _room_after(code, round, seat)
    least = _lower(code, round, seat)
    most = _higher(code, round, seat)
    bids = NOTHING
    for by in range(min(rest, 0), max(rest, 0) + 1):
        fits = least <= by <= most and low <= rest - by <= high
        if fits or (by == 0 and begun == 0):
            bids |= ONE << np.uint64(own + by)
    return bids


@lean_kernel
def set_bid(code: Record, round: Record, seat: Number, tricks: Number) -> None:
    """Change a seat's bid; zero tricks becomes nil, or a zero bid if the rules have that."""
    bid = round.bids[seat]
    if bid & TRICKS_BID == tricks:
        return
    if tricks == 0:
        round.bids[seat] = 0 if code.zero else NIL
    else:
        round.bids[seat] = (bid & (BLIND | LITTLE_MO | BIG_MO)) + tricks


@lean_kernel
def _room_after(code: Record, round: Record, seat: Number) -> tuple[Number, Number]:
    """Return by how much those who speak after a seat can lower and raise the contract."""
    low = high = 0
    while seat != round.dealer:
        seat = left_of(code, seat)
        if speaks(code, round, seat):
            low += _lower(code, round, seat)
            high += _higher(code, round, seat)
    return low, high


@lean_kernel
def _lower(code: Record, round: Record, seat: Number) -> Number:
    bid = round.bids[seat]
    plain = (bid & (BLIND | LITTLE_MO | BIG_MO)) == 0
    none = plain and (code.nil_allowed != 0 or code.zero != 0)
    return min(0, (0 if none else 1) - (bid & TRICKS_BID))


@lean_kernel
def _higher(code: Record, round: Record, seat: Number) -> Number:
    return max(0, min(code.hand_size, HIGHEST_BID) - (round.bids[seat] & TRICKS_BID))
