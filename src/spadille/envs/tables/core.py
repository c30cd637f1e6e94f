"""The parts of `fast` that tables are made of."""

from typing import TypeAlias

from ...fast import (
    bids,
    bits,
    chance,
    code,
    dealing,
    encoding,
    ending,
    legal,
    matching,
    preparing,
    rounds,
    scoring,
    sharing,
    whole_rounds,
)
from ...fast import kernel as compiling
from ...game import Card, Rules

Record: TypeAlias = encoding.Record
Number: TypeAlias = encoding.Number
Numbers: TypeAlias = encoding.Numbers
Word: TypeAlias = encoding.Word
Words: TypeAlias = encoding.Words

kernel = compiling.lean_kernel

DECK = encoding.DECK
KINDS = encoding.KINDS
SEATS = encoding.SEATS
CODE = encoding.CODE
ROUND = encoding.ROUND
SCORE = encoding.SCORE
ONE = encoding.ONE
NOTHING = encoding.NOTHING
LOW = encoding.LOW
NO_SUIT = encoding.NO_SUIT
NO_BID = encoding.NO_BID
TRICKS_BID = encoding.TRICKS_BID
NIL = encoding.NIL
BLIND = encoding.BLIND
LITTLE_MO = encoding.LITTLE_MO
BIG_MO = encoding.BIG_MO
NIL_BIT = encoding.NIL_BIT
BLIND_SIDE = encoding.BLIND_SIDE
SPADES = encoding.SPADES
NO_CHANGE = encoding.NO_CHANGE
MATCH = encoding.MATCH
RAISE_EACH = encoding.RAISE_EACH
NO_KITTY = encoding.NO_KITTY
KITTY_AND_ROUND = encoding.KITTY_AND_ROUND
KITTY_TO_HIGHEST_BIDDER = encoding.KITTY_TO_HIGHEST_BIDDER
TOGETHER = encoding.TOGETHER
EMPTY = chance.EMPTY
GOES_ON = ending.GOES_ON
DRAWN = ending.DRAWN

count = bits.count
lowest = bits.lowest
nth = bits.nth
below = chance.below
next_state = chance.next_state
word_at = chance.word_at
deal = dealing.deal
first_dealer = whole_rounds.first_dealer
begin_game = whole_rounds.begin_game
left_of = rounds.left_of
begin_play = rounds.begin_play
play_card = rounds.play_card
finished = rounds.finished
legal_kinds = legal.legal_kinds
to_play = legal.to_play
open_bids = bids.open_bids
blind_bids = bids.blind_bids
bids_itself = bids.bids_itself
show_where_decided = bids.show_where_decided
most_raise = preparing.most_raise
missing = matching.missing
speaks = matching.speaks
can_match = matching.can_match
matching_bids = matching.matching_bids
set_bid = matching.set_bid
kitty_taker = preparing.kitty_taker
without_trump = preparing.without_trump
score_round = scoring.score_round
winner = ending.winner
new_shares = sharing.new_shares
take = sharing.take
finish = sharing.finish
all_done = sharing.all_done
records = compiling.records

codes_of = code.codes_of
key_of = chance.key_of


def kinds_of(rules: Rules, *, trump: bool) -> tuple[Card, ...]:
    """The cards by the numbers of their kinds, in a round with trump or without."""
    return code.code_of(rules, trump=trump).kinds
