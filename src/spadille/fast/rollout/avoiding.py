"""Losing tricks that would only be bags: the rules of `spadille.bots.avoiding`."""

from typing import Any

from ..kernel import kernel
from .chances import danger
from .picking import highest_loser, highest_winner
from .position import CARD_BIT, CARD_LEVEL, CARD_SUIT, CARD_WINS


@kernel
def avoid(setting: Any, position: Any) -> int:  # noqa: C901 - one case after the other
    """For a side that wants no more tricks; always has advice."""
    legal = position.legal
    trump = setting.trump
    if position.cards == 0:
        best, least, is_trump, level = -1, 0.0, True, 0
        for at in range(position.count):
            risk = danger(setting, position, legal[at, CARD_SUIT], legal[at, CARD_BIT])
            trumps = legal[at, CARD_SUIT] == trump
            height = -legal[at, CARD_LEVEL]
            if best < 0 or (risk, trumps, height) < (least, is_trump, level):
                best, least, is_trump, level = at, risk, trumps, height
        return best
    if position.wins < position.count:
        if position.follows:
            return highest_loser(position)
        best, most, level = -1, 0.0, 0
        for at in range(position.count):
            if legal[at, CARD_WINS]:
                continue
            risk = danger(setting, position, legal[at, CARD_SUIT], legal[at, CARD_BIT])
            if legal[at, CARD_SUIT] == trump:
                risk += 1.0
            if best < 0 or (risk, legal[at, CARD_LEVEL]) > (most, level):
                best, most, level = at, risk, legal[at, CARD_LEVEL]
        return best
    if position.cards == setting.players - 1:
        return int(position.count - 1) if position.follows else highest_winner(position)
    return 0
