"""Second thoughts about the bids, and whether to play without trump (B8, V18, V26)."""

import numpy as np

from .core import (
    MATCH,
    NO_CHANGE,
    NOTHING,
    ONE,
    RAISE_EACH,
    SPADES,
    TRICKS_BID,
    Number,
    Record,
    Word,
    bids_itself,
    contract,
    kernel,
    left_of,
)

SILENT, WITH, PROPOSED, AGREED = range(4)
"""What is seen of a seat that may ask to play without trump."""


@kernel
def begin_adjust_step(code: Record, table: Record) -> Number:
    """Whether a seat may still change its bid; then it is its turn."""
    round = table.in_play
    if code.second_thoughts == NO_CHANGE or bids_itself(code, round):
        return False
    first = left_of(code, round.dealer)
    while table.bidder < code.players:
        seat = (first + table.bidder) % code.players
        side = code.side_of[seat]
        free = round.bids[seat] & TRICKS_BID != 0
        if code.second_thoughts != RAISE_EACH and (table.asked >> side) & 1:
            free = False
        if code.second_thoughts == MATCH and side != code.side_of[first]:
            free = False
        if free:
            table.to_act = seat
            return True
        table.bidder += 1
    return False


@kernel
def changed_bids(code: Record, table: Record) -> Word:
    """The bids that the seat to act may have instead of its own, that among them."""
    round = table.in_play
    side = code.side_of[table.to_act]
    own = round.bids[table.to_act] & TRICKS_BID
    room = code.hand_size - contract(code, round, side)
    bids = ONE << np.uint64(own)
    if code.second_thoughts == MATCH:
        other = own + contract(code, round, 1 - side) - contract(code, round, side)
        if 1 <= other <= code.hand_size:
            bids |= ONE << np.uint64(other)
        return bids
    most = min(room, 1) if code.second_thoughts == RAISE_EACH else room
    for by in range(1, most + 1):
        bids |= ONE << np.uint64(own + by)
    return bids


@kernel
def change_bid(code: Record, table: Record, tricks: Number) -> None:
    round = table.in_play
    seat = table.to_act
    round.bids[seat] += tricks - (round.bids[seat] & TRICKS_BID)
    table.asked |= 1 << code.side_of[seat]
    table.bidder += 1


@kernel
def begin_trump_step(code: Record, table: Record) -> Number:
    """Whether somebody is still to speak about trump; then it is its turn."""
    round = table.in_play
    if code.no_trump == 0 or table.agreed or bids_itself(code, round):
        return False
    if table.bidder == code.players:
        return False
    seat = (round.dealer + 1 + table.bidder) % code.players
    table.to_act = code.partner[seat] if table.returning else seat
    return True


@kernel
def may_go_without(code: Record, table: Record) -> Number:
    """Whether the seat to act may wish or agree to play without trump."""
    return table.returning or (table.in_play.hands[table.to_act, 0] & code.suit[SPADES] != NOTHING)


@kernel
def speak_of_trump(code: Record, table: Record, wanted: Number) -> None:
    seat = table.to_act
    if table.returning:
        proposer = (table.in_play.dealer + 1 + table.bidder) % code.players
        table.no_trump[proposer] = AGREED if wanted else WITH
        table.agreed = wanted
        table.returning = 0
        table.bidder += 1
        return
    table.no_trump[seat] = PROPOSED if wanted else WITH
    if wanted and code.partner[seat] >= 0:
        table.returning = 1
    else:
        table.bidder += 1
