"""Covering a partner's nil: the rules of `spadille.bots.covering`."""

from typing import Any

from ..kernel import kernel
from .chances import holds, is_master, is_void, nil_stands
from .looking import higher, lower
from .picking import cheapest_equal, cheapest_good, highest_winner, lowest_winner
from .position import CARD_BIT, CARD_LEVEL, CARD_SUIT

_FEW_BELOW = 3
_HIGH = 2
_GOOD_LEAD = 0.5


@kernel
def nil_mate(setting: Any, position: Any) -> int:
    """A partner whose nil stands, rather one who is winning or still to play; -1 if none."""
    players = setting.players
    seat = position.seat
    best, height = -1, -1
    for step in range(1, players):
        mate = (seat + step) % players
        if setting.side[mate] != setting.side[seat]:
            continue
        if nil_stands(setting, position, mate):
            value = 2 * (mate == position.winner) + (step < players - position.cards)
            if value > height:
                best, height = mate, value
    return best


@kernel
def cover(setting: Any, position: Any, mate: Any) -> int:
    """To win the tricks that a partner's nil might be forced to win."""
    if position.cards == 0:
        return _cover_on_lead(setting, position, mate)
    if position.wins == 0:
        return -1
    if position.winner == mate:
        return cheapest_good(setting, position)
    players = setting.players
    if (mate - position.seat) % players >= players - position.cards:
        return -1
    if position.led >= 0 and is_void(position, mate, position.led):
        return -1
    suit, bit = position.best_suit, position.best_bit
    if (
        lower(setting, position, suit, bit) >= _FEW_BELOW
        and setting.top[suit] - setting.level[suit, bit] <= _HIGH
    ):
        return -1
    card = highest_winner(position) if position.follows else lowest_winner(position)
    return cheapest_equal(setting, position, card)


@kernel
def _cover_on_lead(setting: Any, position: Any, mate: Any) -> int:
    legal = position.legal
    trump = setting.trump
    best, value, level = -1, 0.0, 0
    for at in range(position.count):
        suit, bit = legal[at, CARD_SUIT], legal[at, CARD_BIT]
        if suit == trump or not is_master(setting, position, suit, bit):
            continue
        stands = holds(setting, position, suit, bit)
        if stands < _GOOD_LEAD:
            continue
        if best < 0 or (stands, legal[at, CARD_LEVEL]) > (value, level):
            best, value, level = at, stands, legal[at, CARD_LEVEL]
    if best >= 0:
        return best
    for at in range(position.count - 1, -1, -1):
        suit = legal[at, CARD_SUIT]
        if suit != trump and is_void(position, mate, suit):
            return at
    above = 0
    for at in range(position.count):
        suit = legal[at, CARD_SUIT]
        over = higher(setting, position, suit, legal[at, CARD_BIT]) + 2 * (suit == trump)
        if best < 0 or over < above or (over == above and legal[at, CARD_LEVEL] > level):
            best, above, level = at, over, legal[at, CARD_LEVEL]
    return cheapest_equal(setting, position, best)
