"""Compile kernels ahead of their first use, in separate processes."""

import gc
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
from types import ModuleType
from typing import IO, cast

import numba
from llvmlite.binding import get_host_cpu_name
from numba.core import event

from .kernel import cache_root, config, sources

PACKAGE = Path(__file__).parents[1]

KERNELS = {
    "spadille.envs.opponents": 367,
    "spadille.search": 188,
    "spadille.envs.tables.many": 190,
    "spadille.envs.tables.one": 160,
    "spadille.bots.expert.kernels": 196,
    "spadille.fast.solver": 108,
    "spadille.fast.simulator": 182,
    "spadille.fast.worlds": 8,
}
"""About how many kernels each module compiles, slowest first, for measuring progress."""

_PLAIN = {"NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING": "1"}
"""Keeps Numba from coloring thousands of messages that it writes and drops as it infers types."""

_FEW = 20
"""Modules with fewer kernels share a process with another, because a process takes a second."""

looked_at: set[str] = set()
"""The modules that this process need not check again; see `ready`."""


def cold(modules: Sequence[str]) -> tuple[str, ...]:
    """Return our modules with a function `warm()` that are not known to be compiled here.

    Each module is returned once, however often it is asked for.
    """
    return tuple(module for module in dict.fromkeys(modules) if not _mark(module).exists())


def work(modules: Sequence[str]) -> int:
    """Return about how many kernels these modules compile."""
    return sum(KERNELS[module] for module in modules)


def warm_up(modules: Sequence[str], *, gently: bool = False) -> Iterator[int]:
    """Compile cold modules, several at a time, and yield how many kernels have been compiled.

    The numbers add up to the `work` of the modules that were not compiled. `gently` leaves the
    processors to other processes. If the cache cannot be written this wastes time but does not
    fail: kernels are then compiled again in every process.

    Raises:
        subprocess.CalledProcessError: if a module does not compile; its output says why.
    """
    groups = _groups(cold(modules))
    if not groups:
        return
    told: SimpleQueue[int | None] = SimpleQueue()
    with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
        running = [threads.submit(_compile_apart, group, told.put, gently) for group in groups]
        for done in running:
            done.add_done_callback(lambda _: told.put(None))
        left = len(running)
        while left:
            step = told.get()
            left -= step is None
            yield step or 0
        for done in running:
            done.result()


def _groups(modules: Sequence[str]) -> list[list[str]]:
    """Return the modules to compile in each process, those that take longest first."""
    groups: list[list[str]] = []
    for module in sorted(modules, key=lambda module: -KERNELS.get(module, 0)):
        if groups and 0 < KERNELS.get(module, 0) < _FEW:
            groups[-1].append(module)
        else:
            groups.append([module])
    return groups


def compile_below(*modules: str, gently: bool) -> None:
    """Compile modules, mark each as compiled, and print a line for each kernel.

    This runs in a process started by another one, and ends with it.
    """
    Thread(target=_end_with_it, daemon=True).start()
    gc.disable()  # it would take a third of the time and find little
    if gently and hasattr(os, "nice"):
        os.nice(10)
    sys.modules.setdefault("scipy", cast("ModuleType", None))  # Numba would import it in vain
    looked_at.update(modules)
    for module in modules:
        mark = _mark(module)  # of the sources as they are now
        with event.install_listener("numba:compile", _Teller()):
            importlib.import_module(module).warm()
        with suppress(OSError):
            mark.parent.mkdir(parents=True, exist_ok=True)
            for old in mark.parent.glob(f"{_own_marks(module)}-*.compiled"):
                old.unlink(missing_ok=True)
            mark.touch()


def _end_with_it() -> None:
    os.read(sys.stdin.fileno(), 1)  # no one writes; it returns once no one can anymore
    os._exit(1)


class _Teller(event.Listener):
    """Prints a line for each kernel that has been compiled."""

    def on_start(self, event: object) -> None:
        """Do nothing, because a kernel compiles those that it calls in between."""

    def on_end(self, event: object) -> None:
        print(flush=True)  # noqa: T201 - to who has started this process


def _compile_apart(
    modules: Sequence[str],
    tell: Callable[[int], object],
    gently: bool,  # noqa: FBT001 - for executors
) -> None:
    """Compile modules in one separate process, and report the progress, out of `KERNELS`."""
    code = f"from {__name__} import compile_below; compile_below(*{modules!r}, gently={gently})"
    most = sum(KERNELS.get(module, 0) for module in modules)
    told = 0
    with tempfile.TemporaryFile("w+") as said:
        with subprocess.Popen(  # noqa: S603 - ourselves
            [sys.executable, "-c", code],
            env={**os.environ, **_PLAIN},
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
            raise subprocess.CalledProcessError(
                process.returncode, " ".join(modules), stderr=said.read()
            )
    tell(most - told)


def _mark(module: str) -> Path:
    """Return the file that is in the cache folder once a module is compiled as it is now."""
    return cache_root() / f"{_own_marks(module)}-{_digest(module)}.compiled"


def _own_marks(module: str) -> str:
    """Return how the names of a module's marks begin; other copies of this package have theirs."""
    return f"{module}-{hashlib.sha256(str(PACKAGE).encode()).hexdigest()[:8]}"


def _digest(module: str) -> str:
    """Return a hash that changes with our kernels, their location, Numba, and the machine."""
    about = f"{PACKAGE} {numba.__version__} {get_host_cpu_name()} {config.BOUNDSCHECK}"
    digest = hashlib.sha256(about.encode())
    own = PACKAGE.joinpath(*module.split(".")[1:])
    files = own.rglob("*.py") if own.is_dir() else own.parent.glob(f"{own.name}.py")
    for file in sorted(set[Path]().union(*map(sources, files))):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
