"""A table before its first decision: dealt, or with a stack to draw from."""

import numpy as np

from .cards import clear
from .core import (
    EMPTY,
    NO_BID,
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
from .state import BIDDING, DRAFT, NO_DRAFT


@kernel
def begin_episode(space: Record, table: Record, scratch: Numbers) -> None:
    """Level scores, a first dealer by chance, and the first round."""
    code = space.code
    round = table.in_play
    score = table.score
    table.chance, dealer = first_dealer(code, table.chance)
    round.dealer = dealer
    round.number = 0
    begin_game(code, round, score)
    _begin_round(space, table, scratch)


@kernel
def next_round(space: Record, table: Record, scratch: Numbers) -> None:
    """The next dealer, and the next round of a game."""
    code = space.code
    round = table.in_play
    round.dealer = left_of(code, round.dealer)
    _begin_round(space, table, scratch)


@kernel
def _begin_round(space: Record, table: Record, scratch: Numbers) -> None:
    code = space.code
    round = table.in_play
    score = table.score
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
    clear(table.chosen)
    clear(table.gift)
    clear(table.aside)
    for seat in range(code.players):
        round.bids[seat] = NO_BID
        round.won[seat] = 0
        table.void[seat] = 0
        table.exchanged[seat] = 0
        clear(table.played[seat])
        clear(table.given[seat])
        clear(table.received[seat])
        clear(table.refused[seat])
    if space.method == NO_DRAFT:
        table.chance = deal(code, round, scratch, table.chance)
        table.stage = BIDDING
    else:
        _stack(space, table)
        table.stage = DRAFT
    show_where_decided(code, round, score)


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
