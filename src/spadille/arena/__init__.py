"""Matches between bots on duplicate deals, on this machine or on a Dask cluster.

>>> result = match("beginner", "random", deals=8, seed=1)
>>> result.points_per_deal.mean > 100
True
>>> result.seatings
2
"""

from ..bots import BotError, Rating
from .checkpoint import Checkpoint, program
from .compare import Compared, Comparison, compare
from .conformance import Check, check_bot
from .contestant import ArenaError, BotFactory
from .executors import dask_client, dask_cluster, local_processes, need_dask, watched
from .interval import Interval
from .match import count_of, match
from .result import BidSums, BotReport, DealValue, DecisionTimes, MatchResult
from .resumable import resumable
from .round_robin import Place, RoundRobinResult, round_robin
from .saved_games import write_worst
from .stopping import Until

Journal = Checkpoint
"""The older name of `Checkpoint`."""

__all__ = [
    "ArenaError", "BidSums", "BotError", "BotFactory", "BotReport", "Check", "Checkpoint",
    "Compared", "Comparison", "DealValue", "DecisionTimes", "Interval", "Journal", "MatchResult",
    "Place", "Rating", "RoundRobinResult", "Until", "check_bot", "compare", "count_of",
    "dask_client", "dask_cluster", "local_processes", "match", "need_dask", "program",
    "resumable", "round_robin", "watched", "write_worst",
]  # fmt: skip
