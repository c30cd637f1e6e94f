"""Decide for bots, and answer slow questions, without holding up any table.

Quick levels decide in threads. A level that thinks needs kernels, which are loaded in separate
processes. So Numba is never imported in the event loop's process, and a long thought holds no one
up.
"""

import asyncio
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
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from ...processes import undisturbed
from ...table.errors import RefusedError
from ..logs import log_failure

log = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

LEVELS = frozenset({"expert", "master"})
"""The levels that think, which they do in processes."""

LEVEL = "expert"
"""The level whose kernels the processes load, and at which they answer questions."""

PREPARATION = 60.0
"""Assumed seconds for compiling, before more is known."""

LOADING = 600.0
"""Seconds that a process may take for its first call, which may have to compile kernels."""

LONGEST_CALL = 30.0
"""Seconds that any later call may take; a process that takes longer is stopped."""

MOST_WAITING = 50
"""The most questions that may wait; any others are refused."""


def hurried(level: str) -> str:
    """Return a quicker level to use while others wait, so that long thinking holds no one up."""
    return {"master": "expert"}.get(level, level)


class EndedError(OSError):
    """The process was stopped from outside."""


class BotExecutor(Executor):
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
        self._count = count
        self._longest_call = longest_call
        self._niceness = niceness
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="bot")
        self._callers = ThreadPoolExecutor(count, thread_name_prefix="thinker")
        self._mine = local()  # the process of a caller's thread, and the connection to it
        self._processes: list[BaseProcess] = []
        self._asked = 0
        self._lock = Lock()
        self._closed = False
        self._left = get_context("spawn").Value("d", 0.0, lock=False)

    def preparing(self, level: str) -> float | None:
        """Return roughly how many seconds until a level can think here, or None if it can."""
        return self._left.value or None if level in LEVELS else None

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Run a call in a process if its first argument is a level that thinks."""
        if not args or args[0] not in LEVELS:
            return self._threads.submit(fn, *args, **kwargs)
        future: Future[R] = self._callers.submit(self._decide, fn, args, kwargs)
        with self._lock:
            self._asked += 1
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
        level = hurried(args[0]) if self._asked > self._count else args[0]
        limit = self._longest_call if hasattr(self._mine, "process") else LOADING
        return self._call(partial(fn, level, *args[1:], **kwargs), limit)

    def _answered(self, _: Future[Any]) -> None:
        with self._lock:
            self._asked -= 1

    def _call(self, call: Callable[[], R], limit: float | None) -> R:
        """Return the result of a call in this thread's process, within `limit` seconds.

        A process that has died, or does not finish, is replaced for the next call.
        """
        if not hasattr(self._mine, "process"):
            self._mine.process, self._mine.connection = self._start()
        process: BaseProcess = self._mine.process
        connection: Connection = self._mine.connection
        try:
            connection.send(call)
            if not connection.poll(limit):
                raise TimeoutError("a decision took too long")
            result, failure = connection.recv()
        except (EOFError, OSError):
            del self._mine.process
            connection.close()
            with self._lock:
                self._processes.remove(process)
            process.kill()
            process.join()
            if process.exitcode == -signal.SIGTERM:
                raise EndedError("stopped together with the server") from None
            raise
        if failure is not None:
            raise failure
        answer: R = result
        return answer

    def _start(self) -> tuple[BaseProcess, Connection]:
        context = get_context("spawn")
        here, there = context.Pipe()
        arguments = (there, self._left, self._niceness)
        process = context.Process(target=_work, args=arguments, daemon=True, name="thinker")
        with undisturbed():
            process.start()  # this takes long, and the event loop may be waiting for the lock
        with self._lock:
            self._processes.append(process)
            if self._closed:
                process.kill()
        there.close()
        return process, here


class BackgroundQueue:
    """Asks a process one question at a time, so that strangers use one processor at most."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._lock = asyncio.Lock()
        self._waiting = 0

    async def ask(self, question: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Return the process's answer, or raise its error.

        Raise RefusedError if too many questions are already waiting, or the answer takes too long.
        """
        if self._waiting >= MOST_WAITING:
            raise RefusedError("server/busy", "the server is busy; try again in a moment")
        self._waiting += 1
        try:
            async with self._lock:
                future = self._executor.submit(_answer, LEVEL, question, *args, **kwargs)
                return await asyncio.wrap_future(future)
        except (TimeoutError, EOFError, OSError) as error:
            raise RefusedError("server/gave-up", "this took too long and was stopped") from error
        finally:
            self._waiting -= 1


# --- in a separate process -------------------------------------------------------------------


def _work(connection: Connection, left: Any, niceness: int) -> None:
    """Run one call after another, until there are no more."""
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
        answer: tuple[Any, Exception | None]
        try:
            answer = call(), None
        except Exception as error:  # noqa: BLE001 - passed on, as executors do
            answer = None, error
        try:
            connection.send(answer)
        except OSError:  # the server has been killed in the meantime
            return


_left: Any
"""The remaining seconds of preparation, a number that this process shares with the server."""


def _answer(_at: str, question: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """Return the answer to a question; `_at` determines where it is worked out."""
    return question(*args, **kwargs)


def _prepare_process() -> None:
    def tell(left: float) -> None:
        _left.value = left

    prepare(tell)


def prepare_elsewhere(expected: str) -> str:
    """Prepare another machine, unless its version of Spadille differs; return that version."""
    from ...arena import program  # noqa: PLC0415 - in a separate process
    from . import bots  # noqa: F401, PLC0415 - otherwise, the first decision would wait for it

    found = program()
    if found == expected:
        prepare(lambda _: None)
    return found


def prepare(tell: Callable[[float], object]) -> None:
    """Compile missing kernels at low priority, then load them all.

    `tell` receives roughly how many seconds compiling still takes, and 0 at the end.
    """
    from ...bots import KERNELS, load  # noqa: PLC0415 - in a separate process
    from ...fast import cold, kernel, warm_up, work  # noqa: PLC0415
    from ...game import Game  # noqa: PLC0415

    modules = [module for level in sorted(LEVELS) for module in KERNELS[level]]
    if not kernel.kernels_are_kept():
        modules = []  # every process compiles kernels when it first thinks
    total, done, begun = work(cold(modules)), 0, monotonic()
    tell(PREPARATION if total else 0.0)
    try:
        for step in warm_up(modules, gently=True):
            done += step
            passed = monotonic() - begun
            certain = done * 20 > total
            rest = passed * (total - done) / done if certain else PREPARATION - passed
            tell(max(rest, 1.0))
    finally:
        tell(0.0)
    # The decisions of one round load everything that they need.
    game, bot, adviser = Game.new(seed=0), load(LEVEL, nodes=1), load("beginner")
    while not game.results:
        view = game.view_to_act
        bot.act(view)
        game = game.apply(adviser.act(view))
