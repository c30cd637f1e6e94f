"""A mean with its confidence interval."""

from collections.abc import Sequence
from functools import lru_cache
from math import atan, cos, fsum, pi, sin, sqrt
from statistics import NormalDist

from msgspec import Struct

USUAL = 0.95
"""The default confidence level: how often an interval contains the true mean."""

_MANY = 200
"""Degrees of freedom from which the expansion of Student's quantile is exact to 8 digits."""


class Interval(Struct, frozen=True):
    """A mean, and an interval that contains the true mean in 95 of 100 such matches."""

    mean: float
    ci95: tuple[float, float]


def interval(values: Sequence[float], level: float = USUAL) -> Interval:
    """Return the mean of at least two independent values with Student's interval for it.

    >>> found = interval([1.0, 2.0, 3.0])
    >>> found.mean, [round(end, 3) for end in found.ci95]
    (2.0, [-0.484, 4.484])
    """
    n = len(values)
    mean = fsum(values) / n
    variance = fsum((value - mean) ** 2 for value in values) / (n - 1)
    half = student_half(n, variance, level)
    return Interval(mean, (mean - half, mean + half))


def student_half(n: int, variance: float, level: float) -> float:
    """Return half the width of Student's interval for the mean of `n` values with this variance."""
    return student(n - 1, level) * sqrt(variance / n)


def share_interval(values: Sequence[float], level: float = USUAL) -> Interval:
    """Return the mean of values between 0 and 1 with Wilson's interval for it.

    The variance is the observed one, not that of independent games, because games of
    duplicate deals vary less. Unlike Student's, the interval stays between 0 and 1 and keeps its
    width when all values are equal.

    >>> found = share_interval([1.0, 1.0, 1.0])
    >>> found.mean, [round(end, 3) for end in found.ci95]
    (1.0, [0.439, 1.0])
    """
    n = len(values)
    mean = fsum(values) / n
    variance = fsum((value - mean) ** 2 for value in values) / n
    middle, half = wilson(n, mean, variance, level)
    return Interval(mean, (max(0.0, middle - half), min(1.0, middle + half)))


def wilson(n: int, mean: float, variance: float, level: float) -> tuple[float, float]:
    """Return the center of Wilson's interval and half its width."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = z**2 / n
    middle = (mean + share / 2) / (1 + share)
    return middle, z * sqrt(variance / n + share / (4 * n)) / (1 + share)


@lru_cache(maxsize=1024)
def student(freedom: int, level: float = USUAL) -> float:
    """Return the quantile t such that the share `level` of Student's distribution lies within ±t.

    It is found by bisection or, for many degrees of freedom, by the Cornish-Fisher expansion.

    >>> round(student(1), 3), round(student(10), 3), round(student(2047), 3)
    (12.706, 2.228, 1.961)
    """
    if freedom >= _MANY:
        return _expanded(freedom, level)
    low, high = 0.0, 1000.0
    while high - low > 1e-10:
        middle = (low + high) / 2
        if _within(middle, freedom) < level:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _expanded(freedom: int, level: float) -> float:
    z = NormalDist().inv_cdf((1 + level) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def _within(t: float, freedom: int) -> float:
    """Return the probability that Student's variable is between -t and t: the finite series."""
    angle = atan(t / sqrt(freedom))
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for k in range(1 + odd, freedom, 2):
        total += term
        term *= k / (k + 1) * cos(angle) ** 2
    if odd:
        return 2 / pi * (angle + sin(angle) * total)
    return sin(angle) * total
