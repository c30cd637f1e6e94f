"""Make decisions for a policy: chance, or a table of numbers (`table_policy.py`).

The policy `random` chooses like the bot of that name: first a kind of action, then an action of
that kind. No one shows a deficient hand.
"""

import numpy as np

from ..notation import action_numbers as numbers
from .bits import count, lowest, nth
from .chance import EMPTY, below
from .encoding import LOW, NIL, ONE, TRICKS_BID, Number, Numbers, Record, Word
from .game import find_legal, how_many, is_legal, nth_legal
from .game.adjusting import changed_bids
from .game.cards import any_of
from .game.legal_bids import open_bids
from .game.playable import legal_kinds, to_play
from .game.playing import begin_play, finished, play_card
from .game.state import ADJUST, AT_FIRST, BIDDING, EXCHANGE, KITTY, LOOK, NEVER, SWAP, TRUMP
from .kernel import lean_kernel
from .table_policy import least_worth, table_bid, table_play

RANDOM = -1
"""The number for the policy `random` among the seats' policies."""

_TWO = np.uint64(2)
_FIRST = np.uint64(0)


@lean_kernel
def decide(  # noqa: PLR0913, PLR0917 - kernels pass chance on
    codes: Record,
    game: Record,
    legal: Record,
    policies: Numbers,
    tables: Record,
    state: Word,
    lanes: Word,
) -> tuple[Number, Word, Word]:
    """Return the next action before the first trick, and the state of chance afterward.

    `policies` has the number of each seat's table, or `RANDOM`.
    """
    policy = policies[game.to_act]
    if policy != RANDOM:
        return _table_action(codes.code, game, tables[policy]), state, lanes
    find_legal(codes, game, legal)
    if game.stage in (SWAP, KITTY, EXCHANGE):
        return _random_card(codes.code, game, legal, state, lanes)
    _forbid(legal, numbers.THROW_IN)
    if is_legal(legal, numbers.LOOK):
        _forbid(legal, numbers.LOOK)
        if how_many(legal) == _FIRST:
            return numbers.LOOK, state, lanes
        blind, state, lanes = below(_TWO, state, lanes)
        if not blind:
            return numbers.LOOK, state, lanes
    ways = how_many(legal)
    if ways == ONE:
        return nth_legal(legal, _FIRST), state, lanes
    drawn, state, lanes = below(ways, state, lanes)
    return nth_legal(legal, drawn), state, lanes


@lean_kernel
def play_by_policies(  # noqa: PLR0913, PLR0917 - all that playing depends on
    code: Record, round: Record, policies: Numbers, tables: Record, chances: Numbers, state: Word
) -> Word:
    """Play all cards of a round that is dealt and bid, and return the state of chance.

    `chances` is workspace with one number for each kind.
    """
    begin_play(code, round)
    lanes = EMPTY
    while not finished(code, round):
        policy = policies[to_play(code, round)]
        if policy == RANDOM:
            play, state, lanes = _random_play(code, round, state, lanes)
        else:
            play, state = table_play(code, round, tables[policy], chances, state)
        play_card(code, round, play)
    return state


@lean_kernel
def _random_play(
    code: Record, round: Record, state: Word, lanes: Word
) -> tuple[Number, Word, Word]:
    """Return a random legal play; an ace that may be called low counts as two."""
    kinds = legal_kinds(code, round)
    size = np.uint64(count(kinds))
    low = kinds & code.declared
    drawn, state, lanes = below(size + np.uint64(count(low)), state, lanes)
    if drawn < size:
        return lowest(nth(kinds, drawn)), state, lanes
    return lowest(nth(low, drawn - size)) + LOW, state, lanes


@lean_kernel
def _random_card(
    code: Record, game: Record, legal: Record, state: Word, lanes: Word
) -> tuple[Number, Word, Word]:
    """Return one more card of a choice, or its end, with all sizes equally likely."""
    if is_legal(legal, numbers.DONE):
        sizes = 2 if game.may_end == AT_FIRST else game.most - game.count + 1
        more, state, lanes = below(np.uint64(sizes), state, lanes)
        if not more:
            return numbers.DONE, state, lanes
    kind, state, lanes = any_of(game.choosable, state, lanes)
    return numbers.CARD + code.card_of[kind], state, lanes


@lean_kernel
def _table_action(code: Record, game: Record, table: Record) -> Number:
    """Return an action: look before bidding, change a bid or give cards only if required."""
    round = game.in_play
    seat = game.to_act
    if game.stage in (LOOK, BIDDING):
        if not (round.looked >> seat) & 1:
            return numbers.LOOK
        bids = open_bids(code, round, game.score, seat)
        bid = table_bid(code, round, table, seat, bids)
        return numbers.NIL if bid == NIL else numbers.BID + bid
    if game.stage == ADJUST:
        bids = changed_bids(code, game)
        own = round.bids[seat] & TRICKS_BID
        return numbers.BID + (own if bids & (ONE << np.uint64(own)) else lowest(bids))
    if game.stage == TRUMP:
        return numbers.WITH_TRUMP
    if game.may_end != NEVER and game.count == 0:
        return numbers.DONE
    return numbers.CARD + code.card_of[least_worth(code, game.choosable, table)]


@lean_kernel
def _forbid(legal: Record, number: Number) -> None:
    legal.words[number >> 6] &= ~(ONE << np.uint64(number & 63))
