"""The level `beginner` in compiled code: the same bids and cards as `bots/beginner.py`."""

from ...bots.heuristics.position import JUNK, SUITS
from ...fast import bits
from ...fast.encoding import ONE
from ...fast.game import Number, Record, Word, lean_kernel

KING, QUEEN, JACK = 1, 2, 3
_LONG, _BOTH, _SPADES, _FEW = 5, 2, 3, 2
NIL = -1


@lean_kernel
def count_tricks(setting: Record, hand: Record, partners: Number) -> Number:
    """Return how many tricks a hand is worth, by its high cards (`plain_count`)."""
    tricks = 0
    for suit in range(JUNK):
        length = bits.count(hand[suit])
        high = queens = 0
        rest = hand[suit]
        while rest:
            place = setting.top[suit] - bits.lowest(rest)
            high += place <= KING
            queens += place == QUEEN
            rest &= rest - 1
        if suit == setting.trump:
            tricks += high + max(0, length - high - _SPADES)
        elif partners:
            tricks += high + (queens if high == _BOTH and length < _LONG else 0)
        else:
            kings = hand[suit] >> (setting.top[suit] - KING) & 1 if setting.top[suit] else 0
            tricks += high - (kings if length >= _LONG else 0)
    return tricks


@lean_kernel
def is_harmless(setting: Record, hand: Record) -> Number:
    """Return True if a hand has nothing above a ten, and few spades or none."""
    for suit in range(JUNK):
        if hand[suit] >> max(0, setting.top[suit] - JACK):
            return False
    return setting.trump < 0 or bits.count(hand[setting.trump]) <= _FEW


@lean_kernel
def certain(setting: Record, hand: Record, leads: Number) -> Number:
    """Return how many tricks a hand takes in any case (`certain_tricks`)."""
    trump = setting.trump
    sure = used = 0
    if trump >= 0:
        for bit in range(setting.top[trump], -1, -1):
            if hand[trump] >> bit & 1:
                if _above(setting, hand, trump, bit) > used:
                    used += 1
                else:
                    sure += 1
    return max(sure, _from_the_lead(setting, hand)) if leads else sure


@lean_kernel
def _above(setting: Record, hand: Record, suit: Number, bit: Number) -> Number:
    return bits.count(setting.above[suit, bit] & ~hand[suit])


@lean_kernel
def _from_the_lead(setting: Record, hand: Record) -> Number:
    total, trump = 0, setting.trump
    if trump >= 0:
        total = _cashed(setting, hand, trump)
        if total < bits.count(setting.deck[trump] & ~hand[trump]):
            return total
    for suit in range(JUNK):
        if suit != trump:
            total += _cashed(setting, hand, suit)
    return total


@lean_kernel
def _cashed(setting: Record, hand: Record, suit: Number) -> Number:
    top = 0
    rest = hand[suit]
    while rest:
        top += _above(setting, hand, suit, bits.lowest(rest)) == 0
        rest &= rest - 1
    outside = bits.count(setting.deck[suit] & ~hand[suit])
    return bits.count(hand[suit]) if top >= outside else top


@lean_kernel
def beginner_bid(  # noqa: PLR0913, PLR0917 - the hand, and what may be bid
    setting: Record,
    hand: Record,
    bids: Word,
    nil: Number,
    leads: Number,
    partners: Number,
) -> Number:
    """Return the tricks that a beginner bids, or `NIL`; `bids` are those of tricks it may make."""
    sure = certain(setting, hand, leads)
    if nil and (not bids or (sure == 0 and is_harmless(setting, hand))):
        return NIL
    return nearest(bids, max(1, count_tricks(setting, hand, partners), sure))


@lean_kernel
def nearest(bids: Word, tricks: Number) -> Number:
    """Return the bid nearest to a number of tricks, the lower of two; 0 without any."""
    best, least = 0, 99
    rest = bids
    while rest:
        bid = bits.lowest(rest)
        rest &= rest - ONE
        if abs(bid - tricks) < least:
            best, least = bid, abs(bid - tricks)
    return best


@lean_kernel
def beginner_card(setting: Record, position: Record, nil: Number) -> Number:
    """Return the number of the legal card that a beginner plays; `nil` is whether its nil lives."""
    if nil:
        if position.cards == 0 or position.winners == position.count:
            return _first(setting, position)
        return _highest_loser(setting, position)
    if position.cards == 0:
        return _high_from_longest(setting, position)
    if position.winners == 0:
        return _first(setting, position)
    first = last = -1
    for card in range(position.count):
        if position.wins[card]:
            if first < 0 or _before(setting, position, card, first):
                first = card
            if last < 0 or _before(setting, position, last, card):
                last = card
    return first if position.suit[first] == setting.trump else last


@lean_kernel
def _before(setting: Record, position: Record, one: Number, other: Number) -> Number:
    """Return True if a card is before another one from low to high, trumps last."""
    trump = position.suit[one] == setting.trump
    if trump != (position.suit[other] == setting.trump):
        return not trump
    if position.level[one] != position.level[other]:
        return position.level[one] < position.level[other]
    return position.suit[one] < position.suit[other]


@lean_kernel
def _first(setting: Record, position: Record) -> Number:
    best = 0
    for card in range(1, position.count):
        if _before(setting, position, card, best):
            best = card
    return best


@lean_kernel
def _highest_loser(setting: Record, position: Record) -> Number:
    best = -1
    for card in range(position.count):
        if position.wins[card]:
            continue
        if (
            best < 0
            or position.level[card] > position.level[best]
            or (
                position.level[card] == position.level[best]
                and _before(setting, position, card, best)
            )
        ):
            best = card
    return best


@lean_kernel
def _high_from_longest(setting: Record, position: Record) -> Number:
    longest, most = -1, -1
    for suit in range(SUITS):
        length = 0
        for card in range(position.count):
            length += position.suit[card] == suit
        worth = length + (100 if suit != setting.trump else 0)
        if length and worth >= most:
            longest, most = suit, worth
    best = -1
    for card in range(position.count):
        if position.suit[card] == longest and (
            best < 0 or position.level[card] > position.level[best]
        ):
            best = card
    return best
