"""Checks whether counts are plausible, given the expected ones."""

from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

DEVIATIONS = 5
"""A sum of squares exceeds the middle by this much about once in a million tries."""


def unlikely(counts: NDArray[Any], expected: NDArray[Any], freedom: int) -> bool:
    """Return True if Pearson's test, with Wilson and Hilferty's cube root, finds it unlikely."""
    if freedom == 0:
        return not np.allclose(counts, expected)
    square = float(((counts - expected) ** 2 / expected).sum())
    spread = 2 / (9 * freedom)
    return bool((np.cbrt(square / freedom) - (1 - spread)) / sqrt(spread) > DEVIATIONS)
