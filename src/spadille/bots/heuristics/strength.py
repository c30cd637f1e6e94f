"""Estimate how many tricks a hand is worth, and how likely nil is to be bid on it."""

from math import exp
from typing import Any

from .own_nil import suit_danger
from .position import JUNK
from .seeing import count, lowest

HONOURS, SURE, HIGH, EACH, RUFFS, ANY_HAND = range(6)
"""The indexes of a hand's weights."""

_GUARD = 0.85
"""The factor on a side-suit card's chance for each higher card that may be held behind it."""

_TRUMP_GUARD = 0.88
"""The same for a spade, which cannot be ruffed."""

_LATE_ROUND = 3
_LATE = 0.75
"""The factor on a chance in the third or later round of a side suit."""

_LONG = 5
_LONG_ALONE = 0.6
"""The factor on a king or queen in a long suit without a partner to overruff; it is rarely bid on.
"""

_RUFFS = (1.5, 0.9, 0.3)
"""How many ruffs a void, a singleton and a doubleton are worth, if there are enough spades."""

_LONG_SUIT = 4
_LONG_CARD = 0.4
"""The value of each card of a suit after the fourth, if no opponent can ruff."""


SURPRISE = 0.002
"""The chance that a player's bid has nothing to do with their hand."""

_NEVER = 0.0001
_STEEPNESS = 3.0


def nil_likelihood(setting: Any, hand: Any, nil_odds: Any) -> float:
    """Return how likely nil is to be bid on a hand."""
    trump = setting.trump
    danger = 0.0
    for suit in range(len(hand)):
        danger += suit_danger(setting, suit, hand[suit], setting.missed)
    if trump >= 0:
        rest = hand[trump]
        while rest:
            if setting.above[trump, lowest(rest)] == 0:
                return _NEVER
            rest &= rest - 1
    return float(1.0 / (1.0 + exp(_STEEPNESS * (danger - nil_odds))) + SURPRISE)


def strength_of(setting: Any, hand: Any, weights: Any, follow: Any, alone: Any) -> float:
    """Return how many tricks a hand is worth."""
    honours, spades, ruffs = sources_of(setting, hand, weights, follow, alone)
    return honours + spades + ruffs


def sources_of(
    setting: Any, hand: Any, weights: Any, follow: Any, alone: Any
) -> tuple[float, float, float]:
    """Return the value in tricks of a hand's honors, its spades, and its ruffs.

    `follow` is the chance that all opponents follow by suit, length and round. `alone` is True if
    there are more opponents than a pair would have.
    """
    honours, chances = 0.0, 0.0
    for suit in range(JUNK):
        if suit != setting.trump:
            length = count(hand[suit])
            honours += honours_of(setting, suit, hand[suit], follow, alone)
            chances += _RUFFS[length] if length < len(_RUFFS) else 0.0
    trumps, sure, high = 0, 0, 0.0
    if setting.trump >= 0:
        trumps = count(hand[setting.trump])
        sure, high = trumps_of(setting, hand[setting.trump])
    spare = max(0.0, min(3.0, float(trumps)) - sure - high)
    return (
        weights[ANY_HAND] + weights[HONOURS] * honours,
        weights[SURE] * sure + weights[HIGH] * high + weights[EACH] * trumps,
        weights[RUFFS] * min(spare, chances) if setting.ruffs else 0.0,
    )


def honours_of(setting: Any, suit: Any, mine: Any, follow: Any, alone: Any) -> float:
    """Return how many tricks the high cards of a side suit take."""
    length = count(mine)
    value = 0.0 if setting.ruffs else _LONG_CARD * max(0, length - _LONG_SUIT)
    rest, nth = mine, length
    while rest:  # low to high: the lowest card is for the last round
        above = count(setting.above[suit, lowest(rest)] & ~mine)
        turn = nth + above
        rest &= rest - 1
        nth -= 1
        if turn > length:
            continue
        chance = _GUARD**above
        if setting.ruffs:
            chance *= follow[suit, length, turn] * (_LATE if turn >= _LATE_ROUND else 1.0)
            if alone and above and length >= _LONG:
                chance *= _LONG_ALONE
        value += chance
    return value


def trumps_of(setting: Any, mine: Any) -> tuple[int, float]:
    """Return how many of my trumps are sure to win, and how many more are likely to."""
    sure, high = 0, 0.0
    rest, nth = mine, count(mine)
    while rest:
        above = count(setting.above[setting.trump, lowest(rest)] & ~mine)
        rest &= rest - 1
        if nth + above <= count(mine):
            sure += above == 0
            high += _TRUMP_GUARD**above
        nth -= 1
    return sure, high - sure
