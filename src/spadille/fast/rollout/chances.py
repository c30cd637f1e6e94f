"""Where the unseen cards may be, for the seat to play: the chances of `spadille.bots.counting`."""

from typing import Any

from ..bits import count
from ..kernel import kernel
from .position import JUNK, SCREAMER


@kernel
def nil_stands(setting: Any, position: Any, seat: Any) -> bool:
    """Whether a seat bid nil and has kept it; a team nil stands or falls as one."""
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


@kernel
def is_void(position: Any, seat: Any, suit: Any) -> bool:
    """Whether a seat is known to hold none of the suit."""
    return bool(position.missing[suit] >> seat & 1) or position.out[suit] == 0


@kernel
def none_of(setting: Any, position: Any, seat: Any, suit: Any, mask: Any) -> float:
    """The chance that a seat holds none of some unseen cards."""
    mask &= position.out[suit]
    if mask == 0 or position.missing[suit] >> seat & 1:
        return 1.0
    cards, room = count(mask), position.room[suit]
    size = position.sizes[seat]
    if cards + size > room:
        return 0.0
    facts = setting.factorial
    ways = facts[room - cards] / facts[room - cards - size]
    return float(ways * (facts[room - size] / facts[room]))


@kernel
def void_chance(setting: Any, position: Any, seat: Any, suit: Any) -> float:
    return none_of(setting, position, seat, suit, position.out[suit])


@kernel
def ruff_chance(setting: Any, position: Any, seat: Any, suit: Any) -> float:
    """The chance that a seat has no card of the suit, but a trump."""
    trump = setting.trump
    if trump < 0 or setting.duty == SCREAMER:
        return 0.0
    return void_chance(setting, position, seat, suit) * (
        1.0 - void_chance(setting, position, seat, trump)
    )


@kernel
def holds(setting: Any, position: Any, suit: Any, bit: Any) -> float:
    """The chance that no opponent still to play beats a card; nil bidders do not try."""
    players = setting.players
    trump = setting.trump
    seat = position.seat
    led = position.led if position.led >= 0 else suit
    above = setting.above[suit, bit] & position.out[suit]
    chance = 1.0
    for step in range(1, players - position.cards):
        other = (seat + step) % players
        if setting.side[other] == setting.side[seat]:
            continue
        if nil_stands(setting, position, other):
            continue
        beaten = 1.0
        if led == trump:
            beaten = 1.0 - none_of(setting, position, other, suit, above)
        elif suit == trump:
            beaten = void_chance(setting, position, other, led) * (
                1.0 - none_of(setting, position, other, suit, above)
            )
        elif suit == led:
            beaten = (
                1.0
                - none_of(setting, position, other, suit, above)
                + ruff_chance(setting, position, other, led)
            )
        chance *= 1.0 - beaten
    return chance


@kernel
def best_holds(setting: Any, position: Any) -> float:
    """The chance that the card that wins so far stands."""
    return holds(setting, position, position.best_suit, position.best_bit)


@kernel
def is_master(setting: Any, position: Any, suit: Any, bit: Any) -> Any:
    """Whether nothing unseen of its suit beats a card."""
    return suit != JUNK and (position.out[suit] & setting.above[suit, bit]) == 0


@kernel
def danger(setting: Any, position: Any, suit: Any, bit: Any) -> float:
    """How likely a card is to win a trick in its suit that the others would rather I won."""
    if suit == JUNK:
        return 0.0
    trump = setting.trump
    out = position.out[suit]
    above = count(out & setting.above[suit, bit])
    below = count(out & ~setting.above[suit, bit])
    if above + below == 0:
        if suit != trump and trump >= 0 and position.out[trump]:
            return UNRUFFED
        return 1.0
    forced = 1.0 - setting.missed[below]
    return float(setting.missed[above] * forced * forced)


UNRUFFED = 0.3
"""The chance that nobody ruffs a lead that nobody can follow, while trumps are out."""
