"""Matches between bots on mirrored deals, on this machine or on a Dask cluster.

>>> result = match("beginner", "random", deals=8, seed=1)
>>> result.points_per_deal.mean > 100
True
>>> result.seatings
2
"""

from ..bots import BotError
from .contestant import BotFactory
from .executors import dask_cluster, local_processes
from .failure import ArenaError
from .interval import Interval
from .match import match
from .result import BidSums, BotReport, DecisionTimes, MatchResult

__all__ = [
    "ArenaError", "BidSums", "BotError", "BotFactory", "BotReport", "DecisionTimes", "Interval",
    "MatchResult", "dask_cluster", "local_processes", "match",
]  # fmt: skip
