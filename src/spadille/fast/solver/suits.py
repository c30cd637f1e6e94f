"""Suits as bits of a word, and the guaranteed tricks of the remaining trumps.

The hand that a card was dealt to never changes, so the set of remaining trumps determines their
holders.
"""

# mypy: no-warn-return-any

import numpy as np

from ..bits import count, gather, highest, nth, scatter
from ..kernel import inlined_kernel, lean_kernel
from .memory import GAPS, LANE, LANES, MAXIMISER, PLAIN, TRUMP_START, TRUMPS, Words

FIELD = 5
"""The number of bits for a count of tricks in the facts."""
SIDE_SURE, SEAT_SURE, THEIRS_SURE, OURS_SURE = 0, 4 * FIELD, 8 * FIELD, 9 * FIELD
MOST_SURE = (1 << FIELD) - 1


@lean_kernel
def prepare(work: Words, facts: Words) -> None:
    """Fill `facts` for the trumps in the hands, which are numbered without gaps.

    For each set of trumps that may be left, compute how many tricks each seat, or its side in its
    place, surely wins; how many it wins alone; and how many either side surely wins.

    Cards of one hand are played to different tricks, and a higher one can beat only one of them. So
    a hand whose i-th highest card has e enemies above it wins at least i - e tricks. Two partners
    can play as many of their highest cards to different tricks as the longer hand has cards:
    whenever both must follow, one of them has a card left that is not among these.
    """
    cards, ours, hands, our_hands = 0, 0, 0, 0
    for seat in range(4):
        held = work[seat] >> TRUMP_START
        cards |= held
        hands += held != 0
        if work[MAXIMISER] >> seat & 1:
            ours |= held
            our_hands += held != 0
    hand_0, hand_1 = work[0] >> TRUMP_START, work[1] >> TRUMP_START
    hand_2, hand_3 = work[2] >> TRUMP_START, work[3] >> TRUMP_START
    facts[0] = 0
    for left in range(1, cards + 1):
        low = left & -left
        above = left ^ low
        owner, own = 0, hand_0
        owner, own = (1, hand_1) if hand_1 & low else (owner, own)
        owner, own = (2, hand_2) if hand_2 & low else (owner, own)
        owner, own = (3, hand_3) if hand_3 & low else (owner, own)
        is_ours = ours & low != 0
        side = ours if is_ours else cards & ~ours
        known = facts[above]
        length = count(own & left)
        enemies = above & ~side
        by_side = (known >> (SIDE_SURE + FIELD * owner)) & MOST_SURE
        by_seat = (known >> (SEAT_SURE + FIELD * owner)) & MOST_SURE
        best_at = OURS_SURE if is_ours else THEIRS_SURE
        best = (known >> best_at) & MOST_SURE
        alone = length - count(enemies)
        together = alone
        others = count(side & left) - length
        if others and (our_hands if is_ours else hands - our_hands) == 2:
            together = 0
            if length > others:
                last = np.int64(nth(np.uint64(side & left), np.uint64(others)))
                together = length - count(enemies & -last)
        known += np.int64(alone > by_side) << (SIDE_SURE + FIELD * owner)
        known += np.int64(2 * length - 1 - count(above) > by_seat) << (SEAT_SURE + FIELD * owner)
        known += np.int64(together > best) << best_at
        facts[left] = known


@inlined_kernel
def lane_at(suit: int) -> int:
    """Return all bits of a suit."""
    return TRUMPS if suit == 3 else PLAIN << (suit * LANE)


@inlined_kernel
def lane_numbered(work: Words, suit: int) -> int:
    """Return the same as `lane_at`, for suits that are not known at compile time."""
    return work[LANES + LANE * suit]


@inlined_kernel
def lane_of(work: Words, card: int) -> int:
    """Return all bits of the suit of a card, or of the highest of some."""
    return work[LANES + highest(card)]


@inlined_kernel
def highest_of_runs(hand: int, left: int) -> int:
    """Return the cards of a hand whose next higher remaining card is in another hand."""
    cards = left | GAPS
    held = gather(hand, cards)
    return scatter(held & ~(held >> 1), cards)


@inlined_kernel
def above(cards: int, others: int) -> int:
    """Return the bits above all given cards, in the same suit or a higher one."""
    start = highest(others) + 1
    return cards >> start << start
