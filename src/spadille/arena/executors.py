"""Where matches are played: in processes on this machine, or on a Dask cluster."""

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import active_children, get_context, parent_process
from threading import Thread, current_thread, main_thread
from typing import Any

from ..bots import kill_programs, told
from ..game import SpadesError
from ..processes import undisturbed
from .contestant import ArenaError

_PATIENCE = 10
"""Seconds to wait for a cluster and its first worker."""


@contextmanager
def local_processes(workers: int | None = None) -> Iterator[Executor]:
    """Yield processes on this machine, one for each processor by default."""
    others = set(active_children())
    count = workers or os.cpu_count() or 1
    executor = ProcessPoolExecutor(
        count, mp_context=get_context("spawn"), initializer=_begin_worker
    )
    with undisturbed():
        for _ in range(count):  # each call starts another process, as long as none is idle
            executor.submit(int)
    try:
        yield executor
    except BaseException:
        manager: Any = executor._executor_manager_thread  # noqa: SLF001 - which it forgets
        executor.shutdown(wait=False, cancel_futures=True)  # or its thread fails on dead processes
        for process in set(active_children()) - others:
            process.terminate()  # or the program would wait for decisions no one needs
        if manager is not None:  # or Python might fail on it at exit
            manager.join()
        raise
    executor.shutdown()


@contextmanager
def watched(executor: Executor | None) -> Iterator[None]:
    """Enclose work that is done by an executor, if there is one.

    Raises:
        ArenaError: if it fails, whether a process has died or a cluster is gone.
    """
    try:
        yield
    except SpadesError:
        raise
    except Exception as error:
        if executor is None:
            raise
        raise ArenaError(
            "arena/workers-failed", "the workers failed: {problem}", problem=told(error)
        ) from error


def _begin_worker() -> None:
    """Make a process end with the one that started it, which alone receives Ctrl-C.

    A pool's processes keep its pipes open for each other, so they would not notice its end.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def end_programs_with_worker() -> None:
    """Make a process of `local_processes` end the programs of its bots when it is terminated.

    Other processes would end later than before, since Python waits for compiled code that runs.
    """
    if (
        parent_process() is not None
        and current_thread() is main_thread()
        and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    ):
        signal.signal(signal.SIGTERM, _end)


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    _end()


def _end(*_: object) -> None:
    """End this process and the programs that play in it."""
    kill_programs()
    os._exit(1)


@contextmanager
def dask_cluster(url: str) -> Iterator[Executor]:
    """Yield the workers of a Dask cluster at a scheduler's address; they need Spadille installed.

    Raises:
        ArenaError: if Dask is not installed here, or no cluster with workers is found there.
    """
    with dask_client(url, _PATIENCE) as client:
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except Exception as error:
            raise _unreachable(url, error) from error
        yield client.get_executor(pure=False)


@contextmanager
def dask_client(url: str, patience: float) -> Iterator[Any]:
    """Yield a client of a scheduler's Dask cluster, which must answer within `patience` seconds.

    Raises:
        ArenaError: if Dask is not installed here, or no cluster is found there.
    """
    need_dask()
    try:
        distributed: Any = import_module("distributed")
        _without_loop(lambda: asyncio.run(_reach(distributed, url, patience)))
        client = distributed.Client(url, timeout=patience, set_as_default=False)
    except Exception as error:
        raise _unreachable(url, error) from error
    with _silent(logging.getLogger("distributed.client")), client:
        yield client


def need_dask() -> None:
    """Check without an import that Dask is installed, an extra that most people do without.

    Raises:
        ArenaError: if it is not.
    """
    if find_spec("distributed") is None:
        raise ArenaError(
            "arena/no-dask",
            "a cluster needs Dask, which is not installed: install spadille[dask]",
        )


@contextmanager
def _silent(logger: logging.Logger) -> Iterator[None]:
    """Silence Dask's log, because a cluster that goes away is raised as an error anyway."""
    before = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(before)


def _without_loop(do: Callable[[], None]) -> None:
    """Run something in this thread, or in a new one if this thread already runs an event loop.

    In a notebook, it does. Otherwise no thread is started, because Python would wait for it at
    exit.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        do()
        return
    with ThreadPoolExecutor(1) as thread:
        thread.submit(do).result()


async def _reach(distributed: Any, url: str, patience: float) -> None:
    """Connect once; a client that fails for reasons other than time would log complaints."""
    security = distributed.Security().get_connection_args("client")
    greeting = distributed.core.connect(url, timeout=patience, **security)
    comm = await asyncio.wait_for(greeting, patience)  # another server may never answer
    await comm.close()


def _unreachable(url: str, error: Exception) -> ArenaError:
    return ArenaError(
        "arena/no-cluster",
        "no Dask cluster with workers at {url}; expected an address like {example}: {problem}",
        url=url,
        example="tcp://host:8786",
        problem=told(error),
    )
