"""Accelerators of the rules engine: compiled kernels that are proven equal to it.

Importing this package imports Numba; whoever may do without imports it late.
"""

from . import (
    bids,
    bits,
    chance,
    code,
    dealing,
    encoding,
    ending,
    kernel,
    legal,
    matching,
    preparing,
    rounds,
    scoring,
    sharing,
    whole_rounds,
)
from .readiness import ready
from .simulator import Policy, simulate
from .solver import (
    Answers,
    Solution,
    SolverError,
    Utility,
    best_line,
    score_utility,
    solve,
    solve_batch,
    tricks_utility,
)
from .statistics import SeatStatistics, SideStatistics, Simulation, Sums, summary
from .tables import Table, sensible
from .warming import cold, warm_up, work

__all__ = [
    "Answers", "Policy", "SeatStatistics", "SideStatistics", "Simulation", "Solution",
    "SolverError", "Sums", "Table", "Utility", "best_line", "bids", "bits", "chance", "code",
    "cold", "dealing", "encoding", "ending", "kernel", "legal", "matching", "preparing", "ready",
    "rounds", "score_utility", "scoring", "sensible", "sharing", "simulate", "solve",
    "solve_batch", "summary", "tricks_utility", "warm_up", "whole_rounds", "work",
]  # fmt: skip
