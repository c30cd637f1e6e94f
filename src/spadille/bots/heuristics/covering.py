"""Cover the partner's nil by winning the tricks that they might be forced to win."""

from .chances import is_mate, is_void, nil_stands, plays_after, stands
from .position import NONE, Position, Setting
from .reasons import SILENCE, Reason, advise
from .seeing import above, is_equal, is_master, is_trump, lower

_FORCED = 3
"""If fewer lower cards than this are outside my hand, the partner may have nothing below a card."""

_HIGH = 2
"""A card this far from the top of its suit is still high: a queen."""

_GOOD_LEAD = 0.5
"""A card with at least this chance to hold is led to cover the nil."""

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
            or lead_high(setting, position)
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
        if is_trump(setting, position, card) or not is_master(setting, position, card):
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


def lead_high(setting: Setting, position: Position) -> int:
    """Without a winner, lead the highest card relative to the outstanding ones."""
    best, least = NONE, (0, 0)
    for card in range(position.count):
        over = above(setting, position, card) + 2 * is_trump(setting, position, card)
        key = (over, -position.level[card])
        if best < 0 or key < least:
            best, least = card, key
    return advise(cheapest_equal(setting, position, best), Reason.LEAD_HIGH)


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
    return advise(cheapest_equal(setting, position, card), Reason.SHELTER)


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


def cheapest_equal(setting: Setting, position: Position, card: int) -> int:
    """Return the lowest legal card that does the same work."""
    for other in range(card):
        if is_equal(setting, position, other, card):
            return other
    return card
