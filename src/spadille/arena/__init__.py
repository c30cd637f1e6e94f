"""Matches between bots on mirrored deals, on this machine or on a Dask cluster.

>>> result = match("beginner", "random", deals=8, seed=1)
>>> result.points_per_deal.mean > 100
True
>>> result.seatings
2
"""

from ..bots import BotError, Rating
from .contestant import BotFactory
from .executors import dask_client, dask_cluster, local_processes, need_dask, watched
from .failure import ArenaError
from .interval import Interval
from .journal import Journal
from .match import count_of, match
from .program import program
from .result import BidSums, BotReport, DecisionTimes, MatchResult
from .round_robin import Place, RoundRobinResult, round_robin
from .stopping import Until

__all__ = [
    "ArenaError", "BidSums", "BotError", "BotFactory", "BotReport", "DecisionTimes", "Interval",
    "Journal", "MatchResult", "Place", "Rating", "RoundRobinResult", "Until", "count_of",
    "dask_client", "dask_cluster", "local_processes", "match", "need_dask", "program",
    "round_robin", "watched",
]  # fmt: skip
