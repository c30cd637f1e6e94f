"""A real Dask cluster on this machine: parts of it can be killed, and it answers some questions."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

THERE = "SPADILLE_TEST_WORKER"
"""Set in the environment of workers."""


class LocalCluster:
    """A scheduler and single-threaded workers, each a process, killed as by a power failure."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self.url = f"tcp://127.0.0.1:{listener.getsockname()[1]}"
        self._scheduler: subprocess.Popen[bytes] | None = None
        self._workers: list[subprocess.Popen[bytes]] = []

    def start(self, workers: int = 1) -> None:
        """Start the scheduler and that many workers."""
        host, port = self.url.removeprefix("tcp://").split(":")
        if self._scheduler is None:
            self._scheduler = _dask("scheduler", "--host", host, "--port", port, "--no-show")
        self._workers = [worker for worker in self._workers if worker.poll() is None]
        while len(self._workers) < workers:
            self._workers.append(_dask("worker", self.url, "--no-nanny", "--nthreads", "1"))

    def kill(self) -> None:
        for process in (self._scheduler, *self._workers):
            if process is not None:
                process.kill()
                process.wait()
        self._scheduler, self._workers = None, []

    def halt(self) -> None:
        """Make the scheduler unresponsive, as if behind a failed network."""
        assert self._scheduler is not None
        self._scheduler.send_signal(signal.SIGSTOP)


def _dask(what: str, *words: str) -> subprocess.Popen[bytes]:
    paths = os.pathsep.join(path for path in sys.path if path)
    return subprocess.Popen(
        [sys.executable, "-m", "dask", what, *words, "--no-dashboard"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": paths, THERE: "1"},
    )


@contextmanager
def local_cluster() -> Iterator[LocalCluster]:
    """Yield a cluster that has not started yet."""
    cluster = LocalCluster()
    try:
        yield cluster
    finally:
        cluster.kill()


def where(level: str) -> tuple[bool, int]:
    """Return whether this runs in the cluster, and the id of its process."""
    return THERE in os.environ, os.getpid()


def where_after_a_crash(level: str, sign: Path) -> tuple[bool, int]:
    if not sign.exists():
        sign.touch()
        os._exit(1)
    return where(level)


def where_that_works(level: str) -> tuple[bool, int]:
    if THERE in os.environ:
        raise ValueError("not here")
    return where(level)


def until_told(level: str, sign: Path) -> tuple[str, bool]:
    """Write a file for this process, and wait for the sign."""
    sign.with_suffix(f".{os.getpid()}").touch()
    while not sign.exists():
        sleep(0.05)
    return as_what(level)


def until_there(level: str, sign: Path) -> bool:
    """Return whether this runs in the cluster; if so, wait until the sign is there."""
    while THERE in os.environ and not sign.exists():
        sleep(0.05)
    return THERE in os.environ


def as_what(level: str) -> tuple[str, bool]:
    return level, THERE in os.environ
