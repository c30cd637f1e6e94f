"""In which order cards are tried: those that are likely to decide first."""

# ruff: noqa: C901, PLR0912 - kernels do their work in one piece, on what they are passed
# mypy: no-warn-return-any

import numpy as np

from ..bits import highest
from ..kernel import lean_kernel as kernel
from .memory import (
    ALL,
    BASE,
    BEST,
    FRAME,
    FRAMES,
    LED,
    MAXIMISER,
    PLAYERS,
    SEAT,
    SUIT_BITS,
    TODO,
    TRUMP,
    TRUMPS,
    WINNER,
    Words,
)
from .suits import OWNERS, lane_of, suit_left


@kernel
def arrange(work: Words, facts: Words, depth: int, count: int) -> None:
    """Writes the cards of TODO into the frame, best first; `count` cards lie on the table."""
    frame = FRAMES + np.uint64(depth) * FRAME
    if count == 0:
        _leads(work, facts, frame)
    elif work[frame + TODO] & work[frame + LED]:
        _follow(work, frame, count)
    else:
        _without_suit(work, frame, count)


@kernel
def _up(work: Words, frame: np.uint64, at: int, cards: int) -> int:
    """Adds cards from low to high."""
    while cards:
        card = cards & -cards
        work[frame + np.uint64(at)] = card
        at += 1
        cards ^= card
    return at


@kernel
def _beats_later(work: Words, frame: np.uint64, count: int, card: int) -> bool:
    """Whether an opponent who is still to play can beat a card."""
    seat = work[frame + SEAT]
    players = work[PLAYERS]
    side = work[MAXIMISER] >> seat & 1
    led = work[frame + LED]
    for _ in range(players - 1 - count):
        seat += 1
        if seat == players:
            seat = 0
        if work[MAXIMISER] >> seat & 1 == side:
            continue
        hand = work[np.uint64(seat)]
        able = hand & led
        if not able and work[TRUMP]:
            able = hand & TRUMPS
        if able > card and highest(able) > highest(card):
            return True
    return False


@kernel
def _follow(work: Words, frame: np.uint64, count: int) -> None:
    cards = work[frame + TODO]
    best = work[frame + BEST]
    led = work[frame + LED]
    players = work[PLAYERS]
    seat = work[frame + SEAT]
    beating = 0
    if best & led:
        beating = cards & ~(2 * best - 1)
    ours = (work[MAXIMISER] >> seat ^ work[MAXIMISER] >> work[frame + WINNER]) & 1 == 0
    first = 0
    if count == players - 1:
        if not ours and beating:
            first = beating & -beating
    elif ours:
        if beating and _beats_later(work, frame, count, best):
            first = _safe(work, frame, count, beating)
    elif beating:
        first = _safe(work, frame, count, beating)
        if count == 1 and players == 4 and first:
            partner = work[(seat + 2) & 3]
            able = partner & led
            if not able and work[TRUMP]:
                able = partner & TRUMPS
            if able:
                top = 1 << highest(able)
                if top > best and not _beats_later(work, frame, 1, top):
                    first = 0
    at = 0
    if first:
        work[frame] = first
        at = 1
    _up(work, frame, at, cards & ~first)


@kernel
def _safe(work: Words, frame: np.uint64, count: int, beating: int) -> int:
    """The lowest of some cards that no later opponent can beat; 0 without one."""
    highest_one = 1 << highest(beating)
    if _beats_later(work, frame, count, highest_one):
        return 0
    while beating:
        card = beating & -beating
        if not _beats_later(work, frame, count, card):
            return card
        beating ^= card
    return 0


@kernel
def _without_suit(work: Words, frame: np.uint64, count: int) -> None:
    cards = work[frame + TODO]
    best = work[frame + BEST]
    seat = work[frame + SEAT]
    ours = (work[MAXIMISER] >> seat ^ work[MAXIMISER] >> work[frame + WINNER]) & 1 == 0
    ruffs = 0
    trumps = 0
    if work[TRUMP]:
        trumps = cards & TRUMPS
        ruffs = trumps & ~(2 * best - 1) if best & TRUMPS else trumps
    at = 0
    done = 0
    if ruffs:
        needed = not ours or _beats_later(work, frame, count, best)
        if needed:
            done = _safe(work, frame, count, ruffs)
            if not done and not ours:
                done = ruffs & -ruffs
            if done:
                work[frame] = done
                at = 1
    plain = cards & ~trumps
    hand = work[np.uint64(seat)]
    # The lowest cards first, those of long suits before those of short ones.
    while plain:
        chosen = 0
        value = -1
        rest = plain
        while rest:
            card = rest & -rest
            lane = lane_of(card)
            rest &= ~lane
            held = hand & lane
            worth = 0
            while held:
                worth += 2
                held &= held - 1
            if work[frame + TODO] & lane == plain & lane:
                worth += 100
            if worth > value:
                value = worth
                chosen = card
        work[frame + np.uint64(at)] = chosen
        at += 1
        plain ^= chosen
    _up(work, frame, at, trumps & ~done)


@kernel
def _leads(work: Words, facts: Words, frame: np.uint64) -> None:
    cards = work[frame + TODO]
    seat = work[frame + SEAT]
    every = work[ALL]
    pairs = work[PLAYERS] == 4
    partner, second, fourth = (seat + 2) & 3, (seat + 1) & 3, (seat + 3) & 3
    at = 0
    for suit in range(4):
        mine = suit_left(cards, suit)
        if not mine:
            continue
        left = suit_left(every, suit)
        place = 2 * (work[BASE + suit] + left)
        owners = facts[np.uint64(place)] & OWNERS
        lengths = facts[np.uint64(place + 1)]
        top = owners & 3
        value = 0
        high_first = top == seat
        if pairs:
            theirs = (lengths >> (4 * partner)) & 15
            length_2 = (lengths >> (4 * second)) & 15
            length_4 = (lengths >> (4 * fourth)) & 15
            trumped = work[TRUMP] and suit < 3
            ruff_2 = trumped and length_2 == 0 and work[second] & TRUMPS != 0
            ruff_4 = trumped and length_4 == 0 and work[fourth] & TRUMPS != 0
            ruff_p = trumped and theirs == 0 and work[partner] & TRUMPS != 0
            if ruff_2 or ruff_4:
                value -= 20
            elif ruff_p:
                value += 25
            elif top == seat:
                value += 20
            elif top == partner:
                value += 22
            elif top == second:
                value += 4
            else:
                value -= 2
            if trumped:
                value += 2
        for _ in range(16):
            if not mine:
                break
            card = 1 << highest(mine) if high_first else mine & -mine
            mine ^= card
            place_at = at
            while place_at > 0 and work[frame + np.uint64(place_at - 1)] & 1023 < 512 + value:
                work[frame + np.uint64(place_at)] = work[frame + np.uint64(place_at - 1)]
                place_at -= 1
            work[frame + np.uint64(place_at)] = (
                highest(card) + suit * SUIT_BITS
            ) << 10 | 512 + value
            at += 1
            value -= 9
    for each in range(at):
        work[frame + np.uint64(each)] = 1 << (work[frame + np.uint64(each)] >> 10)
