"""Puzzles: positions in games where exactly one card or bid is right, and the reasons."""

from .puzzle import (
    DIFFICULTIES,
    RULES,
    Choice,
    Puzzle,
    action_of,
    number_of_day,
    puzzle,
    puzzles,
    with_theme,
)
from .telling import THEMES, Theme, why

__all__ = [
    "DIFFICULTIES", "RULES", "THEMES", "Choice", "Puzzle", "Theme", "action_of", "number_of_day",
    "puzzle", "puzzles", "why", "with_theme",
]  # fmt: skip
