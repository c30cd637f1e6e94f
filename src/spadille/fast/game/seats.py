"""Seats in their order, and what they have bid together, as in `game/seats.py`."""

from ..encoding import NO_BID, TRICKS_BID, Number, Record
from ..kernel import lean_kernel


@lean_kernel
def left_of(code: Record, seat: Number) -> Number:
    """The next seat clockwise."""
    return 0 if seat + 1 == code.players else seat + 1


@lean_kernel
def highest_bidder(code: Record, round: Record) -> Number:
    """Who bid the most tricks, of equal ones the first; the first seat where nobody bid."""
    found = seat = left_of(code, round.dealer)
    most = 0
    for _ in range(code.players):
        bid = round.bids[seat]
        if bid != NO_BID and bid & TRICKS_BID > most:
            most = bid & TRICKS_BID
            found = seat
        seat = left_of(code, seat)
    return found


@lean_kernel
def contract(code: Record, round: Record, side: Number) -> Number:
    """The sum of the bids of a side."""
    tricks = 0
    for seat in range(code.players):
        if code.side_of[seat] == side:
            tricks += round.bids[seat] & TRICKS_BID
    return tricks
