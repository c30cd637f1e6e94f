"""When a match may end before its last deal, so that its interval stays honest."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from .failure import ArenaError
from .interval import USUAL, Interval, interval, share_interval, student_half, wilson
from .sequence import is_share_possible, mean_half, share_interval_at_any_time

LEAST = 128
"""Deals before the first look: fewer may not show rare and costly events yet."""

_LEAST_UNEVEN = 32
"""Deals that were not even before a narrow interval is believed: few may hide a wide one."""

_EARLY = 0.01
"""The probability of ending a match as clear by mistake, over all looks together; the rest of the
usual error is for the interval after the last deal.
"""

Stop = Literal["clear", "narrow"]


class Until(Struct, frozen=True):
    """What ends a match early: an interval clear of even, or within so much of its mean."""

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
    """Looks at the values of a match as they come, shares of games won or points.

    Whether the match is clear is judged by an interval that holds at all looks at once. To judge
    how narrow the interval is, the usual one may be used, since that does not depend on the mean.
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
        """Return why the match may end after these further values, if it may."""
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
        """Return the mean of all values, with an interval valid for this way of stopping."""
        if stop == "clear":
            return Interval(self._mean, self._at_any_time())
        return (share_interval if self._shares else interval)(values, self._level)

    @property
    def _mean(self) -> float:
        return self._sum / self._n

    @property
    def _variance(self) -> float:
        """As the interval of a mean takes it, or that of a share."""
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
