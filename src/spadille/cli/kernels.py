"""Kernels are compiled once on every machine, and anyone who waits sees the progress."""

import sys
from collections.abc import Iterable, Iterator

from .streams import InputError, progress_bar

SOLVER = "spadille.fast.solver"
SIMULATOR = "spadille.fast.simulator"
TABLES = "spadille.envs.tables.many"
OPPONENTS = "spadille.envs.opponents"
STATES = "spadille.search"

_WHOLE = 100
"""All of the work, in steps of the progress bar."""


def prepare_levels(*levels: str) -> None:
    """Compile the kernels for bots of these levels, each of which may have options after a colon.

    Raises:
        InputError: if they cannot be compiled here.
    """
    if modules := _modules(levels):
        prepare(*modules)


def is_prepared(level: str) -> bool:
    """Return True if bots of a level can start at once."""
    modules = _modules([level])
    if not modules:
        return True
    from ..fast import cold

    return not cold(modules)


def _modules(levels: Iterable[str]) -> tuple[str, ...]:
    from ..bots import KERNELS

    names = {level.partition(":")[0] for level in levels}
    return tuple(sorted({module for name in names for module in KERNELS.get(name, ())}))


def prepare(*modules: str) -> None:
    """Compile those of the modules that are still cold, with a progress bar on a terminal.

    Raises:
        InputError: if they cannot be compiled here.
    """
    from ..fast import cold

    waiting = cold(modules)
    if not waiting:
        return
    names = ", ".join(module.partition(".")[2] for module in waiting)
    with progress_bar(f"Compiling for this machine, once: {names}", _WHOLE) as advance:
        told = 0
        for share in shares_compiled(waiting):
            done = round(share * _WHOLE)
            advance(done - told)
            told = done


def tell_shares(level: str) -> None:
    """Print the completed share of the work for a level, line by line, for another program."""
    try:
        for share in shares_compiled(_modules([level])):
            print(share, flush=True)
    except InputError as error:
        sys.exit(str(error))


def shares_compiled(modules: tuple[str, ...]) -> Iterator[float]:
    """Compile the modules that are cold, and keep yielding the completed share of the work.

    Raises:
        InputError: if they cannot be compiled here.
    """
    from subprocess import CalledProcessError

    from ..fast import cold, warm_up, work

    waiting = cold(modules)
    done = 0
    try:
        for kernels in warm_up(waiting):
            done += kernels
            yield done / work(waiting)
    except CalledProcessError as error:
        last = (error.stderr or "").strip().splitlines()[-1:]
        raise InputError(f"kernels cannot be compiled here: {' '.join(last)}") from error
