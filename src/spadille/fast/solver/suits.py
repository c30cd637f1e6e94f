"""Suits as bits of a word, and what is certain about the trumps that are left.

Who was dealt a card does not change, so the set of trumps that are left tells who holds which.
"""

# mypy: no-warn-return-any

import numpy as np

from ..bits import count, gather, highest, scatter
from ..kernel import inlined_kernel
from ..kernel import lean_kernel as kernel
from .memory import GAPS, LANE, MAXIMISER, PLAIN, TRUMP_START, TRUMPS, Words

FIELD = 5
"""Bits of a number of tricks in the facts."""
SIDE_SURE, SEAT_SURE, THEIRS_SURE, OURS_SURE = 0, 4 * FIELD, 8 * FIELD, 9 * FIELD
MOST_SURE = (1 << FIELD) - 1


@kernel
def prepare(work: Words, facts: Words) -> None:
    """Fills `facts` for the trumps in the hands, which are numbered without gaps.

    For each set of trumps that may be left: how many tricks each seat, or its side in its stead,
    surely wins; how many it wins itself; at last the most that a seat of either side surely wins
    with its side in its stead.

    Cards of one hand are played to different tricks, and a higher one can beat only one of them:
    a hand whose i-th highest card has e enemies above it wins at least i - e tricks.
    """
    cards = 0
    ours = 0
    for seat in range(4):
        held = work[np.uint64(seat)] >> TRUMP_START
        cards |= held
        if work[MAXIMISER] >> seat & 1:
            ours |= held
    facts[0] = 0
    for left in range(1, cards + 1):
        low = left & -left
        above = left ^ low
        owner = 0
        own = work[0] >> TRUMP_START
        for seat in range(1, 4):
            held = work[np.uint64(seat)] >> TRUMP_START
            owner = seat if held & low else owner
            own = held if held & low else own
        is_ours = ours & low != 0
        length = count(own & left)
        enemies = count(above & (~ours if is_ours else ours))
        known = facts[np.uint64(above)]
        by_side = (known >> (SIDE_SURE + FIELD * owner)) & MOST_SURE
        by_seat = (known >> (SEAT_SURE + FIELD * owner)) & MOST_SURE
        best_at = OURS_SURE if is_ours else THEIRS_SURE
        best = (known >> best_at) & MOST_SURE
        more = length - enemies > by_side
        alone = 2 * length - 1 - count(above) > by_seat
        known += np.int64(more) << (SIDE_SURE + FIELD * owner)
        known += np.int64(alone) << (SEAT_SURE + FIELD * owner)
        known += np.int64(more and by_side == best) << best_at
        facts[np.uint64(left)] = known


@inlined_kernel
def suit_of(card: int) -> int:
    """The suit of a card, or of the highest of some."""
    return min(highest(card) * 37 >> 9, 3)


@inlined_kernel
def lane_at(suit: int) -> int:
    """All bits of a suit."""
    return TRUMPS if suit == 3 else PLAIN << (suit * LANE)


@inlined_kernel
def lane_of(card: int) -> int:
    """All bits of the suit of a card, or of the highest of some."""
    return lane_at(suit_of(card))


@inlined_kernel
def highest_of_runs(hand: int, left: int) -> int:
    """The cards of a hand whose next higher one among those left is in another hand."""
    cards = left | GAPS
    held = gather(hand, cards)
    return scatter(held & ~(held >> 1), cards)


@inlined_kernel
def above(cards: int, others: int) -> int:
    """The cards that are higher than all others, of the same suit or of a higher one."""
    start = highest(others) + 1
    return cards >> start << start
