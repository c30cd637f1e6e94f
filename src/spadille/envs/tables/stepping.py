"""The entry points: steps of many tables in one call, the first episodes, and random actions."""

import numpy as np
from numpy.typing import NDArray

from .acting import act
from .core import (
    DRAWN,
    EMPTY,
    GOES_ON,
    NO_BID,
    NOTHING,
    ONE,
    SEATS,
    TRICKS_BID,
    Number,
    Numbers,
    Record,
    Word,
    all_done,
    below,
    count,
    finish,
    kernel,
    lowest,
    next_state,
    nth,
    score_round,
    take,
    winner,
    word_at,
)
from .dealing import begin_episode, begin_round, next_dealer
from .legal import find_legal
from .state import LEGAL_WORDS, OVER, THROWN_IN, UNBEGUN
from .turns import find_turn
from .writing import write_mask, write_observation

Rewards = NDArray[np.float64]

AT_ONCE = 32
"""Tables that a thread takes at a time."""


@kernel
def begin_chances(tables: Record, key: Word) -> None:
    """Gives every table its chance, which depends on `key` and on its place, and no stage."""
    for index in range(len(tables)):
        tables[index].chance = word_at(next_state(key, np.uint64(index + 1)))
        tables[index].stage = UNBEGUN


@kernel
def step_tables(  # noqa: PLR0913, PLR0917 - all that tables show
    spaces: Record,
    tables: Record,
    legal: Record,
    masks: Record,
    observations: Record,
    to_act: Numbers,
    actions: Numbers,
    rewards: Rewards,
    paid: Record,
    ended: NDArray[np.bool_],
    scratch: Numbers,
    shares: Numbers,
) -> Number:
    """One legal action at each table, the first deal if unbegun; shared with all that get `shares`.

    Where an episode ends the next one begins at once. `rewards` are those of the seat that acted,
    `paid` those of all seats. Tells whether every table is stepped.
    """
    space = spaces[0]
    count = len(tables)
    pieces = (count + AT_ONCE - 1) // AT_ONCE
    piece = take(shares, pieces)
    while piece < pieces:
        for index in range(piece * AT_ONCE, min((piece + 1) * AT_ONCE, count)):
            table = tables[index]
            seat = table.to_act
            seats = paid[index]
            for other in range(SEATS):
                seats.seats[other] = 0.0
            over = False
            if table.stage != UNBEGUN:
                act(space, table, actions[index])
                if table.stage != THROWN_IN:
                    find_turn(space, table)
            if table.stage >= OVER:
                if table.stage == OVER:
                    over = _finish_round(space, table, seats)
                _deal_again(space, table, over, scratch)
            ended[index] = over
            rewards[index] = seats.seats[seat]
            find_legal(space, table, legal[index])
            write_mask(legal[index], masks[index])
            if len(observations):
                write_observation(space, table, observations[index])
            to_act[index] = table.to_act
        finish(shares)
        piece = take(shares, pieces)
    return all_done(shares, pieces)


@kernel
def draw_actions(legal: Record, key: Word, actions: Numbers) -> None:
    """A legal action for each table, each as likely as the others."""
    for index in range(len(legal)):
        row = legal[index]
        total = 0
        for place in range(LEGAL_WORDS):
            total += count(row.words[place])
        state = word_at(next_state(key, np.uint64(index)))
        drawn, _, _ = below(np.uint64(total), state, EMPTY)
        place = 0
        size = np.uint64(count(row.words[0]))
        while drawn >= size:
            drawn -= size
            place += 1
            size = np.uint64(count(row.words[place]))
        actions[index] = 64 * place + lowest(nth(row.words[place], drawn))


@kernel
def first_illegal(legal: Record, actions: Numbers) -> Number:
    """The first table whose action is not legal; -1 where all are."""
    for index in range(len(actions)):
        action = actions[index]
        if action < 0 or action >= 64 * LEGAL_WORDS:
            return index
        word = legal[index].words[action >> 6]
        if (word >> np.uint64(action & 63)) & ONE == NOTHING:
            return index
    return -1


@kernel
def _finish_round(space: Record, table: Record, paid: Record) -> Number:
    """Scores the round and pays the seats; whether the episode has ended."""
    code = space.code if table.trump else space.bare
    round = table.in_play
    score = table.score
    for seat in range(code.players):
        if round.bids[seat] == NO_BID:
            round.bids[seat] = round.won[seat]
        round.previous[seat] = round.bids[seat] & TRICKS_BID
    score_round(code, round, score)
    found = winner(code, score, round.number) if space.games else _leader(code, score)
    if not space.outcome:
        _pay_points(code, score, paid)
    elif found >= 0:
        for seat in range(code.players):
            paid.seats[seat] = 1.0 if code.side_of[seat] == found else -1.0
    return found != GOES_ON


@kernel
def _deal_again(space: Record, table: Record, over: Number, scratch: Numbers) -> None:
    """The cards of a new episode, of the next round of a game, or of this round again."""
    if over or table.stage == UNBEGUN:
        begin_episode(space, table)
    elif table.stage == OVER:
        next_dealer(space, table)
    begin_round(space, table, scratch)
    find_turn(space, table)


@kernel
def _leader(code: Record, score: Record) -> Number:
    """The side with the most points in this round, `DRAWN` where several have."""
    best = 0
    tied = False
    for side in range(1, code.sides):
        if score.points[side] > score.points[best]:
            best = side
            tied = False
        elif score.points[side] == score.points[best]:
            tied = True
    return DRAWN if tied else best


@kernel
def _pay_points(code: Record, score: Record, paid: Record) -> None:
    total = 0
    for side in range(code.sides):
        total += score.points[side]
    for seat in range(code.players):
        own = score.points[code.side_of[seat]]
        paid.seats[seat] = own - (total - own) / (code.sides - 1)
