"""Decisions after the bids, as in `game/phases/adjusting.py` and `choosing_trump.py`."""

import numpy as np

from ...game import HIGHEST_BID
from ..encoding import (
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
)
from ..kernel import lean_kernel
from .cards import renumber
from .legal_bids import bids_itself
from .matching import can_match, matching_bids, missing, set_bid, speaks
from .seats import contract, in_line
from .state import AGREED, PROPOSED, WITH


@lean_kernel
def begin_adjust_step(code: Record, game: Record) -> Number:
    """Return True if a seat may still change its bid, and make it that seat's turn."""
    round = game.in_play
    if code.second_thoughts == NO_CHANGE or bids_itself(code, round):
        return False
    while game.bidder < code.players:
        seat = in_line(code, game)
        if code.second_thoughts == MATCH:
            open_ = missing(code, round) != 0 and can_match(code, round, seat)
            free = open_ and speaks(code, round, seat)
        else:
            free = round.bids[seat] & TRICKS_BID != 0
            if code.second_thoughts != RAISE_EACH and (game.asked >> code.side_of[seat]) & 1:
                free = False
        if free:
            game.to_act = seat
            return True
        game.bidder += 1
    return False


@lean_kernel
def changed_bids(code: Record, game: Record) -> Word:
    """Return the bids that the seat to act may change to, usually including its current one."""
    round = game.in_play
    seat = game.to_act
    if code.second_thoughts == MATCH:
        return matching_bids(code, round, seat, game.asked)
    own = round.bids[seat] & TRICKS_BID
    bids = NOTHING
    for by in range(_most_raise(code, round, seat) + 1):
        bids |= ONE << np.uint64(own + by)
    return bids


@lean_kernel
def change_bid(code: Record, game: Record, tricks: Number) -> None:
    """Change a bid; `asked` are sides or, if contracts are matched, whether a bid has changed."""
    round = game.in_play
    seat = game.to_act
    own = round.bids[seat] & TRICKS_BID
    if code.second_thoughts == MATCH:
        game.asked |= tricks != own
        set_bid(code, round, seat, tricks)
    else:
        game.asked |= 1 << code.side_of[seat]
        round.bids[seat] += tricks - own
    game.bidder += 1


@lean_kernel
def _most_raise(code: Record, round: Record, seat: Number) -> Number:
    """Return the most by which a seat may raise its bid."""
    tricks = round.bids[seat] & TRICKS_BID
    most = code.side_maximum or code.tricks
    room = most - contract(code, round, code.side_of[seat])
    room = max(0, min(room, HIGHEST_BID - tricks))
    return min(room, 1) if code.second_thoughts == RAISE_EACH else room


@lean_kernel
def begin_trump_step(code: Record, game: Record) -> Number:
    """Return True if a seat still has to decide about trump, and make it that seat's turn."""
    if code.no_trump == 0 or game.agreed or bids_itself(code, game.in_play):
        return False
    if game.bidder == code.players:
        return False
    seat = in_line(code, game)
    game.to_act = code.partner[seat] if game.returning else seat
    return True


@lean_kernel
def may_go_without(code: Record, game: Record) -> Number:
    """Return True if the seat to act may propose or agree to play without trump."""
    return game.returning or (game.in_play.hands[game.to_act, 0] & code.suit[SPADES] != NOTHING)


@lean_kernel
def speak_of_trump(code: Record, game: Record, wanted: Number) -> None:
    """Record a proposal or an answer (V26); `agreed` is 1 once both partners want it."""
    seat = game.to_act
    if game.returning:
        game.no_trump[in_line(code, game)] = AGREED if wanted else WITH
        game.agreed = wanted
        game.returning = 0
        game.bidder += 1
        return
    game.no_trump[seat] = PROPOSED if wanted else WITH
    if wanted and code.partner[seat] >= 0:
        game.returning = 1
    else:
        game.bidder += 1


@lean_kernel
def give_up_trump(code: Record, game: Record) -> None:
    """Continue the round with the code without trump."""
    for seat in range(code.players):
        renumber(code, game.in_play.hands[seat])
        renumber(code, game.given[seat])
        renumber(code, game.received[seat])
        renumber(code, game.face_up[seat])
    game.trump = 0
