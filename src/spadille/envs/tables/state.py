"""What many tables are in memory: a record each, with round and score as `fast` has them."""

import numpy as np

from ..action_numbers import ACTIONS
from ..observation_layout import PHASES, SIZE
from .core import CODE, DECK, KINDS, ROUND, SCORE, SEATS

_NUMBER = np.int64
_WORD = np.uint64
_WORDS = 2
"""A set of cards is two words, as in `fast`: the kinds in it, and those in it twice."""

LEGAL_WORDS = (ACTIONS + 63) // 64
"""The legal actions of a table are so many words, a bit for each number."""

(DRAFT, SWAP, LOOK, KITTY, BIDDING, ADJUST, TRUMP, EXCHANGE, PLAY, OVER) = range(len(PHASES))
"""The stages of a round are the phases of an observation."""
UNBEGUN, THROWN_IN = OVER + 1, OVER + 2
"""Besides, tables may wait for the first deal, or for another one."""

VOID_BITS = 4
"""So many bits of `void` belong to a seat."""

THROWN_BITS = 3
"""So many bits of `thrown_in` belong to a seat."""

TEST_SIZE = 40
"""Room for so many numbers in a test for deficient hands."""

NEVER, AT_FIRST, ALWAYS = range(3)
"""When a choice of cards may end before it is full."""

TABLE = np.dtype(
    [
        # what every step asks for lies together
        ("stage", _NUMBER),
        ("to_act", _NUMBER),
        ("trump", _NUMBER),  # whether the round is played by the code with trump
        ("agreed", _NUMBER),  # whether it is to be played without
        ("void", _NUMBER),  # for each seat a bit for each suit, see `VOID_BITS`
        ("taker", _NUMBER),  # of the kitty, -1 before it is taken up
        ("marked", _NUMBER),
        ("marks", np.int16, (SEATS,)),  # where the observation shows the cards of the trick
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
        ("returning", _NUMBER),  # whether the partner is to return cards
        ("gift", _WORD, (_WORDS,)),  # on the table until as many are returned
        ("given", _WORD, (SEATS, _WORDS)),
        ("received", _WORD, (SEATS, _WORDS)),
        ("exchanged", _NUMBER, (SEATS,)),
        # kitty and cards dealt face up
        ("kitty", _WORD, (_WORDS,)),
        ("put_away", _NUMBER),  # whether as many have been put away
        ("face_up", _WORD, (SEATS, _WORDS)),
        ("thrown_in", _NUMBER),  # how often a hand was thrown in, see `THROWN_BITS`
        # after the bids
        ("asked", _NUMBER),  # who has been asked to change a bid, see `change_bid`
        ("bids_over", _NUMBER),
        ("no_trump", _NUMBER, (SEATS,)),  # as in observations
        # draft
        ("stock", _NUMBER),  # cards left in the stack
        ("stack", np.uint8, (DECK,)),
        ("refused", _WORD, (SEATS, _WORDS)),
        ("aside", _WORD, (_WORDS,)),
    ],
    align=True,
)
"""A table between two steps."""

SPACE = np.dtype(
    [
        ("code", CODE),
        ("bare", CODE),  # that of rounds without trump
        ("card_of", _NUMBER, (2, KINDS)),  # the card id of a kind, by code
        ("kind_of", _NUMBER, (2, KINDS)),  # the kind of a card id
        ("same", _NUMBER, (2,)),  # whether kinds are card ids
        ("games", _NUMBER),  # whether an episode is a game
        ("outcome", _NUMBER),  # whether the outcome alone is paid
        ("method", _NUMBER),  # of the draft, see below
        ("swap_cards", _NUMBER),
        ("deficient", _NUMBER),  # the tests for deficient hands, see below
        ("hand_test", _NUMBER, (TEST_SIZE,)),  # see `hand_test.py`
        ("throw_ins", _NUMBER),
        ("faces", _WORD),  # kings, queens and jacks
        ("by_rank", _WORD, (13,)),  # the printed cards of each rank
        ("face_up", _NUMBER),
        ("scored", _NUMBER),  # whether scores can be other than zero
    ],
    align=True,
)
"""All that is the same at every table."""

LEGAL = np.dtype([("words", _WORD, (LEGAL_WORDS,))])
MASK = np.dtype([("values", np.int8, (ACTIONS,))])
VALUES = np.dtype([("values", np.int8, (SIZE,))])
PAID = np.dtype([("seats", np.float64, (SEATS,))])
"""Rows of arrays, as records: a row of an array would be counted by every thread that takes it."""

ONE_SPADE, NO_SPADES, NO_FACES, SEVEN_OF_SUIT = 1, 2, 4, 8
"""The tests for deficient hands, bits of a number."""

NO_DRAFT, PICK_OF_TWO, KEEP_OR_NEXT, KEEP_OR_NEXT_UNSEEN = range(4)
