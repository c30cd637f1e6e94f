"""Bots that think on other machines, or on this one while those are unavailable."""

import logging
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from ...arena import need_dask
from ..logs import log_failure
from .cluster import Cluster
from .places import Turn
from .preparing import LEVELS
from .thinkers import Thinkers

log = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

MOST_AT_ONCE = 256
"""The most decisions requested elsewhere at once, each by a thread that waits for it."""


class Elsewhere(Executor):
    """Runs the decisions of levels that think on a Dask cluster.

    The level is the first argument of each call. Quick levels run in `here`, and so does everything
    that the cluster does not answer in time. Every requested decision is made, even if the cluster
    fails along the way.
    """

    def __init__(self, url: str, here: Thinkers) -> None:
        """Connect to the scheduler at `url`, which may be unavailable for now.

        Raises:
            ArenaError: if Dask is not installed.
        """
        need_dask()
        self._here = here
        self._cluster = Cluster(url)
        self._callers = ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix="elsewhere")

    @property
    def elsewhere(self) -> int:
        """The number of decisions that the cluster can make at the same time."""
        return len(self._cluster.places)

    def preparing(self, level: str) -> float | None:
        """Return roughly how many seconds until a level can think anywhere, or None if it can."""
        return None if self.elsewhere else self._here.preparing(level)

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Run a call on the cluster, or here if the level is quick or the cluster is gone."""
        if not args or args[0] not in LEVELS or not self.elsewhere:
            return self._here.submit(fn, *args, **kwargs)
        places = self._cluster.places
        turn = places.queue()
        future: Future[R] = self._callers.submit(self._decide, turn, fn, args, kwargs)
        future.add_done_callback(lambda _: places.leave(turn))
        return future

    def warm_up(self) -> None:
        """Prepare a process here too, so that no one waits for it when the cluster fails."""
        self._here.warm_up()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as executors have it
        """Disconnect from the cluster, and stop the workers here."""
        self._cluster.close()
        self._here.shutdown(wait, cancel_futures=cancel_futures)
        self._callers.shutdown(wait, cancel_futures=cancel_futures)

    def _decide(
        self, turn: Turn, fn: Callable[..., R], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> R:
        try:
            return self._cluster.ask(turn, fn, args, kwargs)
        except (CancelledError, OSError):
            pass  # the cluster is gone or too slow; this is logged once, not for each decision
        except Exception as error:  # noqa: BLE001 - a failure there may not happen here
            log_failure(log, "a bot failed on the cluster", error)
        return self._here.submit(fn, *args, **kwargs).result()
