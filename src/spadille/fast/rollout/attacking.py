"""Attacking an opponent's nil: the rules of `spadille.bots.attacking`."""

from typing import Any

from ..bits import count
from ..kernel import kernel
from .chances import nil_stands, none_of, ruff_chance
from .needs import expected_tricks
from .picking import highest_loser
from .position import CARD_BIT, CARD_LEVEL, CARD_SUIT, CARD_WINS, JUNK

_MARGIN = 0.5
_WORTH_A_LEAD = 0.02
_WORTH_A_DUCK = 0.12


@kernel
def attack(setting: Any, position: Any) -> int:
    """To set an opponent's nil, as far as my own contract allows."""
    legal = position.legal
    players = setting.players
    seat = position.seat
    target = _first_nil(setting, position, players)
    if target < 0:
        return -1
    worth_it = (
        position.ours == 0
        or position.ours > position.left
        or expected_tricks(setting, position) - position.ours >= _MARGIN
    )
    if position.cards == 0:
        return _lead_at_nil(setting, position, target) if worth_it else -1
    winner = position.winner
    last = position.cards == players - 1
    losers = position.count - position.wins
    if (
        winner >= 0
        and losers
        and (worth_it or last)
        and setting.side[winner] != setting.side[seat]
        and nil_stands(setting, position, winner)
    ):
        return _stay_below(setting, position)
    if not worth_it or not position.follows or position.best_suit != position.led:
        return -1
    target = _first_nil(setting, position, players - position.cards)
    if target < 0:
        return -1
    card = highest_loser(position) if losers else 0
    suit, bit = position.best_suit, position.best_bit
    if legal[card, CARD_WINS]:
        suit, bit = legal[card, CARD_SUIT], legal[card, CARD_BIT]
    if _stuck(setting, position, target, suit, bit) < _WORTH_A_DUCK:
        return -1
    return int(card)


@kernel
def _first_nil(setting: Any, position: Any, steps: Any) -> int:
    """The first opponent in order of seats whose nil stands, fewer than `steps` behind; or -1."""
    seat, players = position.seat, setting.players
    for other in range(players):
        if (other - seat) % players >= steps or setting.side[other] == setting.side[seat]:
            continue
        if nil_stands(setting, position, other):
            return other
    return -1


@kernel
def _stay_below(setting: Any, position: Any) -> int:
    """A card that leaves a trick to the nil bidder who is winning it."""
    legal = position.legal
    trump = setting.trump
    best, is_trump, level = -1, True, 0
    for at in range(position.count):
        if legal[at, CARD_WINS]:
            continue
        trumps = legal[at, CARD_SUIT] == trump
        height = -legal[at, CARD_LEVEL] if position.follows else legal[at, CARD_LEVEL]
        if best < 0 or (trumps, height) < (is_trump, level):
            best, is_trump, level = at, trumps, height
    return best


@kernel
def _lead_at_nil(setting: Any, position: Any, target: Any) -> int:
    """The lead that most likely leaves a nil nothing below it and his cover nothing above."""
    legal = position.legal
    best, value, level = -1, 0.0, 0
    for at in range(position.count):
        stuck = _stuck(setting, position, target, legal[at, CARD_SUIT], legal[at, CARD_BIT])
        height = -legal[at, CARD_LEVEL]
        if best < 0 or stuck > value or (stuck == value and height > level):
            best, value, level = at, stuck, height
    return best if value >= _WORTH_A_LEAD else -1


@kernel
def _stuck(setting: Any, position: Any, target: Any, suit: Any, bit: Any) -> float:
    """The chance that a nil bidder has to beat a card and nobody can take the trick off him."""
    if suit == JUNK:
        return 0.0
    out = position.out[suit]
    above = out & setting.above[suit, bit]
    below = out & ~setting.above[suit, bit]
    forced = none_of(setting, position, target, suit, below) * (
        1.0 - none_of(setting, position, target, suit, above)
    )
    upper = above
    for _ in range(count(above) // 2 + 1):
        upper &= upper - 1
    for mate in range(setting.players):
        if mate == target or setting.side[mate] != setting.side[target]:
            continue
        topped = 1.0 - none_of(setting, position, mate, suit, upper)
        if suit != setting.trump:
            topped += ruff_chance(setting, position, mate, suit)
        forced *= max(0.0, 1.0 - topped)
    return forced
