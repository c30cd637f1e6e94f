"""The bidding of a round, and what comes before its first trick, by policies.

The choices of the policy `random` are those of the bot of that name: one of the kinds of actions,
then one of that kind. What the policy of a table does stands in `table_policy.py`.
"""

import numpy as np

from .bids import NIL_ALONE, bids_itself, blind_bids, open_bids
from .bits import count, lowest, nth
from .chance import below
from .encoding import (
    BIG_MO,
    BLIND,
    BLIND_SIDE,
    DEALER_FIRST,
    LITTLE_MO,
    NIL,
    NIL_BIT,
    NO_BID,
    Number,
    Numbers,
    Record,
    Word,
)
from .kernel import lean_kernel
from .rounds import left_of
from .table_policy import table_bid

RANDOM = -1
"""The number of the policy `random` in the numbers of the seats' policies."""

TWO = np.uint64(2)
_MOS = np.uint64(3)


@lean_kernel
def look_first(  # noqa: PLR0913, PLR0917 - kernels pass chance on
    code: Record,
    round: Record,
    score: Record,
    policies: Numbers,
    state: Word,
    lanes: Word,
) -> tuple[Word, Word]:
    """Everybody looks at their cards or bids blind, before anything else is done."""
    seat = round.dealer
    if code.looks_first != DEALER_FIRST:
        seat = left_of(code, seat)
    for _ in range(code.players):
        state, lanes = _look(code, round, score, seat, policies[seat], state, lanes)
        seat = left_of(code, seat)
    return state, lanes


@lean_kernel
def take_bids(  # noqa: PLR0913, PLR0917 - kernels pass chance on
    code: Record,
    round: Record,
    score: Record,
    policies: Numbers,
    tables: Record,
    state: Word,
    lanes: Word,
) -> tuple[Word, Word]:
    """The bidding of a round that knows its number and its dealer; `NO_BID` is still to be made.

    `policies` has for each seat the number of its table, or `RANDOM`.
    """
    if bids_itself(code, round):
        return state, lanes
    seat = left_of(code, round.dealer)
    for _ in range(code.players):
        state, lanes = _look(code, round, score, seat, policies[seat], state, lanes)
        if round.bids[seat] == NO_BID:
            bids = open_bids(code, round, seat)
            if policies[seat] == RANDOM:
                bid, state, lanes = _any_bid(code, bids, state, lanes)
            else:
                bid = table_bid(code, round, tables[policies[seat]], seat, bids)
            round.bids[seat] = bid
        seat = left_of(code, seat)
    return state, lanes


@lean_kernel
def bid_freely(code: Record, round: Record, state: Word, lanes: Word) -> tuple[Word, Word]:
    """As `take_bids`, for rules that are `free` and random players: the same bids by less work."""
    nil = np.uint64(code.nil_allowed)
    ways = np.uint64(code.hand_size) + nil
    seat = round.dealer
    for _ in range(code.players):
        seat = left_of(code, seat)
        if code.nil_blind:
            blind, state, lanes = below(TWO, state, lanes)
            if blind:
                round.bids[seat] = NIL + BLIND
                continue
        drawn, state, lanes = below(ways, state, lanes)
        round.bids[seat] = NIL if drawn < nil else np.int64(drawn - nil) + 1
    return state, lanes


@lean_kernel
def _look(  # noqa: PLR0913, PLR0917 - kernels pass chance on
    code: Record,
    round: Record,
    score: Record,
    seat: Number,
    policy: Number,
    state: Word,
    lanes: Word,
) -> tuple[Word, Word]:
    """The seat looks at its cards or bids blind, unless it has done either.

    Whoever can no longer bid blind sees the cards at once in a game; no choice depends on when.
    """
    if (round.looked >> seat) & 1 or round.bids[seat] != NO_BID:
        return state, lanes
    bids = blind_bids(code, round, score, seat)
    if policy == RANDOM and bids:
        blind, state, lanes = below(TWO, state, lanes)
        if blind:
            if bids != NIL_ALONE:
                drawn, state, lanes = below(np.uint64(count(bids)), state, lanes)
                bids = nth(bids, drawn)
            _bid_blind(code, round, seat, lowest(bids))
    round.looked |= 1 << seat
    return state, lanes


@lean_kernel
def _bid_blind(code: Record, round: Record, seat: Number, bid: Number) -> None:
    """A blind bid; one of tricks for the whole side leaves the partners nothing to bid."""
    if bid == NIL_BIT:
        round.bids[seat] = NIL + BLIND
        return
    round.bids[seat] = bid + BLIND
    if code.blind_bids == BLIND_SIDE:
        for other in range(code.players):
            if other != seat and code.side_of[other] == code.side_of[seat]:
                round.bids[other] = BLIND


@lean_kernel
def _any_bid(code: Record, bids: Word, state: Word, lanes: Word) -> tuple[Number, Word, Word]:
    """One of the open bids, with or without the first tricks, each as likely as the others."""
    nil = bids >> np.uint64(NIL_BIT)
    numbers = bids & ~NIL_ALONE
    ways = np.uint64(count(numbers))
    if code.opening_tricks:
        ways *= _MOS
    drawn, state, lanes = below(ways + nil, state, lanes)
    if drawn < nil:
        return NIL, state, lanes
    drawn -= nil
    mo: Number = 0
    if code.opening_tricks:
        mo = np.int64(drawn % _MOS)
        drawn //= _MOS
    bid = lowest(nth(numbers, drawn))
    if mo:
        bid += LITTLE_MO if mo == 1 else BIG_MO
    return bid, state, lanes
