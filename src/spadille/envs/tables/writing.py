"""Masks and observations of tables as arrays; equal to what `observe` gives."""

import numpy as np
from numpy.typing import NDArray

from ..action_numbers import ACTIONS, CARDS
from ..observation_layout import HIGHEST_HUNDREDS, LOWEST_HUNDREDS, MOST_BAGS, OFFSETS, SIZE, SUITS
from .cards import size
from .core import (
    BIG_MO,
    BLIND,
    LITTLE_MO,
    LOW,
    NIL,
    NO_BID,
    ONE,
    TRICKS_BID,
    Number,
    Record,
    Words,
    kernel,
    lowest,
)
from .state import DRAFT, EXCHANGE, LEGAL_WORDS, PICK_OF_TWO, PLAY, SWAP

Bytes = NDArray[np.int8]

_HAND = OFFSETS["hand"]
_CHOSEN = OFFSETS["chosen"]
_OFFERED = OFFSETS["offered"]
_REFUSED = OFFSETS["refused"]
_GIVEN = OFFSETS["given"]
_RECEIVED = OFFSETS["received"]
_PLAYED = OFFSETS["played"]
_TRICK = OFFSETS["trick"]
_LOW = OFFSETS["low"]
_VOID = OFFSETS["void"]
_PHASE = OFFSETS["phase"]
_SEATED = OFFSETS["seated"]
_OWN_SIDE = OFFSETS["own_side"]
_TO_ACT = OFFSETS["to_act"]
_DEALER = OFFSETS["dealer"]
_LEADER = OFFSETS["leader"]
_LOOKED = OFFSETS["looked"]
_HAND_SIZE = OFFSETS["hand_size"]
_HAS_BID = OFFSETS["has_bid"]
_BID = OFFSETS["bid"]
_NIL = OFFSETS["nil"]
_BLIND = OFFSETS["blind"]
_LITTLE_MO = OFFSETS["little_mo"]
_BIG_MO = OFFSETS["big_mo"]
_EXCHANGED = OFFSETS["exchanged"]
_WON = OFFSETS["won"]
_HUNDREDS = OFFSETS["score_hundreds"]
_REST = OFFSETS["score_rest"]
_BAGS = OFFSETS["bags"]
_ROUND = OFFSETS["round"]
_TRUMP = OFFSETS["trump"]
_BROKEN = OFFSETS["broken"]
_STOCK = OFFSETS["stock"]


@kernel
def write_mask(legal: Words, mask: Bytes) -> None:
    """A one for every legal number."""
    for number in range(ACTIONS):
        mask[number] = 0
    for place in range(LEGAL_WORDS):
        word = legal[place]
        while word:
            mask[64 * place + lowest(word)] = 1
            word &= word - ONE


@kernel
def write_observation(code: Record, space: Record, table: Record, to: Bytes) -> None:
    """What the seat to act observes."""
    round = table.in_play
    for index in range(SIZE):
        to[index] = 0
    seat = table.to_act
    card_of = space.card_of[table.trump]
    to[_PHASE + table.stage] = 1
    to[_TO_ACT] = 1
    to[_ROUND] = round.number
    to[_TRUMP] = table.trump
    to[_BROKEN] = round.broken
    to[_STOCK] = table.stock
    other = seat
    for relative in range(code.players):
        _write_seat(code, table, other, relative, to)
        _write_cards(table.played[other], card_of, to, _PLAYED + relative * CARDS)
        to[_OWN_SIDE + relative] = code.side_of[other] == code.side_of[seat]
        if other == round.dealer:
            to[_DEALER + relative] = 1
        other = 0 if other + 1 == code.players else other + 1
    if (round.looked >> seat) & 1:
        _write_cards(round.hands[seat], card_of, to, _HAND)
    if table.stage == PLAY:
        _write_trick(code, round, card_of, seat, to)
    if table.exchanged[seat]:
        _write_cards(table.given[seat], card_of, to, _GIVEN)
    _write_cards(table.received[seat], card_of, to, _RECEIVED)
    _write_cards(table.refused[seat], card_of, to, _REFUSED)
    if table.stage in (SWAP, EXCHANGE):
        _write_cards(table.chosen, card_of, to, _CHOSEN)
    if table.stage == DRAFT and (round.looked >> seat) & 1:
        first = code.deck_size - table.stock
        to[_OFFERED + card_of[table.stack[first]]] += 1
        if space.method == PICK_OF_TWO:
            to[_OFFERED + card_of[table.stack[first + 1]]] += 1


@kernel
def _write_cards(cards: Words, card_of: Words, to: Bytes, at: Number) -> None:
    rest = cards[0]
    while rest:
        to[at + card_of[lowest(rest)]] = 1
        rest &= rest - ONE
    rest = cards[1]
    while rest:
        to[at + card_of[lowest(rest)]] = 2
        rest &= rest - ONE


@kernel
def _write_trick(code: Record, round: Record, card_of: Words, seat: Number, to: Bytes) -> None:
    relative = round.leader - seat
    if relative < 0:
        relative += code.players
    to[_LEADER + relative] = 1
    for at in range(round.count):
        play = round.trick[at]
        to[_TRICK + relative * CARDS + card_of[play % LOW]] = 1
        to[_LOW + relative] = play >= LOW
        relative = 0 if relative + 1 == code.players else relative + 1


@kernel
def _write_seat(
    code: Record,
    table: Record,
    seat: Number,
    relative: Number,
    to: Bytes,
) -> None:
    round = table.in_play
    score = table.score
    to[_SEATED + relative] = 1
    to[_LOOKED + relative] = (round.looked >> seat) & 1
    to[_HAND_SIZE + relative] = size(round.hands[seat])
    to[_WON + relative] = round.won[seat]
    to[_EXCHANGED + relative] = table.exchanged[seat]
    voids = table.void[seat]
    for suit in range(SUITS):
        to[_VOID + relative * SUITS + suit] = (voids >> suit) & 1
    bid = round.bids[seat]
    if bid != NO_BID:
        to[_HAS_BID + relative] = 1
        to[_BID + relative] = bid & TRICKS_BID
        to[_NIL + relative] = bid & NIL != 0
        to[_BLIND + relative] = bid & BLIND != 0
        to[_LITTLE_MO + relative] = bid & LITTLE_MO != 0
        to[_BIG_MO + relative] = bid & BIG_MO != 0
    side = code.side_of[seat]
    total = score.total[side]
    hundreds = total // 100
    to[_REST + relative] = total - 100 * hundreds
    to[_HUNDREDS + relative] = min(max(hundreds, LOWEST_HUNDREDS), HIGHEST_HUNDREDS)
    to[_BAGS + relative] = min(score.bags[side], MOST_BAGS)
