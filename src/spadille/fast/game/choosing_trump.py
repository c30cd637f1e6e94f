"""Whether to play without trump, as in `game/phases/choosing_trump.py` (V26)."""

from ..encoding import NOTHING, SPADES, Number, Record
from ..kernel import lean_kernel
from .cards import renumber
from .legal_bids import bids_itself
from .seats import in_line
from .state import AGREED, PROPOSED, WITH


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
