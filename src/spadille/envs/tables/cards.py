"""Sets of cards as two words: the kinds in them, and those in them twice."""

import numpy as np

from .core import (
    EMPTY,
    NOTHING,
    ONE,
    Number,
    Record,
    Word,
    Words,
    below,
    count,
    kernel,
    lowest,
    nth,
)


@kernel
def put_in(cards: Words, kind: Number) -> None:
    card = ONE << np.uint64(kind)
    cards[1] |= cards[0] & card
    cards[0] |= card


@kernel
def take_out(cards: Words, kind: Number) -> None:
    card = ONE << np.uint64(kind)
    if cards[1] & card:
        cards[1] ^= card
    else:
        cards[0] ^= card


@kernel
def add_all(cards: Words, more: Words) -> None:
    """Puts all cards of one set into another."""
    for word in range(2):
        rest = more[word]
        while rest:
            put_in(cards, lowest(rest))
            rest &= rest - ONE


@kernel
def draw_one(cards: Words, state: Word) -> tuple[Number, Word]:
    """Takes a card out of a set, each as likely as the others; with the chance afterwards."""
    once = cards[0]
    twice = cards[1]
    kinds = np.uint64(count(once))
    drawn, state, _ = below(kinds + np.uint64(count(twice)), state, EMPTY)
    kind = lowest(nth(once, drawn)) if drawn < kinds else lowest(nth(twice, drawn - kinds))
    take_out(cards, kind)
    return kind, state


@kernel
def renumber(code: Record, cards: Words) -> None:
    """Numbers the kinds of a set as in a round without trump."""
    for word in range(2):
        rest = cards[word]
        changed = NOTHING
        while rest:
            changed |= ONE << np.uint64(code.without_trump[lowest(rest)])
            rest &= rest - ONE
        cards[word] = changed


@kernel
def clear(cards: Words) -> None:
    cards[0] = cards[0] ^ cards[0]
    cards[1] = cards[1] ^ cards[1]
