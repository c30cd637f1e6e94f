"""Search whether the maximizing side can force a goal."""

# ruff: noqa: C901, PLR0912, PLR0913, PLR0915, PLR0917 - kernels do their work in one piece, on what they are passed
# mypy: no-warn-return-any

from ..bits import choose, highest
from ..kernel import inlined_kernel, lean_kernel
from .bounds import last_needed, lasting, quick, sure, trumps_locked
from .goals import MISS, NEED, ROW_BITS
from .goals import WON as WON_GOAL
from .memory import (
    ALL,
    BEST,
    BUDGET,
    CARD,
    CUT_MASK,
    CUTS,
    EQUALS,
    FRAME,
    FRAMES,
    GENERATION,
    GOAL,
    IRRELEVANT,
    LANES,
    LED,
    LEFT,
    MAXIMISER,
    NODES,
    OFFERED,
    ORDER,
    PAIRS,
    PLACE,
    QUICK,
    REL,
    RELEVANT,
    SEAT,
    SHAPE,
    SLOW,
    TABLE,
    TODO,
    TRICK,
    TRUMP,
    TRUMPS,
    UNITS,
    WHO,
    WINNER,
    WON,
    Words,
)
from .ordering import ORDERED, UNORDERED, likely, next_lead, next_low
from .suits import above, highest_of_runs, lane_of
from .table import approach, key_of, look_up, store

OUT_OF_BUDGET = -2
_UNKNOWN = -1
_TAG_BITS = 6
_HASHED = (1 << 62) - 1


@lean_kernel
def forced(
    work: Words,
    facts: Words,
    table: Words,
    cuts: Words,
    goals: Words,
    below: Words,
    played: int,
    only: int,
    players: int,
    flags: int,
) -> int:
    """Return 1 if the maximizing side can force the goal in the first frame, else 0.

    That frame describes the trick in progress, of which `played` cards are on the table. If `only`
    is a card of the seat to play, it is played first. The nodes visited are left in NODES. The
    result is `OUT_OF_BUDGET` if they exceed BUDGET.
    """
    depth = 0
    frame = FRAMES
    count = played
    relevant = 0
    chosen = only
    left = work[frame + LEFT]
    nodes = work[NODES]
    budget = work[BUDGET]
    while True:
        # A new position: is it known already?
        nodes += 1
        if nodes > budget:
            work[NODES] = nodes
            _unwind(work, depth)
            return OUT_OF_BUDGET
        result = _UNKNOWN
        card = chosen
        if chosen:
            _offer(work, frame, chosen, -1)
            chosen = 0
        else:
            if count == 0:
                result = _at_start(work, facts, table, goals, below, frame, players, flags)
                relevant = work[RELEVANT]
            elif flags & QUICK and count == 1 and work[PAIRS]:
                result = last_needed(work, goals, frame)
                relevant = work[RELEVANT]
            if result == _UNKNOWN:
                card = _choices(work, cuts, goals, frame, count, flags)
        # Propagate the result until there is a card to try.
        while True:
            if result != _UNKNOWN:
                if depth == 0:
                    work[NODES] = nodes
                    work[RELEVANT] = relevant
                    return result
                depth -= 1
                if count == 0:
                    count = players
                    left += 1
                    relevant |= work[frame + WON]
                count -= 1
                frame -= FRAME
                card = work[frame + CARD]
                seat = work[frame + SEAT]
                work[seat] |= card
                work[ALL] |= card
                if result == work[MAXIMISER] >> seat & 1:
                    place = work[frame + PLACE]
                    if place >= 0:
                        cuts[place & work[CUT_MASK]] = place << _TAG_BITS | highest(card)
                    settled = True
                else:
                    relevant = _drop_alike(work, frame, seat, card, relevant, flags)
                    relevant |= work[frame + REL]
                    work[frame + REL] = relevant
                    settled = work[frame + TODO] == 0
                if settled:
                    if count == 0 and flags & TABLE and (depth or not only):
                        store(work, table, below, frame, result, relevant)
                    continue
                card = 0
            # Play the next card.
            if not card:
                card = _next_card(work, frame, count, players)
            seat = work[frame + SEAT]
            work[frame + CARD] = card
            work[frame + TODO] &= ~card
            work[seat] ^= card
            work[ALL] ^= card
            number = highest(card)
            shape = work[frame + SHAPE] - (work[UNITS + number] << (4 * seat))
            goal = work[frame + GOAL]
            best = card
            winner = seat
            if count == 0:
                led = work[LANES + number]
                trick = card
            else:
                led = work[frame + LED]
                trick = work[frame + TRICK] | card
                best = work[frame + BEST]
                winner = work[frame + WINNER]
                beats = (card > best) & (card & (led | work[TRUMP]) != 0)
                best = card if beats else best
                winner = seat if beats else winner
            depth += 1
            frame += FRAME
            count += 1
            work[frame + SHAPE] = shape
            if count < players:
                seat += 1
                if seat == players:
                    seat = 0
                work[frame + SEAT] = seat
                work[frame + GOAL] = goal
                work[frame + LED] = led
                work[frame + BEST] = best
                work[frame + WINNER] = winner
                work[frame + TRICK] = trick
                break
            count = 0
            left -= 1
            same = trick & lane_of(work, best)
            work[frame + WON] = best if same != best else 0
            goal = goals[(goal << ROW_BITS) + winner]
            if goal <= WON_GOAL:
                result = goal
                relevant = 0
                if depth >= players and work[PAIRS] and not work[WHO]:
                    # Which of two partners wins makes no difference.
                    last = card | work[frame - 3 * FRAME + CARD]
                    others = trick & ~last if best & last else last
                    if others & lane_of(work, best) == 0:
                        work[frame + WON] = 0
                continue
            work[frame + SEAT] = winner
            work[frame + GOAL] = goal
            work[frame + TRICK] = 0
            work[frame + LEFT] = left
            break


@lean_kernel
def _unwind(work: Words, depth: int) -> None:
    """Give the cards back to the hands."""
    while depth:
        depth -= 1
        frame = FRAMES + depth * FRAME
        card = work[frame + CARD]
        work[work[frame + SEAT]] |= card
        work[ALL] |= card


@inlined_kernel
def _at_start(
    work: Words,
    facts: Words,
    table: Words,
    goals: Words,
    below: Words,
    frame: int,
    players: int,
    flags: int,
) -> int:
    """Return the result if it is known at the start of a trick; see RELEVANT."""
    goal = work[frame + GOAL]
    left = work[frame + LEFT]
    seat = work[frame + SEAT]
    if left == 1:
        return _last_trick(work, goals, goal, seat, players)
    key = key_of(work, frame)
    if flags & TABLE:
        approach(work, table, key)
    ours = work[MAXIMISER] >> seat & 1
    needed = goals[(goal << ROW_BITS) + (NEED if ours else MISS)]
    needed_against = goals[(goal << ROW_BITS) + (MISS if ours else NEED)]
    if flags & SLOW and work[TRUMP]:
        result = sure(work, facts, goals, goal, players)
        if result < 0 and work[PAIRS] and lasting(work, seat, left, needed_against):
            result = 1 - ours
        if result >= 0:
            if result != ours and not work[WHO]:
                # It would hold all the more if the other side had won the previous trick.
                work[frame + WON] = 0
            return result
    if flags & TABLE:
        result = look_up(work, table, below, key, goal)
        if result >= 0:
            return result
    if flags & QUICK and work[PAIRS] and needed <= left and quick(work, facts, seat, left, needed):
        return ours
    return _UNKNOWN


@inlined_kernel
def _last_trick(work: Words, goals: Words, goal: int, seat: int, players: int) -> int:
    best = work[seat]
    winner = seat
    trick = best
    counting = lane_of(work, best) | work[TRUMP]
    for _ in range(players - 1):
        seat += 1
        if seat == players:
            seat = 0
        card = work[seat]
        trick |= card
        if card > best and card & counting:
            best = card
            winner = seat
    others = trick ^ best
    if work[PAIRS] and not work[WHO]:
        others = work[winner ^ 1] | work[winner ^ 3]
    work[RELEVANT] = best if others & lane_of(work, best) else 0
    return goals[(goal << ROW_BITS) + winner]


@inlined_kernel
def playable(work: Words, frame: int, count: int) -> int:
    """Return the cards that may be played when `count` cards are on the table."""
    hand = work[work[frame + SEAT]]
    if count == 0:
        return hand & ~TRUMPS if trumps_locked(work, hand) else hand
    cards = hand & work[frame + LED]
    return cards or hand


@inlined_kernel
def _choices(work: Words, cuts: Words, goals: Words, frame: int, count: int, flags: int) -> int:
    """Find the cards to try, and return the first if it is easy to see, or 0.

    That is the only card, or the one that decided a similar place last time.
    """
    seat = work[frame + SEAT]
    hand = work[seat]
    cards = playable(work, frame, count)
    if cards & (cards - 1) == 0:
        _offer(work, frame, cards, -1)
        return cards
    if flags & EQUALS:
        cards &= highest_of_runs(hand, work[ALL] | (work[frame + BEST] if count else 0))
    card = 0
    place = -1
    if flags & CUTS and cards & (cards - 1) and count < 3:
        mixed = hand ^ (hand >> 23) ^ (count << 58) ^ seat << 60
        if not count:
            mixed ^= goals[(work[frame + GOAL] << ROW_BITS) + NEED] * 0x51ED270B51
        else:
            best = highest(work[frame + BEST])
            mixed ^= (best + 1) * 0x9E3779B97F4A7
            mixed ^= (highest(work[frame + LED]) * 64 + work[frame + WINNER]) * 0x51ED270B
        place = ((int(mixed) * 0x1E3779B97F4A7C15) & _HASHED) >> 12
        place ^= work[GENERATION] << 33
        word = cuts[place & work[CUT_MASK]]
        if word >> _TAG_BITS == place:
            card = 1 << (word & ((1 << _TAG_BITS) - 1))
            card = cards & lane_of(work, card) & -card if card & hand else 0
            card &= -card
    _offer(work, frame, cards, place)
    return card


@inlined_kernel
def _offer(work: Words, frame: int, cards: int, place: int) -> None:
    """Set the cards to try, and the place to record which of them decides."""
    work[frame + TODO] = cards
    work[frame + OFFERED] = cards
    work[frame + REL] = 0
    work[frame + ORDER] = UNORDERED
    work[frame + PLACE] = place


@inlined_kernel
def _next_card(work: Words, frame: int, count: int, players: int) -> int:
    todo = work[frame + TODO]
    if todo & (todo - 1) == 0:
        return todo
    if not count:
        return next_lead(work, frame, players)
    if work[frame + ORDER] == ORDERED:
        return next_low(work, frame)
    work[frame + ORDER] = ORDERED
    return likely(work, frame, count, players)


@inlined_kernel
def _drop_alike(work: Words, frame: int, seat: int, card: int, relevant: int, flags: int) -> int:
    """Drop cards that fail like the one just tried; return the cards that this depends on."""
    lane = lane_of(work, card)
    in_suit = relevant & lane
    least = in_suit & -in_suit
    matters = (least > 0) & (least <= card)
    if flags & EQUALS:
        best = work[frame + BEST] if work[frame + TRICK] else 0
        own = work[seat] & lane
        others = (work[ALL] | best) & lane & ~own & (card - 1)
        equals = above(own & (2 * card - 1), others)
        relevant |= choose(matters, equals & -equals, 0)
    if flags & IRRELEVANT:
        work[frame + TODO] &= ~choose(matters, 0, lane & (least - 1))
    return relevant
