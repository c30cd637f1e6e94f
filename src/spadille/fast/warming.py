"""Compile kernels ahead of their first use, each module's in a separate process."""

import hashlib
import importlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import IO, cast

import numba
from llvmlite.binding import get_host_cpu_name
from numba.core import event

from .kernel import cache_root, sources

PACKAGE = Path(__file__).parents[1]

KERNELS = {
    "spadille.fast.solver": 106,
    "spadille.envs.tables": 165,
    "spadille.fast.simulator": 99,
    "spadille.bots.expert.kernels": 162,
    "spadille.fast.worlds": 48,
}
"""About that many kernels a module compiles, the slowest first: the measure of progress."""


looked_at: set[str] = set()
"""The modules that this process need not look for any more, see `ready`."""


def cold(modules: Sequence[str]) -> tuple[str, ...]:
    """Return those modules of ours with a function `warm()` that are not known to be compiled here.

    Each is shown once, however often it is asked about.
    """
    return tuple(module for module in dict.fromkeys(modules) if not _mark(module).exists())


def work(modules: Sequence[str]) -> int:
    """Return how many kernels these modules compile, about."""
    return sum(KERNELS[module] for module in modules)


def warm_up(modules: Sequence[str], *, gently: bool = False) -> Iterator[int]:
    """Compiles what is cold, several modules at a time; yields how many kernels have been done.

    They add up to the `work` of the modules that were not compiled. `gently` leaves the processors
    to other processes. If the cache cannot be written this wastes time but does not fail: kernels
    then compile again in every process.

    Raises:
        subprocess.CalledProcessError: when a module does not compile; its output says why.
    """
    waiting = sorted(cold(modules), key=lambda module: -KERNELS.get(module, 0))
    if not waiting:
        return
    told: SimpleQueue[int | None] = SimpleQueue()
    with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
        running = [threads.submit(_compile_apart, one, told.put, gently) for one in waiting]
        for done in running:
            done.add_done_callback(lambda _: told.put(None))
        left = len(running)
        while left:
            step = told.get()
            left -= step is None
            yield step or 0
        for done in running:
            done.result()


def compile_below(module: str, *, gently: bool) -> None:
    """Compiles a module and leaves its mark; prints a line for each kernel.

    This process is one that another has started, and ends with that one.
    """
    Thread(target=_end_with_it, daemon=True).start()
    if gently and hasattr(os, "nice"):
        os.nice(10)
    looked_at.add(module)
    mark = _mark(module)  # of the sources as they are now
    with event.install_listener("numba:compile", _Teller()):
        importlib.import_module(module).warm()
    with suppress(OSError):
        mark.parent.mkdir(parents=True, exist_ok=True)
        for old in mark.parent.glob(f"{module}-*.compiled"):
            old.unlink(missing_ok=True)
        mark.touch()


def _end_with_it() -> None:
    os.read(sys.stdin.fileno(), 1)  # no one writes; it comes back when no one could any more
    os._exit(1)


class _Teller(event.Listener):
    """Prints a line for each kernel that has been compiled."""

    def on_start(self, event: object) -> None:
        """Nothing: a kernel compiles those that it calls in between."""

    def on_end(self, event: object) -> None:
        print(flush=True)  # noqa: T201 - to who has started this process


def _compile_apart(module: str, tell: Callable[[int], object], gently: bool) -> None:  # noqa: FBT001 - for executors
    """Compile a module in a separate process; reports its progress out of `KERNELS`."""
    code = f"from {__name__} import compile_below; compile_below({module!r}, gently={gently})"
    most = KERNELS.get(module, 0)
    told = 0
    with tempfile.TemporaryFile("w+") as said:
        with subprocess.Popen(  # noqa: S603 - ourselves
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
        ) as process:
            for _ in cast("IO[str]", process.stdout):
                if told < most - 1:
                    told += 1
                    tell(1)
        if process.returncode:
            said.seek(0)
            raise subprocess.CalledProcessError(process.returncode, module, stderr=said.read())
    tell(most - told)


def _mark(module: str) -> Path:
    """Return the file that is in the cache folder once a module is compiled as it is now."""
    return cache_root() / f"{module}-{_digest(module)}.compiled"


def _digest(module: str) -> str:
    """Change with our kernels and where they lie, with Numba, and with the machine."""
    about = f"{PACKAGE} {numba.__version__} {get_host_cpu_name()}"
    digest = hashlib.sha256(about.encode())
    own = PACKAGE.joinpath(*module.split(".")[1:])
    files = own.rglob("*.py") if own.is_dir() else own.parent.glob(f"{own.name}.py")
    for file in sorted(set[Path]().union(*map(sources, files))):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
