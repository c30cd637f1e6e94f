"""The kernels' view of rules and rounds: records of numbers, and their meanings.

Cards of the same name are one *kind*. The kinds of a deck are numbered by suit in play (clubs,
diamonds, hearts, spades, jokers without a suit), then by power. So each suit is a run of bits, and
the spades lie above the other suits; the ordinary pack keeps its ids. A hand is two words of 64
bits: the kinds held, and those held twice. A play is a kind, plus `LOW` for an ace called low. A
bid is its tricks, with `NIL`, `BLIND`, `LITTLE_MO` and `BIG_MO` added.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..game import TEN, is_plain, option_types, option_values

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Word = Any
"""An unsigned machine word. Kernels never combine it with a signed number, because both would
become floats."""
Number = Any
"""A signed machine word or a truth value; a Python number where kernels are not compiled."""
Record = Any
"""One record of an array of records; Numba reads its fields as attributes."""

SEATS = 6
KINDS = 64
DECK = 112
TRICKS = 28
BID_WORDS = 512
"""The most numbers that a table's encoded bid rules can have."""
TEST_SIZE = 40
"""The most numbers that an encoded test for deficient hands can have."""

LOW = 64

TRICKS_BID = 31
"""The bits of a bid that hold its tricks."""
NIL = 32
BLIND = 64
LITTLE_MO = 128
BIG_MO = 256
NO_BID = -1

JUNK = 4
"""The suit of jokers without one; the others are numbered as in `game.Suit`."""
SPADES = 3
NO_SUIT = -1


def numbers_of(path: str) -> range:
    """Return the numbers of an option's values, in the order of its type."""
    return range(len(option_values(path)))


def _field(path: str) -> str:
    """Return an option's field in `CODE`, qualified in groups whose names occur in others too."""
    group, name = path.split(".")
    return f"{group}_{name}" if group in {"nil", "blind", "exchange"} else name


_PLAYED = ("deal.", "bidding.", "nil.", "blind.", "exchange.", "play.", "scoring.", "end.")
PLAIN = {
    path: _field(path)
    for path, type_ in option_types().items()
    if path.startswith(_PLAYED) and is_plain(type_)
}
"""The options stored as one number in `CODE`, with the names of their fields: a truth value, a
number, or a choice by the index of its word in the type. The other options, the table and the deck
are stored as values computed from them.
"""

LEFT_OF_DEALER, HIGHEST_BIDDER, LOWEST_CLUB = numbers_of("play.first_lead")
ANY_TRICK, NO_SPADE_LEAD, NO_SPADES, LOWEST_CLUBS = numbers_of("play.first_trick")
LEAD_BROKEN, LEAD_ANY, LEAD_NEVER = numbers_of("play.lead_spades")
VOID_ANY, VOID_SPADE, VOID_HIGHER_SPADE = numbers_of("play.void")
NO_DUTY, SCREAMER, ASSASSIN, SECRET_ASSASSIN = numbers_of("play.duty")
CHOICE_ANY, CHOICE_LOWEST, CHOICE_HIGHEST = numbers_of("play.choice_in_suit")
BAGS_FROM_SIDE, BAGS_TO_OTHERS = numbers_of("scoring.bag_penalty_to")
SET_BID, SET_MISSING, SET_NOTHING = numbers_of("scoring.set_penalty")
FAILED_BAGS, FAILED_HELP, FAILED_IGNORED = numbers_of("scoring.failed_nil_tricks")
BLIND_NONE, BLIND_PLAYER, BLIND_SIDE = numbers_of("blind.bids")
IN_TURN, AT_ONCE, BY_SIDE = numbers_of("bidding.order")
LOW_RAISED, LOW_REDEALT = numbers_of("bidding.low_total")
ANY_TOTAL, NOT_ALL = numbers_of("bidding.total")
NO_CHANGE, MATCH, RAISE_SIDE, RAISE_EACH = numbers_of("bidding.second_thoughts")
ONE_ROUND, PLAY_ON = numbers_of("end.after_tie")
BIDDER_FIRST, TOGETHER = numbers_of("exchange.order")
BY_LOT, HIGH_CARD, FIRST_SPADE, *_ = numbers_of("deal.first_dealer")
SAME_DEALER, NEXT_PLAYER = numbers_of("deal.redealt_by")
KITTY_TO_DEALER, KITTY_TO_LOWEST_CLUB, KITTY_TO_HIGHEST_BIDDER = numbers_of("deal.kitty_taker")
NO_DRAFT, PICK_OF_TWO, KEEP_OR_NEXT, KEEP_OR_NEXT_UNSEEN = numbers_of("deal.method")

AS_WON, AS_USUAL = -1, -2
"""The loss if a special contract is set: its value, or the usual loss."""

NOBODY_FIRST, LEFT_FIRST, DEALER_FIRST = range(3)
"""Whether no one looks before the bidding, or all do, from the dealer's left or the dealer on."""
NO_KITTY, KITTY, KITTY_AND_ROUND = range(3)

NIL_BIT = 32
"""The place of nil in a word of bids; the places 0 to 26 are bids of that many tricks."""

ONE = np.uint64(1)
NOTHING = np.uint64(0)

_NUMBER = np.int64
_WORD = np.uint64

CODE = np.dtype(
    [
        # table and deck
        ("players", _NUMBER),
        ("sides", _NUMBER),
        ("side_of", _NUMBER, (SEATS,)),
        ("partner", _NUMBER, (SEATS,)),  # the next seat of the side clockwise, -1 without one
        ("hand_size", _NUMBER),
        ("tricks", _NUMBER),
        ("rest_size", _NUMBER),
        ("deck_size", _NUMBER),
        ("deck", _NUMBER, (DECK,)),  # the kind of each card
        ("kinds", _NUMBER),
        ("packs", _NUMBER),
        ("plain", _NUMBER),  # whether the four-handed kernel plays these rules
        ("card_of", _NUMBER, (KINDS,)),  # the id of a kind's card
        ("kind_of", _NUMBER, (KINDS,)),  # the kind of a card id
        ("same", _NUMBER),  # whether kinds are card ids
        # deal
        ("deficient", _NUMBER),  # the tests for deficient hands, see `phases/bidding.py`
        ("hand_test", _NUMBER, (TEST_SIZE,)),
        ("faces", _WORD),  # kings, queens and jacks
        ("by_rank", _WORD, (13,)),  # the printed cards of each rank
        # ranking
        ("suit_of", _NUMBER, (KINDS,)),
        ("suit", _WORD, (5,)),
        ("lowest", _NUMBER, (5,)),  # the lowest kind of each suit
        ("follow", _WORD, (KINDS,)),  # the kinds of the suit of a kind; all for a junk joker
        ("trump", _NUMBER),  # SPADES, or NO_SUIT in a round without trump
        ("declared", _WORD),  # the aces that may be called low
        ("aces", _WORD),
        ("high_spades", _WORD),  # nine and higher
        ("clubs", _NUMBER, (13,)),  # the printed clubs, from the lowest
        ("club_count", _NUMBER),
        ("big_joker", _NUMBER),  # kinds; -1 if the deck has none
        ("ace_of_spades", _NUMBER),
        ("last_wins", _NUMBER),
        # bidding and what comes before the play
        ("blind_limited", _NUMBER),  # whether all partners together would exceed the limit
        ("looks_first", _NUMBER),  # who looks or bids blind before the bidding, see below
        ("kitty", _NUMBER),
        ("without_trump", _NUMBER, (KINDS,)),  # the kinds' numbers in the code without trump
        ("any_bid", _NUMBER),  # True if `bids` alone decides which bids are legal
        ("bids", _WORD),  # the open bids, if they never vary
        ("free", _NUMBER),  # whether everyone may bid blind nil as well, or no one
        ("bid_rule", _NUMBER, (BID_WORDS,)),
        # scoring and end
        ("spoiler", _NUMBER),
        ("target", _NUMBER),
        ("floor", _NUMBER),
        ("starts", _NUMBER, (SEATS,)),
        ("ten_penalty", _NUMBER),  # the loss from a contract of ten; see `AS_WON` and `AS_USUAL`
        ("boston_penalty", _NUMBER),  # the same for a contract of all tricks
        ("exact_values", _NUMBER, (TEN,)),  # for contracts made exactly, by size; 0: usual
        ("minds_all_tricks", _NUMBER),  # whether it matters that a side takes all tricks
        *((field, _NUMBER) for field in PLAIN.values()),
    ],
    align=True,
)
"""The rules as kernels see them; `spadille.fast.code.code_of` makes one."""

CODES = np.dtype([("code", CODE), ("bare", CODE)], align=True)
"""The rules for rounds with trump and, in `bare`, for those without (V26)."""

ROUND = np.dtype(
    [
        ("hands", _WORD, (SEATS, 2)),
        ("bids", _NUMBER, (SEATS,)),
        ("won", _NUMBER, (SEATS,)),
        ("winners", _NUMBER, (TRICKS,)),
        ("trick", _NUMBER, (SEATS,)),  # the plays, from the leader on
        ("count", _NUMBER),  # cards in the trick
        ("done", _NUMBER),  # finished tricks
        ("number", _NUMBER),  # of the round in its game, from 1
        ("previous", _NUMBER, (SEATS,)),  # the tricks bid in the round before, -1 in the first
        ("looked", _NUMBER),  # a bit for each seat
        ("dealer", _NUMBER),
        ("leader", _NUMBER),
        ("led", _NUMBER),  # the suit to follow, or NO_SUIT
        ("best", _NUMBER),  # the seat that is winning the trick
        ("height", _NUMBER),  # of that seat's card, see `game/ranking.py`
        ("broken", _NUMBER),
        ("assassins", _NUMBER),  # a bit for each seat
        ("last", _NUMBER),  # the play that won the last finished trick, -1 before one
    ],
    align=True,
)
"""A round in play. A new one is all zeros; `begin_play` sets the fields that are not."""

SCORE = np.dtype(
    [
        ("total", _NUMBER, (SEATS,)),
        ("bags", _NUMBER, (SEATS,)),
        ("points", _NUMBER, (SEATS,)),
        ("overtricks", _NUMBER, (SEATS,)),
        ("contract", _NUMBER, (SEATS,)),  # whether it was made, see `game/scoring.py`
        ("sets", _NUMBER, (SEATS,)),  # rounds in which the side was set
        ("sets_in_a_row", _NUMBER, (SEATS,)),  # those since the side was last not set
        ("boston", _NUMBER, (SEATS,)),  # whether all tricks were bid and made
        ("taken", _NUMBER, (SEATS,)),  # all tricks of the side
        ("took_all", _NUMBER, (SEATS,)),  # whether the side took all tricks, where that matters
        ("plays_off", _NUMBER),  # whether the game would have ended except for a tie that continues
    ],
    align=True,
)
"""The score of each side, and its result in the last round."""
