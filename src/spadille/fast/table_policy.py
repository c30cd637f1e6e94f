"""The policy that plays by a table of numbers: the values of cards, and preferences among plays.

Bids: every card counts `worth[trump][length][above]`, indexed by whether it is a spade, how many
cards of its suit are held, and how many kinds of its suit rank above it. The sum plus `plus`, in
thousandths of a trick and rounded, is the bid; if it is not legal, the nearest legal bid is made,
the lower of two. Nil is bid if it is legal and the sum of `risk` at the same places is at most
`nil_limit`. The seat looks at its cards before it bids. It undertakes nothing in addition to the
bid, and does not change it.

The cards to discard or give are those with the least `worth`. Nothing is given unless required.

Plays: a legal card, with a probability proportional to `weights[aim][place][partner][class]`:

- aim: 0 if my nil is alive; 1 if a partner's is; 2 if the side needs tricks for its contract; 3
  otherwise;
- place: 0 on lead; 1 in between; 2 last to play;
- partner: whether a partner is winning the trick;
- class: 6 if the card would currently win (on lead, if no hidden card beats it); plus 3 for a
  spade; plus 0 for the lowest of its suit with the same features, 2 for the highest, else 1.

If all weights are 0, all cards are equally likely. Aces are never called low.
"""

import numpy as np

from .bits import count, highest, lowest
from .chance import next_state, word_at
from .encoding import (
    JUNK,
    NIL,
    NIL_BIT,
    NO_BID,
    NOTHING,
    ONE,
    TRICKS_BID,
    Number,
    Numbers,
    Record,
    Word,
    Words,
)
from .game.cards import held, takes_over
from .game.playable import legal_kinds, to_play
from .kernel import lean_kernel

LENGTHS = 14
ABOVE = 16
AIMS, PLACES, PARTNER, CLASSES = 4, 3, 2, 12
MOST_WEIGHT = 1_000_000

TABLE = np.dtype(
    [
        ("plus", np.int64),
        ("nil_limit", np.int64),
        ("worth", np.int64, (2, LENGTHS, ABOVE)),
        ("risk", np.int64, (2, LENGTHS, ABOVE)),
        ("weights", np.int64, (AIMS, PLACES, PARTNER, CLASSES)),
    ],
    align=True,
)
"""A table as kernels see it."""

_OWN_NIL, _PARTNER_NIL, _TRICKS, _NONE = range(AIMS)
_LEAD, _BETWEEN, _LAST = range(PLACES)
_WINS = 6
_SPADE = 3
_LOWEST, _MIDDLE, _HIGHEST = range(3)
_THOUSAND = 1000
_HALF = np.uint64(32)
_HALF_BITS = np.uint64((1 << 32) - 1)
_HALF_SIZE = np.uint64(1 << 32)


@lean_kernel
def table_bid(code: Record, round: Record, table: Record, seat: Number, bids: Word) -> Number:
    """Return the bid of a seat that may bid `bids`."""
    numbers = bids & ~(ONE << np.uint64(NIL_BIT))
    if numbers != bids and _sum(code, round.hands[seat], table.risk) <= table.nil_limit:
        return NIL
    worth = _sum(code, round.hands[seat], table.worth) + table.plus
    wanted = (worth + _THOUSAND // 2) // _THOUSAND
    best = -1
    for tricks in range(code.hand_size + 1):
        legal = numbers & (ONE << np.uint64(tricks))
        if legal and (best < 0 or abs(tricks - wanted) < abs(best - wanted)):
            best = tricks
    return best if best >= 0 else NIL


@lean_kernel
def _sum(code: Record, hand: Words, values: Numbers) -> Number:
    """Return the sum of the values of a hand's cards."""
    total = 0
    for word in range(2):
        rest = hand[word]
        while rest:
            kind = lowest(rest)
            rest &= rest - ONE
            total += _value(code, hand, values, kind)
    return total


@lean_kernel
def _value(code: Record, hand: Words, values: Numbers, kind: Number) -> Number:
    suit = code.suit_of[kind]
    cards = code.suit[suit]
    length = held(hand, cards)
    above = count(_above(cards, kind))
    return values[1 if suit == code.trump else 0, min(length, LENGTHS - 1), min(above, ABOVE - 1)]


@lean_kernel
def _above(cards: Word, kind: Number) -> Word:
    """Return the kinds of a suit that rank above one of them."""
    return cards & ~((ONE << np.uint64(kind)) | ((ONE << np.uint64(kind)) - ONE))


@lean_kernel
def least_worth(code: Record, hand: Words, table: Record) -> Number:
    """Return the card of a hand that counts least, the lowest kind if several do."""
    found = -1
    least = 0
    rest = hand[0]
    while rest:
        kind = lowest(rest)
        rest &= rest - ONE
        worth = _value(code, hand, table.worth, kind)
        if found < 0 or worth < least:
            found = kind
            least = worth
    return found


@lean_kernel
def table_play(
    code: Record, round: Record, table: Record, chances: Numbers, state: Word
) -> tuple[Number, Word]:
    """Return the play of the seat whose turn it is, and the state of chance.

    `chances` is workspace with one number for each kind.
    """
    kinds = legal_kinds(code, round)
    total = weigh(code, round, table, kinds, chances)
    drawn, state = _below(np.uint64(total), state)
    left: Number = np.int64(drawn)
    rest = kinds
    kind = lowest(rest)
    while left >= chances[kind]:
        left -= chances[kind]
        rest &= rest - ONE
        kind = lowest(rest)
    return kind, state


@lean_kernel
def weigh(code: Record, round: Record, table: Record, kinds: Word, chances: Numbers) -> Number:
    """Write the weight of each legal kind to `chances`, and return their sum, at least 1."""
    seat = to_play(code, round)
    lead = round.count == 0
    place = _LEAD if lead else _LAST if round.count == code.players - 1 else _BETWEEN
    partner = not lead and round.height >= 0 and code.side_of[round.best] == code.side_of[seat]
    weights = table.weights[_aim(code, round, seat), place, 1 if partner else 0]
    total: Number = 0
    for suit in range(JUNK + 1):
        mine = kinds & code.suit[suit]
        winning = _winning(code, round, seat, mine, suit)
        for wins in range(2):
            alike = mine & winning if wins else mine & ~winning
            first = _WINS * wins + (_SPADE if suit == code.trump else 0)
            rest = alike
            while rest:
                kind = lowest(rest)
                rest &= rest - ONE
                end = _MIDDLE
                if kind == lowest(alike):
                    end = _LOWEST
                elif kind == highest(alike):
                    end = _HIGHEST
                chances[kind] = weights[first + end]
                total += chances[kind]
    if total:
        return total
    rest = kinds
    while rest:
        chances[lowest(rest)] = 1
        rest &= rest - ONE
    return count(kinds)


@lean_kernel
def _winning(code: Record, round: Record, seat: Number, kinds: Word, suit: Number) -> Word:
    """Return the kinds of a suit that would currently win, or leads that no other card beats."""
    winning = NOTHING
    rest = kinds
    while rest:
        kind = lowest(rest)
        rest &= rest - ONE
        if round.count:
            wins = takes_over(code, round, kind)
        else:
            above = _above(code.suit[suit], kind)
            wins = suit != JUNK and above & ~round.hands[seat, 0] == NOTHING
        if wins:
            winning |= ONE << np.uint64(kind)
    return winning


@lean_kernel
def _aim(code: Record, round: Record, seat: Number) -> Number:
    if round.bids[seat] != NO_BID and round.bids[seat] & NIL and round.won[seat] == 0:
        return _OWN_NIL
    missing = 0
    for other in range(code.players):
        if code.side_of[other] != code.side_of[seat]:
            continue
        bid = round.bids[other]
        if bid == NO_BID:
            return _TRICKS
        if bid & NIL:
            if other != seat and round.won[other] == 0:
                return _PARTNER_NIL
            continue
        missing += (bid & TRICKS_BID) - round.won[other]
    return _TRICKS if missing > 0 else _NONE


@lean_kernel
def _below(n: Word, state: Word) -> tuple[Word, Word]:
    """Return a number from 0 to n - 1, for n below 2**32, from a new word, and the state."""
    while True:
        state = next_state(state, ONE)
        product = (word_at(state) >> _HALF) * n
        rest = product & _HALF_BITS
        if rest >= n or rest >= _HALF_SIZE % n:
            return product >> _HALF, state
