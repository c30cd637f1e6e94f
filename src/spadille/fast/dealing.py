"""Dealing cards by chance: every deal is as likely as any other (D5)."""

import numpy as np

from .bits import count, nth
from .chance import EMPTY, below, next_state, word_at
from .encoding import NOTHING, Number, Numbers, Record, Word
from .kernel import lean_kernel
from .rounds import add_card

_HALF = 26
_HAND = 13
_PACK = np.uint64((1 << 52) - 1)


@lean_kernel
def deal(code: Record, round: Record, scratch: Numbers, state: Word) -> Word:
    """Gives each seat its hand; `scratch` has room for the deck. Returns the state of chance.

    What is left over stays in `scratch`, from behind the cards dealt to the end of the deck.
    """
    if code.players == 4 and code.packs == 1 and code.kinds == 4 * code.hand_size == 4 * _HAND:
        return _deal_four(round, state)
    for index in range(code.deck_size):
        scratch[index] = code.deck[index]
    lanes = EMPTY
    place = 0
    for seat in range(code.players):
        round.hands[seat, 0] = NOTHING
        round.hands[seat, 1] = NOTHING
        for _ in range(code.hand_size):
            further, state, lanes = below(np.uint64(code.deck_size - place), state, lanes)
            other = place + np.int64(further)
            kind = scratch[other]
            scratch[other] = scratch[place]
            scratch[place] = kind
            add_card(round, seat, kind)
            place += 1
    return state


@lean_kernel
def _deal_four(round: Record, state: Word) -> Word:
    """Four hands of thirteen: the pack is halved, and each half again."""
    lanes = EMPTY
    state, lanes, first = _part(_PACK, _HALF, state, lanes)
    second = _PACK ^ first
    state, lanes, hand = _part(first, _HAND, state, lanes)
    round.hands[0, 0] = hand
    round.hands[2, 0] = first ^ hand
    state, lanes, hand = _part(second, _HAND, state, lanes)
    round.hands[1, 0] = hand
    round.hands[3, 0] = second ^ hand
    for seat in range(4):
        round.hands[seat, 1] = NOTHING
    return state


@lean_kernel
def _part(cards: Word, size: Number, state: Word, lanes: Word) -> tuple[Word, Word, Word]:
    """So many of the cards, each choice as likely as any other; with the chance afterwards.

    Each card comes along by the toss of a coin; of three such parts the one is taken whose size is
    nearest. Any other of its size would have been as likely. Cards are then taken out or added by
    lot until the size is right.
    """
    part = cards
    away = size
    for step in range(1, 4):
        other = cards & word_at(next_state(state, np.uint64(step)))
        off = abs(count(other) - size)
        part = other if off < away else part
        away = min(away, off)
    state = next_state(state, np.uint64(3))
    while count(part) > size:
        drawn, state, lanes = below(np.uint64(count(part)), state, lanes)
        part ^= nth(part, drawn)
    while count(part) < size:
        rest = cards ^ part
        drawn, state, lanes = below(np.uint64(count(rest)), state, lanes)
        part |= nth(rest, drawn)
    return state, lanes, part
