"""Compiling all kernels ahead of their first use, each part in a process of its own."""

import hashlib
import importlib
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from functools import cache
from pathlib import Path

import numba
from llvmlite.binding import get_host_cpu_name

from .kernel import cache_root

PARTS = {
    "solver": "spadille.fast.solver",
    "simulator": "spadille.fast.simulator",
}
"""What can be compiled apart, and the module whose `warm()` does so."""


def cold(parts: Sequence[str] = tuple(PARTS)) -> tuple[str, ...]:
    """Those of the parts that are not known to be compiled on this machine."""
    return tuple(part for part in parts if not _mark(part).exists())


def warm_up(parts: Sequence[str] = tuple(PARTS), workers: int | None = None) -> Iterator[str]:
    """Compiles what is still cold, several parts at a time; yields each part when it is done.

    Where nothing can be written this is wasted time, but no failure: kernels then compile again
    in every process.

    Raises:
        subprocess.CalledProcessError: when a part does not compile; its output says why.
    """
    waiting = cold(parts)
    if not waiting:
        return
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as threads:
        running = {threads.submit(_compile, part): part for part in waiting}
        for done in as_completed(running):
            done.result()
            yield running[done]


def _compile(part: str) -> None:
    subprocess.run(  # noqa: S603  (ourselves)
        [sys.executable, "-c", f"from {__name__} import compile; compile({part!r})"],
        check=True,
        capture_output=True,
        text=True,
    )


def _mark(part: str) -> Path:
    """The file that stands in the cache folder once a part has been compiled as it is now."""
    return cache_root() / f"{part}-{_digest()}.compiled"


@cache
def _digest() -> str:
    """Changes with the sources, with Numba, and with the machine."""
    digest = hashlib.sha256(f"{numba.__version__} {get_host_cpu_name()}".encode())
    for file in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def compile(part: str) -> None:
    """Compiles a part in this process and leaves its mark."""
    importlib.import_module(PARTS[part]).warm()
    mark = _mark(part)
    with suppress(OSError):
        mark.parent.mkdir(parents=True, exist_ok=True)
        for old in mark.parent.glob(f"{part}-{'?' * 16}.compiled"):
            old.unlink(missing_ok=True)
        mark.touch()
