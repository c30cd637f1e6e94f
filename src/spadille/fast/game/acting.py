"""Apply a legal action, as the phases of `game/` do."""

import numpy as np

from ...game import MOST_LOW_TOTALS
from ...notation import action_numbers as numbers
from ..encoding import (
    BIG_MO,
    BLIND,
    BLIND_SIDE,
    KEEP_OR_NEXT_UNSEEN,
    LITTLE_MO,
    LOW,
    LOW_REDEALT,
    NEXT_PLAYER,
    NIL,
    NO_BID,
    SEATS,
    TRICKS_BID,
    Number,
    Record,
)
from ..kernel import lean_kernel
from .adjusting import change_bid, speak_of_trump
from .blind import show_where_decided
from .cards import put_in
from .dealing import begin_round
from .exchanging import choose_card, end_choice
from .playing import play_card, shows_void
from .seats import left_of
from .state import ADJUST, BIDDING, DRAFT, LOOK, PLAY, THROWN_BITS, THROWN_IN, TRUMP, VOID_BITS

_RANKS = 13


@lean_kernel
def act(codes: Record, game: Record, action: Number) -> None:
    """Take a legal action of the seat to act."""
    round = game.in_play
    code = codes.code if game.trump else codes.bare
    stage = game.stage
    seat = game.to_act
    if stage == PLAY:
        _play(code, game, seat, action)
    elif action == numbers.LOOK:
        round.looked |= 1 << seat
    elif action == numbers.THROW_IN:
        game.thrown_in += 1 << (THROWN_BITS * seat)
        _deal_again(code, game)
    elif action in (numbers.KEEP_FIRST, numbers.KEEP_NEXT):
        _keep(code, game, seat, action == numbers.KEEP_FIRST)
    elif stage in (DRAFT, LOOK, BIDDING):
        _bid(code, game, seat, action)
        if stage == BIDDING and code.low_total == LOW_REDEALT and _is_low(code, game):
            game.thrown_in += 1 << (THROWN_BITS * SEATS)
            _deal_again(code, game)
    elif stage == ADJUST:
        change_bid(code, game, action - numbers.BID)
    elif stage == TRUMP:
        speak_of_trump(code, game, action == numbers.NO_TRUMP)
    elif action == numbers.DONE:
        end_choice(code, game, seat)
    else:
        choose_card(code, game, seat, code.kind_of[action - numbers.CARD])


@lean_kernel
def _deal_again(code: Record, game: Record) -> None:
    """Throw all hands in (D10, D14, V37)."""
    game.stage = THROWN_IN
    if code.redealt_by == NEXT_PLAYER:
        game.in_play.dealer = left_of(code, game.in_play.dealer)
    begin_round(code, game)


@lean_kernel
def _is_low(code: Record, game: Record) -> Number:
    """Return True if all have bid and the total is so low that the round is redealt (V37)."""
    if game.thrown_in >> (THROWN_BITS * SEATS) >= MOST_LOW_TOTALS:
        return False
    total = 0
    for seat in range(code.players):
        bid = game.in_play.bids[seat]
        if bid == NO_BID:
            return False
        total += bid & TRICKS_BID
    return total < code.total_minimum


@lean_kernel
def _play(code: Record, game: Record, seat: Number, action: Number) -> None:
    round = game.in_play
    if action < numbers.LOW_ACE:
        kind = code.kind_of[action - numbers.CARD]
        play = kind
    else:
        kind = code.kind_of[(action - numbers.LOW_ACE) * _RANKS + _RANKS - 1]
        play = kind + LOW
    if shows_void(code, round, play):
        game.void |= 1 << (VOID_BITS * seat + round.led)
    put_in(game.played[seat], kind)
    play_card(code, round, play)


@lean_kernel
def _bid(code: Record, game: Record, seat: Number, action: Number) -> None:
    """Apply a bid; after a blind bid of tricks for the whole side, the partners do not bid."""
    round = game.in_play
    bid = _bid_of(action)
    round.bids[seat] = bid
    if bid & BLIND and bid & NIL == 0 and code.blind_bids == BLIND_SIDE:
        for other in range(code.players):
            if other != seat and code.side_of[other] == code.side_of[seat]:
                round.bids[other] = BLIND
    show_where_decided(code, round, game.score)


@lean_kernel
def _bid_of(action: Number) -> Number:
    if action == numbers.NIL:
        return NIL
    if action == numbers.BLIND_NIL:
        return NIL + BLIND
    if action < numbers.BLIND_BID:
        return action - numbers.BID
    if action < numbers.LITTLE_MO:
        return action - numbers.BLIND_BID + BLIND
    if action < numbers.BIG_MO:
        return action - numbers.LITTLE_MO + LITTLE_MO
    return action - numbers.BIG_MO + BIG_MO


@lean_kernel
def _keep(code: Record, game: Record, seat: Number, first: Number) -> None:
    """Keep one of the two top cards of the stack, and put the other aside (N2 to N4)."""
    top = code.deck_size - game.stock
    kept = np.int64(game.stack[top if first else top + 1])
    other = np.int64(game.stack[top + 1 if first else top])
    put_in(game.in_play.hands[seat], kept)
    put_in(game.aside, other)
    if not first or code.method != KEEP_OR_NEXT_UNSEEN:
        put_in(game.refused[seat], other)
    game.stock -= 2
