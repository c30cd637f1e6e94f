"""Choose cards one by one, in the exchange, the kitty and the swap of `game/phases/`."""

import numpy as np

from ..encoding import (
    BLIND,
    KITTY_AND_ROUND,
    KITTY_TO_DEALER,
    KITTY_TO_HIGHEST_BIDDER,
    NIL,
    NO_BID,
    ONE,
    TOGETHER,
    Number,
    Record,
    Words,
)
from ..kernel import lean_kernel
from .cards import add_all, clear, put_in, take_out
from .seats import first_holder, highest_bidder, in_line
from .state import ALWAYS, AT_FIRST, KITTY, NEVER, REDRAW, SWAP


@lean_kernel
def begin_exchange_step(code: Record, game: Record) -> Number:
    """Return True if a seat is to give cards, and set up its choice (E9, E10)."""
    round = game.in_play
    while game.bidder < code.players:
        seat = in_line(code, game)
        cards = _to_exchange(code, round, seat)
        if cards:
            if game.count == 0:
                if game.returning:
                    game.to_act = code.partner[seat]
                    _begin_choice(game, round.hands[game.to_act], cards, NEVER)
                else:
                    game.to_act = seat
                    _begin_choice(game, round.hands[seat], cards, AT_FIRST)
            return True
        game.bidder += 1
    return False


@lean_kernel
def begin_swap_step(code: Record, game: Record) -> Number:
    """Return True if a blind nil may swap cards for random ones, and set up the choice (E15)."""
    round = game.in_play
    while game.bidder < code.players:
        seat = (round.dealer + game.bidder) % code.players
        if code.exchange_swap_cards and round.bids[seat] == NIL + BLIND:
            if game.count == 0:
                game.to_act = seat
                _begin_choice(game, round.hands[seat], code.exchange_swap_cards, ALWAYS)
            return True
        game.bidder += 1
    game.bidder = 0
    return False


@lean_kernel
def begin_kitty(code: Record, game: Record) -> Number:
    """Return True if cards must be discarded for the kitty, after it was picked up (D12)."""
    round = game.in_play
    if game.taker < 0:
        game.taker = _kitty_taker(code, round)
        round.looked |= 1 << game.taker
        add_all(round.hands[game.taker], game.kitty)
        add_all(game.received[game.taker], game.kitty)
    if game.put_away:
        return False
    if game.count == 0:
        game.to_act = game.taker
        _begin_choice(game, round.hands[game.taker], code.rest_size, NEVER)
    return True


@lean_kernel
def _kitty_taker(code: Record, round: Record) -> Number:
    """Return the seat that takes the kitty: the dealer if the lowest club is in it or missing."""
    if code.kitty_taker == KITTY_TO_HIGHEST_BIDDER:
        return highest_bidder(code, round)
    if code.kitty_taker == KITTY_TO_DEALER or code.club_count == 0:
        return round.dealer
    seat = first_holder(code, round, ONE << np.uint64(code.clubs[0]))
    return seat if seat >= 0 else round.dealer


@lean_kernel
def choose_card(code: Record, game: Record, seat: Number, kind: Number) -> None:
    """Choose one more card; the last one ends the choice."""
    put_in(game.chosen, kind)
    take_out(game.choosable, kind)
    game.count += 1
    if game.count == game.most:
        end_choice(code, game, seat)


@lean_kernel
def end_choice(code: Record, game: Record, seat: Number) -> None:
    """Remove the chosen cards from the hand."""
    round = game.in_play
    round.hands[seat, 0] = game.choosable[0]
    round.hands[seat, 1] = game.choosable[1]
    add_all(game.given[seat], game.chosen)
    if game.stage == KITTY:
        game.put_away = 1
        round.won[seat] += code.kitty == KITTY_AND_ROUND
    elif game.stage == SWAP:
        game.exchanged[seat] = game.count + 1
        game.bidder += 1
        if game.count:
            game.stage = REDRAW
    else:
        game.exchanged[seat] = game.count + 1
        _give(code, game, seat)
    clear(game.chosen)
    game.count = 0


@lean_kernel
def _begin_choice(game: Record, hand: Words, most: Number, may_end: Number) -> None:
    game.choosable[0] = hand[0]
    game.choosable[1] = hand[1]
    game.most = most
    game.may_end = may_end


@lean_kernel
def _to_exchange(code: Record, round: Record, seat: Number) -> Number:
    bid = round.bids[seat]
    partner = code.partner[seat]
    if bid == NO_BID or bid & NIL == 0 or partner < 0:
        return 0
    if round.bids[partner] & NIL and code.exchange_between_nils == 0:
        return 0
    return code.exchange_blind_nil_cards if bid & BLIND else code.exchange_nil_cards


@lean_kernel
def _give(code: Record, game: Record, seat: Number) -> None:
    partner = code.partner[seat]
    if game.returning:
        if code.exchange_order == TOGETHER:
            _receive(game, seat, game.gift)
        _receive(game, in_line(code, game), game.chosen)
        game.returning = 0
        game.bidder += 1
        clear(game.gift)
    elif game.count == 0:
        game.bidder += 1
    else:
        game.returning = 1
        if code.exchange_order == TOGETHER:
            add_all(game.gift, game.chosen)
        else:
            _receive(game, partner, game.chosen)


@lean_kernel
def _receive(game: Record, seat: Number, cards: Words) -> None:
    round = game.in_play
    add_all(round.hands[seat], cards)
    add_all(game.received[seat], cards)


@lean_kernel
def missing_cards(game: Record) -> Number:
    """Return how many cards chance owes the seat that has just swapped."""
    return game.exchanged[game.to_act] - 1


@lean_kernel
def replace(game: Record, kind: Number) -> None:
    """Give the seat that has swapped one of the cards put aside in the draft."""
    take_out(game.aside, kind)
    put_in(game.in_play.hands[game.to_act], kind)
    put_in(game.received[game.to_act], kind)
