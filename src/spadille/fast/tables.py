"""Checked tables for the policy that plays by numbers, and one that plays sensibly."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..game import Message, SpadesError
from .table_policy import ABOVE, AIMS, CLASSES, LENGTHS, MOST_WEIGHT, PARTNER, PLACES, TABLE

CARDS = (2, LENGTHS, ABOVE)
"""The shape of `worth` and `risk`: spade or not, cards held of the suit, kinds above."""
PLAYS = (AIMS, PLACES, PARTNER, CLASSES)
"""The shape of `weights`: aim, place in the trick, partner winning or not, class of the card."""

_MOST = 1_000_000


@dataclass(frozen=True, eq=False)
class Table:
    """A policy as numbers; `spadille.fast.table_policy` explains each of them.

    Raises:
        SpadesError: if an array has the wrong shape, or a number is out of range.
    """

    plus: int = 0
    nil_limit: int = -_MOST
    worth: ArrayLike = field(default_factory=lambda: np.zeros(CARDS, np.int64))
    risk: ArrayLike = field(default_factory=lambda: np.zeros(CARDS, np.int64))
    weights: ArrayLike = field(default_factory=lambda: np.ones(PLAYS, np.int64))

    def __post_init__(self) -> None:
        for name, shape, low, high in (
            ("plus", (), -_MOST, _MOST),
            ("nil_limit", (), -_MOST, _MOST),
            ("worth", CARDS, -_MOST, _MOST),
            ("risk", CARDS, -_MOST, _MOST),
            ("weights", PLAYS, 0, MOST_WEIGHT),
        ):
            values = np.asarray(getattr(self, name))
            whole = values.dtype.kind in "iu"
            if not whole or values.shape != shape or (values < low).any() or (values > high).any():
                raise SpadesError(
                    "fast/bad-table",
                    Message(
                        "{name} of a table must be {shape} whole numbers from {low} to {high}",
                        name=name,
                        shape=" x ".join(map(str, shape)) or "one of the",
                        low=low,
                        high=high,
                    ),
                )
            object.__setattr__(self, name, values.astype(np.int64))

    def write(self, record: Any) -> None:
        """Write the table into a record of `table_policy.TABLE`."""
        for name in TABLE.names or ():
            record[name] = getattr(self, name)


def sensible() -> Table:
    """Return a table that bids the value of high cards and long spades, and plays to make it."""
    return Table(
        plus=450,
        nil_limit=500,
        worth=_filled(CARDS, _worth),
        risk=_filled(CARDS, _risk),
        weights=_filled(PLAYS, _weight),
    )


def _filled(shape: tuple[int, ...], value: Callable[..., int]) -> NDArray[np.int64]:
    """Return an array filled by a function of the index."""
    return np.array([value(*place) for place in np.ndindex(shape)], np.int64).reshape(shape)


def _worth(spade: int, length: int, above: int) -> int:
    """Return a card's value in thousandths of a trick: nearly one for an ace."""
    if spade:
        guarded = (1000, 900 if length > 1 else 500, 700 if length > 2 else 200)
        long = min(900, max(0, 1000 * (length - 3) // length)) if length else 0
        return max(guarded[above] if above < len(guarded) else 0, long)
    if above == 0:
        return 900 if length < 6 else 500
    if above == 1:
        return 650 if 1 < length < 5 else 250
    return 250 if above == 2 and 2 < length < 5 else 0


def _risk(spade: int, length: int, above: int) -> int:
    """Return a card's risk of winning a trick: large for high ones, smaller in long suits."""
    if spade:
        return (2000, 1200, 800, 500, 300, 200)[above] if above < 6 else 60 * length
    if above < 5:
        return (400, 280, 170, 100, 50)[above] * 4 // max(length, 2)
    return 0


def _weight(aim: int, place: int, partner: int, class_: int) -> int:
    wins, spade, end = class_ >= CLASSES // 2, class_ // 3 % 2, class_ % 3
    own_nil, partner_nil, tricks, _ = range(AIMS)
    lowest, _, highest = range(3)
    if aim == own_nil:
        if wins:
            return {lowest: 20, highest: 1}.get(end, 4)
        return {highest: 2000, lowest: 200}.get(end, 600) * (2 if spade else 1)
    if aim in {tricks, partner_nil} and not (partner and aim == tricks and place == 2):
        if wins and place == 2:
            return {lowest: 1000, highest: 20}.get(end, 50) // (2 if spade else 1)
        if wins:
            return {highest: 1000}.get(end, 300) // (4 if spade and place == 0 else 1)
        return {lowest: 60}.get(end, 4) // (4 if spade else 1)
    if aim == tricks:
        return {lowest: 200}.get(end, 20) // (10 if spade or wins else 1)
    if wins:
        return {lowest: 5}.get(end, 1)
    return {highest: 300}.get(end, 60)
