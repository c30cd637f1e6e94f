"""What follows from the cards of a suit that are left, looked up by their set.

Who was dealt a card does not change, so the set of a suit's cards that are left tells who holds
which of them.
"""

# mypy: no-warn-return-any

import numpy as np

from ..bits import count, lowest
from ..kernel import inlined_kernel
from ..kernel import lean_kernel as kernel
from .memory import BASE, MAXIMISER, PLAIN, SUIT_BITS, TRUMP_START, Words

TOPS_START = 36
TOPS = (1 << 18) - 1
OWNERS = (1 << TOPS_START) - 1
SIDE_SURE = 16
SEAT_SURE = 32


@kernel
def prepare(work: Words, facts: Words) -> None:
    """Fills `facts` for the cards in the hands, which are numbered without gaps.

    Each set of cards has two words. The first: the owners from the highest card on, two bits each,
    and above them the cards that are the highest of a run in one hand. The second, four bits for
    each seat: the length of its suit; how many tricks it, or its side in its stead, surely wins
    with these as trumps; how many it wins itself.
    """
    base = 0
    for suit in range(4):
        work[np.uint64(BASE + suit)] = base
        start = suit * SUIT_BITS
        cards = 0
        owner_of = 0
        for seat in range(4):
            held = work[np.uint64(seat)] >> start
            if suit < 3:
                held &= PLAIN
            cards |= held
            while held:
                card = lowest(held)
                held &= held - 1
                owner_of |= seat << (2 * card)
        facts[np.uint64(2 * base)] = 0
        facts[np.uint64(2 * base + 1)] = 0
        for left in range(1, cards + 1):
            card = lowest(left)
            rest = left & (left - 1)
            owner = (owner_of >> (2 * card)) & 3
            before = facts[np.uint64(2 * (base + rest))]
            above = count(rest)
            top = 1 << card
            if above and (before >> (2 * (above - 1))) & 3 == owner:
                top = 0
            fact = before | (owner << (2 * above)) | (top << TOPS_START)
            facts[np.uint64(2 * (base + left))] = fact
            facts[np.uint64(2 * (base + left) + 1)] = _counts(
                work, facts[np.uint64(2 * (base + rest) + 1)], owner
            )
        base += cards + 1


@kernel
def _counts(work: Words, counts: int, owner: int) -> int:
    """Lengths and sure tricks once a lower card joins.

    Cards of one hand are played to different tricks, and a higher one can beat only one of them:
    a hand whose i-th highest card has e enemies above it wins at least i - e tricks.
    """
    counts += 1 << (4 * owner)
    length = (counts >> (4 * owner)) & 15
    enemies = 0
    others = 0
    for seat in range(4):
        if seat != owner:
            above = (counts >> (4 * seat)) & 15
            others += above
            if (work[MAXIMISER] >> seat ^ work[MAXIMISER] >> owner) & 1:
                enemies += above
    if length - enemies > (counts >> (SIDE_SURE + 4 * owner)) & 15:
        counts += 1 << (SIDE_SURE + 4 * owner)
    if length - others > (counts >> (SEAT_SURE + 4 * owner)) & 15:
        counts += 1 << (SEAT_SURE + 4 * owner)
    return counts


@inlined_kernel
def suit_left(cards: int, suit: int) -> int:
    """The cards of a suit, from its own lowest bit on."""
    if suit == 3:
        return cards >> TRUMP_START
    return (cards >> (suit * SUIT_BITS)) & PLAIN


@inlined_kernel
def lane_of(card: int) -> int:
    """All bits of the suit of a card."""
    if card >> TRUMP_START:
        return ((1 << 24) - 1) << TRUMP_START
    if card >> (2 * SUIT_BITS):
        return PLAIN << (2 * SUIT_BITS)
    if card >> SUIT_BITS:
        return PLAIN << SUIT_BITS
    return PLAIN


@inlined_kernel
def suit_of(card: int) -> int:
    if card >> TRUMP_START:
        return 3
    if card >> (2 * SUIT_BITS):
        return 2
    return 1 if card >> SUIT_BITS else 0


@inlined_kernel
def highest_of_runs(work: Words, facts: Words, suit: int, left: int) -> int:
    """Those of a suit's cards that are left whose next higher one is in another hand."""
    tops = (
        facts[np.uint64(2 * (work[np.uint64(BASE + suit)] + suit_left(left, suit)))] >> TOPS_START
    )
    return (tops & TOPS) << (suit * SUIT_BITS)
