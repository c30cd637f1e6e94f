"""International match points: the scale that a match uses for the difference in a deal.

It keeps one wild deal from deciding a match. The limits are those of duplicate bridge, where
differences are of about the same size: here, a trick bid is worth ten points, and a nil a hundred.
"""

from bisect import bisect_right
from math import copysign

LEAST = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""The differences at which the result rises by one point."""


def imps(difference: float) -> int:
    """Return the match points for a difference, with the same sign."""
    return int(copysign(bisect_right(LEAST, abs(difference)), difference))
