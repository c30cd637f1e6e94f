"""How well hands fit the bids: `hand_value` and `nil_chance` for many hands."""

from math import exp
from typing import Any

from .own_nil import suit_danger
from .position import JUNK
from .seeing import count, lowest

SKIP, TRICKS, NIL = range(3)
"""What is known of a seat: nothing that tells of its hand, a bid of tricks, or nil."""

HONOURS, SURE, HIGH, EACH, RUFFS, ANY_HAND = range(6)
"""Weights of a hand."""

_GUARD = 0.85
_TRUMP_GUARD = 0.88
_LATE_ROUND = 3
_LATE = 0.75
_RUFF_CHANCES = (1.5, 0.9, 0.3)
_SHORT = 3


def weigh(  # noqa: PLR0913, PLR0917 - all that bids and hands have to do with each other
    setting: Any,
    worlds: Any,
    kinds: Any,
    means: Any,
    spread: Any,
    slope: Any,
    nil_odds: Any,
    weights: Any,
    follow: Any,
    likely: Any,
) -> None:
    """Sets `likely` to the likelihood of each world, given the bids.

    `worlds` are hands by world, seat and suit, as they were when the bids were made. A hand
    worth so many tricks more than `means` of its seat makes the bid less likely, by `spread` as
    standard deviation; `slope` bids are made for each trick of worth. `nil_odds` is the danger
    at which a nil is as likely as not, `follow` the table of `all_follow` by suit, length, round.
    """
    for world in range(len(worlds)):
        chance = 1.0
        for seat in range(setting.players):
            if kinds[seat] == SKIP:
                continue
            hand = worlds[world, seat]
            nil = nil_likelihood(setting, hand, nil_odds)
            if kinds[seat] == NIL:
                chance *= nil
            else:
                off = (slope * strength_of(setting, hand, weights, follow) - means[seat]) / spread
                chance *= exp(-0.5 * off * off) * (1.0 - nil) + _SURPRISE
            if chance == 0.0:
                break
        likely[world] = chance


_SURPRISE = 0.002
_NEVER = 0.0001
_STEEPNESS = 3.0


def nil_likelihood(setting: Any, hand: Any, nil_odds: Any) -> float:
    """How likely nil is bid on a hand."""
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
    return float(1.0 / (1.0 + exp(_STEEPNESS * (danger - nil_odds))) + _SURPRISE)


def strength_of(setting: Any, hand: Any, weights: Any, follow: Any) -> float:
    """How many tricks a hand is worth."""
    trump = setting.trump
    honours, sure, high, trumps, chances = 0.0, 0, 0.0, 0, 0.0
    for suit in range(JUNK):
        length = count(hand[suit])
        if suit == trump:
            trumps = length
        elif length < _SHORT:
            chances += float(_RUFF_CHANCES[length])
        rest = hand[suit]
        nth = length
        while rest:  # low to high
            bit = lowest(rest)
            rest &= rest - 1
            above = count(setting.above[suit, bit] & ~hand[suit])
            turn = nth + above
            nth -= 1
            if turn > length:
                continue
            if suit == trump:
                sure += above == 0
                high += _TRUMP_GUARD**above
            else:
                chance = follow[suit, length, turn] * _GUARD**above
                honours += chance * (_LATE if turn >= _LATE_ROUND else 1.0)
    high -= sure
    value = weights[ANY_HAND] + weights[HONOURS] * honours
    value += weights[SURE] * sure + weights[HIGH] * high + weights[EACH] * trumps
    spare = max(0.0, min(3.0, float(trumps)) - sure - high)
    return float(value + weights[RUFFS] * min(spare, chances))
