"""Accelerators for the rules engine: compiled kernels that are tested to be equal to it.

Importing this package imports Numba; code that may not need it imports it late.
"""

from . import bits, bytes_kernel, calling, chance, code, encoding, game, kernel, sharing, vectors
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
    trick_table,
    tricks_utility,
)
from .statistics import SeatStatistics, SideStatistics, Simulation, Sums, summary
from .tables import Table, sensible
from .warming import cold, warm_up, work

__all__ = [
    "Answers", "Policy", "SeatStatistics", "SideStatistics", "Simulation", "Solution",
    "SolverError", "Sums", "Table", "Utility", "best_line", "bits", "bytes_kernel",
    "calling", "chance", "code", "cold", "encoding", "game", "kernel", "ready",
    "score_utility", "sensible", "sharing", "simulate", "solve",
    "solve_batch", "summary", "trick_table", "tricks_utility", "vectors", "warm_up", "work",
]  # fmt: skip
