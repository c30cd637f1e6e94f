"""Picking a card out of the legal ones, by what it does to the trick as it stands."""

from typing import Any

from ..kernel import kernel
from .chances import danger, holds
from .looking import higher
from .position import CARD_BIT, CARD_LEVEL, CARD_SUIT, CARD_WINS

_SLACK = 0.05


@kernel
def highest_loser(position: Any) -> int:
    """The last legal card that does not win; -1 if all do."""
    for at in range(position.count - 1, -1, -1):
        if not position.legal[at, CARD_WINS]:
            return at
    return -1


@kernel
def highest_winner(position: Any) -> int:
    """The last legal card that wins the trick as it stands; -1 if none does."""
    for at in range(position.count - 1, -1, -1):
        if position.legal[at, CARD_WINS]:
            return at
    return -1


@kernel
def lowest_winner(position: Any) -> int:
    """The first legal card that wins the trick as it stands; -1 if none does."""
    for at in range(position.count):
        if position.legal[at, CARD_WINS]:
            return at
    return -1


@kernel
def cheapest_good(setting: Any, position: Any) -> int:
    """The cheapest winning card whose chance to stand is hardly less than the best one's."""
    legal = position.legal
    best = 0.0
    for at in range(position.count):
        if legal[at, CARD_WINS]:
            best = max(best, holds(setting, position, legal[at, CARD_SUIT], legal[at, CARD_BIT]))
    for at in range(position.count):
        if legal[at, CARD_WINS]:
            stands = holds(setting, position, legal[at, CARD_SUIT], legal[at, CARD_BIT])
            if stands >= best - _SLACK:
                return at
    return -1


@kernel
def cheapest_equal(setting: Any, position: Any, card: Any) -> int:
    """The lowest legal card with nothing unseen between it and another."""
    legal = position.legal
    suit = legal[card, CARD_SUIT]
    over = higher(setting, position, suit, legal[card, CARD_BIT])
    for at in range(card):
        if (
            legal[at, CARD_SUIT] == suit
            and higher(setting, position, suit, legal[at, CARD_BIT]) == over
        ):
            return at
    return int(card)


@kernel
def least_dangerous(setting: Any, position: Any) -> int:
    """The legal card least likely to win a trick in its suit, the lowest of such."""
    legal = position.legal
    best, least, level = -1, 2.0, 0
    for at in range(position.count):
        risk = danger(setting, position, legal[at, CARD_SUIT], legal[at, CARD_BIT])
        if best < 0 or risk < least or (risk == least and legal[at, CARD_LEVEL] < level):
            best, least, level = at, risk, legal[at, CARD_LEVEL]
    return best
