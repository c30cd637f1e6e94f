"""Decide when a match may end before its last deal without making its interval dishonest."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from .contestant import ArenaError
from .interval import USUAL, Interval, interval, share_interval, student_half, wilson
from .sequence import is_share_possible, mean_half, share_interval_at_any_time

LEAST = 128
"""Deals before the first look, because fewer may not include rare and costly events yet."""

_LEAST_UNEVEN = 32
"""How many deals must not be even before a narrow interval is trusted; few may hide a wide one."""

_EARLY = 0.01
"""The probability of wrongly ending a match as clear, over all looks together; the rest of the
usual error is left for the interval after the last deal.
"""

Stop = Literal["clear", "narrow"]


class Until(Struct, frozen=True):
    """Criteria to end a match early: an interval that excludes even, or a narrow one."""

    clear: bool = False
    within: float | None = None

    def __post_init__(self) -> None:
        if self.within is not None and not self.within > 0:
            raise ArenaError(
                "arena/no-width",
                "an interval cannot be within {width} of its mean",
                width=self.within,
            )


class Watch:
    """Watches the values of a match as they arrive: shares of games won, or points.

    Whether the match is clear is judged by an interval that is valid at all looks at once. The
    width can be judged by the usual interval, since it does not depend on the mean.
    """

    def __init__(self, until: Until | None, *, shares: bool) -> None:
        self._until = until or Until()
        self._shares = shares
        self._even = 0.5 if shares else 0.0
        self._level = USUAL + _EARLY if self._until.clear else USUAL
        self._counts: Counter[float] = Counter()
        self._n = 0
        self._sum = self._squares = 0.0

    def look(self, values: Iterable[float]) -> Stop | None:
        """Return the reason why the match may end after these further values, if it may."""
        for value in values:
            self._counts[value] += 1
            self._n += 1
            self._sum += value
            self._squares += value * value
        if self._n < LEAST:
            return None
        if self._until.clear and self._is_clear():
            return "clear"
        within = self._until.within
        uneven = self._n - self._counts[self._even]
        if within is not None and uneven >= _LEAST_UNEVEN and self._half() <= within:
            return "narrow"
        return None

    def found(self, values: Sequence[float], stop: Stop | None) -> Interval:
        """Return the mean of all values, with an interval valid for this stopping rule."""
        if stop == "clear":
            return Interval(self._mean, self._at_any_time())
        return (share_interval if self._shares else interval)(values, self._level)

    @property
    def _mean(self) -> float:
        return self._sum / self._n

    @property
    def _variance(self) -> float:
        """Return the variance as the interval for a mean, or for a share, uses it."""
        freedom = self._n if self._shares else self._n - 1
        return max(0.0, self._squares - self._sum * self._mean) / freedom

    def _at_any_time(self) -> tuple[float, float]:
        if self._shares:
            return share_interval_at_any_time(self._counts, _EARLY)
        half = mean_half(self._n, self._variance, _EARLY)
        return self._mean - half, self._mean + half

    def _is_clear(self) -> bool:
        if self._shares:
            return not is_share_possible(self._counts, self._even, _EARLY)
        low, high = self._at_any_time()
        return not low <= self._even <= high

    def _half(self) -> float:
        if self._shares:
            return wilson(self._n, self._mean, self._variance, self._level)[1]
        return student_half(self._n, self._variance, self._level)
