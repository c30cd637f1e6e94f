"""Intervals that are valid at all looks at once, however often and whenever one looks."""

from collections.abc import Mapping
from math import exp, inf, log, sqrt

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_EFFECT = 0.2
"""The difference, in standard deviations of a value, for which the sequence is optimized.

From 0.05 to 1, the choice matters little.
"""

_STAKES: Floats = np.arange(1, 32) / 32
"""The fractions of its capital that each of several gamblers stakes on a mean; all start equal."""

_HALVINGS = 50


def mean_half(n: int, variance: float, error: float) -> float:
    """Return half the width of the interval for the mean of `n` values with this variance.

    Over all looks together, it misses the mean of normal values with probability at most `error`,
    and about that for large samples of any values. It is the region that Student's sequential test
    does not reject. The likelihood ratio of t is a martingale, for a difference (in standard
    deviations) that is normal with `_EFFECT` against a difference of zero. It exceeds 1 / error no
    more often than that.
    """
    spread = 1 + n * _EFFECT**2
    least = exp(2 / n * log(sqrt(spread) / error))
    if least >= spread:
        return inf
    t_squared = (n - 1) * (least - 1) / (1 - least / spread)
    return sqrt(t_squared * variance / n)


def share_interval_at_any_time(counts: Mapping[float, int], error: float) -> tuple[float, float]:
    """Return the interval for the mean of values between 0 and 1, given the count of each.

    Over all looks together, it misses the mean with probability at most `error`, for any values and
    sample sizes. A bet at fair odds that the mean is higher, or lower, than it is reaches 2 / error
    times the stake no more often than that.
    """
    values, times = _arrays(counts)
    limit = log(2 / error)
    return _lowest(values, times, limit), 1 - _lowest(1 - values, times, limit)


def is_share_possible(counts: Mapping[float, int], share: float, error: float) -> bool:
    """Return True if that interval contains `share`, without computing its ends."""
    values, times = _arrays(counts)
    won = max(_capital(values, times, share), _capital(1 - values, times, 1 - share))
    return won < log(2 / error)


def _arrays(counts: Mapping[float, int]) -> tuple[Floats, Floats]:
    return np.array(list(counts), np.float64), np.array(list(counts.values()), np.float64)


def _lowest(values: Floats, times: Floats, limit: float) -> float:
    """Return the least mean for which bets on more have not won `limit`, a logarithm."""
    low, high = 0.0, float(values @ times / times.sum())
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if middle <= 0 or _capital(values, times, middle) < limit:
            high = middle
        else:
            low = middle
    return low


def _capital(values: Floats, times: Floats, mean: float) -> float:
    """Return the logarithm of the capital from bets on a mean above `mean`."""
    logs = np.log1p(_STAKES[:, None] * (values / mean - 1)) @ times
    most = float(logs.max())
    return most + log(float(np.exp(logs - most).mean()))
