"""Compiling kernels ahead of their first use, each module's in a process of its own."""

import hashlib
import importlib
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path

import numba
from llvmlite.binding import get_host_cpu_name

from .kernel import cache_root

PACKAGE = Path(__file__).parents[1]


def cold(modules: Sequence[str]) -> tuple[str, ...]:
    """Those modules of ours with a function `warm()` that are not known to be compiled here."""
    return tuple(module for module in modules if not _mark(module).exists())


def warm_up(modules: Sequence[str], workers: int | None = None) -> Iterator[str]:
    """Compiles what is cold, several modules at a time; yields each module when it is done.

    Where nothing can be written this is wasted time, but no failure: kernels then compile again
    in every process.

    Raises:
        subprocess.CalledProcessError: when a module does not compile; its output says why.
    """
    waiting = cold(modules)
    if not waiting:
        return
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as threads:
        running = {threads.submit(_compile_apart, module): module for module in waiting}
        for done in as_completed(running):
            done.result()
            yield running[done]


def compile(module: str) -> None:
    """Compiles a module in this process and leaves its mark."""
    importlib.import_module(module).warm()
    mark = _mark(module)
    with suppress(OSError):
        mark.parent.mkdir(parents=True, exist_ok=True)
        for old in mark.parent.glob(f"{module}-*.compiled"):
            old.unlink(missing_ok=True)
        mark.touch()


def _compile_apart(module: str) -> None:
    subprocess.run(  # noqa: S603  (ourselves)
        [sys.executable, "-c", f"from {__name__} import compile; compile({module!r})"],
        check=True,
        capture_output=True,
        text=True,
    )


def _mark(module: str) -> Path:
    """The file that stands in the cache folder once a module is compiled as it is now."""
    return cache_root() / f"{module}-{_digest(module)}.compiled"


def _digest(module: str) -> str:
    """Changes with our kernels and where they lie, with Numba, and with the machine."""
    about = f"{PACKAGE} {numba.__version__} {get_host_cpu_name()}"
    digest = hashlib.sha256(about.encode())
    own = PACKAGE.joinpath(*module.split(".")[1:])
    files = {*Path(__file__).parent.rglob("*.py"), *own.rglob("*.py")}
    for file in sorted(files):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
