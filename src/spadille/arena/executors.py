"""Where matches are played: processes of this machine, or a Dask cluster."""

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
from threading import Thread
from typing import Any

from ..bots import told
from ..game import SpadesError
from ..undisturbed import undisturbed
from .failure import ArenaError

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
        for _ in range(count):  # each starts one more, as long as none is at leisure
            executor.submit(int)
    try:
        yield executor
    except BaseException:
        manager: Any = executor._executor_manager_thread  # noqa: SLF001 - which it forgets
        executor.shutdown(wait=False, cancel_futures=True)  # or its thread fails over what is dead
        for process in set(active_children()) - others:
            process.terminate()  # or the program would wait for decisions that no one wants
        if manager is not None:  # or Python might fail over it at the end
            manager.join()
        raise
    executor.shutdown()


@contextmanager
def watched(executor: Executor | None) -> Iterator[None]:
    """Around work that is done by an executor, if there is one.

    Raises:
        ArenaError: when it fails, be it that a process has died or that a cluster is gone.
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
    """Have a process end with the one that has begun it, which alone hears of Ctrl-C.

    However that ends: a pool's processes keep its pipes open for each other, and hear nothing.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@contextmanager
def dask_cluster(url: str) -> Iterator[Executor]:
    """Yield the workers of a Dask cluster by its scheduler's address; they need Spadille installed.

    Raises:
        ArenaError: when Dask is not installed here, or no cluster with workers is found there.
    """
    with dask_client(url, _PATIENCE) as client:
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except Exception as error:
            raise _unreachable(url, error) from error
        yield client.get_executor(pure=False)


@contextmanager
def dask_client(url: str, patience: float) -> Iterator[Any]:
    """Yield a client of that scheduler's Dask cluster, which must answer in `patience` seconds.

    Raises:
        ArenaError: when Dask is not installed here, or no cluster is found there.
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
    """See that Dask is installed, an extra that most do without; imports nothing.

    Raises:
        ArenaError: when it is not.
    """
    if find_spec("distributed") is None:
        raise ArenaError(
            "arena/no-dask",
            "a cluster needs Dask, which is not installed: install spadille[dask]",
        )


@contextmanager
def _silent(logger: logging.Logger) -> Iterator[None]:
    """Yield what it would complain about, a cluster that goes away, is raised as an error."""
    before = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(before)


def _without_loop(do: Callable[[], None]) -> None:
    """Run it in this thread, or in a new one if this thread already runs a loop.

    A notebook does. Elsewhere no thread is begun, for Python waits for it when it ends.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        do()
        return
    with ThreadPoolExecutor(1) as thread:
        thread.submit(do).result()


async def _reach(distributed: Any, url: str, patience: float) -> None:
    """Connect once: a client that fails for other reasons than time would complain on its own."""
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
