"""Whose turn it is at a table: the stages of a round one after another, as in the engine."""

from .after_bids import begin_adjust_step, begin_trump_step
from .cards import renumber
from .core import (
    KITTY_TO_HIGHEST_BIDDER,
    NO_BID,
    NO_KITTY,
    Number,
    Record,
    begin_play,
    bids_itself,
    finished,
    kernel,
    left_of,
    show_where_decided,
    to_play,
    without_trump,
)
from .exchanging import begin_exchange_step, begin_kitty, begin_swap_step
from .state import (
    ADJUST,
    BIDDING,
    DRAFT,
    EXCHANGE,
    KITTY,
    LOOK,
    OVER,
    PLAY,
    SWAP,
    TRUMP,
)


@kernel
def find_turn(space: Record, table: Record) -> None:
    """Goes through the stages until somebody has a decision to take, or the round is over."""
    code = space.code
    round = table.in_play
    if table.stage < BIDDING and _before_the_bids(space, table):
        return
    if table.stage == BIDDING:
        seat = _next_bidder(code, round)
        if seat >= 0:
            table.to_act = seat
            return
        table.bids_over = 1
        table.bidder = 0
        table.stage = ADJUST
    if table.stage < PLAY and _before_the_play(space, table):
        return
    if finished(code, round):
        table.stage = OVER
    else:
        table.to_act = to_play(code, round)


@kernel
def _before_the_bids(space: Record, table: Record) -> Number:
    """Whether there is a decision to take before the bidding; else it begins."""
    code = space.code
    round = table.in_play
    if table.stage == DRAFT:
        if table.stock:
            drawn = (code.deck_size - table.stock) // 2
            table.to_act = (round.dealer + drawn) % code.players
            return True
        table.stage = SWAP
    if table.stage == SWAP:
        if begin_swap_step(code, space, table):
            return True
        table.stage = LOOK
    if table.stage == LOOK:
        if space.face_up and _somebody_looks(code, table):
            return True
        table.stage = KITTY
    if table.bids_over:  # the kitty is for the highest bidder
        return False
    early = code.kitty != NO_KITTY and code.kitty_taker != KITTY_TO_HIGHEST_BIDDER
    if early and begin_kitty(code, table):
        return True
    table.stage = BIDDING
    show_where_decided(code, round, table.score)
    return False


@kernel
def _somebody_looks(code: Record, table: Record) -> Number:
    """Whether somebody is still to look or to bid blind before cards are turned up."""
    round = table.in_play
    seat = round.dealer
    for _ in range(code.players):
        seat = left_of(code, seat)
        if not (round.looked >> seat) & 1:
            table.to_act = seat
            return True
    return False


@kernel
def _before_the_play(space: Record, table: Record) -> Number:
    """Whether there is a decision to take after the bidding; else the play begins."""
    code = space.code
    if table.stage == ADJUST:
        if begin_adjust_step(code, table):
            return True
        table.bidder = 0
        table.stage = TRUMP
    if table.stage == TRUMP:
        if begin_trump_step(code, table):
            return True
        table.bidder = 0
        table.stage = KITTY
    if table.stage == KITTY:
        late = code.kitty != NO_KITTY and code.kitty_taker == KITTY_TO_HIGHEST_BIDDER
        if late and begin_kitty(code, table):
            return True
        table.stage = EXCHANGE
    if begin_exchange_step(code, table):
        return True
    if table.agreed:
        _give_up_trump(code, table)
    begin_play(space.code if table.trump else space.bare, table.in_play)
    table.stage = PLAY
    return False


@kernel
def _give_up_trump(code: Record, table: Record) -> None:
    """From now on the round is played by the code without trump."""
    without_trump(code, table.in_play)
    for seat in range(code.players):
        renumber(code, table.given[seat])
        renumber(code, table.received[seat])
        renumber(code, table.face_up[seat])
    table.trump = 0


@kernel
def _next_bidder(code: Record, round: Record) -> Number:
    """The next seat to bid; -1 when all have, or nobody does."""
    if bids_itself(code, round):
        return -1
    seat = round.dealer
    for _ in range(code.players):
        seat = left_of(code, seat)
        if round.bids[seat] == NO_BID:
            return seat
    return -1
