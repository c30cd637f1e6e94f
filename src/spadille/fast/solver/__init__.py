"""The exact solver for positions in which all cards are visible."""

from .best_line import best_line
from .every_trump import trick_table
from .memory import ALL_PRUNINGS, CUTS, EQUALS, IRRELEVANT, QUICK, SLOW, TABLE
from .positions import SolverError, card_numbers
from .solving import Answers, Solution, check_memory, solve, solve_batch, warm
from .utilities import Utility, groups_of, score_utility, tricks_utility

__all__ = [
    "ALL_PRUNINGS", "CUTS", "EQUALS", "IRRELEVANT", "QUICK", "SLOW", "TABLE",
    "Answers", "Solution", "SolverError", "Utility",
    "best_line", "card_numbers", "check_memory", "groups_of", "score_utility", "solve",
    "solve_batch", "trick_table", "tricks_utility", "warm",
]  # fmt: skip
