"""International match points: the scale by which a match counts the difference of a deal.

It keeps one wild deal from deciding a match. These are the limits of duplicate bridge, where
differences have about the same size. A trick bid is worth ten points, and a nil a hundred.
"""

from bisect import bisect_right
from math import copysign

LEAST = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""The differences from which there is one point more."""


def imps(difference: float) -> int:
    """Return the match points of a difference, with the same sign."""
    return int(copysign(bisect_right(LEAST, abs(difference)), difference))
