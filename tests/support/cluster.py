"""A real Dask cluster on this machine, whose parts can be killed, and what it may be asked."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

THERE = "SPADILLE_TEST_WORKER"
"""Set in the environment of workers."""


class LocalCluster:
    """A scheduler and workers of one thread, each a process; killed as a power cut would."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self.url = f"tcp://127.0.0.1:{listener.getsockname()[1]}"
        self._scheduler: subprocess.Popen[bytes] | None = None
        self._workers: list[subprocess.Popen[bytes]] = []

    def start(self, workers: int = 1) -> None:
        """Have the scheduler and that many workers run."""
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
        """The scheduler answers no one, as behind a network that has failed."""
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
    """One that has not begun yet."""
    cluster = LocalCluster()
    try:
        yield cluster
    finally:
        cluster.kill()


def where(level: str) -> tuple[bool, int]:
    """Whether it is worked out in the cluster, and by which process."""
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
    while not sign.exists():
        pass
    return as_what(level)


def as_what(level: str) -> tuple[str, bool]:
    return level, THERE in os.environ
