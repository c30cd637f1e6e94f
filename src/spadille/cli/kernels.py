"""Kernels are compiled once on every machine; whoever waits for it is told."""

import sys

from .errors import InputError


def prepare(*parts: str) -> None:
    """Compiles those of the parts that are still cold, with a line that says so on a terminal.

    Raises:
        InputError: when they cannot be compiled here.
    """
    from subprocess import CalledProcessError

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from ..fast import cold, warm_up

    waiting = cold(parts)
    if not waiting:
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    console = Console(file=sys.stderr)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(f"Compiling for this machine, once: {', '.join(waiting)}", total=None)
        try:
            for done, _ in enumerate(warm_up(waiting), start=1):
                bar.update(task, completed=done, total=len(waiting))
        except CalledProcessError as error:
            last = (error.stderr or "").strip().splitlines()[-1:]
            raise InputError(f"kernels cannot be compiled here: {' '.join(last)}") from error
