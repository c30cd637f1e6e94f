"""A table before its first decision: dealt, or with a stack to draw from."""

import numpy as np

from .cards import add_all, clear, draw_one, put_in
from .core import (
    EMPTY,
    NO_BID,
    NO_KITTY,
    Numbers,
    Record,
    begin_game,
    below,
    deal,
    first_dealer,
    kernel,
    left_of,
    show_where_decided,
)
from .state import DRAFT, LOOK, NO_DRAFT, THROWN_IN


@kernel
def begin_episode(space: Record, table: Record) -> None:
    """Level scores and a first dealer by chance."""
    round = table.in_play
    table.chance, round.dealer = first_dealer(space.code, table.chance)
    round.number = 0
    table.thrown_in = 0
    begin_game(space.code, round, table.score)


@kernel
def next_dealer(space: Record, table: Record) -> None:
    table.thrown_in = 0
    table.in_play.dealer = left_of(space.code, table.in_play.dealer)


@kernel
def begin_round(space: Record, table: Record, scratch: Numbers) -> None:
    """The cards of the next round, or of this one again; `scratch` has room for the deck."""
    code = space.code
    round = table.in_play
    score = table.score
    if table.stage != THROWN_IN:
        round.number += 1
    round.looked = 0
    round.count = 0
    round.done = 0
    round.broken = 0
    table.trump = 1
    table.bidder = 0
    table.returning = 0
    table.count = 0
    table.stock = 0
    table.void = 0
    table.taker = -1
    table.put_away = 0
    table.asked = 0
    table.bids_over = 0
    table.agreed = 0
    clear(table.kitty)
    clear(table.chosen)
    clear(table.gift)
    clear(table.aside)
    for seat in range(code.players):
        round.bids[seat] = NO_BID
        round.won[seat] = 0
        table.exchanged[seat] = 0
        clear(table.played[seat])
        clear(table.given[seat])
        clear(table.received[seat])
        clear(table.refused[seat])
        clear(table.face_up[seat])
        table.no_trump[seat] = 0
    if space.method == NO_DRAFT:
        table.chance = deal(code, round, scratch, table.chance)
        _put_beside(space, table, scratch)
        table.stage = LOOK
        if space.face_up:
            show_where_decided(code, round, score)
    else:
        _stack(space, table)
        table.stage = DRAFT
        show_where_decided(code, round, score)


@kernel
def _put_beside(space: Record, table: Record, scratch: Numbers) -> None:
    """The kitty, and the cards of each hand that lie face up."""
    code = space.code
    if code.kitty != NO_KITTY:
        first = code.players * code.hand_size
        for index in range(first, first + code.rest_size):
            put_in(table.kitty, scratch[index])
    if space.face_up == 0:
        return
    for seat in range(code.players):
        clear(table.gift)
        add_all(table.gift, table.in_play.hands[seat])
        for _ in range(space.face_up):
            kind, table.chance = draw_one(table.gift, table.chance)
            put_in(table.face_up[seat], kind)
    clear(table.gift)


@kernel
def _stack(space: Record, table: Record) -> None:
    """The deck in random order, top card first."""
    code = space.code
    round = table.in_play
    for seat in range(code.players):
        clear(round.hands[seat])
    for index in range(code.deck_size):
        table.stack[index] = code.deck[index]
    table.stock = code.deck_size
    lanes = EMPTY
    state = table.chance
    for place in range(code.deck_size - 1):
        drawn, state, lanes = below(np.uint64(code.deck_size - place), state, lanes)
        other = place + np.int64(drawn)
        kind = table.stack[other]
        table.stack[other] = table.stack[place]
        table.stack[place] = kind
    table.chance = state
