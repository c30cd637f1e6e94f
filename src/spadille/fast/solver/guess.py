"""Guess the value of a position, as a place to begin the search."""

# mypy: no-warn-return-any

from ..bits import count, highest
from ..kernel import lean_kernel
from .memory import ALL, FRAMES, MAXIMISER, PLAYERS, SEAT, TRUMP, WHO, Words
from .suits import lane_at

_HONOURS = 4
_LONG, _LONGEST, _LEAD = 24, 33, 25
"""Weights in hundredths of a trick: each trump, each trump in the longest hand, and the lead."""


@lean_kernel
def first_guess(work: Words, tricks: int, values: int) -> int:
    """Return the number of the utility that is the likely value, of this many in order.

    The weights were fitted to the values of random deals; a wrong guess costs only time.
    """
    if work[WHO]:
        return values >> 1
    sides = work[MAXIMISER]
    players = work[PLAYERS]
    worth = _LEAD if sides >> work[FRAMES + SEAT] & 1 else -_LEAD
    for suit in range(4):
        lane = lane_at(suit)
        rest = work[ALL] & lane
        for honour in range(_HONOURS):
            if rest:
                card = 1 << highest(rest)
                rest ^= card
                more = _honour(tricks, honour, lane & work[TRUMP])
                for seat in range(players):
                    if work[seat] & card:
                        worth += more if sides >> seat & 1 else -more
    longest, theirs = 0, 0
    for seat in range(players):
        length = count(work[seat] & work[TRUMP])
        if sides >> seat & 1:
            worth += _LONG * length
            longest = max(longest, length)
        else:
            worth -= _LONG * length
            theirs = max(theirs, length)
    worth += _LONGEST * (longest - theirs)
    share = 100 * tricks * count(sides) // players + worth
    return (2 * share * (values - 1) + 100 * tricks) // (200 * tricks)


@lean_kernel
def _honour(tricks: int, honour: int, trump: int) -> int:
    """Return what the highest cards of a suit are worth, in hundredths of a trick."""
    if honour == 0:
        return 40 + 5 * tricks if trump else 3 + 6 * tricks
    if honour == 1:
        return 8 + 4 * tricks if trump else max(0, 5 * tricks - 23)
    if honour == 2:
        return max(0, 4 * tricks - 12) if trump else max(0, 3 * tricks - 20)
    return 15 if trump else 0
