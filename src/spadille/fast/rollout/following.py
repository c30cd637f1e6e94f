"""Following when tricks are wanted: the rules of `spadille.bots.following`."""

from typing import Any

from ..bits import count
from ..kernel import kernel
from .chances import best_holds, holds
from .discarding import discard
from .looking import higher
from .picking import cheapest_good, lowest_winner
from .position import CARD_BIT, CARD_LEVEL, CARD_SUIT, CARD_WINS

_GOOD = 0.75


@kernel
def follow(setting: Any, position: Any) -> Any:  # noqa: C901 - one case after the other
    """For a side that wants tricks, when others have led; always has advice."""
    legal = position.legal
    players = setting.players
    seat, winner = position.seat, position.winner
    follows = position.follows
    if winner >= 0 and setting.side[winner] == setting.side[seat] and _leave_it(setting, position):
        return 0 if follows else discard(setting, position)
    wins = position.wins
    after = players - 1 - position.cards
    if after == 0 and wins:
        return lowest_winner(position)
    if not follows:
        if wins and position.led >= 0:
            return _ruff(setting, position)
        return discard(setting, position)
    if position.cards == 1 and position.count >= 2:
        top, second = position.count - 1, position.count - 2
        suit = legal[top, CARD_SUIT]
        if (
            legal[second, CARD_WINS]
            and higher(setting, position, suit, legal[top, CARD_BIT]) == 1
            and higher(setting, position, suit, legal[second, CARD_BIT]) == 1
        ):
            return int(second)
    if wins and after >= 2:
        if position.led != setting.trump:
            card = cheapest_good(setting, position)
            if holds(setting, position, legal[card, CARD_SUIT], legal[card, CARD_BIT]) >= _GOOD:
                return card
        return 0
    if wins:
        card = cheapest_good(setting, position)
        if holds(setting, position, legal[card, CARD_SUIT], legal[card, CARD_BIT]) > 0.1:
            return card
    return 0


@kernel
def _leave_it(setting: Any, position: Any) -> bool:
    """Whether the partner's card is likely enough to win, or nothing of mine is better."""
    legal = position.legal
    stands = best_holds(setting, position)
    if stands >= _GOOD:
        return True
    margin = 0.15 if position.follows else 0.2
    for at in range(position.count):
        if not legal[at, CARD_WINS]:
            continue
        suit, bit = legal[at, CARD_SUIT], legal[at, CARD_BIT]
        if not position.follows and higher(setting, position, suit, bit) == 0:
            continue
        if holds(setting, position, suit, bit) > stands + margin:
            return False
    return True


@kernel
def _ruff(setting: Any, position: Any) -> int:
    """With the trump that gains most: likely to stand, and unlikely to win a trick otherwise."""
    legal = position.legal
    trump = setting.trump
    length = 0
    if trump >= 0:
        length = count(position.hands[position.seat, trump])
    best, value = -1, 0.0
    for at in range(position.count):
        if not legal[at, CARD_WINS]:
            continue
        suit, bit = legal[at, CARD_SUIT], legal[at, CARD_BIT]
        over = higher(setting, position, suit, bit)
        later = 0.01 * legal[at, CARD_LEVEL]
        if over == 0:
            later = 0.8
        elif over < length and over <= 2:
            later = 0.5 / over
        gained = holds(setting, position, suit, bit) - later
        if best < 0 or gained > value:
            best, value = at, gained
    return best
