"""Choose the card that the network prefers: the advised one unless another looks clearly better."""

from typing import Any

import numpy as np

from ...heuristics.position import Position, Setting
from ...heuristics.reasons import card_of, reason_of
from ...heuristics.seeing import is_equal
from .traits import tell_card, tell_position

WIDTH, DEPTH = 128, 32
"""The sizes of the network's two layers."""

MARGIN = 0.02
"""By how much another card must be better, in units of `POINTS` points."""

POINTS = 50.0

NOTHING = np.float32(0)


def is_asked(setting: Setting, position: Position, policy: Any) -> bool:
    """Return True if there is a choice, and the round is like those the network was trained on.

    In those rounds, only points counted, and no one knew where hidden cards were.
    """
    return bool(
        policy.trained and position.count > 1 and not setting.decisive and not setting.knows
    )


def prefer(setting: Setting, position: Position, broken: int, advice: int, policy: Any) -> int:
    """Return the number of the legal card to play, given the advised card and its reason.

    `policy` is a record of `trained.POLICY`, whose workspace is overwritten.
    """
    advised, others = card_of(advice), False
    for card in range(position.count):
        others = others or is_candidate(setting, position, card, advised)
    if not others:
        return advised
    consider(setting, position, broken, advice, policy)
    best, most = advised, feel(setting, position, advised, advised, policy) + MARGIN
    for card in range(position.count):
        if is_candidate(setting, position, card, advised):
            found = feel(setting, position, card, advised, policy)
            if found > most:
                best, most = card, found
    return best


def is_candidate(setting: Setting, position: Position, card: int, advised: int) -> bool:
    """Return True if a card is the lowest of its kind of work, and not of the advised card's kind.

    Legal cards are numbered low to high within a suit.
    """
    return (
        card != advised
        and not is_same(setting, position, card, advised)
        and not (card > 0 and is_same(setting, position, card, card - 1))
    )


def is_same(setting: Setting, position: Position, one: int, other: int) -> bool:
    """Return True if two legal cards are equivalent in rank, and both or neither win the trick."""
    return position.wins[one] == position.wins[other] and is_equal(setting, position, one, other)


def consider(setting: Setting, position: Position, broken: int, advice: int, policy: Any) -> None:
    """Compute the part of the network that depends only on the position, not on the card."""
    tell_position(setting, position, broken, reason_of(advice), policy.told)
    for unit in range(WIDTH):
        policy.sums[unit] = policy.bias[unit]
    add_rows(policy.sums, policy.position, policy.told, policy.places)


def feel(setting: Setting, position: Position, card: int, advised: int, policy: Any) -> float:
    """Return the network's value of a card in a position already taken in by `consider`."""
    first, second = policy.first, policy.second
    tell_card(setting, position, card, advised, policy.told)
    for unit in range(WIDTH):
        first[unit] = policy.sums[unit]
    add_rows(first, policy.card, policy.told, policy.places)
    for unit in range(WIDTH):
        first[unit] = max(first[unit], NOTHING)
    for unit in range(DEPTH):
        second[unit] = policy.deep_bias[unit]
    add_rows(second, policy.deep, first, policy.places)
    found = 0.0
    for unit in range(DEPTH):
        if second[unit] > 0.0:
            found += second[unit] * policy.last[unit]
    return found


def add_rows(sums: Any, rows: Any, numbers: Any, places: Any) -> None:  # noqa: ARG001
    """Add each row, multiplied by the number at its place.

    Kernels use `fast/vectors.py` for this, which needs `places` as workspace.
    """
    for place in range(len(rows)):
        if numbers[place] != 0.0:
            for unit in range(len(sums)):
                sums[unit] += numbers[place] * rows[place, unit]
