"""Hands so poor that they may be thrown in (D10)."""

from .core import NO_BID, NOTHING, SPADES, Number, Record, Word, count, kernel
from .state import NO_FACES, NO_SPADES, ONE_SPADE, SEVEN_OF_SUIT, THROWN_BITS

_SEVEN = 7
_RANKS = 13
_JACK = 9
_HONOURS, _, _HIGHEST, _LONGEST = range(4, 8)


@kernel
def may_throw_in(space: Record, table: Record, seat: Number) -> Number:
    """Whether a seat that sees its hand may show it for a new deal."""
    code = space.code
    thrown = (table.thrown_in >> (THROWN_BITS * seat)) & ((1 << THROWN_BITS) - 1)
    if thrown >= space.throw_ins:
        return False
    for other in range(code.players):
        if code.side_of[other] == code.side_of[seat] and table.in_play.bids[other] != NO_BID:
            return False
    return _deficient(space, table, seat)


@kernel
def _deficient(space: Record, table: Record, seat: Number) -> Number:
    tests = space.deficient
    spades = _length(space, table, seat, SPADES)
    if (tests & ONE_SPADE and spades <= 1) or (tests & NO_SPADES and spades == 0):
        return True
    if tests & NO_FACES and table.in_play.hands[seat, 0] & space.faces == NOTHING:
        return True
    if tests & SEVEN_OF_SUIT:
        for suit in range(SPADES):
            if _length(space, table, seat, suit) >= _SEVEN:
                return True
    return _passes(space, table, seat)


@kernel
def _passes(space: Record, table: Record, seat: Number) -> Number:
    """The test of the table: how many groups; of each how many conditions and those.

    A condition is an amount, as they stand in `game.AMOUNTS`, the lowest and the highest.
    """
    test = space.hand_test
    at = 1
    for _ in range(test[0]):
        conditions = test[at]
        at += 1
        holds = True
        for _ in range(conditions):
            amount = _amount(space, table, seat, test[at])
            holds = holds and test[at + 1] <= amount <= test[at + 2]
            at += 3
        if holds:
            return True
    return False


@kernel
def _amount(space: Record, table: Record, seat: Number, amount: Number) -> Number:
    if amount <= SPADES:
        return _length(space, table, seat, amount)
    if amount == _LONGEST:
        longest = 0
        for suit in range(SPADES):
            longest = max(longest, _length(space, table, seat, suit))
        return longest
    found = 0
    for rank in range(_RANKS):
        held = _held(table, seat, space.by_rank[rank])
        if amount == _HIGHEST:
            found = rank + 2 if held else found
        elif rank >= _JACK:
            found += held if amount == _HONOURS else held * (rank - _JACK + 1)
    return found


@kernel
def _length(space: Record, table: Record, seat: Number, suit: Number) -> Number:
    return _held(table, seat, space.code.suit[suit])


@kernel
def _held(table: Record, seat: Number, cards: Word) -> Number:
    hands = table.in_play.hands
    return count(hands[seat, 0] & cards) + count(hands[seat, 1] & cards)
