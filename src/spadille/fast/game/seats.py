"""Seats in order and their joint bids, as in `game/seats.py`."""

from ..encoding import BY_SIDE, NO_BID, TRICKS_BID, Number, Record, Word
from ..kernel import lean_kernel


@lean_kernel
def left_of(code: Record, seat: Number) -> Number:
    """Return the next seat clockwise."""
    return 0 if seat + 1 == code.players else seat + 1


@lean_kernel
def in_line(code: Record, game: Record) -> Number:
    """Return the seat that a stage has reached, after skipping `game.bidder` seats."""
    return (game.in_play.dealer + 1 + game.bidder) % code.players


@lean_kernel
def first_holder(code: Record, round: Record, card: Word) -> Number:
    """Return the first seat from the dealer's left that holds a card; -1 if no one does."""
    seat = round.dealer
    for _ in range(code.players):
        seat = left_of(code, seat)
        if round.hands[seat, 0] & card:
            return seat
    return -1


@lean_kernel
def highest_bidder(code: Record, round: Record) -> Number:
    """Return who bid the most tricks, the first if tied; the first seat if no one bid."""
    found = left_of(code, round.dealer)
    most = 0
    for place in range(code.players):
        seat = bidder_at(code, round, place)
        bid = round.bids[seat]
        if bid != NO_BID and bid & TRICKS_BID > most:
            most = bid & TRICKS_BID
            found = seat
    return found


@lean_kernel
def bidder_at(code: Record, round: Record, place: Number) -> Number:
    """Return the seat that bids at a place in the order of bids (B1, V36)."""
    left = round.dealer + 1
    if code.order != BY_SIDE:
        return (left + place) % code.players
    passed = 0
    for first in range(code.players):
        side = code.side_of[(left + first) % code.players]
        if passed >> side & 1:
            continue
        passed |= 1 << side
        for other in range(first, code.players):
            seat = (left + other) % code.players
            if code.side_of[seat] == side:
                if place == 0:
                    return seat
                place -= 1
    return round.dealer


@lean_kernel
def contract(code: Record, round: Record, side: Number) -> Number:
    """Return the sum of the bids of a side."""
    tricks = 0
    for seat in range(code.players):
        if code.side_of[seat] == side:
            tricks += round.bids[seat] & TRICKS_BID
    return tricks
