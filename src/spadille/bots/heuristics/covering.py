"""Cover the partner's nil by winning the tricks that they might be forced to win."""

from .chances import (
    is_mate,
    is_opponent,
    is_void,
    nil_stands,
    none_of,
    plays_after,
    stands,
    void_chance,
)
from .position import JUNK, NONE, SUITS, Position, Setting
from .reasons import SILENCE, Reason, advise
from .seeing import is_equal, is_master, is_trump, lower, lowest

_FORCED = 3
"""If fewer lower cards than this are outside my hand, the partner may have nothing below a card."""

_HIGH = 2
"""A card this far from the top of its suit is still high: a queen."""

_GOOD_LEAD = 0.5
"""A card with at least this chance to hold is led to cover the nil."""

_TRUMP_COST = 0.02
"""A trump is led to cover the nil only if it is that much safer, because it covers later tricks."""

_SAME = 0.05
"""If chances differ by no more than this, the cheaper card is played."""


def cover(setting: Setting, position: Position) -> int:
    """Cover a partner whose nil is still alive."""
    mate = nil_mate(setting, position)
    if mate < 0:
        return SILENCE
    if position.cards == 0:
        return (
            lead_winner(setting, position)
            or lead_his_void(setting, position, mate)
            or lead_high(setting, position, mate)
        )
    if position.winners == 0:
        return SILENCE
    return rescue(setting, position, mate) or shelter(setting, position, mate)


def nil_mate(setting: Setting, position: Position) -> int:
    """Return a partner with a live nil: the one winning the trick, or one still to play."""
    found, nearest = NONE, NONE
    for step in range(1, setting.players):
        mate = (position.seat + step) % setting.players
        if is_mate(setting, position, mate) and nil_stands(setting, position, mate):
            near = 2 * (mate == position.winner) + plays_after(position, mate)
            if near > nearest:
                found, nearest = mate, near
    return found


def lead_winner(setting: Setting, position: Position) -> int:
    """Lead a winner, so that the partner may play anything under it."""
    best, most = NONE, (0.0, 0)
    for card in range(position.count):
        if is_trump(setting, position, card) or not is_master(position, card):
            continue
        key = (stands(setting, position, card), position.level[card])
        if key[0] >= _GOOD_LEAD and (best < 0 or key > most):
            best, most = card, key
    return advise(best, Reason.LEAD_WINNER) if best >= 0 else SILENCE


def lead_his_void(setting: Setting, position: Position, mate: int) -> int:
    """Lead a suit that the partner lacks, so that they can discard a dangerous card."""
    for card in range(position.count - 1, -1, -1):
        if not is_trump(setting, position, card) and is_void(position, mate, position.suit[card]):
            return advise(card, Reason.LEAD_HIS_VOID)
    return SILENCE


def lead_high(setting: Setting, position: Position, mate: int) -> int:
    """Without a winner, lead the card that exposes the partner least, the highest of several."""
    best, least = NONE, (9.0, 0)
    for card in range(position.count):
        cost = _TRUMP_COST * is_trump(setting, position, card)
        key = (exposure(setting, position, mate, card) + cost, -position.level[card])
        if best < 0 or key < least:
            best, least = card, key
    return advise(cheapest_equal(position, best), Reason.LEAD_HIGH)


def exposure(setting: Setting, position: Position, mate: int, card: int) -> float:
    """Return the chance that a lead makes a partner win the trick and break their nil.

    They win with their lowest card if it is higher than the lead, and each opponent has a lower one
    or discards. They also win with a trump if they hold nothing else.
    """
    suit, bit = position.suit[card], position.bit[card]
    if suit == JUNK:
        return 0.0
    out = position.out[suit]
    over = out & setting.above[suit, bit]
    chance, rest = 0.0, over
    while rest:
        other = lowest(rest)
        rest &= rest - 1
        under = out & ~setting.above[suit, other] & ~(1 << other)
        is_lowest = none_of(setting, position, mate, suit, under) - none_of(
            setting, position, mate, suit, under | 1 << other
        )
        chance += is_lowest * stays_below(setting, position, suit, under)
    if suit == setting.trump or not setting.ruffs:
        return chance
    return chance + has_only_trumps(setting, position, mate)


def stays_below(setting: Setting, position: Position, suit: int, under: int) -> float:
    """Return the chance that each opponent has one of some cards of the suit led, or none of it."""
    chance = 1.0
    for other in range(setting.players):
        if is_opponent(setting, position, other):
            forced = none_of(setting, position, other, suit, under)
            chance *= 1.0 - forced + void_chance(setting, position, other, suit)
    return chance


def has_only_trumps(setting: Setting, position: Position, seat: int) -> float:
    """Return about the chance that a seat holds nothing but trumps."""
    chance = 1.0
    for suit in range(SUITS):
        if suit != setting.trump and position.out[suit]:
            chance *= void_chance(setting, position, seat, suit)
    return chance


def rescue(setting: Setting, position: Position, mate: int) -> int:
    """Overtake a nil-bidding partner who is winning the trick."""
    if position.winner != mate:
        return SILENCE
    return advise(cheapest_good(setting, position), Reason.RESCUE)


def shelter(setting: Setting, position: Position, mate: int) -> int:
    """Play high so that a partner who is still to play can stay below."""
    if not plays_after(position, mate):
        return SILENCE
    if position.led >= 0 and is_void(position, mate, position.led):
        return SILENCE
    suit, bit = position.best_suit, position.best_bit
    room_below = lower(setting, position, suit, bit) >= _FORCED
    if room_below and setting.top[suit] - setting.level[suit, bit] <= _HIGH:
        return SILENCE
    card = highest_winner(position) if position.follows else lowest_winner(position)
    return advise(cheapest_equal(position, card), Reason.SHELTER)


def highest_winner(position: Position) -> int:
    """Return the last legal card that currently wins the trick; `NONE` if none does."""
    for card in range(position.count - 1, -1, -1):
        if position.wins[card]:
            return card
    return NONE


def lowest_winner(position: Position) -> int:
    """Return the first legal card that currently wins the trick; `NONE` if none does."""
    for card in range(position.count):
        if position.wins[card]:
            return card
    return NONE


def cheapest_good(setting: Setting, position: Position) -> int:
    """Return the cheapest winning card that is almost as likely to hold as the best one."""
    best = 0.0
    for card in range(position.count):
        if position.wins[card]:
            best = max(best, stands(setting, position, card))
    for card in range(position.count):
        if position.wins[card] and stands(setting, position, card) >= best - _SAME:
            return card
    return NONE


def cheapest_equal(position: Position, card: int) -> int:
    """Return the lowest legal card that does the same work."""
    for other in range(card):
        if is_equal(position, other, card):
            return other
    return card
