"""Roll out rounds by the heuristics in compiled code, each seat knowing only what it may know.

The compiled engine determines whose turn it is, which cards are legal and who wins. The position is
updated for the heuristics. The card-value network may prefer a card other than the one they advise.
"""

from typing import Any, NamedTuple

import numpy as np

from ...fast import bits, encoding, kernel, vectors
from ...fast import code as codes
from ...fast import game as twin
from ...fast.game import Number, Numbers, Word, lean_kernel
from ...game import Game, Play, Seat, SeatView, knowledge_of
from ..heuristics import card_features, card_network, demand
from ..heuristics.kernels import (
    Record,
    add_legal,
    card_of,
    choose,
    dtype_of,
    gain,
    kernel_of,
    new_record,
    note_duck,
    see,
    setting_record,
    write,
)
from ..heuristics.position import BITS, NONE, SUITS, Position, Setting
from ..heuristics.reading import position_of
from . import bidding
from .bidding import LINE, NIL_BID, TRICKS_BID, Hints
from .policy_network import no_policy

_bidding = kernel.compiled(bidding, known=kernel_of)
policy_kernel_of = kernel.compiled(
    card_features,
    card_network,
    known={
        **kernel_of,
        card_network.add_rows: vectors.add_rows,
        card_network.add_positive_rows: vectors.add_positive_rows,
        card_network.dot_positive: vectors.dot_positive,
    },
)

weigh_deals = _bidding[bidding.weigh_deals]
shift_deals = _bidding[bidding.shift_deals]
bid_in_turn = _bidding[bidding.bid_in_turn]
is_asked = policy_kernel_of[card_network.is_asked]
prefer = policy_kernel_of[card_network.prefer]
worth_of_result = kernel_of[demand.worth_of_result]

STATE = np.dtype([("in_play", encoding.ROUND), ("position", dtype_of(Position))], align=True)
"""A round being rolled out, and the position that the seat to play sees."""


class Root(NamedTuple):
    """The point where rollouts begin, in the form that `roll_out` takes.

    Of the two `states`, the first is where they begin, and the second is used to roll out rounds.
    `words` are the same memory as words, for copying.
    """

    code: Record
    setting: Record
    policy: Any
    states: Record
    words: Numbers


def root_of(view: SeatView, policy: Any = None) -> Root:
    """Return the round in view, before the others are given hands.

    Rollouts follow a `policy` if there is one (see `policy_of`), and otherwise the advice.
    """
    code = codes.code_of(view.rules, trump=view.trump)
    states = kernel.records(2, STATE)
    state = states.view(np.recarray)[0]
    write(state.position, vars(position_of(view)))
    round = state.in_play
    players = view.rules.players
    round.bids[:players] = [codes.bid_number(bid) for bid in view.bids]
    round.won[:players] = view.won
    round.dealer = view.seat if view.dealer is None else view.dealer
    round.done = len(view.tricks)
    round.broken = view.broken
    bound = knowledge_of(view).assassins
    round.assassins = sum(1 << seat for seat in view.rules.seats if bound[seat])
    round.leader = view.trick.leader if view.trick else view.seat
    twin.begin_trick(round)
    if view.trick is not None:
        low = view.trick.low or (False,) * players
        for card, called_low in zip(view.trick.cards, low, strict=False):
            twin.play_card(code.record, round, code.play(Play(card, low=called_low)))
    round.hands[:] = 0
    round.hands[view.seat] = code.words(view.hand or ())
    words = states.view(np.int64).reshape(2, -1)
    made = no_policy() if policy is None else policy
    return Root(code.record, setting_record(view), made, states, words)


@lean_kernel
def roll_out(  # noqa: PLR0913, PLR0917 - kernels take numbers
    code: Record,
    setting: Record,
    policies: Any,
    states: Record,
    words: Numbers,
    deals: Numbers,
    cards: Numbers,
    side: Number,
    values: Any,
) -> None:
    """Play each of some cards in each of some deals, and then the round to its end.

    `deals` are hands by deal, seat and suit, and `cards` are numbers `BITS * suit + bit`, or -1 to
    begin the play. `values[deal, card, 0]` becomes the gain of `side`, and the tricks by seat
    follow.
    """
    begin = states[0]
    round = states[1].in_play
    position = states[1].position
    bound = begin.in_play.assassins
    for deal in range(len(deals)):
        give_hands(code, setting, begin.in_play, begin.position, deals[deal])
        begin.in_play.assassins = bound | twin.find_assassins(code, begin.in_play)
        for at in range(len(cards)):
            for word in range(words.shape[1]):
                words[1, word] = words[0, word]
            if cards[at] >= 0:
                play(code, setting, round, position, cards[at] // BITS, cards[at] % BITS)
            else:
                twin.begin_play(code, round)
            play_to_end(code, setting, policies[0], round, position)
            for seat in range(code.players):
                values[deal, at, 1 + seat] = round.won[seat]
            values[deal, at, 0] = gain(setting, round.won, side)
    begin.in_play.assassins = bound


@lean_kernel
def play_to_end(
    code: Record, setting: Record, policy: Record, round: Record, position: Record
) -> None:
    """Play the rest of a round in which all seats have their hands."""
    while not twin.finished(code, round):
        look(code, setting, round, position)
        card = choose_card(setting, policy, round, position)
        play(code, setting, round, position, position.suit[card], position.bit[card])


@lean_kernel
def choose_card(setting: Record, policy: Record, round: Record, position: Record) -> Number:
    """Return the number of the legal card that the seat to play chooses, after `look`."""
    advice = choose(setting, position)
    if is_asked(setting, position, policy):
        return prefer(setting, position, round.broken, advice, policy)
    return card_of(advice)


@lean_kernel
def give_hands(
    code: Record, setting: Record, round: Record, position: Record, hands: Numbers
) -> None:
    """Give all seats their hands."""
    for seat in range(code.players):
        round.hands[seat, 0] = 0
        round.hands[seat, 1] = 0
        for suit in range(SUITS):
            rest = hands[seat, suit]
            position.hands[seat, suit] = rest
            while rest:
                twin.put_in(round.hands[seat], _kind(code, setting, suit, bits.lowest(rest)))
                rest &= rest - 1


@lean_kernel
def _kind(code: Record, setting: Record, suit: Number, bit: Number) -> Number:
    """Return the kind of a card given by its bit; the position has a bit for each copy."""
    return code.lowest[suit] + setting.level[suit, bit]


@lean_kernel
def play(  # noqa: PLR0913, PLR0917 - a card in a round, and in the position
    code: Record, setting: Record, round: Record, position: Record, suit: Number, bit: Number
) -> None:
    """Play a card of the seat whose turn it is, and update the position."""
    kind = _kind(code, setting, suit, bit)
    seat = twin.to_play(code, round)
    leader = round.leader
    if twin.shows_void(code, round, kind):
        position.missing[round.led] |= 1 << seat
    if setting.nil[seat] and position.won[seat] == 0:
        note_duck(setting, position, seat, suit, bit)
    position.hands[seat, suit] &= ~(1 << bit)
    position.sizes[seat] -= 1
    position.played[suit] |= 1 << bit
    twin.play_card(code, round, kind)
    position.cards = round.count
    position.led = round.led
    if round.count == 0:
        trick, winner = position.trick, round.leader
        position.led_suit[trick] = code.suit_of[round.trick[0] % encoding.LOW]
        position.led_by[trick] = leader
        position.won_by[trick] = winner
        position.won[winner] += 1
        position.winner = NONE
        position.best_suit = NONE
        position.trick += 1
    elif round.best == seat:
        position.winner = seat
        position.best_suit = suit
        position.best_bit = bit


@lean_kernel
def look(code: Record, setting: Record, round: Record, position: Record) -> None:
    """Find what the seat to play sees, and which cards it may play."""
    position.seat = twin.to_play(code, round)
    see(setting, position)
    kinds = twin.legal_kinds(code, round)
    for suit in range(SUITS):
        if suit != setting.trump and kinds & code.suit[suit]:
            _list_suit(code, setting, round, position, suit, kinds)
    if setting.trump >= 0:
        _list_suit(code, setting, round, position, setting.trump, kinds)


@lean_kernel
def _list_suit(  # noqa: PLR0913, PLR0917 - a suit of a round, and of the position
    code: Record, setting: Record, round: Record, position: Record, suit: Number, kinds: Word
) -> None:
    """Add the cards of a suit that are of legal kinds to the legal cards, one of each kind."""
    rest = position.mine[suit]
    last = -1
    while rest:
        bit = bits.lowest(rest)
        rest &= rest - 1
        kind = _kind(code, setting, suit, bit)
        if kind != last and kinds >> np.uint64(kind) & encoding.ONE:
            wins = round.count == 0 or twin.takes_over(code, round, kind)
            add_legal(setting, position, suit, bit, 1 if wins else 0)
        last = kind


@lean_kernel
def roll_out_lots(  # noqa: PLR0913, PLR0917 - kernels take numbers
    code: Any,
    settings: Any,
    policies: Any,
    states: Any,
    words: Any,
    deals: Any,
    lots: Any,
    nothing: Any,
    side: int,
    results: Any,
    worth: Any,
) -> None:
    """Play each sampled deal from the first card on, with the setting of its lot of bids.

    `nothing` is the code for no card, which begins the play. `results` are filled as in
    `roll_out`, and `worth` receives their value to `side`.
    """
    for deal in range(len(deals)):
        setting = settings[lots[deal]]
        own, found = deals[deal : deal + 1], results[deal : deal + 1]
        roll_out(code, setting, policies, states, words, own, nothing, side, found)
        worth[deal] = worth_of_result(setting, states[1].in_play.won, side)


def warm() -> None:
    """Compile all that `expert` needs, rollouts included, with four hands of one suit each."""
    root = root_of(Game.new(seed=0).view(Seat.NORTH))
    setting = root.setting
    deals = np.zeros((1, 4, SUITS), np.int64)
    deals[0, range(4), range(4)] = setting.deck[:4]
    hints = new_record(Hints)
    hints.spreads[:] = 1.0
    hints.kinds[:2] = [NIL_BID, TRICKS_BID]
    weigh_deals(setting, hints, deals, np.ones(1))
    unseen, dealt = np.array([[3, 0, 0], [3, 1, 0]]), np.array([[0, 1]])
    odds, draws = np.ones((2, 2)), np.full((1, 1, 3), 0.5)
    shift_deals(setting, hints, deals.copy(), dealt, unseen, odds, draws, np.ones(2))
    bids = np.zeros((1, 4), np.int64)
    bid_in_turn(setting, hints, np.ones(LINE), deals, np.array([0]), bids)
    gain(setting, np.zeros(4, np.int64), 0)  # as endings call it, without records
    lots, nothing = np.array([0]), np.array([-1])
    by_lot = root._replace(setting=settings_like(setting, 1))
    roll_out_lots(*by_lot, deals, lots, nothing, 0, np.zeros((1, 1, 5)), np.zeros(1))


def settings_like(setting: Record, count: int) -> Record:
    """Return the given number of copies of a setting."""
    return np.frombuffer(setting.tobytes() * count, dtype_of(Setting)).copy()
