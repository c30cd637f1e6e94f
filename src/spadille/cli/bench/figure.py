"""A measured figure, with that of a peer where there is one."""

from collections.abc import Callable
from time import thread_time
from typing import TypeVar

from msgspec import Struct

Result = TypeVar("Result")


class Figure(Struct, frozen=True):
    """A measurement: `ours` next to the `theirs` of a `peer`, in `unit`.

    `ratio` says how many times as fast we are; None without a peer.
    """

    what: str
    ours: float
    unit: str
    peer: str | None = None
    theirs: float | None = None
    ratio: float | None = None

    @classmethod
    def rate(cls, what: str, ours: float, unit: str, peer: str, theirs: float) -> "Figure":
        """Something done that many times a second."""
        return cls(what, ours, unit, peer, theirs, ours / theirs)


def timed(work: Callable[[], Result]) -> tuple[float, Result]:
    """Return the seconds that this thread has computed, which other programs do not disturb."""
    start = thread_time()
    result = work()
    return thread_time() - start, result
