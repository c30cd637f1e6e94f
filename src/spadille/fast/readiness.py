"""Compile the kernels that a program is about to use in several processes, and show progress."""

import logging
import sys
from collections.abc import Sequence
from contextlib import suppress
from logging import INFO, WARNING
from subprocess import CalledProcessError
from time import monotonic

from .kernel import config, kernels_are_kept
from .warming import cold, looked_at, warm_up, work

log = logging.getLogger("spadille")

_LINES_APART = 5.0
"""Seconds between logged messages about progress."""


def ready(*modules: str) -> None:
    """Wait until the kernels of these modules are compiled; return at once if they already are.

    On a terminal it shows progress on standard error. Elsewhere it logs warnings: one at once, and
    one with the progress every few seconds. If it cannot start processes, kernels are compiled in
    this one when they are first called.
    """
    unknown = [module for module in modules if module not in looked_at]
    if not unknown:
        return
    looked_at.update(unknown)
    if config.DISABLE_JIT or not sys.executable:
        return
    waiting = cold(unknown)
    if waiting and kernels_are_kept():
        with suppress(OSError, CalledProcessError):
            _compile(waiting)


def _compile(modules: Sequence[str]) -> None:
    names = ", ".join(module.partition(".")[2] for module in modules)
    title = f"Compiling for this machine, once: {names}"
    level = INFO if _on_terminal() else WARNING
    log.log(level, "%s", title)
    total, done, begun = work(modules), 0, monotonic()
    next_line = begun + _LINES_APART
    for step in warm_up(modules):
        done += step
        now = monotonic()
        progress = f"{done / total:4.0%}{told_left(done, total, now - begun)}"
        _show(f"{title} {progress}")
        if now > next_line and not _on_terminal():
            log.log(level, "Compiling: %s", progress.strip())
            next_line = now + _LINES_APART
    _show("")
    log.info("Compiled in %.0f s", monotonic() - begun)


def _show(text: str) -> None:
    """Overwrite the current line, if standard error is a terminal."""
    if _on_terminal():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()


def _on_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def told_left(done: int, total: int, seconds: float) -> str:
    """Return the remaining time in words, once it can be estimated.

    >>> told_left(2, 100, 1.0), told_left(25, 100, 10.0)
    ('', ', about 30 s left')
    """
    if done * 20 < total:
        return ""
    return f", about {seconds * (total - done) / done:.0f} s left"
