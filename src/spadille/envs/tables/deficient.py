"""Hands so poor that they may be thrown in (D10)."""

from .core import NO_BID, NOTHING, SPADES, Number, Record, count, kernel
from .state import NO_FACES, NO_SPADES, ONE_SPADE, SEVEN_OF_SUIT

_SEVEN = 7


@kernel
def may_throw_in(space: Record, table: Record, seat: Number) -> Number:
    """Whether a seat that sees its hand may show it for a new deal."""
    code = space.code
    if (table.thrown_in >> seat) & 1:
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
    return False


@kernel
def _length(space: Record, table: Record, seat: Number, suit: Number) -> Number:
    cards = space.code.suit[suit]
    hands = table.in_play.hands
    return count(hands[seat, 0] & cards) + count(hands[seat, 1] & cards)
