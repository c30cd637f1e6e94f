"""Puzzles: positions in games where exactly one card or bid is right, and the reasons."""

from .collection import number_of_day, puzzle, puzzles, with_theme
from .making import choose, make, squeezes_in
from .proving import faults, judge_of
from .puzzle import DIFFICULTIES, RULES, Choice, Puzzle, action_of
from .telling import why
from .themes import THEMES, Theme

__all__ = [
    "DIFFICULTIES", "RULES", "THEMES", "Choice", "Puzzle", "Theme", "action_of", "choose",
    "faults", "judge_of", "make", "number_of_day", "puzzle", "puzzles", "squeezes_in", "why",
    "with_theme",
]  # fmt: skip
