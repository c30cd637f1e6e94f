"""In which order cards are tried: those that are likely to decide first."""

# ruff: noqa: C901, PLR0912 - kernels do their work in one piece, on what they are passed
# mypy: no-warn-return-any

import numpy as np

from ..bits import count as size_of
from ..bits import highest, lowest
from ..kernel import inlined_kernel
from ..kernel import lean_kernel as kernel
from .bounds import best_of, threat_of
from .memory import (
    ALL,
    BEST,
    LED,
    MAXIMISER,
    SEAT,
    TODO,
    TRIED,
    TRUMP,
    WINNER,
    Words,
)
from .suits import above, lane_at


@inlined_kernel
def likely(work: Words, frame: np.uint64, count: int, players: int) -> int:
    """The card that a later hand tries first, of those in TODO; `count` lie on the table."""
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
def next_low(work: Words, frame: np.uint64) -> int:
    """The card of TODO that costs least: of a long suit, one that was not tried, and no trump."""
    cards = work[frame + TODO]
    if cards & work[frame + LED]:
        return cards & -cards
    hand = work[np.uint64(work[frame + SEAT])]
    tried = work[frame + TRIED]
    trumps = work[TRUMP]
    chosen = cards & trumps
    most = -1
    for suit in range(4):
        lane = lane_at(suit) & ~trumps
        mine = cards & lane
        worth = size_of(hand & lane) + (0 if tried & lane else 100) if mine else -1
        if worth > most:
            most = worth
            chosen = mine
    return chosen & -chosen


@kernel
def arrange_leads(work: Words, frame: np.uint64, players: int) -> None:
    """Writes the cards of TODO into the frame of who leads, best first."""
    cards = work[frame + TODO]
    seat = work[frame + SEAT]
    pairs = players == 4
    hand = work[np.uint64(seat)]
    partner = work[(seat + 2) & 3]
    second, fourth = work[(seat + 1) & 3], work[(seat + 3) & 3]
    trumps = work[TRUMP]
    at = 0
    for suit in range(4):
        lane = lane_at(suit)
        mine = cards & lane
        if not mine:
            continue
        top = 1 << highest(work[ALL] & lane)
        high_first = hand & top
        value = 0
        if pairs:
            ruffs = 0 if lane & trumps else trumps
            if (not second & lane and second & ruffs) or (not fourth & lane and fourth & ruffs):
                value -= 20
            elif not partner & lane and partner & ruffs:
                value += 25
            elif high_first:
                value += 20
            elif partner & top:
                value += 22
            elif second & top:
                value += 4
            else:
                value -= 2
            if ruffs:
                value += 2
        while mine:
            card = highest(mine) if high_first else lowest(mine)
            mine ^= 1 << card
            place = at
            while place > 0 and work[frame + np.uint64(place - 1)] & 1023 < 512 + value:
                work[frame + np.uint64(place)] = work[frame + np.uint64(place - 1)]
                place -= 1
            work[frame + np.uint64(place)] = card << 10 | 512 + value
            at += 1
            value -= 9
    for each in range(at):
        work[frame + np.uint64(each)] = 1 << (work[frame + np.uint64(each)] >> 10)
