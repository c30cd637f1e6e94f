"""Let bots think on a Dask cluster, or on this machine while the cluster is unavailable."""

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from functools import partial
from threading import Event, Lock, Thread
from typing import Any, ParamSpec, TypeVar, cast

from ...arena import dask_client, need_dask, program
from ..logs import log_failure
from .executors import LEVELS, BotExecutor, hurried, prepare_elsewhere

log = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

PATIENCE = 3.0
"""Seconds that a decision may take; after that, there is still time to make it here."""

LOOK = 1.0
"""Seconds between looks for workers, and between attempts to connect."""

PRIORITY = 1
"""The priority that puts decisions before other work on the same workers."""

MOST_PER_PLACE = 4
"""The most decisions requested at a time for each thread of a worker; others are made here."""

MOST_AT_ONCE = 256
"""The most decisions requested elsewhere at once, each by a thread that waits for it."""


class ClusterExecutor(Executor):
    """Runs the decisions of levels that think on a Dask cluster, which queues and places them.

    The level is the first argument of each call. Quick levels run in `here`, and so does everything
    that the cluster does not answer in time. Every requested decision is made, even if the cluster
    fails along the way.

    One thread connects to the cluster, looks for workers, and prepares each one before its use.
    """

    def __init__(self, url: str, here: BotExecutor) -> None:
        """Connect to the scheduler at `url`, which may be unavailable; raise if Dask is missing."""
        need_dask()
        self._here = here
        self._url = url
        self._client: Any = None
        self._workers: Mapping[str, int] = {}
        self._asked = 0
        self._late: list[Any] = []
        self._lock = Lock()
        self._look = Event()
        self._ended = False
        self._told: bool | None = None
        self._callers = ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix="elsewhere")
        Thread(target=self._attend, name="cluster", daemon=True).start()

    @property
    def elsewhere(self) -> int:
        """The number of decisions that the cluster can make at the same time.

        A decision that did not come in time takes a place until it comes.
        """
        late = sum(not one.done() for one in self._late)
        return max(0, sum(self._workers.values()) - late)

    def preparing(self, level: str) -> float | None:
        """Return roughly how many seconds until a level can think anywhere, or None if it can."""
        return None if self.elsewhere else self._here.preparing(level)

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Run a call on the cluster, or here if the level is quick or the cluster has no room."""
        with self._lock:
            places = self.elsewhere
            full = self._asked >= min(MOST_PER_PLACE * places, MOST_AT_ONCE)
            if not args or args[0] not in LEVELS or full:
                return self._here.submit(fn, *args, **kwargs)
            level = hurried(args[0]) if self._asked > places else args[0]
            self._asked += 1
        there: Callable[[], R] = partial(cast("Any", fn), level, *args[1:], **kwargs)
        here = partial(self._here.submit, fn, *args, **kwargs)
        future: Future[R] = self._callers.submit(self._decide, there, here)
        future.add_done_callback(self._answered)
        return future

    def warm_up(self) -> None:
        """Prepare a process here too, so that no one waits for it when the cluster fails."""
        self._here.warm_up()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as executors have it
        """Disconnect from the cluster, and stop the workers here."""
        self._ended = True
        self._look.set()
        self._here.shutdown(wait, cancel_futures=cancel_futures)
        self._callers.shutdown(wait, cancel_futures=cancel_futures)

    def _decide(self, there: Callable[[], R], here: Callable[[], Future[R]]) -> R:
        asked: Any = None
        try:
            # If its worker goes, another one may take the decision, or it would wait forever.
            asked = self._send(there, [*self._workers], allow_other_workers=True)
            answer: R = asked.result(PATIENCE)
            return answer
        except (CancelledError, OSError):
            self._look.set()  # the cluster is gone or too slow, which is logged only once
        except Exception as error:  # noqa: BLE001 - a failure there may not happen here
            log_failure(log, "a bot failed on the cluster", error)
        if asked is not None and not asked.done():
            # Dask cannot stop a running call. If this one was canceled, Dask would forget it and
            # give its thread more to do, so it keeps its place here until it is done.
            with self._lock:
                self._late = [one for one in (*self._late, asked) if not one.done()]
        return here().result()

    def _answered(self, _: Future[Any]) -> None:
        with self._lock:
            self._asked -= 1

    def _send(self, call: Callable[[], Any], workers: list[str], **options: Any) -> Any:
        """Submit a call to these workers, and return the future from Dask."""
        client = self._client
        if client is None or client.status != "running" or not workers:
            raise ConnectionError("the cluster is unreachable")
        return client.submit(call, workers=workers, pure=False, priority=PRIORITY, **options)

    # --- in the thread that attends to the cluster -------------------------------------------

    def _attend(self) -> None:
        while not self._ended:
            problem = ""
            try:
                with dask_client(self._url, PATIENCE) as client:
                    self._client, self._late = client, []
                    self._watch(client)
            except Exception as error:  # noqa: BLE001 - logged once, and tried again
                problem = str(error) or type(error).__name__
            self._client, self._workers = None, {}
            self._tell(problem)
            self._wait()

    def _watch(self, client: Any) -> None:
        """Keep track of the workers until the cluster becomes unavailable."""
        preparing: dict[str, Any] = {}
        able: dict[str, bool] = {}
        complaints: set[str] = set()
        while not self._ended:
            if client.status != "running":
                raise ConnectionError("the connection is lost")
            threads = client.sync(client.scheduler.ncores, callback_timeout=PATIENCE)
            for one, asked in [*preparing.items()]:
                if one not in threads or asked.done():
                    del preparing[one]
                    if one in threads and not asked.cancelled():  # as after a lost connection
                        able[one] = _is_able(one, asked, complaints)
            able = {one: can for one, can in able.items() if one in threads}
            for one in threads:
                # The first one on a machine compiles kernels, which the others there then find.
                alone = _machine(one) not in map(_machine, preparing)
                warm = _machine(one) in {_machine(other) for other in able if able[other]}
                if one not in preparing and one not in able and (alone or warm):
                    preparing[one] = self._send(partial(prepare_elsewhere, program()), [one])
                    preparing[one].add_done_callback(lambda _: self._look.set())
            self._workers = {one: threads[one] for one in able if able[one]}
            if self._workers or self._told or not preparing:
                self._tell("no usable worker answers there")
            self._wait()

    def _wait(self) -> None:
        if not self._ended:
            self._look.wait(LOOK)
            self._look.clear()

    def _tell(self, problem: str) -> None:
        """Log that bots think there, or why they do not, whenever that has changed."""
        there = bool(self._workers)
        if there == self._told or self._ended:
            return
        self._told = there
        if there:
            log.warning("bots decide at %s", self._url)
        else:
            log.warning("bots decide on this server, not at %s: %s", self._url, problem)


def _is_able(worker: str, asked: Any, complaints: set[str]) -> bool:
    """Return True if a worker can think, and log each reason why one cannot once."""
    try:
        found = asked.result(PATIENCE)
    except Exception as error:  # noqa: BLE001 - after any error, that worker is not used
        found = type(error).__name__
        if found not in complaints:
            log_failure(log, f"the worker {worker} cannot run bots", error)
    else:
        if found == program():
            return True
        if found not in complaints:
            message = "the worker %s is not used: it has Spadille %s, not %s"
            log.warning(message, worker, found, program())
    complaints.add(found)
    return False


def _machine(address: str) -> str:
    """Return the machine in a worker's address, without the port."""
    return address.rpartition(":")[0]
