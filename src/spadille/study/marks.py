"""Name a loss, and summarize many losses in one number.

`docs/study.md` explains these numbers to readers.
"""

from collections.abc import Iterable
from math import exp
from typing import Literal, get_args

from ..bots import Unit

Mark = Literal["best", "fine", "slip", "error", "blunder"]

MARKS: tuple[Mark, ...] = get_args(Mark)
"""The marks, the mildest first."""

LIMITS: dict[Unit, tuple[float, ...]] = {"points": (1, 4, 10, 25), "percent": (0.5, 2, 5, 12)}
"""The losses at which a decision stops being best, fine, a slip or an error."""

CLEAR = 2.0
"""A loss of fewer standard errors may be chance; it is marked fine at worst."""

IN_POINTS: dict[Unit, float] = {"points": 1.0, "percent": 2.0}
"""How many points each unit of loss counts as when losses of both units are combined."""

EASY = 10.0
"""An average loss of that many points gives an accuracy of 37, which is 100 times exp(-1)."""


def mark_of(loss: float, doubt: float, unit: Unit) -> Mark:
    """Return the mark for a loss whose standard error is `doubt`."""
    mark = MARKS[sum(loss >= limit for limit in LIMITS[unit])]
    if mark not in {"best", "fine"} and loss < CLEAR * doubt:
        return "fine"
    return mark


def cost_of(loss: float, doubt: float, unit: Unit) -> float:
    """Return a loss whose standard error is `doubt`, in points; 0 if it may be chance."""
    return 0.0 if loss < CLEAR * doubt else max(loss, 0.0) * IN_POINTS[unit]


def accuracy(losses: Iterable[tuple[float, Unit]]) -> float | None:
    """Return how little some decisions lost on average, from 0 to 100; None without decisions."""
    found = [loss * IN_POINTS[unit] for loss, unit in losses]
    return 100 * exp(-sum(found) / len(found) / EASY) if found else None
