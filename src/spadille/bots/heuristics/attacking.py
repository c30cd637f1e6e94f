"""Attack an opponent's nil, as far as my own contract allows."""

from .chances import is_opponent, nil_stands, none_of, plays_after, ruff_chance
from .demand import expected_tricks, is_lost
from .own_nil import highest_loser
from .position import JUNK, NONE, Position, Setting
from .reasons import SILENCE, Reason, advise
from .seeing import count, is_trump

_MARGIN = 0.5
"""How many tricks beyond the contract must be expected for a nil to be attacked."""

_WORTH_A_LEAD = 0.004
_WORTH_A_DUCK = 0.12
"""How likely the nil bidder must be to get stuck with the trick."""


def attack(setting: Setting, position: Position) -> int:
    """Attack a nil that is still alive."""
    if position.cards == 0:
        return lead_low_at_nil(setting, position)
    return leave_it_to_nil(setting, position) or keep_it_low(setting, position)


def is_worth_it(setting: Setting, position: Position) -> bool:
    """Return True if my own contract is made, lost, or likely enough to be made."""
    return (
        position.ours == 0
        or is_lost(position)
        or expected_tricks(setting, position) - position.ours >= _MARGIN
    )


def next_nil(setting: Setting, position: Position) -> int:
    """Return the first opponent still to play whose nil is alive."""
    for other in range(setting.players):
        if (
            is_opponent(setting, position, other)
            and plays_after(position, other)
            and nil_stands(setting, position, other)
        ):
            return other
    return NONE


def leave_it_to_nil(setting: Setting, position: Position) -> int:
    """Stay below a nil bidder who is winning."""
    winner = position.winner
    if winner < 0 or not is_opponent(setting, position, winner):
        return SILENCE
    if not nil_stands(setting, position, winner) or position.winners == position.count:
        return SILENCE
    is_last = position.cards == setting.players - 1
    if not is_last and not is_worth_it(setting, position):
        return SILENCE
    best, least = NONE, (False, 0)
    for card in range(position.count):
        level = position.level[card]
        key = (is_trump(setting, position, card), -level if position.follows else level)
        if not position.wins[card] and (best < 0 or key < least):
            best, least = card, key
    position.about = winner
    return advise(best, Reason.STAY_BELOW)


def lead_low_at_nil(setting: Setting, position: Position) -> int:
    """Choose the lead likeliest to leave the nil nothing lower and its cover nothing higher."""
    target = next_nil(setting, position)
    if target < 0 or not is_worth_it(setting, position):
        return SILENCE
    best, most = NONE, (0.0, 0)
    for card in range(position.count):
        stuck = stuck_chance(setting, position, target, position.suit[card], position.bit[card])
        key = (stuck, -position.level[card])
        if best < 0 or key > most:
            best, most = card, key
    if most[0] < _WORTH_A_LEAD:
        return SILENCE
    position.about = target
    return advise(best, Reason.LEAD_AT_NIL)


def keep_it_low(setting: Setting, position: Position) -> int:
    """Keep a low trick low while the nil bidder is still to play."""
    target = next_nil(setting, position)
    if target < 0 or not position.follows or position.best_suit != position.led:
        return SILENCE
    if not is_worth_it(setting, position):
        return SILENCE
    card = max(0, highest_loser(position))
    suit, bit = position.best_suit, position.best_bit
    if position.wins[card]:
        suit, bit = position.suit[card], position.bit[card]
    if stuck_chance(setting, position, target, suit, bit) < _WORTH_A_DUCK:
        return SILENCE
    position.about = target
    return advise(card, Reason.KEEP_IT_LOW)


def stuck_chance(setting: Setting, position: Position, target: int, suit: int, bit: int) -> float:
    """Return the chance that the nil bidder must beat a card and no one can overtake them."""
    if suit == JUNK:
        return 0.0
    above = position.out[suit] & setting.above[suit, bit]
    below = position.out[suit] & ~setting.above[suit, bit]
    chance = none_of(setting, position, target, suit, below) * (
        1.0 - none_of(setting, position, target, suit, above)
    )
    upper = above  # above the middle one, which represents the nil bidder's card
    for _ in range(count(above) // 2 + 1):
        upper &= upper - 1
    for cover in range(setting.players):
        if cover == target or setting.side[cover] != setting.side[target]:
            continue
        topped = 1.0 - none_of(setting, position, cover, suit, upper)
        if suit != setting.trump:
            topped += ruff_chance(setting, position, cover, suit)
        chance *= max(0.0, 1.0 - topped)
    return chance
