"""What a legal action does to a table, as the phases of the engine do."""

import numpy as np

from ..action_numbers import (
    BID,
    BIG_MO,
    BLIND_BID,
    BLIND_NIL,
    CARD,
    DONE,
    KEEP_FIRST,
    LITTLE_MO,
    LOOK,
    LOW_ACE,
    NIL,
    NO_TRUMP,
    THROW_IN,
)
from .after_bids import change_bid, speak_of_trump
from .cards import put_in
from .core import BIG_MO as MO_BIG
from .core import (
    BLIND,
    BLIND_SIDE,
    LOW,
    NO_SUIT,
    ONE,
    Number,
    Record,
    kernel,
    play_card,
    show_where_decided,
)
from .core import LITTLE_MO as MO_LITTLE
from .core import NIL as NIL_BID
from .exchanging import (
    choose_card,
    end_choice,
)
from .state import (
    ADJUST,
    BIDDING,
    DRAFT,
    KEEP_OR_NEXT_UNSEEN,
    PLAY,
    THROWN_BITS,
    THROWN_IN,
    TRUMP,
    VOID_BITS,
)
from .state import (
    LOOK as LOOK_STAGE,
)

_RANKS = 13


@kernel
def act(space: Record, table: Record, action: Number) -> None:
    """Takes a legal action of the seat to act."""
    round = table.in_play
    score = table.score
    code = space.code if table.trump else space.bare
    stage = table.stage
    seat = table.to_act
    if stage == PLAY:
        _play(code, space, table, seat, action)
    elif action == LOOK:
        round.looked |= 1 << seat
    elif action == THROW_IN:
        table.thrown_in += 1 << (THROWN_BITS * seat)
        table.stage = THROWN_IN
    elif stage == BIDDING:
        _bid(code, round, score, seat, action)
    elif stage in (DRAFT, LOOK_STAGE):
        if action >= KEEP_FIRST:
            _keep(code, space, table, seat, action)
        else:
            _bid(code, round, score, seat, action)
    elif stage == ADJUST:
        change_bid(code, table, action - BID)
    elif stage == TRUMP:
        speak_of_trump(code, table, action == NO_TRUMP)
    elif action == DONE:
        end_choice(code, table, seat)
    else:
        choose_card(code, table, seat, space.kind_of[1, action - CARD])


@kernel
def _play(code: Record, space: Record, table: Record, seat: Number, action: Number) -> None:
    round = table.in_play
    if action < LOW_ACE:
        kind = space.kind_of[table.trump, action - CARD]
        play = kind
    else:
        kind = space.kind_of[table.trump, (action - LOW_ACE) * _RANKS + _RANKS - 1]
        play = kind + LOW
    if round.led != NO_SUIT and code.suit_of[kind] != round.led:
        table.void |= 1 << (VOID_BITS * seat + round.led)
    card = ONE << np.uint64(kind)
    table.played[seat, 1] |= table.played[seat, 0] & card
    table.played[seat, 0] |= card
    play_card(code, round, play)


@kernel
def _bid(code: Record, round: Record, score: Record, seat: Number, action: Number) -> None:
    if action == NIL:
        bid = NIL_BID
    elif action == BLIND_NIL:
        bid = NIL_BID + BLIND
    elif action < BLIND_BID:
        bid = action - BID
    elif action < LITTLE_MO:
        bid = action - BLIND_BID + BLIND
    elif action < BIG_MO:
        bid = action - LITTLE_MO + MO_LITTLE
    else:
        bid = action - BIG_MO + MO_BIG
    round.bids[seat] = bid
    if bid & BLIND and bid & NIL_BID == 0 and code.blind_bids == BLIND_SIDE:
        for other in range(code.players):
            if other != seat and code.side_of[other] == code.side_of[seat]:
                round.bids[other] = BLIND
    show_where_decided(code, round, score)


@kernel
def _keep(code: Record, space: Record, table: Record, seat: Number, action: Number) -> None:
    """Of the two top cards of the stack one is kept, and the other put aside (N2 to N4)."""
    round = table.in_play
    first = np.int64(table.stack[code.deck_size - table.stock])
    second = np.int64(table.stack[code.deck_size - table.stock + 1])
    keeps_first = action == KEEP_FIRST
    kept = first if keeps_first else second
    other = second if keeps_first else first
    put_in(round.hands[seat], kept)
    put_in(table.aside, other)
    if not keeps_first or space.method != KEEP_OR_NEXT_UNSEEN:
        put_in(table.refused[seat], other)
    table.stock -= 2
