"""Find puzzles in rounds of bots, and prove them again."""

from .finding import canonical, choose, make, squeezes_in
from .proving import faults, judge_of

__all__ = ["canonical", "choose", "faults", "judge_of", "make", "squeezes_in"]
