"""Masks of up to 32 cards in signed words."""

from typing import Any

import numpy as np

from ..bits import count
from ..bits import lowest as lowest_of_word
from ..kernel import kernel


@kernel
def size_of(mask: Any) -> Any:
    """How many cards are in a mask."""
    return count(np.uint64(mask))


@kernel
def lowest(mask: Any) -> Any:
    """The bit of the lowest card."""
    return lowest_of_word(np.uint64(mask))
