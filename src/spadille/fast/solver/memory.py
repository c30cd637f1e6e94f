"""The memory of a solver: the layout of its arrays, and the meaning of the numbers.

All numbers are signed words. A set of cards is a word: clubs, diamonds and hearts have 13 bits
each, spades 18 above them, low cards first. An unused bit separates the suits. While a position is
solved, its cards are renumbered so that the cards of a suit fill its lowest bits. A frame describes
the card played, or to be played next, at each depth:

    work    hands 0..3 | scalars ALL..  | frames, one for each card from the root on | tables
    facts   for each set of trumps that may be left: the sure tricks, see `prepare`
    table   slots (key, place) | entries of proven patterns
    cuts    the card that decided last time, by a hash of the place
    goals   see `goals`
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.int64]

SEATS = 4
"""The most seats; there are two to four hands."""

SUIT = 13
"""How many public numbers each plain suit has; the numbers above the three suits are trumps."""
LANE = 14
"""The number of bits from one suit to the next."""
TRUMP_START = 3 * LANE
MOST_TRUMPS = 18
TRUMPS = ((1 << MOST_TRUMPS) - 1) << TRUMP_START
PLAIN = (1 << (LANE - 1)) - 1
GAPS = (
    1 << (LANE - 1) | 1 << (2 * LANE - 1) | 1 << (3 * LANE - 1) | 1 << (TRUMP_START + MOST_TRUMPS)
)
"""The bits above each suit."""

# Scalars of `work`, after the four hands.
(
    ALL, PLAYERS, MAXIMISER, LEAD, TRUMP, UNBROKEN, FLAGS, NODES, BUDGET,
    SLOTS, GENERATION, FREE, END, RELEVANT, CUT_MASK, PAIRS, WHO, START, MOST_SLOTS,
    WIDEST,
) = range(4, 24)  # fmt: skip
"""ALL: the cards in all hands; MAXIMISER: its seats as bits; TRUMP: the bits of all trumps, 0 if
spades are plain; UNBROKEN: the trumps left while they are unbroken, or -1; SLOTS: the number of
slots in use, less one; MOST_SLOTS: the same for all slots; WIDEST: the same for those that may need
clearing; START, FREE, END: where entries begin, where the next one goes, and where room ends;
RELEVANT: the cards that the last answer depends on; PAIRS: whether partners sit opposite each
other, two against two.
"""

FRAMES, FRAME = 32, 16
DEPTHS = 64

# Fields of a frame.
(
    CARD, TODO, REL, SEAT, GOAL, LED, BEST, WINNER, TRICK, LEFT, WON, ORDER, SHAPE, OFFERED, PLACE,
) = range(15)  # fmt: skip
"""CARD: the card being tried; OFFERED: those to be tried; TODO: those not yet tried; REL: the cards
that the failure of those tried depends on; LED: the bits of the led suit; BEST, WINNER: the winning
card so far and its seat; TRICK: the cards of the trick; LEFT: incomplete tricks, set at the start
of a trick; WON: the card that won the previous trick, by its rank; ORDER: determines which card is
next, see `ordering`; SHAPE: the lengths of the plain suits, four bits for each seat, suit by suit;
PLACE: the place in `cuts`.
"""

NEW = FRAMES + FRAME * DEPTHS
OLD = NEW + 64
"""The places of the numbers that cards have while solving, by public number, and the reverse."""

LANES, UNITS = OLD + 64, OLD + 128
"""All bits of the suit of a card, and the card's unit in `SHAPE` in the hand of seat 0."""

WORK = OLD + 192

# Prunings that may be switched off.
TABLE, QUICK, SLOW, EQUALS, IRRELEVANT, CUTS = (1 << bit for bit in range(6))
ALL_PRUNINGS = (1 << 6) - 1

SLOT = 8
ENTRY = 4


class Memory(NamedTuple):
    """The arrays of one solver, used for one position after another."""

    work: Words
    facts: Words
    table: Words
    cuts: Words
    goals: Words
    below: Any
