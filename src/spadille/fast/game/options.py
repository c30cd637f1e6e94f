"""Find the options of the seat to act, as numbers, like the phases of `game/`."""

import numpy as np

from ...notation import action_numbers as numbers
from ..bits import count, lowest, nth
from ..encoding import NIL_BIT, NOTHING, ONE, Number, Record, Word
from ..kernel import lean_kernel
from .adjusting import changed_bids, may_go_without
from .blind import blind_bids
from .deficient import may_throw_in
from .legal_bids import open_bids
from .playable import legal_kinds
from .state import ADJUST, ALWAYS, AT_FIRST, BIDDING, DRAFT, LOOK, PLAY, TRUMP

LEGAL_WORDS = (numbers.ACTIONS + 63) // 64

LEGAL = np.dtype([("words", np.uint64, (LEGAL_WORDS,))])
"""The legal actions of a game, with a bit for each number."""

_RANKS = 13
_TRICKS = (ONE << np.uint64(27)) - ONE


@lean_kernel
def find_legal(  # noqa: C901 - one case for each stage
    codes: Record, game: Record, legal: Record
) -> None:
    """Write the legal actions of the seat to act to `legal.words`."""
    code = codes.code if game.trump else codes.bare
    round = game.in_play
    for word in range(LEGAL_WORDS):
        legal.words[word] = NOTHING
    seat = game.to_act
    stage = game.stage
    if stage == PLAY:
        kinds = legal_kinds(code, round)
        _allow_cards(code, kinds, legal)
        _allow_low_aces(code, kinds & code.declared, legal)
    elif stage == ADJUST:
        _allow_run(legal, changed_bids(code, game), numbers.BID)
    elif stage == TRUMP:
        _allow(legal, numbers.WITH_TRUMP)
        if may_go_without(code, game):
            _allow(legal, numbers.NO_TRUMP)
    elif stage in (DRAFT, LOOK, BIDDING):
        if not (round.looked >> seat) & 1:
            _allow(legal, numbers.LOOK)
            _allow_blind(blind_bids(code, round, game.score, seat), legal)
        elif stage == DRAFT:
            _allow(legal, numbers.KEEP_FIRST)
            _allow(legal, numbers.KEEP_NEXT)
        else:
            _allow_open(code, open_bids(code, round, game.score, seat), legal)
            if may_throw_in(code, game, seat):
                _allow(legal, numbers.THROW_IN)
    else:
        _allow_cards(code, game.choosable[0], legal)
        if game.may_end == ALWAYS or (game.may_end == AT_FIRST and game.count == 0):
            _allow(legal, numbers.DONE)


@lean_kernel
def is_legal(legal: Record, action: Number) -> Number:
    """Return True if any given number is one of the legal actions."""
    if action < 0 or action >= 64 * LEGAL_WORDS:
        return False
    return (legal.words[action >> 6] >> np.uint64(action & 63)) & ONE != NOTHING


@lean_kernel
def how_many(legal: Record) -> Word:
    """Return the number of legal actions."""
    total = 0
    for place in range(LEGAL_WORDS):
        total += count(legal.words[place])
    return np.uint64(total)


@lean_kernel
def nth_legal(legal: Record, n: Word) -> Number:
    """Return the legal action with `n` others below it; it must exist."""
    place = 0
    size = np.uint64(count(legal.words[0]))
    while n >= size:
        n -= size
        place += 1
        size = np.uint64(count(legal.words[place]))
    return 64 * place + lowest(nth(legal.words[place], n))


@lean_kernel
def _allow(legal: Record, number: Number) -> None:
    legal.words[number >> 6] |= ONE << np.uint64(number & 63)


@lean_kernel
def _allow_run(legal: Record, word: Word, first: Number) -> None:
    """Allow the numbers from `first` on that have bits in a word."""
    place = first >> 6
    shift = np.uint64(first & 63)
    legal.words[place] |= word << shift
    over = word >> (np.uint64(63) - shift) >> ONE
    if over:
        legal.words[place + 1] |= over


@lean_kernel
def _allow_cards(code: Record, kinds: Word, legal: Record) -> None:
    if code.same:
        legal.words[0] |= kinds
        return
    while kinds:
        _allow(legal, numbers.CARD + code.card_of[lowest(kinds)])
        kinds &= kinds - ONE


@lean_kernel
def _allow_low_aces(code: Record, kinds: Word, legal: Record) -> None:
    while kinds:
        _allow(legal, numbers.LOW_ACE + code.card_of[lowest(kinds)] // _RANKS)
        kinds &= kinds - ONE


@lean_kernel
def _allow_blind(bids: Word, legal: Record) -> None:
    if bids:
        _allow_run(legal, bids & _TRICKS, numbers.BLIND_BID)
        if bids >> np.uint64(NIL_BIT):
            _allow(legal, numbers.BLIND_NIL)


@lean_kernel
def _allow_open(code: Record, bids: Word, legal: Record) -> None:
    tricks = bids & _TRICKS
    _allow_run(legal, tricks, numbers.BID)
    if code.opening_tricks:
        _allow_run(legal, tricks, numbers.LITTLE_MO)
        _allow_run(legal, tricks, numbers.BIG_MO)
    if bids >> np.uint64(NIL_BIT):
        _allow(legal, numbers.NIL)
