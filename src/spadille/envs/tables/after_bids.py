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
    can_match,
    kernel,
    left_of,
    matching_bids,
    missing,
    most_raise,
    set_bid,
    speaks,
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
        if code.second_thoughts == MATCH:
            open_ = missing(code, round) != 0 and can_match(code, round, seat)
            free = open_ and speaks(code, round, seat)
        else:
            free = round.bids[seat] & TRICKS_BID != 0
            if code.second_thoughts != RAISE_EACH and (table.asked >> code.side_of[seat]) & 1:
                free = False
        if free:
            table.to_act = seat
            return True
        table.bidder += 1
    return False


@kernel
def changed_bids(code: Record, table: Record) -> Word:
    """The bids that the seat to act may have instead of its own, that mostly among them."""
    round = table.in_play
    seat = table.to_act
    if code.second_thoughts == MATCH:
        return matching_bids(code, round, seat, table.asked)
    own = round.bids[seat] & TRICKS_BID
    bids = NOTHING
    for by in range(most_raise(code, round, seat) + 1):
        bids |= ONE << np.uint64(own + by)
    return bids


@kernel
def change_bid(code: Record, table: Record, tricks: Number) -> None:
    """`asked` are sides, or, where contracts are matched, whether a bid has been changed."""
    round = table.in_play
    seat = table.to_act
    own = round.bids[seat] & TRICKS_BID
    if code.second_thoughts == MATCH:
        table.asked |= tricks != own
        set_bid(code, round, seat, tricks)
    else:
        table.asked |= 1 << code.side_of[seat]
        round.bids[seat] += tricks - own
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
