"""What to throw away: the rules of `spadille.bots.discarding`."""

from typing import Any

from ..bits import count
from ..kernel import kernel
from .chances import is_master
from .looking import higher
from .position import CARD_BIT, CARD_LEVEL, CARD_SUIT, JUNK


@kernel
def discard(setting: Any, position: Any) -> Any:
    """Keeps winners and the small cards that guard high ones; shortens short suits to ruff."""
    legal = position.legal
    best, least, suit, level = -1, 0.0, 0, 0
    for at in range(position.count):
        use = _use(setting, position, legal[at, CARD_SUIT], legal[at, CARD_BIT])
        if best < 0 or (use, legal[at, CARD_SUIT], legal[at, CARD_LEVEL]) < (least, suit, level):
            best, least, suit, level = at, use, legal[at, CARD_SUIT], legal[at, CARD_LEVEL]
    return best


@kernel
def _use(setting: Any, position: Any, suit: Any, bit: Any) -> Any:
    trump = setting.trump
    hand = position.hands[position.seat]
    if suit == JUNK:
        return -1.0
    level = setting.level[suit, bit]
    if suit == trump:
        return 6.0 + level
    if is_master(setting, position, suit, bit):
        return 5.0 if position.out[suit] else 4.0
    use = 0.1 * level
    best = bit
    while hand[suit] >> (best + 1):
        best += 1
    length = count(hand[suit])
    guards = higher(setting, position, suit, best)
    if setting.level[suit, best] != level and guards <= 2 and length == guards + 1:
        use += 3.0 - guards
    if setting.level[suit, best] == level and guards < length and guards <= 2:
        use += 3.5 - guards
    if trump >= 0 and hand[trump]:
        use += 0.2 * length
    return use
