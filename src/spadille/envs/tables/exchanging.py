"""Cards that are chosen one by one: to exchange on a nil, and to swap after a draft."""

from .cards import add_all, clear, draw_one, put_in, take_out
from .core import (
    BLIND,
    KITTY_AND_ROUND,
    NIL,
    NO_BID,
    TOGETHER,
    Number,
    Record,
    Words,
    kernel,
    kitty_taker,
)
from .state import ALWAYS, AT_FIRST, KITTY, NEVER, SWAP


@kernel
def begin_exchange_step(code: Record, table: Record) -> Number:
    """Whether somebody is to give cards; then the choice is set up (E9, E10)."""
    round = table.in_play
    while table.bidder < code.players:
        seat = (round.dealer + 1 + table.bidder) % code.players
        cards = _to_exchange(code, round, seat)
        if cards:
            if table.count == 0:
                if table.returning:
                    table.to_act = code.partner[seat]
                    _begin_choice(table, round.hands[table.to_act], cards, NEVER)
                else:
                    table.to_act = seat
                    _begin_choice(table, round.hands[seat], cards, AT_FIRST)
            return True
        table.bidder += 1
    return False


@kernel
def begin_swap_step(code: Record, space: Record, table: Record) -> Number:
    """Whether a blind nil may put cards away for random ones; then the choice is set up (E15)."""
    round = table.in_play
    while table.bidder < code.players:
        seat = (round.dealer + table.bidder) % code.players
        if space.swap_cards and round.bids[seat] == NIL + BLIND:
            if table.count == 0:
                table.to_act = seat
                _begin_choice(table, round.hands[seat], space.swap_cards, ALWAYS)
            return True
        table.bidder += 1
    table.bidder = 0
    return False


@kernel
def begin_kitty(code: Record, table: Record) -> Number:
    """Whether cards are still to be put away for the kitty, which is taken up first (D12)."""
    round = table.in_play
    if table.taker < 0:
        table.taker = kitty_taker(code, round)
        round.looked |= 1 << table.taker
        add_all(round.hands[table.taker], table.kitty)
        add_all(table.received[table.taker], table.kitty)
    if table.put_away:
        return False
    if table.count == 0:
        table.to_act = table.taker
        _begin_choice(table, round.hands[table.taker], code.rest_size, NEVER)
    return True


@kernel
def choose_card(code: Record, table: Record, seat: Number, kind: Number) -> None:
    """One card more; the last one ends the choice."""
    put_in(table.chosen, kind)
    take_out(table.choosable, kind)
    table.count += 1
    if table.count == table.most:
        end_choice(code, table, seat)


@kernel
def end_choice(code: Record, table: Record, seat: Number) -> None:
    """The cards chosen leave the hand."""
    round = table.in_play
    round.hands[seat, 0] = table.choosable[0]
    round.hands[seat, 1] = table.choosable[1]
    add_all(table.given[seat], table.chosen)
    if table.stage == KITTY:
        table.put_away = 1
        round.won[seat] += code.kitty == KITTY_AND_ROUND
    elif table.stage == SWAP:
        table.exchanged[seat] = table.count + 1
        _replace(table, seat)
        table.bidder += 1
    else:
        table.exchanged[seat] = table.count + 1
        _give(code, table, seat)
    clear(table.chosen)
    table.count = 0


@kernel
def _begin_choice(table: Record, hand: Words, most: Number, may_end: Number) -> None:
    table.choosable[0] = hand[0]
    table.choosable[1] = hand[1]
    table.most = most
    table.may_end = may_end


@kernel
def _to_exchange(code: Record, round: Record, seat: Number) -> Number:
    bid = round.bids[seat]
    partner = code.partner[seat]
    if bid == NO_BID or bid & NIL == 0 or partner < 0:
        return 0
    if round.bids[partner] & NIL and code.exchange_between_nils == 0:
        return 0
    return code.exchange_blind_nil_cards if bid & BLIND else code.exchange_nil_cards


@kernel
def _give(code: Record, table: Record, seat: Number) -> None:
    partner = code.partner[seat]
    if table.returning:
        if code.exchange_order == TOGETHER:
            _receive(table, seat, table.gift)
        _receive(table, _bidder(code, table), table.chosen)
        table.returning = 0
        table.bidder += 1
        clear(table.gift)
    elif table.count == 0:
        table.bidder += 1
    else:
        table.returning = 1
        if code.exchange_order == TOGETHER:
            add_all(table.gift, table.chosen)
        else:
            _receive(table, partner, table.chosen)


@kernel
def _bidder(code: Record, table: Record) -> Number:
    round = table.in_play
    return (round.dealer + 1 + table.bidder) % code.players


@kernel
def _receive(table: Record, seat: Number, cards: Words) -> None:
    round = table.in_play
    add_all(round.hands[seat], cards)
    add_all(table.received[seat], cards)


@kernel
def _replace(table: Record, seat: Number) -> None:
    """As many cards of those put aside in the draft, by lot."""
    for _ in range(table.count):
        kind, table.chance = draw_one(table.aside, table.chance)
        put_in(table.in_play.hands[seat], kind)
        put_in(table.received[seat], kind)
