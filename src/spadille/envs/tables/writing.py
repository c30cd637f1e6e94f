"""Write masks and observations of games to arrays, equal to the result of `observe`."""

from ...fast import bits, encoding
from ...fast import game as twin
from ...fast.game import Number, Record, Word, lean_kernel
from ...notation import action_numbers as numbers
from ..observation_layout import AT, HIGHEST_HUNDREDS, LOWEST_HUNDREDS, MOST_BAGS, SIZE, SUITS

_ALL_SUITS = (1 << SUITS) - 1
_IN_TURN, _AT_ONCE, _BY_SIDE = encoding.numbers_of("bidding.order")


@lean_kernel
def write_mask(legal: Record, mask: Record) -> None:
    """Write a 1 for every legal number."""
    for number in range(numbers.ACTIONS):
        mask.values[number] = 0
    for place in range(twin.LEGAL_WORDS):
        word = legal.words[place]
        while word:
            mask.values[64 * place + bits.lowest(word)] = 1
            word &= word - encoding.ONE


@lean_kernel
def write_observation(space: Record, game: Record, seat: Number, row: Record) -> None:
    """Write a seat's observation, whether or not it is its turn."""
    code = space.codes.code if game.trump else space.codes.bare
    round = game.in_play
    for index in range(SIZE):
        row.values[index] = 0
    phase = twin.SWAP if game.stage == twin.REDRAW else min(game.stage, twin.OVER)
    row.values[AT.phase + phase] = 1
    if game.stage < twin.OVER:
        mine = _bids_lie_face_down(code, game) and round.bids[seat] == encoding.NO_BID
        to_act = seat if mine else game.to_act
        row.values[AT.to_act + _relative(code, to_act, seat)] = 1
    _write_round(code, game, row)
    other = seat
    for relative in range(code.players):
        _write_seat(space, game, seat, other, relative, row)
        other = 0 if other + 1 == code.players else other + 1
    if round.dealer >= 0:
        row.values[AT.dealer + _relative(code, round.dealer, seat)] = 1
    if game.taker >= 0:
        row.values[AT.kitty_taker + _relative(code, game.taker, seat)] = 1
    if (round.looked >> seat) & 1:
        _write_cards(code, round.hands[seat, 0], round.hands[seat, 1], row, AT.hand)
    if game.stage == twin.PLAY:
        _write_trick(code, game, seat, row)
    if _moves_cards(code):
        _write_exchange(code, game, seat, row)


@lean_kernel
def _bids_lie_face_down(code: Record, game: Record) -> Number:
    """Return True if bids are being made that no one sees before the last is in (V34)."""
    return game.stage > twin.KITTY and not game.bids_over and code.order == _AT_ONCE


@lean_kernel
def _write_round(code: Record, game: Record, row: Record) -> None:
    row.values[AT.round] = game.in_play.number
    row.values[AT.trump] = 1 - game.agreed
    row.values[AT.broken] = game.in_play.broken
    row.values[AT.stock] = game.stock
    if code.kitty != encoding.NO_KITTY and game.in_play.number and game.stage != twin.THROWN_IN:
        row.values[AT.kitty] = code.rest_size


@lean_kernel
def _write_exchange(code: Record, game: Record, seat: Number, row: Record) -> None:
    """Write a seat's knowledge of cards that are exchanged, drawn or discarded."""
    _write_cards(code, game.given[seat, 0], game.given[seat, 1], row, AT.given)
    _write_cards(code, game.received[seat, 0], game.received[seat, 1], row, AT.received)
    _write_cards(code, game.refused[seat, 0], game.refused[seat, 1], row, AT.refused)
    if game.to_act != seat:
        return
    if game.stage in (twin.SWAP, twin.KITTY, twin.EXCHANGE):
        _write_cards(code, game.chosen[0], game.chosen[1], row, AT.chosen)
    elif game.stage == twin.DRAFT and (game.in_play.looked >> seat) & 1:
        _write_offer(code, game, row)


@lean_kernel
def _relative(code: Record, other: Number, seat: Number) -> Number:
    """Return the place of another seat as counted from a seat."""
    return other - seat if other >= seat else other - seat + code.players


@lean_kernel
def _moves_cards(code: Record) -> Number:
    """Return True if cards may be drawn, exchanged or put away."""
    return (
        code.exchange_nil_cards > 0
        or code.exchange_blind_nil_cards > 0
        or code.method != encoding.NO_DRAFT
        or code.kitty != encoding.NO_KITTY
    )


@lean_kernel
def _write_offer(code: Record, game: Record, row: Record) -> None:
    """Write the card that a drafting seat decides about, or the two from which it keeps one."""
    first = code.deck_size - game.stock
    row.values[AT.offered + code.card_of[game.stack[first]]] += 1
    if code.method == encoding.PICK_OF_TWO:
        row.values[AT.offered + code.card_of[game.stack[first + 1]]] += 1


@lean_kernel
def _write_cards(code: Record, once: Word, twice: Word, row: Record, at: Number) -> None:
    while once:
        row.values[at + code.card_of[bits.lowest(once)]] = 1
        once &= once - encoding.ONE
    while twice:
        row.values[at + code.card_of[bits.lowest(twice)]] = 2
        twice &= twice - encoding.ONE


@lean_kernel
def _write_trick(code: Record, game: Record, seat: Number, row: Record) -> None:
    round = game.in_play
    relative = _relative(code, round.leader, seat)
    row.values[AT.leader + relative] = 1
    for at in range(round.count):
        play = round.trick[at]
        row.values[AT.trick + relative * numbers.CARDS + code.card_of[play % encoding.LOW]] = 1
        row.values[AT.low + relative] = play >= encoding.LOW
        relative = 0 if relative + 1 == code.players else relative + 1


@lean_kernel
def _write_seat(  # noqa: PLR0913, PLR0917 - of whom, as who sees it, and where
    space: Record, game: Record, observer: Number, seat: Number, relative: Number, row: Record
) -> None:
    code = space.codes.code if game.trump else space.codes.bare
    round = game.in_play
    side = code.side_of[seat]
    row.values[AT.seated + relative] = 1
    row.values[AT.own_side + relative] = side == code.side_of[observer]
    row.values[AT.looked + relative] = (round.looked >> seat) & 1
    held = bits.count(round.hands[seat, 0]) + bits.count(round.hands[seat, 1])
    row.values[AT.hand_size + relative] = held
    row.values[AT.won + relative] = round.won[seat]
    hidden = (
        seat != observer
        and _bids_lie_face_down(code, game)
        and not round.bids[seat] & encoding.BLIND
    )
    if not hidden and not twin.bids_itself(code, round):
        _write_bid(round.bids[seat], relative, row)
    voids = (game.void >> (twin.VOID_BITS * seat)) & _ALL_SUITS
    if voids:
        for suit in range(SUITS):
            row.values[AT.void + relative * SUITS + suit] = (voids >> suit) & 1
    if space.scored or game.stage == twin.OVER:
        _write_score(game.score, side, relative, row)
    if code.no_trump:
        row.values[AT.no_trump + relative] = game.no_trump[seat]
    if _moves_cards(code):
        row.values[AT.exchanged + relative] = game.exchanged[seat]
    if code.face_up and game.stage > twin.LOOK:
        _write_face_up(code, game, seat, row, AT.face_up + relative * numbers.CARDS)
    if round.done or round.count:
        at = AT.played + relative * numbers.CARDS
        _write_cards(code, game.played[seat, 0], game.played[seat, 1], row, at)


@lean_kernel
def _write_bid(bid: Number, relative: Number, row: Record) -> None:
    if bid == encoding.NO_BID:
        return
    row.values[AT.has_bid + relative] = 1
    row.values[AT.bid + relative] = bid & encoding.TRICKS_BID
    if bid > encoding.TRICKS_BID:
        row.values[AT.nil + relative] = bid & encoding.NIL != 0
        row.values[AT.blind + relative] = bid & encoding.BLIND != 0
        row.values[AT.little_mo + relative] = bid & encoding.LITTLE_MO != 0
        row.values[AT.big_mo + relative] = bid & encoding.BIG_MO != 0


@lean_kernel
def _write_score(score: Record, side: Number, relative: Number, row: Record) -> None:
    total = score.total[side]
    hundreds = total // 100
    row.values[AT.score_rest + relative] = total - 100 * hundreds
    row.values[AT.score_hundreds + relative] = min(max(hundreds, LOWEST_HUNDREDS), HIGHEST_HUNDREDS)
    row.values[AT.bags + relative] = min(score.bags[side], MOST_BAGS)


@lean_kernel
def _write_face_up(code: Record, game: Record, seat: Number, row: Record, at: Number) -> None:
    """Write the cards dealt face up and still held; identical cards play the face-up one first."""
    hands = game.in_play.hands
    played = game.played
    once = (game.face_up[seat, 0] & ~played[seat, 0]) | (game.face_up[seat, 1] & ~played[seat, 1])
    twice = game.face_up[seat, 1] & ~played[seat, 0]
    _write_cards(code, once & hands[seat, 0], twice & hands[seat, 1], row, at)
