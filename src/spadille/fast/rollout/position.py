"""What a playout works on: the setting, which does not change, and the position, which does.

Both are records of numbers. Cards are bits in masks by suit in play: clubs, diamonds, hearts,
spades, junk jokers; each copy of a card has its own bit, low to high. A card as one number is
`32 * suit + bit`.
"""

from typing import Any

import numpy as np

SUITS = 5
BITS = 32
JUNK = 4
"""The suit of jokers that belong to none."""

ANY, BROKEN, NEVER = range(3)
"""When trump may be led."""

NO_LEAD, NO_SPADES = 1, 2
"""To the first trick, trump is not led, or not played; else `ANY`."""

SCREAMER, ASSASSIN = 1, 2
"""Duties; none is `ANY`."""

SPADE, HIGHER = 1, 2
"""What must be played without the suit led; else `ANY`."""

CARD_SUIT, CARD_BIT, CARD_LEVEL, CARD_WINS = range(4)
"""Columns of `legal`."""

LED_SUIT, LED_BY, WON_BY = range(3)
"""Columns of `past`."""

_SEATS = 6
_HAND = 64
_DECK = 128
_NUMBER = np.int64
_REAL = np.float64

SETTING = np.dtype(
    [
        ("players", _NUMBER),
        ("sides", _NUMBER),
        ("trump", _NUMBER),  # -1 without
        ("last_wins", _NUMBER),  # of identical cards
        ("lead", _NUMBER),
        ("first_trick", _NUMBER),
        ("duty", _NUMBER),
        ("void", _NUMBER),
        ("helps", _NUMBER),  # whether tricks of failed nils help the partner
        ("team_nil", _NUMBER),
        ("tricks", _NUMBER),
        ("bids", _NUMBER),  # whether anybody bid
        ("side", _NUMBER, (_SEATS,)),
        ("bid", _NUMBER, (_SEATS,)),
        ("nil", _NUMBER, (_SEATS,)),
        ("deck", _NUMBER, (SUITS,)),
        ("level", _NUMBER, (SUITS, BITS)),  # the place in the suit
        ("above", _NUMBER, (SUITS, BITS)),  # which cards of the suit beat it
        ("top", _NUMBER, (SUITS,)),  # the highest level
        ("worth", _REAL, (_SEATS, _HAND)),  # by side and counting tricks, all nils made
        ("loss", _REAL, (_SEATS,)),  # what a broken nil costs
        ("whole", _REAL, (_SEATS,)),  # the most that broken nils cost a side as one, else 0
        ("stray", _REAL, (_SEATS,)),  # what each trick of a nil bidder is worth to the side
        ("missed", _REAL, (BITS + 1,)),  # chances that so many cards are not where it matters
        ("factorial", _REAL, (_DECK,)),
    ],
    align=True,
)

POSITION = np.dtype(
    [
        ("hands", _NUMBER, (_SEATS, SUITS)),
        ("sizes", _NUMBER, (_SEATS,)),
        ("won", _NUMBER, (_SEATS,)),
        ("played", _NUMBER, (SUITS,)),
        ("missing", _NUMBER, (SUITS,)),  # the seats that have shown a void, a bit for each
        ("leader", _NUMBER),
        ("cards", _NUMBER),  # of the trick
        ("table", _NUMBER, (_SEATS, 2)),  # their suits and bits
        ("trick", _NUMBER),  # its number, from 0
        ("past", _NUMBER, (_HAND, 3)),
        ("broken", _NUMBER),
        ("dead", _NUMBER),  # cards out of play
        # what `look` finds out for the seat to play
        ("seat", _NUMBER),
        ("led", _NUMBER),  # -1 while no suit is
        ("best_suit", _NUMBER),
        ("best_bit", _NUMBER),
        ("winner", _NUMBER),
        ("out", _NUMBER, (SUITS,)),  # the cards it has not seen
        ("room", _NUMBER, (SUITS,)),  # in how many places they may be
        ("legal", _NUMBER, (_HAND, 4)),
        ("count", _NUMBER),  # of legal cards
        ("wins", _NUMBER),  # how many of them win the trick as it stands
        ("follows", _NUMBER),
        ("ours", _NUMBER),  # tricks that the contract lacks
        ("left", _NUMBER),  # tricks to come
    ],
    align=True,
)

Setting = Any
"""A record of `SETTING`."""
Position = Any
"""A record of `POSITION`."""


def new_setting() -> Setting:
    """A setting of zeros, but for what never differs."""
    setting = np.zeros(1, SETTING).view(np.recarray)[0]
    setting.factorial[0] = 1.0
    setting.factorial[1:] = np.cumprod(np.arange(1.0, _DECK))
    return setting


def new_position() -> Position:
    """A position of zeros."""
    return np.zeros(1, POSITION).view(np.recarray)[0]
