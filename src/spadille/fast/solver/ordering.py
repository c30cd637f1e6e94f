"""Order the cards to try, with those likely to be decisive first."""

# mypy: no-warn-return-any

from ..bits import choose, highest
from ..bits import count as size_of
from ..kernel import inlined_kernel
from .bounds import best_of, threat_of
from .memory import ALL, BEST, LED, MAXIMISER, OFFERED, ORDER, SEAT, TODO, TRUMP, WINNER, Words
from .promises import AGAIN, FIELD, FIELD_BITS, promises_of
from .suits import above, lane_at, lane_of

UNORDERED, ORDERED = -1, 0
"""Values of ORDER: before the first card, and after a later hand has tried the likely card. For the
leader, ORDER has the promise of leading each suit; see `promises`."""


@inlined_kernel
def likely(work: Words, frame: int, count: int, players: int) -> int:
    """Return the card in TODO that a later hand tries first; `count` cards are on the table."""
    cards = work[frame + TODO]
    best = work[frame + BEST]
    led = work[frame + LED]
    seat = work[frame + SEAT]
    sides = work[MAXIMISER]
    ours = (sides >> seat ^ sides >> work[frame + WINNER]) & 1 == 0
    threat = threat_of(work, frame, count, players)
    following = cards & led
    beating = above(cards & (led if following else work[TRUMP]), best)
    safe = above(beating, threat)
    if ours:
        safe = safe if threat > best else 0
    elif following:
        if count == 1 and players == 4:
            top = best_of(work, (seat + 2) & 3, led)
            if top > best and top > threat:
                safe = 0
    elif not safe:
        safe = beating
    if safe:
        return safe & -safe
    return next_low(work, frame)


@inlined_kernel
def next_low(work: Words, frame: int) -> int:
    """Return the cheapest card of TODO: not a trump, from a long suit that is still untried."""
    cards = work[frame + TODO]
    if cards & work[frame + LED]:
        return cards & -cards
    hand = work[work[frame + SEAT]]
    tried = work[frame + OFFERED] & ~cards
    trumps = work[TRUMP]
    chosen = cards & trumps
    most = -1
    for suit in range(4):
        lane = lane_at(suit) & ~trumps
        mine = cards & lane
        worth = size_of(hand & lane) + choose(tried & lane != 0, 0, 100)
        worth = choose(mine != 0, worth, -1)
        chosen = choose(worth > most, mine, chosen)
        most = max(worth, most)
    return chosen & -chosen


@inlined_kernel
def next_lead(work: Words, frame: int, players: int) -> int:
    """Return the card of TODO to lead: of the most promising suit, the highest if none beats it."""
    promises = work[frame + ORDER]
    if promises == UNORDERED:
        promises = promises_of(work, frame, work[frame + SEAT], players)
    cards = work[frame + TODO]
    chosen, place, most = 0, 0, -1
    for suit in range(4):
        mine = cards & lane_at(suit)
        at = FIELD_BITS * suit
        value = choose(mine != 0, (promises >> at) & FIELD, -1)
        chosen = choose(value > most, mine, chosen)
        place = choose(value > most, at, place)
        most = max(value, most)
    work[frame + ORDER] = promises - (AGAIN << place)
    top = 1 << highest(chosen)
    return choose(work[ALL] & lane_of(work, top) < 2 * top, top, chosen & -chosen)
