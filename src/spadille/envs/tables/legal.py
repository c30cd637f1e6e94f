"""What may be done at a table, as words of legal numbers; equal to `Episode.legal_actions`."""

import numpy as np

from ..action_numbers import (
    BID,
    BIG_MO,
    BLIND_BID,
    BLIND_NIL,
    CARD,
    DONE,
    KEEP_FIRST,
    KEEP_NEXT,
    LITTLE_MO,
    LOOK,
    LOW_ACE,
    NIL,
    NO_TRUMP,
    THROW_IN,
    WITH_TRUMP,
)
from .after_bids import changed_bids, may_go_without
from .core import (
    NIL_BIT,
    NOTHING,
    ONE,
    Number,
    Record,
    Word,
    blind_bids,
    kernel,
    legal_kinds,
    lowest,
    open_bids,
)
from .deficient import may_throw_in
from .state import ADJUST, ALWAYS, AT_FIRST, BIDDING, DRAFT, LEGAL_WORDS, PLAY, TRUMP
from .state import LOOK as LOOK_STAGE

_RANKS = 13
_TRICKS = (ONE << np.uint64(27)) - ONE


@kernel
def find_legal(space: Record, table: Record, legal: Record) -> None:
    """Writes the legal actions of the seat to act to `legal.words`."""
    code = space.code if table.trump else space.bare
    round = table.in_play
    score = table.score
    for word in range(LEGAL_WORDS):
        legal.words[word] = NOTHING
    seat = table.to_act
    stage = table.stage
    if stage == PLAY:
        kinds = legal_kinds(code, round)
        _allow_cards(space, table.trump, kinds, legal)
        _allow_low_aces(space, table.trump, kinds & code.declared, legal)
    elif stage == ADJUST:
        _allow_run(legal, changed_bids(code, table), BID)
    elif stage == TRUMP:
        _allow(legal, WITH_TRUMP)
        if may_go_without(code, table):
            _allow(legal, NO_TRUMP)
    elif stage in (DRAFT, LOOK_STAGE, BIDDING):
        if not (round.looked >> seat) & 1:
            _allow(legal, LOOK)
            _allow_blind(blind_bids(code, round, score, seat), legal)
        elif stage == DRAFT:
            _allow(legal, KEEP_FIRST)
            _allow(legal, KEEP_NEXT)
        else:
            _allow_open(code, open_bids(code, round, seat), legal)
            if (space.deficient or space.hand_test[0]) and may_throw_in(space, table, seat):
                _allow(legal, THROW_IN)
    else:
        _allow_choice(space, table, legal)


@kernel
def _allow(legal: Record, number: Number) -> None:
    legal.words[number >> 6] |= ONE << np.uint64(number & 63)


@kernel
def _allow_run(legal: Record, word: Word, first: Number) -> None:
    """Allows the numbers from `first` on that are bits of a word."""
    place = first >> 6
    shift = np.uint64(first & 63)
    legal.words[place] |= word << shift
    over = word >> (np.uint64(63) - shift) >> ONE
    if over:
        legal.words[place + 1] |= over


@kernel
def _allow_cards(space: Record, trump: Number, kinds: Word, legal: Record) -> None:
    if space.same[trump]:
        legal.words[0] |= kinds
        return
    while kinds:
        _allow(legal, CARD + space.card_of[trump, lowest(kinds)])
        kinds &= kinds - ONE


@kernel
def _allow_low_aces(space: Record, trump: Number, kinds: Word, legal: Record) -> None:
    while kinds:
        _allow(legal, LOW_ACE + space.card_of[trump, lowest(kinds)] // _RANKS)
        kinds &= kinds - ONE


@kernel
def _allow_blind(bids: Word, legal: Record) -> None:
    if bids:
        _allow_run(legal, bids & _TRICKS, BLIND_BID)
        if bids >> np.uint64(NIL_BIT):
            _allow(legal, BLIND_NIL)


@kernel
def _allow_open(code: Record, bids: Word, legal: Record) -> None:
    tricks = bids & _TRICKS
    _allow_run(legal, tricks, BID)
    if code.opening_tricks:
        _allow_run(legal, tricks, LITTLE_MO)
        _allow_run(legal, tricks, BIG_MO)
    if bids >> np.uint64(NIL_BIT):
        _allow(legal, NIL)


@kernel
def _allow_choice(space: Record, table: Record, legal: Record) -> None:
    """The cards that go on with a choice, and its end."""
    _allow_cards(space, 1, table.choosable[0], legal)
    if table.may_end == ALWAYS or (table.may_end == AT_FIRST and table.count == 0):
        _allow(legal, DONE)
