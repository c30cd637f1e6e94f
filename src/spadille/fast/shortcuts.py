"""Faster random players for the most common rules, with the same rounds for the same chance.

Legal plays and winners still come from the engine's kernels.
"""

import numpy as np

from .bits import count, lowest, nth
from .chance import EMPTY, below
from .encoding import BLIND, NIL, NOTHING, ONE, SPADES, Number, Record, Word
from .game.cards import best_kind
from .game.playable import locked_spades, those_or_all
from .game.seats import left_of
from .kernel import inlined_kernel, lean_kernel

_TWO = np.uint64(2)


@lean_kernel
def bid_freely(code: Record, round: Record, state: Word, lanes: Word) -> tuple[Word, Word]:
    """Make all bids, under rules that are `free`."""
    tricks = np.uint64(code.hand_size)
    ways = tricks + np.uint64(code.nil_allowed)
    seat = round.dealer
    for _ in range(code.players):
        seat = left_of(code, seat)
        if code.nil_blind:
            blind, state, lanes = below(_TWO, state, lanes)
            if blind:
                round.bids[seat] = NIL + BLIND
                continue
        drawn, state, lanes = below(ways, state, lanes)
        round.bids[seat] = NIL if drawn == tricks else np.int64(drawn) + 1
    return state, lanes


@lean_kernel
def play_plain_at_random(code: Record, round: Record, state: Word) -> Word:
    """Play all cards of a round under rules that are `plain`, and return the state of chance."""
    spades = code.suit[SPADES]
    follow = code.follow
    leader = left_of(code, round.dealer)
    locked = locked_spades(code, 0)
    unlocked = locked_spades(code, 1)
    played = NOTHING
    top = 0
    lanes = EMPTY
    won = np.uint64(0)
    for trick in range(code.hand_size):
        second = (leader + 1) & 3
        third = (leader + 2) & 3
        fourth = (leader + 3) & 3
        card, state, lanes = _play_any(round, leader, ~locked, state, lanes)
        led = follow[lowest(card)]
        card2, state, lanes = _play_any(round, second, led, state, lanes)
        card3, state, lanes = _play_any(round, third, led, state, lanes)
        card4, state, lanes = _play_any(round, fourth, led, state, lanes)
        cards = card | card2 | card3 | card4
        trumps = cards & spades
        locked = unlocked if trumps else locked
        played |= trumps
        top = best_kind(cards, led, spades)
        best = ONE << np.uint64(top)
        leader = (leader + (card2 == best) + 2 * (card3 == best) + 3 * (card4 == best)) & 3
        round.winners[trick] = leader
        won += ONE << np.uint64(16 * leader)
    for seat in range(4):
        round.won[seat] += np.int64((won >> np.uint64(16 * seat)) & np.uint64(255))
    round.done = code.hand_size
    round.leader = leader
    round.last = top
    round.broken = 1 if played else 0
    return state


@inlined_kernel
def _play_any(
    round: Record, seat: Number, wanted: Word, state: Word, lanes: Word
) -> tuple[Word, Word, Word]:
    """Return any card that a seat should play, or any at all, and the state of chance after it."""
    kinds = those_or_all(round.hands[seat, 0], wanted)
    drawn, state, lanes = below(np.uint64(count(kinds)), state, lanes)
    card = nth(kinds, drawn)
    round.hands[seat, 0] ^= card
    return card, state, lanes
