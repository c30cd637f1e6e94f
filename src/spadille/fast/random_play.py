"""Playing a round to its end with any legal cards, each as likely as the others."""

import numpy as np

from .bits import count, highest, lowest, nth
from .chance import EMPTY, below
from .encoding import LEAD_ANY, LEAD_NEVER, LOW, NOTHING, ONE, SPADES, Number, Record, Word
from .kernel import lean_kernel
from .legal import legal_kinds
from .rounds import begin_play, finished, left_of, play_card


@lean_kernel
def draw_play(code: Record, round: Record, state: Word, lanes: Word) -> tuple[Number, Word, Word]:
    """One of the legal plays; an ace that may be called low is two of them."""
    kinds = legal_kinds(code, round)
    size = np.uint64(count(kinds))
    low = kinds & code.declared
    drawn, state, lanes = below(size + np.uint64(count(low)), state, lanes)
    if drawn < size:
        return lowest(nth(kinds, drawn)), state, lanes
    return lowest(nth(low, drawn - size)) + LOW, state, lanes


@lean_kernel
def play_at_random(code: Record, round: Record, state: Word) -> Word:
    """Plays all cards of a round that is dealt and bid; returns the state of chance."""
    begin_play(code, round)
    lanes = EMPTY
    while not finished(code, round):
        play, state, lanes = draw_play(code, round, state, lanes)
        play_card(code, round, play)
    return state


@lean_kernel
def play_plain_at_random(code: Record, round: Record, state: Word) -> Word:
    """As `play_at_random`, for rules that are `plain`: with the same chance the same round."""
    spades = code.suit[SPADES]
    follow = code.follow
    hands = round.hands
    leader = left_of(code, round.dealer)
    never = spades if code.lead_spades == LEAD_NEVER else NOTHING
    locked = never if code.lead_spades == LEAD_ANY else spades
    played = NOTHING
    top = 0
    lanes = EMPTY
    won = np.uint64(0)
    for trick in range(code.hand_size):
        second = (leader + 1) & 3
        third = (leader + 2) & 3
        fourth = (leader + 3) & 3
        kinds = hands[leader, 0] & ~locked
        kinds = kinds or hands[leader, 0]
        drawn, state, lanes = below(np.uint64(count(kinds)), state, lanes)
        card = nth(kinds, drawn)
        hands[leader, 0] ^= card
        led = follow[lowest(card)]
        kinds = hands[second, 0] & led
        kinds = kinds or hands[second, 0]
        drawn, state, lanes = below(np.uint64(count(kinds)), state, lanes)
        card2 = nth(kinds, drawn)
        hands[second, 0] ^= card2
        kinds = hands[third, 0] & led
        kinds = kinds or hands[third, 0]
        drawn, state, lanes = below(np.uint64(count(kinds)), state, lanes)
        card3 = nth(kinds, drawn)
        hands[third, 0] ^= card3
        kinds = hands[fourth, 0] & led
        kinds = kinds or hands[fourth, 0]
        drawn, state, lanes = below(np.uint64(count(kinds)), state, lanes)
        card4 = nth(kinds, drawn)
        hands[fourth, 0] ^= card4
        cards = card | card2 | card3 | card4
        trumps = cards & spades
        locked = never if trumps else locked
        played |= trumps
        top = highest(trumps or (cards & led))
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
