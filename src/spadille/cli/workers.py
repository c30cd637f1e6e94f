"""Who does long work, as options of commands: processes of this machine, or a Dask cluster."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Executor

_MOST_WORKERS = 1024


def add_workers_options(parser: ArgumentParser, workers: str) -> None:
    """Adds `--workers`, whose help says what they are, and `--executor`."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", metavar="N", type=_workers, help=workers)
    where.add_argument("--executor", metavar="URL", help="the scheduler of a Dask cluster")


def executor_of(arguments: Namespace) -> "AbstractContextManager[Executor | None]":
    """The executor that is asked for; None where one worker is enough, or threads of our own."""
    from ..arena import local_processes

    if arguments.executor is not None:
        return cluster_of(arguments)
    return nullcontext() if arguments.workers == 1 else local_processes(arguments.workers)


def cluster_of(arguments: Namespace) -> "AbstractContextManager[Executor | None]":
    """The cluster that is asked for, if one is."""
    from ..arena import dask_cluster

    return nullcontext() if arguments.executor is None else dask_cluster(arguments.executor)


def whole_number(text: str, least: int, most: int) -> int:
    """The number that an option's text tells.

    Raises:
        ArgumentTypeError: when it is none, or out of range.
    """
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        raise ArgumentTypeError(f"{text!r} is not possible, expected {least} to {most}")
    return number


def _workers(text: str) -> int:
    return whole_number(text, 1, _MOST_WORKERS)
