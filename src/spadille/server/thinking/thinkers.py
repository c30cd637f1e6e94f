"""Workers that decide for bots: threads for quick levels, and processes for levels that think.

A level that thinks needs kernels, which are loaded in separate processes. So Numba is never
imported in the event loop's process, and a long thought holds no one up.
"""

import logging
import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock, local
from typing import Any, ParamSpec, TypeVar, cast

from ...undisturbed import undisturbed
from ..logs import log_failure
from .preparing import LEVELS, hurried, prepare

log = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

Worker = tuple[BaseProcess, Connection]
"""A process, and the connection to it."""

Left = Any
"""A number of seconds that processes share."""

LOADING = 600.0
"""Seconds that a process may take for its first call, which may have to compile kernels."""

LONGEST_CALL = 30.0
"""Seconds that any later call may take; a process that takes longer is stopped."""


class EndedError(OSError):
    """The process was stopped from outside."""


class Thinkers(Executor):
    """Runs the decisions of each level where that level belongs.

    The level is the first argument of each call. There are `count` threads and as many processes. A
    process starts with the first decision that needs one, or with `warm_up`.
    """

    elsewhere: int | None = None
    """The number of decisions that other machines can make at a time, if any are used."""

    def __init__(
        self, count: int, longest_call: float = LONGEST_CALL, *, niceness: int = 0
    ) -> None:
        """Create the workers; `niceness` lowers the priority of their processes."""
        self._longest_call = longest_call
        self._niceness = niceness
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="bot")
        self._callers = ThreadPoolExecutor(count, thread_name_prefix="thinker")
        self._mine = local()
        self._processes: list[BaseProcess] = []
        self._asked: set[Future[Any]] = set()
        self._lock = Lock()
        self._closed = False
        self._left: Left = get_context("spawn").Value("d", 0.0, lock=False)

    def preparing(self, level: str) -> float | None:
        """Return roughly how many seconds until a level can think here, or None if it can."""
        return self._left.value or None if level in LEVELS else None

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Run a call in a process if its first argument is a level that thinks."""
        if not args or args[0] not in LEVELS:
            return self._threads.submit(fn, *args, **kwargs)
        future: Future[R] = self._callers.submit(self._decide, fn, args, kwargs)
        with self._lock:
            self._asked.add(future)
        future.add_done_callback(self._answered)
        return future

    def warm_up(self) -> None:
        """Start a process that prepares and loads its kernels, but do not wait for it."""
        self._callers.submit(self._prepare)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as executors have it
        """Stop the processes, even in the middle of a thought, and stop the threads."""
        with self._lock:
            self._closed = True
            for process in self._processes:
                process.kill()
        for threads in (self._threads, self._callers):
            threads.shutdown(wait, cancel_futures=cancel_futures)

    def _prepare(self) -> None:
        """Prepare a process, however long it takes; do not wait for one that has died."""
        try:
            self._call(_prepare_process, limit=None)
        except Exception as error:  # noqa: BLE001 - the first thought will prepare the rest
            self._left.value = 0.0
            if not (self._closed or isinstance(error, EndedError)):
                log_failure(log, "bots could not be prepared", error)

    def _decide(self, fn: Callable[..., R], args: tuple[Any, ...], kwargs: dict[str, Any]) -> R:
        """Return a level's decision; the level hurries while others wait."""
        level, *rest = args
        with self._lock:
            waiting = any(not (future.running() or future.done()) for future in self._asked)
        decide = partial(fn, hurried(level) if waiting else level, *rest, **kwargs)
        limit = self._longest_call if hasattr(self._mine, "worker") else LOADING
        return self._call(decide, limit)

    def _answered(self, future: Future[Any]) -> None:
        with self._lock:
            self._asked.discard(future)

    def _call(self, call: Callable[[], R], limit: float | None) -> R:
        """Return the result of a call in this thread's process, within `limit` seconds.

        A process that has died, or does not finish, is replaced for the next call.
        """
        if not hasattr(self._mine, "worker"):
            self._mine.worker = self._start()
        process, connection = cast("Worker", self._mine.worker)
        try:
            connection.send(call)
            if not connection.poll(limit):
                raise TimeoutError("a decision took too long")
            done, result = connection.recv()
        except (EOFError, OSError):
            del self._mine.worker
            connection.close()
            self._end(process)
            if process.exitcode == -signal.SIGTERM:
                raise EndedError("stopped together with the server") from None
            raise
        if done:
            return cast("R", result)
        raise result

    def _end(self, process: BaseProcess) -> None:
        with self._lock:
            self._processes.remove(process)
        process.kill()
        process.join()

    def _start(self) -> Worker:
        context = get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(
            target=_work,
            args=(there, self._left, self._niceness),
            daemon=True,
            name="thinker",
        )
        with undisturbed():
            process.start()  # this takes long, and the event loop may be waiting for the lock
        with self._lock:
            self._processes.append(process)
            if self._closed:
                process.kill()
        there.close()
        return process, here


def _work(connection: Connection, left: Left, niceness: int) -> None:
    """Run one call after another in a process, until there are no more."""
    global _left  # noqa: PLW0603 - one per process
    _left = left
    if niceness and hasattr(os, "nice"):  # not on Windows
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Windows, too
    while True:
        try:
            call = connection.recv()
        except (EOFError, OSError):
            return
        try:
            answer = (True, call())
        except Exception as error:  # noqa: BLE001 - passed on, as executors do
            answer = (False, error)
        try:
            connection.send(answer)
        except OSError:  # the server has been killed in the meantime
            return


_left: Left
"""The remaining seconds of preparation, which a process reports here."""


def _prepare_process() -> None:
    def tell(left: float) -> None:
        _left.value = left

    prepare(tell)
