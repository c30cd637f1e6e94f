"""Playing my own nil: the rules of `spadille.bots.own_nil`."""

from typing import Any

import numpy as np

from ..bits import count, lowest
from ..kernel import kernel
from .picking import highest_loser, least_dangerous
from .position import CARD_LEVEL, CARD_SUIT, CARD_WINS, JUNK, SUITS

_SIDE_ROUNDS = np.array([2.5, 1.6, 0.85])
_TRUMP_ROUNDS = np.array([2.5, 2.5, 2.2])
_LONG_TRUMP = 1.7


@kernel
def play_own_nil(setting: Any, position: Any) -> int:
    """To lose every trick, and the dangerous cards in them; always has advice."""
    legal = position.legal
    if position.cards == 0:
        return least_dangerous(setting, position)
    if position.wins < position.count:
        if position.follows:
            return highest_loser(position)
        return _throw_the_worst(setting, position)
    if position.cards < setting.players - 1:
        return least_dangerous(setting, position)
    best = 0
    for at in range(1, position.count):
        if legal[at, CARD_LEVEL] > legal[best, CARD_LEVEL]:
            best = at
    return best


@kernel
def _throw_the_worst(setting: Any, position: Any) -> int:
    """Of the cards that lose, the one without which the hand is safest.

    As cards that may not be thrown would go first, those are taken away before the others are
    compared.
    """
    legal = position.legal
    trump = setting.trump
    hand = position.hands[position.seat].copy()
    while True:
        worst_suit, worst_bit = -1, 0
        worst_top, worst_risk, worst_level = False, 0.0, 0
        for suit in range(SUITS):
            if not hand[suit]:
                continue
            before = suit_danger(setting, suit, hand[suit])
            rest = hand[suit]
            while rest:
                bit = lowest(rest)
                rest &= rest - 1
                risk = before - suit_danger(setting, suit, hand[suit] & ~(1 << bit))
                top = suit == trump and setting.above[suit, bit] == 0
                level = setting.level[suit, bit]
                if worst_suit < 0 or (top, risk, level) > (worst_top, worst_risk, worst_level):
                    worst_suit, worst_bit = suit, bit
                    worst_top, worst_risk, worst_level = top, risk, level
        for at in range(position.count):
            if (
                legal[at, CARD_SUIT] == worst_suit
                and legal[at, CARD_LEVEL] == worst_level
                and not legal[at, CARD_WINS]
            ):
                return at
        if worst_suit < 0:
            return highest_loser(position)
        hand[worst_suit] &= ~(1 << worst_bit)


@kernel
def suit_danger(setting: Any, suit: Any, mine: Any) -> float:
    """How likely a holding is to be forced to win, as in `spadille.bots.nil_chance`."""
    if suit == JUNK:
        return 0.0
    is_trump = suit == setting.trump
    weights = _TRUMP_ROUNDS if is_trump else _SIDE_ROUNDS
    total = 0.0
    nth = 0
    rest = mine
    while rest and nth < len(weights):
        bit = lowest(rest)
        rest &= rest - 1
        above = setting.above[suit, bit]
        over = count(above & ~mine)
        under = count(setting.deck[suit] & ~above & ~mine)
        forced = 1.0 - setting.missed[under]
        total += weights[nth] * setting.missed[over] * forced * forced
        nth += 1
    if is_trump:
        total += _LONG_TRUMP * max(0, count(mine) - 3)
    return total
