"""Whole numbers as callers pass them: from Python, NumPy or another library."""

from operator import index
from typing import Any


def whole(value: Any) -> Any:
    """Return a whole number as Python's `int`, and any other value, such as a bool, unchanged.

    >>> whole(3), whole(True), whole("3"), whole(3.0)
    (3, True, '3', 3.0)
    """
    if isinstance(value, bool):
        return value
    try:
        return index(value)
    except TypeError:
        return value


def in_range(value: Any, least: int, most: int | None = None) -> int | None:
    """Return a whole number in this range as Python's `int`, or None for anything else.

    >>> in_range(3, 0, 3), in_range(4, 0, 3), in_range(True, 0, 3)
    (3, None, None)
    """
    number = value if type(value) is int else whole(value)  # usually
    if not isinstance(number, int) or isinstance(number, bool) or number < least:
        return None
    return number if most is None or number <= most else None
