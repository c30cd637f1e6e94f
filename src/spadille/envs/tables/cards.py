"""Sets of cards as two words: the kinds in them, and those in them twice."""

import numpy as np

from .core import ONE, Number, Words, count, kernel, lowest


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
def size(cards: Words) -> Number:
    return count(cards[0]) + count(cards[1])


@kernel
def clear(cards: Words) -> None:
    cards[0] = cards[0] ^ cards[0]
    cards[1] = cards[1] ^ cards[1]
