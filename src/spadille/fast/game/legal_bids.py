"""Find the legal open bids, as `game/legal_bids.py` and `game/bid_rule.py` do.

A word of bids has a bit for each number of tricks, and `NIL_BIT` for nil. The bid rules are encoded
as a list of numbers. It starts with the number of clauses. Each clause has its number of
conditions, the conditions, its nil flag, its number of spans, and the spans. A condition is a code
and two arguments, plus two terms for a comparison. A span is two terms, with `NO_TERM` in place of
a missing second one. A term is an amount, an argument, a factor and an addend.
"""

import numpy as np

from ...game import HIGHEST_BID
from ..encoding import (
    KITTY_AND_ROUND,
    KITTY_TO_HIGHEST_BIDDER,
    LOW_REDEALT,
    NIL,
    NIL_BIT,
    NO_BID,
    NOT_ALL,
    NOTHING,
    ONE,
    SPADES,
    TRICKS_BID,
    Number,
    Record,
    Word,
)
from ..kernel import lean_kernel
from .cards import held

AMOUNTS = (
    "", "clubs", "diamonds", "hearts", "spades",
    "aces", "partner", "rest", "round", "previous", "tricks",
    "kings", "queens", "jacks", "points", "longest", "shortest", "bags", "behind",
)  # fmt: skip
"""The amounts that the language counts; the first is a plain number, and suits follow in order."""
_NUMBER, _CLUBS, _DIAMONDS, _HEARTS, _SPADES = range(5)
_ACES, _PARTNER, _REST, _ROUND, _PREVIOUS, _TRICKS = range(5, 11)
_KINGS, _QUEENS, _JACKS, _POINTS, _LONGEST, _SHORTEST, _BAGS, _BEHIND = range(11, 19)

CONDITIONS = "partner nil", "partner bid", "first", "last", "holds", "every", "compared"
_PARTNER_NIL, _PARTNER_BID, _FIRST, _LAST, _HOLDS, _EVERY, _COMPARED = range(7)

RELATIONS = "=", "<=", ">="
_EQUAL, _AT_MOST, _AT_LEAST = range(3)

NO_TERM = -1
_CONDITION_SIZE = 3
_TERM_SIZE = 4
_JACK = 9

NIL_ALONE = ONE << np.uint64(NIL_BIT)


@lean_kernel
def open_bids(code: Record, round: Record, score: Record, seat: Number) -> Word:
    """Return the open bids of a seat; never none (B4, V1 to V3, V8, V10, V11, V21, V35)."""
    if code.any_bid:
        return code.bids
    bids = by_rule(code, round, score, seat)
    within = NOTHING
    for tricks in range(most_tricks(code, round, seat) + 1):
        bid = ONE << np.uint64(tricks)
        if bids & bid and within_limits(code, round, seat, tricks, False):  # noqa: FBT003
            within |= bid
    if bids & NIL_ALONE and within_limits(code, round, seat, NIL, False):  # noqa: FBT003
        within |= NIL_ALONE
    return within or bids


@lean_kernel
def most_tricks(code: Record, round: Record, seat: Number) -> Number:
    """Return how many tricks a seat can win and bid: one more with a trick from the kitty (D12)."""
    if code.kitty == KITTY_AND_ROUND and (
        code.kitty_taker == KITTY_TO_HIGHEST_BIDDER or round.won[seat]
    ):
        return min(code.tricks, HIGHEST_BID)
    return code.hand_size


@lean_kernel
def bids_itself(code: Record, round: Record) -> Number:
    """Return True if no one bids and the tricks won count as the bids (V12)."""
    return code.first_round_bids_itself != 0 and round.number == 1


@lean_kernel
def by_rule(code: Record, round: Record, score: Record, seat: Number) -> Word:
    """Return the bids that the table's bid rules allow, with their treatment of zero and nil."""
    program = code.bid_rule
    at = 1
    bids = NOTHING
    for _ in range(program[0]):
        conditions = program[at]
        at += 1
        holds = True
        for _ in range(conditions):
            holds = holds and _holds(code, round, score, seat, at)
            if program[at] == _COMPARED:
                at += 2 * _TERM_SIZE
            at += _CONDITION_SIZE
        bids = NIL_ALONE if program[at] else NOTHING
        spans = program[at + 1]
        at += 2
        for _ in range(spans):
            low = _term(code, round, score, seat, at)
            high = most_tricks(code, round, seat)
            if program[at + _TERM_SIZE] != NO_TERM:
                high = _term(code, round, score, seat, at + _TERM_SIZE)
            at += 2 * _TERM_SIZE
            for tricks in range(low, high + 1):
                bids |= ONE << np.uint64(tricks)
        if holds:
            break
    if bids & ONE and code.zero == 0:
        bids = (bids ^ ONE) | NIL_ALONE
    if code.nil_allowed == 0:
        bids &= ~NIL_ALONE
    return bids or ONE << ONE


@lean_kernel
def _holds(code: Record, round: Record, score: Record, seat: Number, at: Number) -> Number:
    """Return True if the condition at a place in the encoded rules holds."""
    condition, one, two = code.bid_rule[at], code.bid_rule[at + 1], code.bid_rule[at + 2]
    if condition == _HOLDS:
        return one >= 0 and round.hands[seat, 0] >> np.uint64(max(one, 0)) & ONE != NOTHING
    if condition == _EVERY:
        return round.number >= one and (round.number - one) % two == 0
    if condition == _COMPARED:
        left = _value(code, round, score, seat, at + _CONDITION_SIZE)
        right = _value(code, round, score, seat, at + _CONDITION_SIZE + _TERM_SIZE)
        if one == _EQUAL:
            return left == right
        return left <= right if one == _AT_MOST else left >= right
    return _others_have_bid(code, round, seat, condition)


@lean_kernel
def _others_have_bid(code: Record, round: Record, seat: Number, condition: Number) -> Number:
    """Return True if the others' bids so far meet a condition."""
    made = 0
    partner_bid = partner_nil = False
    for other in range(code.players):
        bid = round.bids[other]
        if bid == NO_BID:
            continue
        made += 1
        if other != seat and code.side_of[other] == code.side_of[seat]:
            partner_bid = True
            partner_nil = partner_nil or bid & NIL != 0
    if condition == _PARTNER_NIL:
        return partner_nil
    if condition == _PARTNER_BID:
        return partner_bid
    if condition == _FIRST:
        return made == 0
    return made == code.players - 1


@lean_kernel
def _term(code: Record, round: Record, score: Record, seat: Number, at: Number) -> Number:
    """Return the value of a term, limited to the range from 0 to all tricks."""
    most = most_tricks(code, round, seat)
    return max(0, min(most, _value(code, round, score, seat, at)))


@lean_kernel
def _value(code: Record, round: Record, score: Record, seat: Number, at: Number) -> Number:
    """Return the value of a term."""
    program = code.bid_rule
    amount = program[at]
    if amount == _BAGS:
        found = score.bags[code.side_of[seat]]
    elif amount == _BEHIND:
        found = points_behind(code, score, code.side_of[seat])
    elif amount >= _KINGS:
        found = _held(code, round, seat, amount)
    else:
        found = _amount(code, round, seat, amount, program[at + 1])
    return program[at + 2] * found + program[at + 3]


@lean_kernel
def _held(code: Record, round: Record, seat: Number, amount: Number) -> Number:
    """Return a hand's count of a rank, its honor points, or its length in a suit."""
    hand = round.hands[seat]
    if amount <= _JACKS:
        return held(hand, code.by_rank[_JACK + _JACKS - amount])
    found = 0
    if amount == _POINTS:
        for rank in range(_JACK, _JACK + 4):
            found += held(hand, code.by_rank[rank]) * (rank - _JACK + 1)
        return found
    found = held(hand, code.suit[0])
    for suit in range(1, SPADES):
        length = held(hand, code.suit[suit])
        found = max(found, length) if amount == _LONGEST else min(found, length)
    return found if amount == _LONGEST else min(found, held(hand, code.suit[SPADES]))


@lean_kernel
def points_behind(code: Record, score: Record, side: Number) -> Number:
    """Return by how many points another side leads; 0 if none does."""
    best = score.total[side]
    for other in range(code.sides):
        best = max(best, score.total[other])
    return best - score.total[side]


@lean_kernel
def _amount(code: Record, round: Record, seat: Number, amount: Number, number: Number) -> Number:
    if amount == _NUMBER:
        return number
    if amount <= _SPADES:
        return held(round.hands[seat], code.suit[amount - _CLUBS])
    if amount == _ACES:
        return held(round.hands[seat], code.aces)
    if amount == _PARTNER:
        return _bid_so_far(code, round, seat, True)  # noqa: FBT003
    if amount == _REST:
        return most_tricks(code, round, seat) - _bid_so_far(code, round, seat, False)  # noqa: FBT003
    if amount == _ROUND:
        return round.number
    if amount == _PREVIOUS:
        return 1 if round.previous[seat] < 0 else round.previous[seat]
    return most_tricks(code, round, seat)


@lean_kernel
def _bid_so_far(code: Record, round: Record, seat: Number, of_partners: Number) -> Number:
    """Return the sum of the bids so far, of a seat's partners or of all others."""
    tricks = 0
    for other in range(code.players):
        if other == seat or round.bids[other] == NO_BID:
            continue
        if not of_partners or code.side_of[other] == code.side_of[seat]:
            tricks += round.bids[other] & TRICKS_BID
    return tricks


@lean_kernel
def within_limits(
    code: Record, round: Record, seat: Number, bid: Number, for_side: Number
) -> Number:
    """Return True if a seat's bid, or a blind one for its side, is within the limits for both."""
    side = total = bid & TRICKS_BID
    all_nil = bid & NIL != 0
    side_done = all_done = True
    for other in range(code.players):
        if other == seat:
            continue
        bid = round.bids[other]
        partner = code.side_of[other] == code.side_of[seat]
        if partner and for_side:
            continue
        if bid == NO_BID:
            all_done = False
            side_done = side_done and not partner
            all_nil = all_nil and not partner
            continue
        total += bid & TRICKS_BID
        if partner:
            side += bid & TRICKS_BID
            all_nil = all_nil and bid & NIL != 0
    if code.side_maximum and side > code.side_maximum:
        return False
    if side_done and side < code.side_minimum and not all_nil:
        return False
    if not all_done:
        return True
    if code.total == NOT_ALL and total == code.tricks:
        return False
    return code.low_total == LOW_REDEALT or total >= code.total_minimum
