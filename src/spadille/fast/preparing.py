"""Between the deal and the first trick, besides the bids: kitty, second thoughts, trump, exchange.

As in `game/phases/`; the choices are those of the policies, see `bidding.py`.
"""

import numpy as np

from .bidding import RANDOM, TWO
from .bids import bids_itself, contract
from .bits import count, lowest, nth
from .chance import below
from .encoding import (
    BIDDER_FIRST,
    BLIND,
    HIGHEST_BID,
    KITTY_AND_ROUND,
    KITTY_TO_DEALER,
    KITTY_TO_HIGHEST_BIDDER,
    MATCH,
    NIL,
    NO_BID,
    NOTHING,
    ONE,
    RAISE_EACH,
    SPADES,
    TOGETHER,
    TRICKS_BID,
    Number,
    Numbers,
    Record,
    Word,
)
from .kernel import lean_kernel
from .matching import matching_bids, missing, set_bid, speaks
from .rounds import add_card, highest_bidder, left_of, remove_card
from .table_policy import least_worth


@lean_kernel
def take_kitty(  # noqa: PLR0913, PLR0917 - kernels pass chance on
    code: Record,
    round: Record,
    scratch: Numbers,
    policies: Numbers,
    tables: Record,
    state: Word,
    lanes: Word,
) -> tuple[Word, Word]:
    """One player takes up the cards that `deal` has left over, and puts as many away (D12)."""
    seat = kitty_taker(code, round)
    first = code.players * code.hand_size
    for index in range(first, first + code.rest_size):
        add_card(round, seat, scratch[index])
    round.looked |= 1 << seat
    for _ in range(code.rest_size):
        kind, state, lanes = _card_to_give(code, round, seat, policies, tables, state, lanes)
        remove_card(round, seat, kind)
    if code.kitty == KITTY_AND_ROUND:
        round.won[seat] += 1
    return state, lanes


@lean_kernel
def kitty_taker(code: Record, round: Record) -> Number:
    """Who takes the kitty; the dealer where the lowest club lies in it, or there are no clubs."""
    if code.kitty_taker == KITTY_TO_HIGHEST_BIDDER:
        return highest_bidder(code, round)
    if code.kitty_taker == KITTY_TO_DEALER or code.club_count == 0:
        return round.dealer
    club = ONE << np.uint64(code.clubs[0])
    seat = left_of(code, round.dealer)
    for _ in range(code.players):
        if round.hands[seat, 0] & club:
            return seat
        seat = left_of(code, seat)
    return round.dealer


@lean_kernel
def _card_to_give(  # noqa: PLR0913, PLR0917 - kernels pass chance on
    code: Record,
    round: Record,
    seat: Number,
    policies: Numbers,
    tables: Record,
    state: Word,
    lanes: Word,
) -> tuple[Number, Word, Word]:
    """A card of the hand of `seat` to be given or put away."""
    if policies[seat] != RANDOM:
        return least_worth(code, round, tables[policies[seat]], seat), state, lanes
    once = round.hands[seat, 0]
    twice = round.hands[seat, 1]
    size = np.uint64(count(once))
    drawn, state, lanes = below(size + np.uint64(count(twice)), state, lanes)
    if drawn < size:
        return lowest(nth(once, drawn)), state, lanes
    return lowest(nth(twice, drawn - size)), state, lanes


@lean_kernel
def change_bids(
    code: Record, round: Record, policies: Numbers, state: Word, lanes: Word
) -> tuple[Word, Word]:
    """Second thoughts after the last bid (B8, V18)."""
    if bids_itself(code, round):
        return state, lanes
    if code.second_thoughts == MATCH:
        return _match_bids(code, round, policies, state, lanes)
    asked = 0  # sides, a bit for each
    seat = round.dealer
    for _ in range(code.players):
        seat = left_of(code, seat)
        side = code.side_of[seat]
        free = round.bids[seat] & TRICKS_BID != 0
        if code.second_thoughts != RAISE_EACH and (asked >> side) & 1:
            free = False
        if free:
            asked |= 1 << side
            if policies[seat] == RANDOM:
                most = most_raise(code, round, seat)
                by, state, lanes = below(np.uint64(most + 1), state, lanes)
                round.bids[seat] += np.int64(by)
    return state, lanes


@lean_kernel
def most_raise(code: Record, round: Record, seat: Number) -> Number:
    """By how much a seat may raise its bid at most."""
    tricks = round.bids[seat] & TRICKS_BID
    room = code.tricks - contract(code, round, code.side_of[seat])
    room = max(0, min(room, HIGHEST_BID - tricks))
    return min(room, 1) if code.second_thoughts == RAISE_EACH else room


@lean_kernel
def _match_bids(
    code: Record, round: Record, policies: Numbers, state: Word, lanes: Word
) -> tuple[Word, Word]:
    """The side that bid first may match the other contract, each way as likely as the others."""
    begun = 0
    seat = round.dealer
    for _ in range(code.players):
        seat = left_of(code, seat)
        if missing(code, round) == 0 or not speaks(code, round, seat):
            continue
        own = round.bids[seat] & TRICKS_BID
        bids = matching_bids(code, round, seat, begun)
        if policies[seat] == RANDOM:
            drawn, state, lanes = below(np.uint64(count(bids)), state, lanes)
            bids = nth(bids, drawn)
        elif bids & (ONE << np.uint64(own)):
            continue
        set_bid(code, round, seat, lowest(bids))
        begun |= round.bids[seat] & TRICKS_BID != own
    return state, lanes


@lean_kernel
def gives_up_trump(
    code: Record, round: Record, policies: Numbers, state: Word, lanes: Word
) -> tuple[Number, Word, Word]:
    """Whether a player wishes to play without trump and a partner agrees (V26)."""
    if bids_itself(code, round):
        return False, state, lanes
    seat = round.dealer
    for _ in range(code.players):
        seat = left_of(code, seat)
        if policies[seat] != RANDOM or round.hands[seat, 0] & code.suit[SPADES] == NOTHING:
            continue
        wanted, state, lanes = below(TWO, state, lanes)
        partner = code.partner[seat]
        if wanted and partner >= 0 and policies[partner] == RANDOM:
            agreed, state, lanes = below(TWO, state, lanes)
            if agreed:
                return True, state, lanes
    return False, state, lanes


@lean_kernel
def exchange_cards(  # noqa: PLR0913, PLR0917 - kernels pass chance on
    code: Record,
    round: Record,
    given: Numbers,
    policies: Numbers,
    tables: Record,
    state: Word,
    lanes: Word,
) -> tuple[Word, Word]:
    """A nil bidder may give cards to the partner, who returns as many (E9, E10).

    `given` has room for as many cards.
    """
    seat = round.dealer
    for _ in range(code.players):
        seat = left_of(code, seat)
        partner = code.partner[seat]
        bid = round.bids[seat]
        if bid == NO_BID or bid & NIL == 0 or partner < 0:
            continue
        if round.bids[partner] & NIL and code.exchange_between_nils == 0:
            continue
        size = code.exchange_blind_nil_cards if bid & BLIND else code.exchange_nil_cards
        if size == 0 or policies[seat] != RANDOM:
            continue
        gives, state, lanes = below(TWO, state, lanes)
        if not gives:
            continue
        for index in range(size):
            kind, state, lanes = _card_to_give(code, round, seat, policies, tables, state, lanes)
            remove_card(round, seat, kind)
            given[index] = kind
        if code.exchange_order == BIDDER_FIRST:
            _receive(round, partner, given, 0, size)
        for index in range(size):
            kind, state, lanes = _card_to_give(code, round, partner, policies, tables, state, lanes)
            remove_card(round, partner, kind)
            given[size + index] = kind
        if code.exchange_order == TOGETHER:
            _receive(round, partner, given, 0, size)
        _receive(round, seat, given, size, size)
    return state, lanes


@lean_kernel
def _receive(round: Record, seat: Number, cards: Numbers, first: Number, size: Number) -> None:
    for index in range(first, first + size):
        add_card(round, seat, cards[index])


@lean_kernel
def without_trump(code: Record, round: Record) -> None:
    """Numbers the cards of all hands as in a round without trump."""
    for seat in range(code.players):
        for word in range(2):
            rest = round.hands[seat, word]
            changed = NOTHING
            while rest:
                changed |= ONE << np.uint64(code.without_trump[lowest(rest)])
                rest &= rest - ONE
            round.hands[seat, word] = changed
