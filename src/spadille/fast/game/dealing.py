"""Choose the dealer and deal, by chance or with given cards (D1 to D12)."""

import numpy as np

from ..bits import count, nth
from ..chance import EMPTY, below, next_state, word_at
from ..encoding import (
    FIRST_SPADE,
    NO_BID,
    NO_DRAFT,
    NO_KITTY,
    NOBODY_FIRST,
    NOTHING,
    Number,
    Numbers,
    Record,
    Word,
)
from ..kernel import lean_kernel
from .blind import show_where_decided
from .cards import add_all, any_of, clear, put_in, take_out
from .exchanging import missing_cards, replace
from .seats import left_of
from .state import DRAFT, LOOK, OVER, REDRAW, SWAP, THROWN_IN, UNBEGUN

_HALF = 26
_HAND = 13
_PACK = np.uint64((1 << 52) - 1)
_PACK_SIZE = np.uint64(52)


@lean_kernel
def first_dealer(code: Record, state: Word) -> tuple[Word, Number]:
    """Find the first dealer by chance: any seat, or the one that gets the first card of a suit."""
    lanes = EMPTY
    if code.first_dealer < FIRST_SPADE:
        drawn, state, lanes = below(np.uint64(code.players), state, lanes)
        return state, np.int64(drawn)
    seat = 0
    left = _PACK_SIZE
    drawn, state, lanes = below(left, state, lanes)
    while np.int64(drawn) >= _HAND:
        left -= np.uint64(1)
        seat = left_of(code, seat)
        drawn, state, lanes = below(left, state, lanes)
    return state, seat


@lean_kernel
def begin_game(code: Record, game: Record, dealer: Number) -> None:
    """Set level scores or the rules' handicaps, and the first dealer, without dealing."""
    round = game.in_play
    score = game.score
    round.dealer = dealer
    round.number = 0
    game.stage = UNBEGUN
    game.thrown_in = 0
    score.plays_off = 0
    for side in range(code.sides):
        score.total[side] = code.starts[side]
        score.bags[side] = 0
        score.sets[side] = 0
    for seat in range(code.players):
        round.previous[seat] = NO_BID


@lean_kernel
def begin_round(code: Record, game: Record) -> None:
    """Prepare for the cards of the next round, or for a new deal of this one."""
    round = game.in_play
    if game.stage == OVER:
        game.thrown_in = 0
        round.dealer = left_of(code, round.dealer)
    if game.stage != THROWN_IN:
        round.number += 1
    round.looked = 0
    round.count = 0
    round.done = 0
    round.broken = 0
    game.trump = 1
    game.bidder = 0
    game.returning = 0
    game.count = 0
    game.stock = 0
    game.void = 0
    game.taker = -1
    game.put_away = 0
    game.asked = 0
    game.bids_over = 0
    game.agreed = 0
    clear(game.kitty)
    clear(game.chosen)
    clear(game.gift)
    clear(game.aside)
    for seat in range(code.players):
        round.bids[seat] = NO_BID
        round.won[seat] = 0
        game.exchanged[seat] = 0
        game.no_trump[seat] = 0
        clear(round.hands[seat])
        clear(game.played[seat])
        clear(game.given[seat])
        clear(game.received[seat])
        clear(game.refused[seat])
        clear(game.face_up[seat])


@lean_kernel
def act_by_chance(code: Record, game: Record, scratch: Numbers) -> None:
    """Deal, or replace swapped cards, by `game.chance`; `scratch` has room for the deck."""
    if game.stage == REDRAW:
        for _ in range(missing_cards(game)):
            kind, game.chance, _ = any_of(game.aside, game.chance, EMPTY)
            replace(game, kind)
        game.stage = SWAP
        return
    begin_round(code, game)
    if code.method != NO_DRAFT:
        _shuffle_stack(code, game)
    else:
        game.chance = deal(code, game.in_play, scratch, game.chance)
        put_beside(code, game, scratch)
        _turn_up(code, game)
    begin_decisions(code, game)


@lean_kernel
def act_as_given(code: Record, game: Record, cards: Numbers) -> None:
    """Do the same as `act_by_chance` with these kinds, in the order they are dealt or drawn."""
    if game.stage == REDRAW:
        for index in range(missing_cards(game)):
            replace(game, cards[index])
        game.stage = SWAP
        return
    begin_round(code, game)
    if code.method != NO_DRAFT:
        for index in range(code.deck_size):
            game.stack[index] = cards[index]
        game.stock = code.deck_size
    else:
        _hand_out(code, game, cards)
    begin_decisions(code, game)


@lean_kernel
def begin_decisions(code: Record, game: Record) -> None:
    """Begin the first stage of a round whose cards have been dealt or are in a stack."""
    game.stage = DRAFT if game.stock else LOOK
    if code.looks_first != NOBODY_FIRST:
        show_where_decided(code, game.in_play, game.score)


@lean_kernel
def deal(code: Record, round: Record, scratch: Numbers, state: Word) -> Word:
    """Give each seat its hand, and return the state of chance; `scratch` has room for the deck.

    The cards left over stay in `scratch`, after those dealt, up to the end of the deck.
    """
    if code.players == 4 and code.packs == 1 and code.kinds == 4 * code.hand_size == 4 * _HAND:
        return _deal_four(round, state)
    for index in range(code.deck_size):
        scratch[index] = code.deck[index]
    lanes = EMPTY
    place = 0
    for seat in range(code.players):
        clear(round.hands[seat])
        for _ in range(code.hand_size):
            further, state, lanes = below(np.uint64(code.deck_size - place), state, lanes)
            other = place + np.int64(further)
            kind = scratch[other]
            scratch[other] = scratch[place]
            scratch[place] = kind
            put_in(round.hands[seat], kind)
            place += 1
    return state


@lean_kernel
def put_beside(code: Record, game: Record, scratch: Numbers) -> None:
    """Turn the cards left over by `deal` into the kitty, if the rules have one."""
    if code.kitty != NO_KITTY:
        first = code.players * code.hand_size
        for index in range(first, first + code.rest_size):
            put_in(game.kitty, scratch[index])


@lean_kernel
def _turn_up(code: Record, game: Record) -> None:
    """Turn random cards of each hand face up (D11)."""
    for seat in range(code.players):
        clear(game.gift)
        add_all(game.gift, game.in_play.hands[seat])
        for _ in range(code.face_up):
            kind, game.chance, _ = any_of(game.gift, game.chance, EMPTY)
            take_out(game.gift, kind)
            put_in(game.face_up[seat], kind)
    clear(game.gift)


@lean_kernel
def _hand_out(code: Record, game: Record, cards: Numbers) -> None:
    """Deal one card at a time from the dealer's left; the first ones of a hand are face up."""
    seat = game.in_play.dealer
    dealt = code.players * code.hand_size
    for index in range(dealt):
        seat = left_of(code, seat)
        put_in(game.in_play.hands[seat], cards[index])
        if index < code.players * code.face_up:
            put_in(game.face_up[seat], cards[index])
    put_beside(code, game, cards)


@lean_kernel
def _shuffle_stack(code: Record, game: Record) -> None:
    """Shuffle the deck into a stack, top card first."""
    for index in range(code.deck_size):
        game.stack[index] = code.deck[index]
    game.stock = code.deck_size
    lanes = EMPTY
    state = game.chance
    for place in range(code.deck_size - 1):
        drawn, state, lanes = below(np.uint64(code.deck_size - place), state, lanes)
        other = place + np.int64(drawn)
        kind = game.stack[other]
        game.stack[other] = game.stack[place]
        game.stack[place] = kind
    game.chance = state


@lean_kernel
def _deal_four(round: Record, state: Word) -> Word:
    """Deal four hands of thirteen by halving the pack, and then each half."""
    lanes = EMPTY
    state, lanes, first = _part(_PACK, _HALF, state, lanes)
    second = _PACK ^ first
    state, lanes, hand = _part(first, _HAND, state, lanes)
    round.hands[0, 0] = hand
    round.hands[2, 0] = first ^ hand
    state, lanes, hand = _part(second, _HAND, state, lanes)
    round.hands[1, 0] = hand
    round.hands[3, 0] = second ^ hand
    for seat in range(4):
        round.hands[seat, 1] = NOTHING
    return state


@lean_kernel
def _part(cards: Word, size: Number, state: Word, lanes: Word) -> tuple[Word, Word, Word]:
    """Return a uniformly random choice of this many cards, and the state of chance afterward.

    A coin toss decides about each card, and of three such parts, the one closest in size is taken.
    Any other part of its size would have been as likely. Random cards are then removed or added
    until the size is right.
    """
    part = cards
    away = size
    for step in range(1, 4):
        other = cards & word_at(next_state(state, np.uint64(step)))
        off = abs(count(other) - size)
        part = other if off < away else part
        away = min(away, off)
    state = next_state(state, np.uint64(3))
    while count(part) > size:
        drawn, state, lanes = below(np.uint64(count(part)), state, lanes)
        part ^= nth(part, drawn)
    while count(part) < size:
        rest = cards ^ part
        drawn, state, lanes = below(np.uint64(count(rest)), state, lanes)
        part |= nth(rest, drawn)
    return state, lanes, part
