"""Leading when tricks are wanted: the rules of `spadille.bots.leading`."""

from typing import Any

from ..bits import count, lowest
from ..kernel import kernel
from .chances import holds, is_master, is_void, void_chance
from .looking import higher
from .position import CARD_BIT, CARD_LEVEL, CARD_SUIT, LED_BY, LED_SUIT, WON_BY

_SAFE = 0.7
_FEW_TRICKS = 4


@kernel
def lead(setting: Any, position: Any) -> int:
    """For a side that wants tricks, on lead; always has advice."""
    card = _cash_trumps(setting, position)
    if card < 0:
        card = _cash_winner(setting, position)
    if card < 0:
        card = _draw_trumps(setting, position)
    if card < 0:
        card = _give_a_ruff(setting, position)
    if card < 0:
        card = _return_his_suit(setting, position)
    if card < 0:
        card = _lead_a_singleton(setting, position)
    if card < 0:
        card = _lead_from_length(setting, position)
    if card < 0:
        last = position.count - 1
        suit, bit = position.legal[last, CARD_SUIT], position.legal[last, CARD_BIT]
        card = last if is_master(setting, position, suit, bit) else 0
    return int(card)


@kernel
def _first_master(setting: Any, position: Any) -> int:
    """The lowest legal trump that no unseen card beats."""
    legal = position.legal
    for at in range(position.count):
        suit = legal[at, CARD_SUIT]
        if suit == setting.trump and is_master(setting, position, suit, legal[at, CARD_BIT]):
            return at
    return -1


@kernel
def _cash_trumps(setting: Any, position: Any) -> int:
    legal = position.legal
    if not position.ours or position.left > _FEW_TRICKS:
        return -1
    masters = 0
    for at in range(position.count):
        suit = legal[at, CARD_SUIT]
        if suit == setting.trump:
            masters += is_master(setting, position, suit, legal[at, CARD_BIT])
    if masters == 0 or masters < position.ours:
        return -1
    return _first_master(setting, position)


@kernel
def _cash_winner(setting: Any, position: Any) -> int:
    legal = position.legal
    best, least, level = -1, 0.0, 0
    for at in range(position.count):
        suit, bit = legal[at, CARD_SUIT], legal[at, CARD_BIT]
        if suit == setting.trump or not is_master(setting, position, suit, bit):
            continue
        stands = holds(setting, position, suit, bit)
        if stands < _SAFE:
            continue
        if best < 0 or stands < least or (stands == least and legal[at, CARD_LEVEL] > level):
            best, least, level = at, stands, legal[at, CARD_LEVEL]
    return best


@kernel
def _draw_trumps(setting: Any, position: Any) -> int:
    legal = position.legal
    trump = setting.trump
    if trump < 0:
        return -1
    out = count(position.out[trump])
    first = _first_master(setting, position)
    if first < 0 or out == 0:
        return -1
    if not _opponents_have_trump(setting, position):
        return -1
    trumps, winners = 0, False
    for at in range(position.count):
        suit = legal[at, CARD_SUIT]
        if suit == trump:
            trumps += 1
        elif is_master(setting, position, suit, legal[at, CARD_BIT]):
            winners = True
    if trumps > out or (winners and 2 * trumps >= out):
        return first
    return -1


@kernel
def _opponents_have_trump(setting: Any, position: Any) -> bool:
    seat, trump = position.seat, setting.trump
    for other in range(setting.players):
        if setting.side[other] != setting.side[seat] and not is_void(position, other, trump):
            return True
    return False


@kernel
def _ruffs(setting: Any, position: Any, mate: Any) -> bool:
    """Whether a seat is another of my side that may hold a trump."""
    seat, trump = position.seat, setting.trump
    if mate == seat or trump < 0 or setting.side[mate] != setting.side[seat]:
        return False
    return not is_void(position, mate, trump)


@kernel
def _opponents_follow(setting: Any, position: Any, suit: Any, most: Any) -> bool:
    """Whether each opponent is void in a suit with less than a chance of `most`."""
    seat = position.seat
    for other in range(setting.players):
        if (
            setting.side[other] != setting.side[seat]
            and void_chance(setting, position, other, suit) >= most
        ):
            return False
    return True


@kernel
def _give_a_ruff(setting: Any, position: Any) -> int:
    legal = position.legal
    best, level = -1, 0
    for at in range(position.count):
        suit = legal[at, CARD_SUIT]
        if suit == setting.trump:
            continue
        if best >= 0 and legal[at, CARD_LEVEL] >= level:
            continue
        ruffs = False
        for mate in range(setting.players):
            if is_void(position, mate, suit) and _ruffs(setting, position, mate):
                ruffs = True
        if ruffs and _opponents_follow(setting, position, suit, 0.5):
            best, level = at, legal[at, CARD_LEVEL]
    return best


@kernel
def _return_his_suit(setting: Any, position: Any) -> int:
    legal, past = position.legal, position.past
    for trick in range(position.trick):
        led, leader = past[trick, LED_SUIT], past[trick, LED_BY]
        if led == setting.trump or past[trick, WON_BY] == leader:
            continue
        if not _ruffs(setting, position, leader) or is_void(position, leader, led):
            continue
        first, last = -1, -1
        for at in range(position.count):
            if legal[at, CARD_SUIT] == led:
                first = at if first < 0 else first
                last = at
        if first >= 0 and _opponents_follow(setting, position, led, 0.4):
            top = higher(setting, position, led, legal[last, CARD_BIT]) == 0
            return last if top else first
    return -1


@kernel
def _lead_a_singleton(setting: Any, position: Any) -> int:
    legal = position.legal
    trump = setting.trump
    hand = position.hands[position.seat]
    if trump < 0:
        return -1
    small = 0
    rest = hand[trump]
    while rest:
        small += higher(setting, position, trump, lowest(rest)) >= 2
        rest &= rest - 1
    if small == 0 or small > _FEW_TRICKS:
        return -1
    best, level = -1, 0
    for at in range(position.count):
        suit, bit = legal[at, CARD_SUIT], legal[at, CARD_BIT]
        if suit == trump or hand[suit] & (hand[suit] - 1):
            continue
        if 2 * count(position.out[suit]) < count(setting.deck[suit]) - 1:
            continue
        if higher(setting, position, suit, bit) == 1:
            continue
        if best < 0 or legal[at, CARD_LEVEL] < level:
            best, level = at, legal[at, CARD_LEVEL]
    return best


@kernel
def _lead_from_length(setting: Any, position: Any) -> int:
    legal = position.legal
    best_first, best_last, least = -1, -1, 0.0
    at = 0
    end = position.count
    while at < end:
        suit = legal[at, CARD_SUIT]
        first = at
        while at < end and legal[at, CARD_SUIT] == suit:
            at += 1
        if suit == setting.trump:
            continue
        cost = _cost(setting, position, first, at - 1)
        if best_first < 0 or cost < least:
            best_first, best_last, least = first, at - 1, cost
    if best_first < 0:
        return -1
    suit, bit = legal[best_last, CARD_SUIT], legal[best_last, CARD_BIT]
    over = higher(setting, position, suit, bit)
    if (
        best_last > best_first
        and over == 1
        and higher(setting, position, suit, legal[best_last - 1, CARD_BIT]) == over
    ):
        return int(best_last - 1)
    if over == 0 and holds(setting, position, suit, bit) >= 0.4:
        return int(best_last)
    return int(best_first)


@kernel
def _cost(setting: Any, position: Any, first: Any, last: Any) -> Any:
    """What a lead of the suit of these legal cards may give away."""
    legal = position.legal
    seat, trump = position.seat, setting.trump
    suit = legal[first, CARD_SUIT]
    cost = 0.0
    for other in range(setting.players):
        if setting.side[other] == setting.side[seat]:
            continue
        if trump >= 0 and not is_void(position, other, trump):
            cost += 2.0 * void_chance(setting, position, other, suit)
    over = higher(setting, position, suit, legal[last, CARD_BIT])
    if over == 1:
        cost += 0.6 if last > first else 1.5
    elif over == 2:
        cost += 0.3
    if (
        last > first
        and over <= 2
        and higher(setting, position, suit, legal[last - 1, CARD_BIT]) == over
    ):
        cost -= 0.8
    return cost - 0.1 * (last - first + 1)
