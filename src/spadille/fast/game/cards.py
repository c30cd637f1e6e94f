"""Sets of cards as two words (the kinds in them, and those in them twice), and their ranking."""

import numpy as np

from ..bits import count, highest, lowest, nth
from ..chance import below
from ..encoding import JUNK, LOW, NO_SUIT, NOTHING, ONE, Number, Record, Word, Words
from ..kernel import inlined_kernel, lean_kernel


@inlined_kernel
def put_in(cards: Words, kind: Number) -> None:
    """Add a card to a set that holds fewer than two of its kind."""
    card = ONE << np.uint64(kind)
    cards[1] |= cards[0] & card
    cards[0] |= card


@inlined_kernel
def take_out(cards: Words, kind: Number) -> None:
    """Take a card out of a set that contains it."""
    card = ONE << np.uint64(kind)
    if cards[1] & card:
        cards[1] ^= card
    else:
        cards[0] ^= card


@lean_kernel
def add_all(cards: Words, more: Words) -> None:
    """Add all cards of one set to another."""
    for word in range(2):
        rest = more[word]
        while rest:
            put_in(cards, lowest(rest))
            rest &= rest - ONE


@lean_kernel
def held(cards: Words, kinds: Word) -> Number:
    """Return how many cards of some kinds are in a set."""
    return count(cards[0] & kinds) + count(cards[1] & kinds)


@lean_kernel
def any_of(cards: Words, state: Word, lanes: Word) -> tuple[Number, Word, Word]:
    """Return a uniformly random card of a set, and the state of chance afterward."""
    kinds = np.uint64(count(cards[0]))
    drawn, state, lanes = below(kinds + np.uint64(count(cards[1])), state, lanes)
    if drawn < kinds:
        return lowest(nth(cards[0], drawn)), state, lanes
    return lowest(nth(cards[1], drawn - kinds)), state, lanes


@lean_kernel
def renumber(code: Record, cards: Words) -> None:
    """Renumber the kinds of a set as in a round without trump."""
    for word in range(2):
        rest = cards[word]
        changed = NOTHING
        while rest:
            changed |= ONE << np.uint64(code.without_trump[lowest(rest)])
            rest &= rest - ONE
        cards[word] = changed


@inlined_kernel
def clear(cards: Words) -> None:
    """Remove all cards from a set, which is two words of 64 bits."""
    cards[0] = NOTHING
    cards[1] = NOTHING


@lean_kernel
def height(code: Record, play: Number) -> Number:
    """Return the height of a play in its suit, with all spades above the other suits.

    An ace called low is below the rest of its suit; junk jokers are below everything.
    """
    kind = play % LOW
    suit = code.suit_of[kind]
    if suit == JUNK:
        return -1
    if play < LOW:
        return 2 * kind + 1
    return 2 * code.lowest[suit]


@lean_kernel
def takes_over(code: Record, round: Record, play: Number) -> Number:
    """Return True if a play takes the lead in the trick; at height -1, nothing could win yet."""
    suit = code.suit_of[play % LOW]
    if suit == JUNK or (suit not in (round.led, code.trump) and round.led != NO_SUIT):
        return False
    own = height(code, play)
    return own > round.height or (own == round.height and code.last_wins != 0)


@inlined_kernel
def best_kind(cards: Word, led: Word, trumps: Word) -> Number:
    """Return the winner of a whole trick of different kinds, with no ace called low."""
    return highest((cards & trumps) or (cards & led))
