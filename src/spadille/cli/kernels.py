"""Kernels are compiled once on every machine; whoever waits for it is told."""

from collections.abc import Iterable

from .errors import InputError
from .progress import progress_bar

SOLVER = "spadille.fast.solver"
SIMULATOR = "spadille.fast.simulator"
ROLLOUT = "spadille.fast.rollout"
WORLDS = "spadille.fast.worlds"
TABLES = "spadille.envs.tables"

ALL = (SOLVER, TABLES, ROLLOUT, SIMULATOR, WORLDS)
"""Every module with kernels, the slowest first."""

THINKING = {"expert": (SOLVER, ROLLOUT, WORLDS)}
"""What the levels need that think with kernels."""


def prepare_levels(*levels: str) -> None:
    """Compiles what bots of these levels need; options may follow a level after a colon.

    Raises:
        InputError: when it cannot be compiled here.
    """
    if modules := _modules(levels):
        prepare(*modules)


def is_prepared(level: str) -> bool:
    """Whether bots of a level can begin at once."""
    modules = _modules([level])
    if not modules:
        return True
    from ..fast import cold

    return not cold(modules)


def _modules(levels: Iterable[str]) -> tuple[str, ...]:
    names = {level.partition(":")[0] for level in levels}
    return tuple(sorted({module for name in names for module in THINKING.get(name, ())}))


def prepare(*modules: str) -> None:
    """Compiles those of the modules that are still cold; a bar on a terminal says so.

    Raises:
        InputError: when they cannot be compiled here.
    """
    from subprocess import CalledProcessError

    from ..fast import cold, warm_up

    waiting = cold(modules)
    if not waiting:
        return
    names = ", ".join(module.rpartition(".")[2] for module in waiting)
    with progress_bar(f"Compiling for this machine, once: {names}", len(waiting)) as advance:
        try:
            for _ in warm_up(waiting):
                advance(1)
        except CalledProcessError as error:
            last = (error.stderr or "").strip().splitlines()[-1:]
            raise InputError(f"kernels cannot be compiled here: {' '.join(last)}") from error
