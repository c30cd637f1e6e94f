"""Bots that think on other machines, and on this one while those are away."""

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
"""Decisions that are asked for elsewhere, each by a thread that waits for it."""


class Elsewhere(Executor):
    """Runs what decides as a bot of a level that thinks, its first argument, on a Dask cluster.

    Quick levels, and whatever the cluster does not answer in time, are for `here`: a decision that
    was asked for is made, whatever becomes of the cluster in the meantime.
    """

    def __init__(self, url: str, here: Thinkers) -> None:
        """`url` is the address of the scheduler; it may be away.

        Raises:
            ArenaError: when Dask is not installed.
        """
        need_dask()
        self._here = here
        self._cluster = Cluster(url)
        self._callers = ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix="elsewhere")

    @property
    def elsewhere(self) -> int:
        """How many can think there at the same time."""
        return len(self._cluster.places)

    def preparing(self, level: str) -> float | None:
        """Seconds that it takes, about, until a level can think anywhere; None where it can."""
        return None if self.elsewhere else self._here.preparing(level)

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        if not args or args[0] not in LEVELS or not self.elsewhere:
            return self._here.submit(fn, *args, **kwargs)
        places = self._cluster.places
        turn = places.queue()
        future: Future[R] = self._callers.submit(self._decide, turn, fn, args, kwargs)
        future.add_done_callback(lambda _: places.leave(turn))
        return future

    def warm_up(self) -> None:
        """Have a process here ready as well: people would wait for it when the cluster goes."""
        self._here.warm_up()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as executors have it
        self._cluster.close()
        self._here.shutdown(wait, cancel_futures=cancel_futures)
        self._callers.shutdown(wait, cancel_futures=cancel_futures)

    def _decide(
        self, turn: Turn, fn: Callable[..., R], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> R:
        try:
            return self._cluster.ask(turn, fn, args, kwargs)
        except (CancelledError, OSError):
            pass  # the cluster is away or too slow, which is shown once and not for each decision
        except Exception as error:  # noqa: BLE001 - who has failed there may not fail here
            log_failure(log, "a bot failed elsewhere", error)
        return self._here.submit(fn, *args, **kwargs).result()
