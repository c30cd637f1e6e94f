"""A measured figure, along with a peer's if there is one."""

from collections.abc import Callable
from time import thread_time
from typing import TypeVar

from msgspec import Struct

Result = TypeVar("Result")


class Figure(Struct, frozen=True):
    """A measurement in `unit`: `ours`, and `theirs` for a `peer`.

    `ratio` says how many times as fast ours is; it is None without a peer.
    """

    what: str
    ours: float
    unit: str
    peer: str | None = None
    theirs: float | None = None
    ratio: float | None = None

    @classmethod
    def rate(cls, what: str, ours: float, unit: str, peer: str, theirs: float) -> "Figure":
        """Return the figure for something that is done that many times a second."""
        return cls(what, ours, unit, peer, theirs, ours / theirs)


def timed(work: Callable[[], Result]) -> tuple[float, Result]:
    """Return the CPU seconds of this thread, which other programs do not affect, and the result."""
    start = thread_time()
    result = work()
    return thread_time() - start, result
