"""Hands so poor that they may be thrown in, as in `phases/bidding.py` and `hand_test.py` (D10)."""

from ..encoding import NO_BID, NOTHING, SPADES, Number, Record, Words
from ..kernel import lean_kernel
from .cards import held
from .state import THROWN_BITS

ONE_SPADE, NO_SPADES, NO_FACES, SEVEN_OF_SUIT = 1, 2, 4, 8
"""The tests by name, as bits of `code.deficient`."""

_SEVEN = 7
_RANKS = 13
_JACK = 9
_HONOURS, _, _HIGHEST, _LONGEST = range(4, 8)


@lean_kernel
def may_throw_in(code: Record, game: Record, seat: Number) -> Number:
    """Return True if a seat that sees its hand may show it for a new deal."""
    if code.deficient == 0 and code.hand_test[0] == 0:
        return False
    thrown = (game.thrown_in >> (THROWN_BITS * seat)) & ((1 << THROWN_BITS) - 1)
    if thrown >= code.throw_ins:
        return False
    for other in range(code.players):
        if code.side_of[other] == code.side_of[seat] and game.in_play.bids[other] != NO_BID:
            return False
    return _deficient(code, game.in_play.hands[seat])


@lean_kernel
def _deficient(code: Record, hand: Words) -> Number:
    tests = code.deficient
    spades = held(hand, code.suit[SPADES])
    if (tests & ONE_SPADE and spades <= 1) or (tests & NO_SPADES and spades == 0):
        return True
    if tests & NO_FACES and hand[0] & code.faces == NOTHING:
        return True
    if tests & SEVEN_OF_SUIT:
        for suit in range(SPADES):
            if held(hand, code.suit[suit]) >= _SEVEN:
                return True
    return _passes(code, hand)


@lean_kernel
def _passes(code: Record, hand: Words) -> Number:
    """Return True if a hand passes the table's test, which is encoded as groups of conditions.

    The code has the number of groups, then the number of conditions in each, and those. A condition
    is an amount, as in `game.AMOUNTS`, with its lowest and highest value.
    """
    test = code.hand_test
    at = 1
    for _ in range(test[0]):
        conditions = test[at]
        at += 1
        holds = True
        for _ in range(conditions):
            amount = _amount(code, hand, test[at])
            holds = holds and test[at + 1] <= amount <= test[at + 2]
            at += 3
        if holds:
            return True
    return False


@lean_kernel
def _amount(code: Record, hand: Words, amount: Number) -> Number:
    if amount <= SPADES:
        return held(hand, code.suit[amount])
    if amount == _LONGEST:
        longest = 0
        for suit in range(SPADES):
            longest = max(longest, held(hand, code.suit[suit]))
        return longest
    found = 0
    for rank in range(_RANKS):
        some = held(hand, code.by_rank[rank])
        if amount == _HIGHEST:
            found = rank + 2 if some else found
        elif rank >= _JACK:
            found += some if amount == _HONOURS else some * (rank - _JACK + 1)
    return found
