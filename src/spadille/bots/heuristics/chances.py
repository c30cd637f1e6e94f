"""Estimate where the unseen cards are, and the resulting chances of a card."""

from .position import JUNK, Position, Setting
from .seeing import count, higher, lower

_UNRUFFED = 0.3
"""The chance that no one ruffs a lead that no one can follow while trumps are outstanding."""


def is_mate(setting: Setting, position: Position, other: int) -> bool:
    """Return True if a seat is one of my partners."""
    return other != position.seat and setting.side[other] == setting.side[position.seat]


def is_opponent(setting: Setting, position: Position, other: int) -> bool:
    """Return True if a seat is on another side."""
    return setting.side[other] != setting.side[position.seat]


def plays_after(position: Position, other: int) -> bool:
    """Return True if a seat is still to play behind me."""
    return bool(position.after >> other & 1)


def nil_stands(setting: Setting, position: Position, seat: int) -> bool:
    """Return True if a seat bid nil and has kept it; a team nil holds or fails as one (E13)."""
    if not setting.nil[seat] or position.won[seat] > 0:
        return False
    if setting.team_nil:
        broken = False
        for mate in range(setting.players):
            if setting.side[mate] != setting.side[seat]:
                continue
            if not setting.nil[mate]:
                return True
            broken = broken or position.won[mate] > 0
        return not broken
    return True


def is_void(position: Position, seat: int, suit: int) -> bool:
    """Return True if a seat is known to hold none of a suit."""
    return bool(position.missing[suit] >> seat & 1) or position.out[suit] == 0


def has_no_trump(setting: Setting, position: Position, seat: int) -> bool:
    """Return True if a seat is known to hold no trump, or the round has none."""
    return setting.trump < 0 or is_void(position, seat, setting.trump)


def none_of(setting: Setting, position: Position, seat: int, suit: int, mask: int) -> float:
    """Return the chance that a seat holds none of some unseen cards of a suit."""
    mask &= position.out[suit] & ~position.ducked[seat, suit]
    if mask == 0 or position.missing[suit] >> seat & 1:
        return 1.0
    if setting.knows:
        if mask & setting.placed[position.seat, seat, suit]:
            return 0.0
        for holder in range(setting.players):
            mask &= ~setting.placed[position.seat, holder, suit]
    cards, size, room = count(mask), position.sizes[seat], position.room[suit]
    if cards == 0:
        return 1.0
    if cards + size > room:
        return 0.0
    ways = setting.factorial
    return ways[room - cards] / ways[room - cards - size] * (ways[room - size] / ways[room])


def void_chance(setting: Setting, position: Position, seat: int, suit: int) -> float:
    """Return the chance from 0 to 1 that a seat holds no card of a suit."""
    return none_of(setting, position, seat, suit, position.out[suit])


def ruff_chance(setting: Setting, position: Position, seat: int, suit: int) -> float:
    """Return the chance that a seat has no card of a suit, but has a trump."""
    if not setting.ruffs:
        return 0.0
    return void_chance(setting, position, seat, suit) * (
        1.0 - void_chance(setting, position, seat, setting.trump)
    )


def stands(setting: Setting, position: Position, card: int) -> float:
    """Return the chance that no opponent still to play beats a legal card."""
    return holds(setting, position, position.suit[card], position.bit[card])


def best_stands(setting: Setting, position: Position) -> float:
    """Return the same chance for the card that is winning so far."""
    return holds(setting, position, position.best_suit, position.best_bit)


def holds(setting: Setting, position: Position, suit: int, bit: int) -> float:
    """Return the chance that no opponent still to play beats a card; nil bidders do not try to."""
    led = position.led if position.led >= 0 else suit
    over = setting.above[suit, bit]
    chance = 1.0
    for other in range(setting.players):
        if (
            not is_opponent(setting, position, other)
            or not plays_after(position, other)
            or nil_stands(setting, position, other)
        ):
            continue
        beaten = 1.0
        if suit in (led, setting.trump):
            beaten = 1.0 - none_of(setting, position, other, suit, over)
            if suit != led:
                beaten *= void_chance(setting, position, other, led)
            elif led != setting.trump:
                beaten += ruff_chance(setting, position, other, led)
        chance *= 1.0 - beaten
    return chance


def danger(setting: Setting, position: Position, card: int) -> float:
    """Return how likely a legal card is to win an unwanted trick in its suit."""
    suit, bit = position.suit[card], position.bit[card]
    if suit == JUNK:
        return 0.0
    over, under = higher(setting, position, suit, bit), lower(setting, position, suit, bit)
    if over + under == 0:
        if suit != setting.trump and setting.trump >= 0 and position.out[setting.trump]:
            return _UNRUFFED
        return 1.0
    forced = 1.0 - setting.missed[under]
    return setting.missed[over] * forced * forced
