"""Move a game forward: find whose turn it is, phase by phase, and end rounds."""

from ..encoding import (
    DEALER_FIRST,
    KITTY_TO_HIGHEST_BIDDER,
    NO_BID,
    NO_KITTY,
    NOBODY_FIRST,
    TRICKS_BID,
    Number,
    Record,
)
from ..kernel import lean_kernel
from .adjusting import begin_adjust_step, begin_trump_step, give_up_trump
from .blind import show_where_decided
from .exchanging import begin_exchange_step, begin_kitty, begin_swap_step
from .legal_bids import bids_itself
from .playable import to_play
from .playing import begin_play, finished
from .scoring import score_round
from .seats import bidder_at, left_of
from .state import ADJUST, BIDDING, DRAFT, EXCHANGE, KITTY, LOOK, OVER, PLAY, SWAP, TRUMP


@lean_kernel
def find_turn(codes: Record, game: Record) -> None:
    """Go through the stages until a seat has a decision to make or chance has to act."""
    if game.stage > OVER:
        return
    code = codes.code
    round = game.in_play
    if game.stage < BIDDING and _before_the_bids(code, game):
        return
    if game.stage == BIDDING:
        seat = _next_bidder(code, round)
        if seat >= 0:
            game.to_act = seat
            return
        game.bids_over = 1
        game.bidder = 0
        game.stage = ADJUST
    if game.stage < PLAY and _before_the_play(codes, game):
        return
    if finished(code, round):
        game.stage = OVER
    else:
        game.to_act = to_play(code, round)


@lean_kernel
def _before_the_bids(code: Record, game: Record) -> Number:
    """Return True if there is a decision to make before the bidding; otherwise, begin that."""
    round = game.in_play
    if game.stage == DRAFT:
        if game.stock:
            drawn = (code.deck_size - game.stock) // 2
            game.to_act = (round.dealer + drawn) % code.players
            return True
        game.stage = SWAP
    if game.stage == SWAP:
        if begin_swap_step(code, game):
            return True
        game.stage = LOOK
    if game.stage == LOOK:
        if code.looks_first != NOBODY_FIRST and _somebody_looks(code, game):
            return True
        game.stage = KITTY
    if game.bids_over:  # the kitty goes to the highest bidder
        return False
    early = code.kitty != NO_KITTY and code.kitty_taker != KITTY_TO_HIGHEST_BIDDER
    if early and begin_kitty(code, game):
        return True
    game.stage = BIDDING
    show_where_decided(code, round, game.score)
    return False


@lean_kernel
def _somebody_looks(code: Record, game: Record) -> Number:
    """Return True if a seat has to look or bid blind before anything else is done."""
    round = game.in_play
    seat = round.dealer
    if code.looks_first != DEALER_FIRST:
        seat = left_of(code, seat)
    for _ in range(code.players):
        if not (round.looked >> seat) & 1:
            game.to_act = seat
            return True
        seat = left_of(code, seat)
    return False


@lean_kernel
def _before_the_play(codes: Record, game: Record) -> Number:
    """Return True if there is a decision to make after the bidding; otherwise, begin the play."""
    code = codes.code
    if game.stage == ADJUST:
        if begin_adjust_step(code, game):
            return True
        game.bidder = 0
        game.stage = TRUMP
    if game.stage == TRUMP:
        if begin_trump_step(code, game):
            return True
        game.bidder = 0
        game.stage = KITTY
    if game.stage == KITTY:
        late = code.kitty != NO_KITTY and code.kitty_taker == KITTY_TO_HIGHEST_BIDDER
        if late and begin_kitty(code, game):
            return True
        game.stage = EXCHANGE
    if begin_exchange_step(code, game):
        return True
    if game.agreed:
        give_up_trump(code, game)
    begin_play(codes.code if game.trump else codes.bare, game.in_play)
    game.stage = PLAY
    return False


@lean_kernel
def _next_bidder(code: Record, round: Record) -> Number:
    """Return the next seat to bid; -1 if all have, or if no one bids."""
    if bids_itself(code, round):
        return -1
    for place in range(code.players):
        seat = bidder_at(code, round, place)
        if round.bids[seat] == NO_BID:
            return seat
    return -1


@lean_kernel
def score_game(codes: Record, game: Record) -> None:
    """Score a finished round; if no one bids, the tricks won count as the bids (V12)."""
    code = codes.code if game.trump else codes.bare
    round = game.in_play
    for seat in range(code.players):
        if round.bids[seat] == NO_BID:
            round.bids[seat] = round.won[seat]
        round.previous[seat] = round.bids[seat] & TRICKS_BID
    score_round(code, round, game.score)
