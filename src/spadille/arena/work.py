"""Split the deals of matches into parts, played by an executor or taken from a checkpoint."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future
from typing import NamedTuple

from .batch import Batch, Order, play_batch
from .checkpoint import Checkpoint
from .executors import watched
from .saved_games import SavedGames

_SINGLE = 32
"""The number of deals at the start that each form a part, so that few deals keep many workers
busy."""

_LATER = 4
"""The number of deals in each later part, which is the most that an interruption can lose."""

_AHEAD = 512
"""The most parts that wait at the executor, so that workers stay busy and memory is bounded."""


class Part(NamedTuple):
    """Some deals of a match."""

    order: Order
    deals: range


def parts(order: Order, count: int) -> Iterator[Part]:
    """Yield the deals from 1 to `count`, in parts.

    Parts begin at the same deals no matter how many follow, so a longer match finds those of a
    shorter one in the checkpoint.
    """
    first = 1
    while first <= count:
        last = first if first <= _SINGLE else first + _LATER - 1 - (first - _SINGLE - 1) % _LATER
        last = min(last, count)
        yield Part(order, range(first, last + 1))
        first = last + 1


def played(
    tasks: Iterable[Part],
    executor: Executor | None,
    checkpoint: Checkpoint | None,
    saved: SavedGames | None = None,
) -> Iterator[tuple[Part, Batch]]:
    """Yield the results of the parts, in order; new ones are first written to the checkpoint.

    Before that, their games are saved. A part whose games are not there is played again.

    Raises:
        BotError: at the first illegal decision.
        ArenaError: if the executor, the checkpoint or the folder for games fails.
    """
    waiting: deque[tuple[Part, Batch | Future[Batch]]] = deque()
    try:
        with watched(executor):
            for part in tasks:
                known = checkpoint.find(*part) if checkpoint else None
                if saved and not saved.have(*part):
                    known = None
                waiting.append((part, known or _begun(part, executor)))
                if executor is None or len(waiting) >= _AHEAD:
                    yield _finished(*waiting.popleft(), checkpoint, saved)
            while waiting:
                yield _finished(*waiting.popleft(), checkpoint, saved)
    finally:
        for _, found in waiting:
            if not isinstance(found, Batch):
                found.cancel()


def _begun(part: Part, executor: Executor | None) -> Future[Batch]:
    """Return a part that is being played; without an executor, it is played at once."""
    if executor is not None:
        return executor.submit(play_batch, *part)
    here: Future[Batch] = Future()
    here.set_result(play_batch(*part))
    return here


def _finished(
    part: Part,
    found: Batch | Future[Batch],
    checkpoint: Checkpoint | None,
    saved: SavedGames | None,
) -> tuple[Part, Batch]:
    if isinstance(found, Batch):
        return part, found
    batch = found.result()
    if saved:
        saved.keep(*part, batch)
    if checkpoint:
        checkpoint.keep(*part, batch)
    return part, batch
