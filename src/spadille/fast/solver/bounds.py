"""What is certain without looking further."""

# ruff: noqa: C901, PLR0912, PLR0915 - kernels do their work in one piece, on what they are passed
# mypy: no-warn-return-any

import numpy as np

from ..bits import count as size_of
from ..bits import highest
from ..kernel import inlined_kernel
from ..kernel import lean_kernel as kernel
from .goals import MISS, NEED, NEVER, ROW_BITS, SURE
from .memory import (
    ALL,
    BEST,
    GOAL,
    LEAD,
    LEAD_ANY,
    LEAD_NEVER,
    LED,
    MAXIMISER,
    PAIRS,
    RELEVANT,
    SEAT,
    TRUMP,
    TRUMP_START,
    TRUMPS,
    UNBROKEN,
    WHO,
    WINNER,
    Words,
)
from .suits import FIELD, MOST_SURE, OURS_SURE, SEAT_SURE, SIDE_SURE, THEIRS_SURE, above, lane_at


@inlined_kernel
def trumps_locked(work: Words, hand: int) -> bool:
    """Whether a hand may not lead trumps."""
    if not work[TRUMP] or work[LEAD] == LEAD_ANY or hand & ~TRUMPS == 0:
        return False
    return work[LEAD] == LEAD_NEVER or work[ALL] & TRUMPS == work[UNBROKEN]


@inlined_kernel
def _able(work: Words, seat: int, led: int) -> int:
    """The cards with which a seat may win a trick."""
    hand = work[np.uint64(seat)]
    cards = hand & led
    return cards or hand & work[TRUMP]


@inlined_kernel
def best_of(work: Words, seat: int, led: int) -> int:
    """The highest card with which a seat may win a trick, 0 for none."""
    cards = _able(work, seat, led)
    return 1 << highest(cards) if cards else 0


@inlined_kernel
def threat_of(work: Words, frame: np.uint64, count: int, players: int) -> int:
    """The highest card with which an opponent who is still to play may win the trick, or 0."""
    led = work[frame + LED]
    seat = work[frame + SEAT]
    sides = work[MAXIMISER]
    threat = 0
    for later in range(seat + 1, seat + players - count):
        other = later - players if later >= players else later
        if (sides >> seat ^ sides >> other) & 1:
            threat = max(threat, best_of(work, other, led))
    return threat


@inlined_kernel
def last_needed(work: Words, goals: Words, frame: np.uint64, count: int, players: int) -> int:
    """Who is to play surely wins the trick in progress, and needs no other; see RELEVANT.

    1 or 0 where that decides the goal in a frame, else -1; `count` cards lie on the table.
    """
    seat = work[frame + SEAT]
    sides = work[MAXIMISER]
    ours = sides >> seat & 1
    if goals[np.uint64((work[frame + GOAL] << ROW_BITS) + (NEED if ours else MISS))] > 1:
        return -1
    led = work[frame + LED]
    best = work[frame + BEST]
    threat = threat_of(work, frame, count, players)
    win = best
    if sides >> work[frame + WINNER] & 1 != ours or best < threat:
        bar = max(best, threat)
        cards = above(_able(work, seat, led), bar)
        win = cards & -cards
        if not win and count == 1 and work[PAIRS]:
            top = best_of(work, seat ^ 2, led)
            win = top if top > bar else 0
    if not win:
        return -1
    work[RELEVANT] = win
    return ours


@inlined_kernel
def sure(work: Words, facts: Words, goals: Words, goal: int, players: int) -> int:
    """1 or 0 where trumps that nothing can beat decide a goal, else -1; see RELEVANT."""
    trumps = work[ALL] >> TRUMP_START
    known = facts[np.uint64(trumps)]
    row = goal << ROW_BITS
    for result in range(2):
        needed = goals[np.uint64(row + (NEED if result else MISS))]
        if (known >> (OURS_SURE if result else THEIRS_SURE)) & MOST_SURE >= needed:
            seat = 0
            while (known >> (SIDE_SURE + FIELD * seat)) & MOST_SURE < needed or work[
                MAXIMISER
            ] >> seat & 1 != result:
                seat += 1
            work[RELEVANT] = _backing(facts, trumps, SIDE_SURE + FIELD * seat, needed)
            return result
    if work[WHO]:
        for seat in range(players):
            won = (known >> (SEAT_SURE + FIELD * seat)) & MOST_SURE
            for result in range(2):
                needed = goals[np.uint64(row + (SURE if result else NEVER) + seat)]
                if won >= needed:
                    work[RELEVANT] = _backing(facts, trumps, SEAT_SURE + FIELD * seat, needed)
                    return result
    return -1


@kernel
def _backing(facts: Words, trumps: int, field: int, needed: int) -> int:
    """As few of the highest trumps as give so many sure tricks."""
    rest = trumps & (trumps - 1)
    while rest and (facts[np.uint64(rest)] >> field) & MOST_SURE >= needed:
        trumps = rest
        rest = trumps & (trumps - 1)
    return trumps << TRUMP_START


@inlined_kernel
def _highest(cards: int, number: int) -> int:
    """So many of some cards, the highest."""
    for _ in range(size_of(cards) - number):
        cards &= cards - 1
    return cards


@kernel
def quick(work: Words, facts: Words, leader: int, left: int, needed: int) -> bool:
    """Whether the leader's side surely wins so many tricks, most of them at once; see RELEVANT.

    The leader cashes what no opponent can beat or ruff, then goes over to the partner, who cashes
    as well; to that come trumps that win some trick whenever they are played.
    """
    own = work[np.uint64(leader)]
    partners = work[np.uint64(leader ^ 2)]
    second = work[np.uint64(leader ^ 1)]
    fourth = work[np.uint64(leader ^ 3)]
    relevant = 0
    ruffs_2, ruffs_4, ours, theirs = 0, 0, 0, 0
    total = 0
    rounds = 0
    drawn = True
    first_plain = 4
    mine, yours = 0, 0
    trump_entry = 0
    if work[TRUMP]:
        first_plain = 3
        trumps = work[ALL] & TRUMPS
        ruffs_2 = size_of(second & TRUMPS)
        ruffs_4 = size_of(fourth & TRUMPS)
        ours = size_of(own & TRUMPS)
        theirs = size_of(partners & TRUMPS)
        drawn = ruffs_2 + ruffs_4 == 0
        known = facts[np.uint64(trumps >> TRUMP_START)]
        mine = (known >> (SIDE_SURE + FIELD * leader)) & MOST_SURE
        yours = (known >> (SIDE_SURE + FIELD * (leader ^ 2))) & MOST_SURE
        total = max(mine, yours)
        if drawn:
            total = max(ours, theirs)
        else:
            if total:
                field = SIDE_SURE + FIELD * (leader if mine >= yours else leader ^ 2)
                relevant = _backing(facts, trumps >> TRUMP_START, field, total)
            if ours and not trumps_locked(work, own):
                if theirs:
                    trump_entry = above(partners & TRUMPS, trumps & ~partners)
                top = above(own & TRUMPS, trumps & ~own)
                run = size_of(top)
                most = max(ruffs_2, ruffs_4)
                if run >= most:
                    drawn = True
                    rounds = most
                    tricks = run
                    if most >= theirs or run >= theirs:
                        tricks = ours
                    if tricks >= total:
                        total = tricks
                        relevant = top
                    else:
                        relevant |= top
        if total >= needed:
            work[RELEVANT] = relevant
            return True
    cashed = 0
    over = 0
    entry = False
    over_relevant = 0
    ruffed = False
    for suit in range(first_plain):
        lane = lane_at(suit)
        cards = work[ALL] & lane
        if not cards:
            continue
        length = size_of(own & lane)
        length_p = size_of(partners & lane)
        length_2 = size_of(second & lane)
        length_4 = size_of(fourth & lane)
        limit = 15
        if not drawn:
            if ruffs_2:
                limit = length_2
            if ruffs_4:
                limit = min(limit, length_4)
            if limit == 0:
                continue
        most = max(length_2, length_4)
        top = above(own & lane, cards & ~own)
        run = size_of(top)
        ruff = length_p == 0 and theirs and length and not run and not drawn
        if ruff and not ruffed and mine >= yours:
            # The partner ruffs with a trump on which no sure trick was counted.
            ruffed = True
            entry = True
            over += 1
            continue
        if run:
            tricks = run
            if run >= most and run >= length_p:
                tricks = length
            tricks = min(tricks, limit)
            cashed += tricks
            relevant |= _highest(top, tricks)
            if run <= tricks and length > run and length_p > run:
                top = above(partners & lane, cards & ~partners & ~top)
                more = min(size_of(top), length_p - run, limit - run)
                if more > 0:
                    entry = True
                    over += more
                    over_relevant |= _highest(top, more)
        else:
            top = above(partners & lane, cards & ~partners)
            run = size_of(top)
            if run:
                tricks = run
                if run >= most and run >= length:
                    tricks = length_p
                tricks = min(tricks, limit)
                over += tricks
                entry = entry or length > 0
                over_relevant |= _highest(top, tricks)
        if total + cashed >= needed and (theirs == 0 or left - theirs >= cashed):
            work[RELEVANT] = relevant
            return True
    if trump_entry and not entry and total + cashed + over >= needed:
        entry = True
        over_relevant |= _highest(trump_entry, 1)
    if not entry or total + cashed + over < needed:
        return False
    if ours and left - ours - cashed < over:
        return False
    if cashed + over + max(0, rounds - theirs) > left - theirs:
        return False
    work[RELEVANT] = relevant | over_relevant
    return True
