"""What is certain at the start of a trick without looking further."""

# ruff: noqa: C901, PLR0912, PLR0915 - kernels do their work in one piece, on what they are passed
# mypy: no-warn-return-any

import numpy as np

from ..bits import highest, lowest
from ..kernel import inlined_kernel
from ..kernel import lean_kernel as kernel
from .goals import MISS, NEED, NEVER, ROW_BITS, SURE
from .memory import (
    ALL,
    BASE,
    LEAD,
    LEAD_ANY,
    LEAD_NEVER,
    MAXIMISER,
    PLAYERS,
    RELEVANT,
    SUIT_BITS,
    TRUMP,
    TRUMP_START,
    TRUMPS,
    UNBROKEN,
    WHO,
    Words,
)
from .suits import OWNERS, SEAT_SURE, SIDE_SURE, suit_left

_SEAT_PATTERN = 0x5555555555


@inlined_kernel
def trumps_locked(work: Words, hand: int) -> bool:
    """Whether a hand may not lead trumps."""
    if not work[TRUMP] or work[LEAD] == LEAD_ANY or hand & ~TRUMPS == 0:
        return False
    return work[LEAD] == LEAD_NEVER or work[ALL] & TRUMPS == work[UNBROKEN]


@inlined_kernel
def sure(work: Words, facts: Words, goals: Words, goal: int) -> int:
    """1 or 0 where trumps that nothing can beat decide a goal, else -1; see RELEVANT."""
    trumps = work[ALL] >> TRUMP_START
    base = work[BASE + 3]
    counts = facts[np.uint64(2 * (base + trumps) + 1)]
    row = goal << ROW_BITS
    for seat in range(work[PLAYERS]):
        won = (counts >> (SIDE_SURE + 4 * seat)) & 15
        if not won:
            continue
        ours = work[MAXIMISER] >> seat & 1
        needed = goals[np.uint64(row + NEED)] if ours else goals[np.uint64(row + MISS)]
        if won >= needed:
            work[RELEVANT] = _backing(facts, base, trumps, SIDE_SURE + 4 * seat, needed)
            return ours
        if work[WHO]:
            won = (counts >> (SEAT_SURE + 4 * seat)) & 15
            for result in range(2):
                needed = goals[np.uint64(row + (SURE if result else NEVER) + seat)]
                if won >= needed:
                    work[RELEVANT] = _backing(facts, base, trumps, SEAT_SURE + 4 * seat, needed)
                    return result
    return -1


@kernel
def _backing(facts: Words, base: int, trumps: int, field: int, needed: int) -> int:
    """As few of the highest trumps as give so many sure tricks."""
    rest = trumps & (trumps - 1)
    while rest and (facts[np.uint64(2 * (base + rest) + 1)] >> field) & 15 >= needed:
        trumps = rest
        rest = trumps & (trumps - 1)
    return trumps << TRUMP_START


@kernel
def _run(owners: int, cards: int, seat: int) -> int:
    """How many of the highest cards a seat holds, of `cards` whose owners are given."""
    other = owners ^ (seat * _SEAT_PATTERN)
    other |= 1 << (2 * cards)
    return lowest(other) >> 1


@kernel
def _top(left: int, suit: int, cards: int, number: int) -> int:
    """The highest `number` of the `cards` cards of a suit."""
    for _ in range(cards - number):
        left &= left - 1
    return left << (suit * SUIT_BITS)


@kernel
def quick(work: Words, facts: Words, leader: int, left: int, needed: int) -> bool:
    """Whether the leader's side surely wins so many tricks, most of them at once; see RELEVANT.

    The leader cashes what no opponent can beat or ruff, then goes over to the partner, who cashes
    as well; to that come trumps that win some trick whenever they are played.
    """
    partner, second, fourth = leader ^ 2, leader ^ 1, leader ^ 3
    every = work[ALL]
    relevant = 0
    ruffs_2, ruffs_4, ours, theirs = 0, 0, 0, 0
    total = 0
    rounds = 0
    drawn = True
    first_plain = 4
    mine, yours = 0, 0
    trump_entry = False
    if work[TRUMP]:
        first_plain = 3
        trumps = every >> TRUMP_START
        base = work[BASE + 3]
        counts = facts[np.uint64(2 * (base + trumps) + 1)]
        ruffs_2 = (counts >> (4 * second)) & 15
        ruffs_4 = (counts >> (4 * fourth)) & 15
        ours = (counts >> (4 * leader)) & 15
        theirs = (counts >> (4 * partner)) & 15
        drawn = ruffs_2 == 0 and ruffs_4 == 0
        mine = (counts >> (SIDE_SURE + 4 * leader)) & 15
        yours = (counts >> (SIDE_SURE + 4 * partner)) & 15
        total = max(mine, yours)
        if drawn:
            total = max(ours, theirs)
        else:
            if total:
                field = SIDE_SURE + 4 * (leader if mine >= yours else partner)
                relevant = _backing(facts, base, trumps, field, total)
            if ours and not trumps_locked(work, work[np.uint64(leader)]):
                if theirs and facts[np.uint64(2 * (base + trumps))] & 3 == partner:
                    trump_entry = True
                owners = facts[np.uint64(2 * (base + trumps))] & OWNERS
                cards = ours + theirs + ruffs_2 + ruffs_4
                run = _run(owners, cards, leader)
                most = max(ruffs_2, ruffs_4)
                if run >= most:
                    drawn = True
                    rounds = most
                    tricks = run
                    if most >= theirs or run >= theirs:
                        tricks = ours
                    if tricks >= total:
                        total = tricks
                        relevant = _top(trumps, 3, cards, run)
                    else:
                        relevant |= _top(trumps, 3, cards, run)
        if total >= needed:
            work[RELEVANT] = relevant
            return True
    cashed = 0
    over = 0
    entry = False
    over_relevant = 0
    ruffed = False
    for suit in range(first_plain):
        cards_left = suit_left(every, suit)
        if not cards_left:
            continue
        place = 2 * (work[np.uint64(BASE + suit)] + cards_left)
        lengths = facts[np.uint64(place + 1)]
        owners = facts[np.uint64(place)] & OWNERS
        length = (lengths >> (4 * leader)) & 15
        partners = (lengths >> (4 * partner)) & 15
        length_2 = (lengths >> (4 * second)) & 15
        length_4 = (lengths >> (4 * fourth)) & 15
        cards = length + partners + length_2 + length_4
        limit = 15
        if not drawn:
            if ruffs_2:
                limit = length_2
            if ruffs_4:
                limit = min(limit, length_4)
            if limit == 0:
                continue
        most = max(length_2, length_4)
        run = _run(owners, cards, leader)
        ruff = partners == 0 and theirs and length and not run and not drawn
        if ruff and not ruffed and mine >= yours:
            # The partner ruffs with a trump on which no sure trick was counted.
            ruffed = True
            entry = True
            over += 1
            continue
        if run:
            tricks = run
            if run >= most and run >= partners:
                tricks = length
            tricks = min(tricks, limit)
            cashed += tricks
            relevant |= _top(cards_left, suit, cards, min(run, tricks))
            if run <= tricks and length > run and partners > run:
                next_run = _run(owners >> (2 * run), cards - run, partner)
                more = min(next_run, partners - run, limit - run)
                if more > 0:
                    entry = True
                    over += more
                    over_relevant |= _top(cards_left, suit, cards, run + more)
        else:
            run = _run(owners, cards, partner)
            if run:
                tricks = run
                if run >= most and run >= length:
                    tricks = partners
                tricks = min(tricks, limit)
                over += tricks
                entry = entry or length > 0
                over_relevant |= _top(cards_left, suit, cards, min(run, tricks))
        if total + cashed >= needed and (theirs == 0 or left - theirs >= cashed):
            work[RELEVANT] = relevant
            return True
    if trump_entry and not entry and total + cashed + over >= needed:
        entry = True
        trumps = every >> TRUMP_START
        over_relevant |= 1 << (highest(trumps) + TRUMP_START)
    if not entry or total + cashed + over < needed:
        return False
    if ours and left - ours - cashed < over:
        return False
    if cashed + over + max(0, rounds - theirs) > left - theirs:
        return False
    work[RELEVANT] = relevant | over_relevant
    return True
