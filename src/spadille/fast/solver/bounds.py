"""Bounds that hold without further search."""

# ruff: noqa: C901, PLR0912, PLR0915 - kernels do their work in one piece, on what they are passed
# mypy: no-warn-return-any

from ..bits import choose, highest, scatter
from ..bits import count as size_of
from ..encoding import LEAD_ANY, LEAD_NEVER
from ..kernel import inlined_kernel, lean_kernel
from .goals import MISS, NEED, NEVER, ROW_BITS, SURE
from .memory import (
    ALL,
    BEST,
    GOAL,
    LEAD,
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
    Words,
)
from .suits import (
    FIELD,
    MOST_SURE,
    OURS_SURE,
    SEAT_SURE,
    SIDE_SURE,
    THEIRS_SURE,
    above,
    lane_at,
    lane_numbered,
    lane_of,
)

_ANY_LENGTH = 31
"""All bits of a number of cards."""


@inlined_kernel
def trumps_locked(work: Words, hand: int) -> bool:
    """Return True if a hand may not lead trumps."""
    if not work[TRUMP] or work[LEAD] == LEAD_ANY or hand & ~TRUMPS == 0:
        return False
    return work[LEAD] == LEAD_NEVER or work[ALL] & TRUMPS == work[UNBROKEN]


@inlined_kernel
def _able(work: Words, seat: int, led: int) -> int:
    """Return the cards with which a seat could win a trick."""
    hand = work[seat]
    cards = hand & led
    return cards or hand & work[TRUMP]


@inlined_kernel
def best_of(work: Words, seat: int, led: int) -> int:
    """Return the highest card with which a seat could win a trick, or 0 for none."""
    cards = _able(work, seat, led)
    return choose(cards != 0, 1 << highest(cards | 1), 0)


@inlined_kernel
def threat_of(work: Words, frame: int, count: int, players: int) -> int:
    """Return the highest card with which an opponent still to play could win the trick, or 0."""
    led = work[frame + LED]
    seat = work[frame + SEAT]
    sides = work[MAXIMISER]
    if work[PAIRS]:
        return best_of(work, (seat + 1) & 3, led) if count < players - 1 else 0
    threat = 0
    for later in range(seat + 1, seat + players - count):
        other = later - players if later >= players else later
        if (sides >> seat ^ sides >> other) & 1:
            threat = max(threat, best_of(work, other, led))
    return threat


@inlined_kernel
def last_needed(work: Words, goals: Words, frame: int) -> int:
    """Decide a goal if one trick is enough and the second player, or the partner, surely wins it.

    Return 1 or 0 if that decides the goal in a frame, else -1; see RELEVANT.
    """
    seat = work[frame + SEAT]
    ours = work[MAXIMISER] >> seat & 1
    if goals[(work[frame + GOAL] << ROW_BITS) + (NEED if ours else MISS)] > 1:
        return -1
    led = work[frame + LED]
    best = work[frame + BEST]
    bar = max(best, best_of(work, (seat + 1) & 3, led))
    cards = above(_able(work, seat, led), bar)
    partners = best_of(work, seat ^ 2, led)
    win = choose(cards != 0, cards & -cards, choose(partners > bar, partners, 0))
    if not win:
        return -1
    others = work[ALL] & ~work[(seat + 3) & 3] | best
    work[RELEVANT] = win if others & lane_of(work, win) & ~win else 0
    return ours


@inlined_kernel
def sure(work: Words, facts: Words, goals: Words, goal: int, players: int) -> int:
    """Return 1 or 0 if unbeatable trumps decide a goal, else -1; see RELEVANT."""
    known = facts[work[ALL] >> TRUMP_START]
    row = goal << ROW_BITS
    for result in range(2):
        needed = goals[row + (NEED if result else MISS)]
        if (known >> (OURS_SURE if result else THEIRS_SURE)) & MOST_SURE >= needed:
            work[RELEVANT] = _backing_of_side(work, known, needed, result, players)
            return result
    if work[WHO]:
        for seat in range(players):
            won = (known >> (SEAT_SURE + FIELD * seat)) & MOST_SURE
            for result in range(2):
                needed = goals[row + (SURE if result else NEVER) + seat]
                if won >= needed:
                    own = work[seat] & TRUMPS
                    work[RELEVANT] = _backing(own, work[ALL] & TRUMPS & ~own, size_of(own), needed)
                    return result
    return -1


@lean_kernel
def _backing_of_side(work: Words, known: int, needed: int, result: int, players: int) -> int:
    """Return the lowest trump that matters for this many sure tricks of a side, or 0."""
    sides = work[MAXIMISER]
    own, most, hands = 0, 0, 0
    for seat in range(players):
        if sides >> seat & 1 == result:
            held = work[seat] & TRUMPS
            own |= held
            most = max(most, size_of(held))
            hands += held != 0
    enemies = work[ALL] & TRUMPS & ~own
    if hands > 2:
        seat = 0
        while (known >> (SIDE_SURE + FIELD * seat)) & MOST_SURE < needed or (
            sides >> seat & 1 != result
        ):
            seat += 1
        own = work[seat] & TRUMPS
        most = size_of(own)
    return _backing(own, enemies, most, needed)


@lean_kernel
def _backing(own: int, enemies: int, most: int, needed: int) -> int:
    """Return the lowest trump that matters for this many sure tricks, or 0 if length suffices.

    At most `most` of our trumps can be played to different tricks.
    """
    if most - size_of(enemies) >= needed:
        return 0
    number = 0
    while True:
        place = highest(own)
        own ^= 1 << place
        number += 1
        if number - size_of(enemies >> place) >= needed or not own:
            return 1 << place


@inlined_kernel
def _highest(cards: int, number: int) -> int:
    """Return the highest `number` cards of some."""
    return scatter(-1 << min(size_of(cards), max(0, size_of(cards) - number)), cards)


@inlined_kernel
def _in_suit(
    work: Words, leader: int, lane: int, free_2: int, free_4: int
) -> tuple[int, int, int, int, int, int, int]:
    """Return the tricks that the leader's side cashes in a suit, and the cards they depend on.

    The result has how many tricks the leader cashes, and then the partner; the cards they use; how
    many of these matter; and how often the suit can be led before an opponent may ruff. `free` is
    `_ANY_LENGTH` if an opponent who is void in the suit cannot ruff, else 0.
    """
    own = work[leader] & lane
    partners = work[leader ^ 2] & lane
    cards = work[ALL] & lane
    first = above(own, cards & ~own)
    then = above(partners, cards & ~partners & ~first)
    run, run_p = size_of(first), size_of(then)
    length, length_p = size_of(own), size_of(partners)
    length_2 = size_of(work[leader ^ 1] & lane)
    length_4 = size_of(work[leader ^ 3] & lane)
    most = max(length_2, length_4)
    limit = min(length_2 | free_2, length_4 | free_4)
    # Once no one else has cards of the suit, lower ones win as well.
    others = max(most, length_p)
    tricks = min(length if (run >= others) & (run > 0) else run, limit)
    others_p = max(most, length)
    more = min(run_p, length_p - run)
    more = length_p if (run == 0) & (run_p >= others_p) & (run_p > 0) else more
    more = min(more, limit - run)
    more = more if (more > 0) & ((run == 0) | (length > run)) else 0
    return tricks, more, first, then, others, others_p - run, limit


@lean_kernel
def lasting(work: Words, leader: int, left: int, needed: int) -> bool:
    """Return True if a hand opposing the leader surely wins this many tricks; see RELEVANT.

    The hand has more trumps than the leader's side. Each of that side's trumps can take the trick
    of at most one of the hand's trumps and highest plain cards. As long as the hand has a trump
    left that cannot be taken, it gets the lead before it must part with any of these cards.
    """
    against = size_of((work[leader] | work[leader ^ 2]) & TRUMPS)
    if left - against < needed:
        return False
    for opponent in range(1, 4, 2):
        seat = leader ^ opponent
        hand = work[seat]
        won = size_of(hand & TRUMPS) - against
        if won <= 0:
            continue
        relevant = 0
        for suit in range(3):
            lane = lane_at(suit)
            own = hand & lane
            top = above(own, work[ALL] & lane & ~own)
            tricks = size_of(top)
            if tricks:
                others = 0
                for other in range(1, 4):
                    others = max(others, size_of(work[seat ^ other] & lane))
                tricks = min(size_of(own) if tricks >= others else tricks, needed - won)
                won += tricks
                relevant |= _highest(top, min(tricks, others))
                if won >= needed:
                    work[RELEVANT] = relevant
                    return True
    return False


@lean_kernel
def quick(work: Words, facts: Words, leader: int, left: int, needed: int) -> bool:
    """Return True if the leader's side surely wins this many tricks, mostly at once; see RELEVANT.

    The leader draws trumps if holding the highest ones, and cashes all cards that no opponent can
    beat or ruff. Then the partner gets the lead and cashes too. Trumps that win a trick whenever
    they are played are added.
    """
    own = work[leader]
    partners = work[leader ^ 2]
    trump = work[TRUMP]
    trumps = work[ALL] & trump
    ruffs_2 = size_of(work[leader ^ 1] & trump)
    ruffs_4 = size_of(work[leader ^ 3] & trump)
    ours = size_of(own & trump)
    theirs = size_of(partners & trump)
    rounds = max(ruffs_2, ruffs_4)
    known = facts[trumps >> TRUMP_START]
    mine = (known >> (SIDE_SURE + FIELD * leader)) & MOST_SURE
    yours = (known >> (SIDE_SURE + FIELD * (leader ^ 2))) & MOST_SURE
    total = (known >> (OURS_SURE if work[MAXIMISER] >> leader & 1 else THEIRS_SURE)) & MOST_SURE
    may_draw = (ours > 0) & (rounds > 0) & (not trumps_locked(work, own))
    top = above(own & trump, trumps & ~own)
    draws = may_draw & (size_of(top) >= rounds)
    drawing = choose(draws, _highest(top, rounds), 0)
    may_enter = may_draw & (not draws) & (max(mine, yours) >= total)
    top_of_partner = _highest(above(partners & trump, trumps & ~partners), 1)
    trump_entry = choose(may_enter, top_of_partner, 0)
    drawn = draws | (rounds == 0)
    total = choose(drawn, max(ours, theirs), total)
    free_2 = _ANY_LENGTH if drawn | (ruffs_2 == 0) else 0
    free_4 = _ANY_LENGTH if drawn | (ruffs_4 == 0) else 0
    # The partner may ruff with a trump that was not counted as a sure trick.
    may_ruff = (drawing == 0) & (theirs > 0) & (mine >= total)
    cashed, over = 0, 0
    entry, ruff = False, False
    for suit in range(3 if trump else 4):
        lane = lane_numbered(work, suit)
        tricks, more, first, _, _, _, limit = _in_suit(work, leader, lane, free_2, free_4)
        cashed += tricks
        over += more
        follows = own & lane != 0
        entry |= (more > 0) & follows
        ruff |= may_ruff & follows & (first == 0) & (partners & lane == 0) & (limit > 0)
    over += ruff
    missing = needed - total
    goes_over = missing > cashed
    if goes_over:
        if missing > cashed + over or not (entry or ruff or trump_entry):
            return False
        # No one may be forced to ruff a trick that a partner wins.
        if ours and left - ours < missing:
            return False
        if missing + max(0, rounds * (drawing != 0) - theirs) > left - theirs:
            return False
    elif missing > 0 and theirs and left - theirs < missing:
        return False
    relevant = drawing
    if not drawn and total:
        side = (own | partners) & trump
        enemies = trumps & ~side
        most = max(ours, theirs)
        if goes_over and (ruff or not entry):
            # A trump is played on the way, so these tricks belong to one hand.
            side, most = (own & trump, ours) if mine >= total else (partners & trump, theirs)
        relevant |= _backing(side, enemies, most, total)
    if goes_over and not (entry or ruff):
        relevant |= trump_entry
    entered = ruff or not entry
    missing_over = missing - cashed - ruff
    for suit in range(3 if trump else 4):
        lane = lane_numbered(work, suit)
        tricks, more, first, then, others, others_p, _ = _in_suit(
            work, leader, lane, free_2, free_4
        )
        if goes_over:
            enters = more > 0 and own & lane != 0 and not entered
            if more and (missing_over > 0 or enters):
                more = min(more, max(missing_over, 1))
                missing_over -= more
                entered = entered or enters
                relevant |= _highest(then, min(more, others_p))
        else:
            tricks = min(tricks, max(missing, 0))
            missing -= tricks
        relevant |= _highest(first, min(tricks, others))
    work[RELEVANT] = relevant
    return True
