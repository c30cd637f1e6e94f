"""A game between two decisions, like those of `game/game.py` and `game/round.py`, as one record."""

import numpy as np

from ..encoding import DECK, ROUND, SCORE, SEATS

_NUMBER = np.int64
_WORD = np.uint64
_WORDS = 2
"""A set of cards is two words: the kinds in it, and those in it twice."""

(DRAFT, SWAP, LOOK, KITTY, BIDDING, ADJUST, TRUMP, EXCHANGE, PLAY, OVER) = range(10)
"""The stages of a round; players decide in all but the last one."""
UNBEGUN, THROWN_IN, REDRAW = range(OVER + 1, OVER + 4)
"""Other stages in which chance acts: before the first deal, for a new deal, or to replace swapped
cards. When a round is `OVER`, chance deals the next one.
"""

VOID_BITS = 4
"""The number of bits of `void` for each seat."""

THROWN_BITS = 3
"""The number of bits of `thrown_in` for each seat and, after all seats, for low bids.
"""

NEVER, AT_FIRST, ALWAYS = range(3)
"""When a choice of cards may end before it is full."""

SILENT, WITH, PROPOSED, AGREED = range(4)
"""The visible state of a seat that may ask to play without trump."""

GAME = np.dtype(
    [
        # the fields that every step uses are next to each other
        ("stage", _NUMBER),
        ("to_act", _NUMBER),
        ("trump", _NUMBER),  # whether the round is played by the code with trump
        ("agreed", _NUMBER),  # whether it is to be played without trump
        ("void", _NUMBER),  # a bit for each seat and suit not followed, see `VOID_BITS`
        ("taker", _NUMBER),  # of the kitty, -1 before it is picked up
        ("played", _WORD, (SEATS, _WORDS)),
        ("in_play", ROUND),
        ("score", SCORE),
        ("chance", _WORD),
        # a choice of cards
        ("chosen", _WORD, (_WORDS,)),
        ("count", _NUMBER),
        ("most", _NUMBER),
        ("may_end", _NUMBER),
        ("choosable", _WORD, (_WORDS,)),
        # exchange and swap
        ("bidder", _NUMBER),  # how many seats have been passed over in the order of the stage
        ("returning", _NUMBER),  # whether the partner is to return cards or to answer
        ("gift", _WORD, (_WORDS,)),  # on the table until the same number is returned
        ("given", _WORD, (SEATS, _WORDS)),
        ("received", _WORD, (SEATS, _WORDS)),
        ("exchanged", _NUMBER, (SEATS,)),  # the number of cards plus one; 0 before
        # kitty and cards dealt face up
        ("kitty", _WORD, (_WORDS,)),
        ("put_away", _NUMBER),  # whether the same number has been discarded
        ("face_up", _WORD, (SEATS, _WORDS)),
        ("thrown_in", _NUMBER),  # how often a hand was thrown in, see `THROWN_BITS`
        # after the bids
        ("asked", _NUMBER),  # the seats asked to change a bid; see `change_bid`
        ("bids_over", _NUMBER),
        ("no_trump", _NUMBER, (SEATS,)),  # `SILENT` to `AGREED`
        # draft
        ("stock", _NUMBER),  # cards left in the stack
        ("stack", np.uint8, (DECK,)),
        ("refused", _WORD, (SEATS, _WORDS)),
        ("aside", _WORD, (_WORDS,)),
    ],
    align=True,
)
"""A game; `game.py` moves it forward, and `options.py` finds the legal actions."""
