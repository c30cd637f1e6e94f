"""Masks and observations of tables as arrays; equal to what `observe` gives."""

from ..action_numbers import ACTIONS, CARDS
from ..observation_layout import HIGHEST_HUNDREDS, LOWEST_HUNDREDS, MOST_BAGS, OFFSETS, SIZE, SUITS
from .core import (
    BIG_MO,
    BLIND,
    LITTLE_MO,
    LOW,
    NIL,
    NO_BID,
    NO_KITTY,
    ONE,
    TRICKS_BID,
    Number,
    Record,
    Word,
    count,
    kernel,
    lowest,
)
from .state import (
    DRAFT,
    EXCHANGE,
    KITTY,
    LEGAL_WORDS,
    LOOK,
    NO_DRAFT,
    PICK_OF_TWO,
    PLAY,
    SWAP,
    VOID_BITS,
)

_ALL_SUITS = (1 << SUITS) - 1

_HAND = OFFSETS["hand"]
_CHOSEN = OFFSETS["chosen"]
_OFFERED = OFFSETS["offered"]
_REFUSED = OFFSETS["refused"]
_GIVEN = OFFSETS["given"]
_RECEIVED = OFFSETS["received"]
_FACE_UP = OFFSETS["face_up"]
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
_KITTY_TAKER = OFFSETS["kitty_taker"]
_LOOKED = OFFSETS["looked"]
_HAND_SIZE = OFFSETS["hand_size"]
_HAS_BID = OFFSETS["has_bid"]
_BID = OFFSETS["bid"]
_NIL = OFFSETS["nil"]
_BLIND = OFFSETS["blind"]
_LITTLE_MO = OFFSETS["little_mo"]
_BIG_MO = OFFSETS["big_mo"]
_NO_TRUMP = OFFSETS["no_trump"]
_EXCHANGED = OFFSETS["exchanged"]
_WON = OFFSETS["won"]
_HUNDREDS = OFFSETS["score_hundreds"]
_REST = OFFSETS["score_rest"]
_BAGS = OFFSETS["bags"]
_ROUND = OFFSETS["round"]
_TRUMP = OFFSETS["trump"]
_BROKEN = OFFSETS["broken"]
_STOCK = OFFSETS["stock"]
_KITTY = OFFSETS["kitty"]


@kernel
def write_mask(legal: Record, mask: Record) -> None:
    """A one for every legal number."""
    for number in range(ACTIONS):
        mask.values[number] = 0
    for place in range(LEGAL_WORDS):
        word = legal.words[place]
        while word:
            mask.values[64 * place + lowest(word)] = 1
            word &= word - ONE


@kernel
def write_observation(space: Record, table: Record, row: Record) -> None:
    """What the seat to act observes."""
    code = space.code if table.trump else space.bare
    round = table.in_play
    _clear(space, table, row)
    seat = table.to_act
    row.values[_PHASE + table.stage] = 1
    row.values[_TO_ACT] = 1
    row.values[_ROUND] = round.number
    row.values[_TRUMP] = 1 - table.agreed
    row.values[_BROKEN] = round.broken
    row.values[_STOCK] = table.stock
    if code.kitty != NO_KITTY:
        row.values[_KITTY] = code.rest_size
    other = seat
    for relative in range(code.players):
        _write_seat(space, table, other, relative, row)
        if other == round.dealer:
            row.values[_DEALER + relative] = 1
        if other == table.taker:
            row.values[_KITTY_TAKER + relative] = 1
        other = 0 if other + 1 == code.players else other + 1
    if (round.looked >> seat) & 1:
        _write_cards(space, table, round.hands[seat, 0], round.hands[seat, 1], row, _HAND)
    if table.stage == PLAY:
        _write_trick(space, table, row)
    if table.stage == DRAFT and (round.looked >> seat) & 1:
        _write_offer(space, table, row)
    if _moves_cards(space):
        _write_exchange(space, table, seat, row)


@kernel
def _clear(space: Record, table: Record, row: Record) -> None:
    """Makes everything zero that the last observation of this table may have written."""
    for index in range(_HAND, _CHOSEN):
        row.values[index] = 0
    if _moves_cards(space):
        for index in range(_CHOSEN, _FACE_UP):
            row.values[index] = 0
    if space.face_up:
        for index in range(_FACE_UP, _PLAYED):
            row.values[index] = 0
    for index in range(_PLAYED, _TRICK):
        row.values[index] = 0
    for mark in range(table.marked):
        row.values[table.marks[mark]] = 0
    table.marked = 0
    for index in range(_LOW, SIZE):
        row.values[index] = 0


@kernel
def _moves_cards(space: Record) -> Number:
    """Whether cards may be drawn, exchanged or put away."""
    code = space.code
    return (
        code.exchange_nil_cards > 0
        or code.exchange_blind_nil_cards > 0
        or space.method != NO_DRAFT
        or code.kitty != NO_KITTY
    )


@kernel
def _write_exchange(space: Record, table: Record, seat: Number, row: Record) -> None:
    """What a seat knows of cards that were exchanged, drawn or put away."""
    _write_cards(space, table, table.given[seat, 0], table.given[seat, 1], row, _GIVEN)
    _write_cards(space, table, table.received[seat, 0], table.received[seat, 1], row, _RECEIVED)
    _write_cards(space, table, table.refused[seat, 0], table.refused[seat, 1], row, _REFUSED)
    if table.stage in (SWAP, KITTY, EXCHANGE):
        _write_cards(space, table, table.chosen[0], table.chosen[1], row, _CHOSEN)


@kernel
def _write_offer(space: Record, table: Record, row: Record) -> None:
    """The card that a drafting seat decides about, or both of which it keeps one."""
    first = space.code.deck_size - table.stock
    row.values[_OFFERED + space.card_of[table.trump, table.stack[first]]] += 1
    if space.method == PICK_OF_TWO:
        row.values[_OFFERED + space.card_of[table.trump, table.stack[first + 1]]] += 1


@kernel
def _write_cards(  # noqa: PLR0913, PLR0917 - a set of cards is two words
    space: Record, table: Record, once: Word, twice: Word, row: Record, at: Number
) -> None:
    while once:
        row.values[at + space.card_of[table.trump, lowest(once)]] = 1
        once &= once - ONE
    while twice:
        row.values[at + space.card_of[table.trump, lowest(twice)]] = 2
        twice &= twice - ONE


@kernel
def _write_trick(space: Record, table: Record, row: Record) -> None:
    round = table.in_play
    relative = round.leader - table.to_act
    if relative < 0:
        relative += space.code.players
    row.values[_LEADER + relative] = 1
    for at in range(round.count):
        play = round.trick[at]
        card = space.card_of[table.trump, play % LOW]
        mark = _TRICK + relative * CARDS + card
        row.values[mark] = 1
        table.marks[at] = mark
        row.values[_LOW + relative] = play >= LOW
        relative = 0 if relative + 1 == space.code.players else relative + 1
    table.marked = round.count


@kernel
def _write_seat(space: Record, table: Record, seat: Number, relative: Number, row: Record) -> None:
    round = table.in_play
    code = space.code
    side = code.side_of[seat]
    row.values[_SEATED + relative] = 1
    row.values[_OWN_SIDE + relative] = side == code.side_of[table.to_act]
    row.values[_LOOKED + relative] = (round.looked >> seat) & 1
    row.values[_HAND_SIZE + relative] = count(round.hands[seat, 0]) + count(round.hands[seat, 1])
    row.values[_WON + relative] = round.won[seat]
    bid = round.bids[seat]
    if bid != NO_BID:
        row.values[_HAS_BID + relative] = 1
        row.values[_BID + relative] = bid & TRICKS_BID
        if bid > TRICKS_BID:
            row.values[_NIL + relative] = bid & NIL != 0
            row.values[_BLIND + relative] = bid & BLIND != 0
            row.values[_LITTLE_MO + relative] = bid & LITTLE_MO != 0
            row.values[_BIG_MO + relative] = bid & BIG_MO != 0
    voids = (table.void >> (VOID_BITS * seat)) & _ALL_SUITS
    if voids:
        for suit in range(SUITS):
            row.values[_VOID + relative * SUITS + suit] = (voids >> suit) & 1
    if space.scored:
        _write_score(table.score, side, relative, row)
    if code.no_trump:
        row.values[_NO_TRUMP + relative] = table.no_trump[seat]
    if _moves_cards(space):
        row.values[_EXCHANGED + relative] = table.exchanged[seat]
    if space.face_up and table.stage > LOOK:
        _write_face_up(space, table, seat, row, _FACE_UP + relative * CARDS)
    if round.done or round.count:
        at = _PLAYED + relative * CARDS
        _write_cards(space, table, table.played[seat, 0], table.played[seat, 1], row, at)


@kernel
def _write_score(score: Record, side: Number, relative: Number, row: Record) -> None:
    total = score.total[side]
    hundreds = total // 100
    row.values[_REST + relative] = total - 100 * hundreds
    row.values[_HUNDREDS + relative] = min(max(hundreds, LOWEST_HUNDREDS), HIGHEST_HUNDREDS)
    row.values[_BAGS + relative] = min(score.bags[side], MOST_BAGS)


@kernel
def _write_face_up(space: Record, table: Record, seat: Number, row: Record, at: Number) -> None:
    """The cards dealt face up that are still held; of identical ones those are played first."""
    hands = table.in_play.hands
    played = table.played
    once = (table.face_up[seat, 0] & ~played[seat, 0]) | (table.face_up[seat, 1] & ~played[seat, 1])
    twice = table.face_up[seat, 1] & ~played[seat, 0]
    _write_cards(space, table, once & hands[seat, 0], twice & hands[seat, 1], row, at)
