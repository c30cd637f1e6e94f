"""Settings for how deeply a level searches."""

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import TypeVar

from msgspec import Struct, structs

from ...game import Pass, PlayerAction, Swap, hand_of

_Away = TypeVar("_Away", Pass, Swap)

MOST_NODES = 1_000_000

_PER_MS = 60
"""The most rounds that can be rolled out in a millisecond."""


class Settings(Struct, frozen=True):
    """How deeply a level searches before a decision.

    `nodes` limits the number of rollouts, and `ms` their time in milliseconds, if given. The last
    `solved_tricks` tricks are solved instead, in at most `solved_deals` deals. The advised action
    is kept unless another one is better by `margin` standard errors. With `policy`, a trained
    network chooses that action, and plays the rollouts. `also` adds actions that are compared but
    not chosen. With `win`, each candidate has its chance to win the game.
    """

    nodes: int
    solved_tricks: int
    solved_deals: int
    margin: float
    policy: bool = False
    ms: float | None = None
    also: tuple[PlayerAction, ...] = ()
    win: bool = False

    @property
    def end(self) -> float | None:
        """Return when a search starting now must end, by `perf_counter`; None without a limit."""
        return None if self.ms is None else perf_counter() + self.ms / 1000

    def limited(self, nodes: int | None, ms: float | None) -> "Settings":
        """Return the same settings with other limits; a time limit given alone is used in full."""
        if ms is None:
            return self if nodes is None else structs.replace(self, nodes=nodes)
        most = max(1, int(min(ms * _PER_MS, nodes or MOST_NODES)))
        return structs.replace(self, nodes=most, ms=ms)

    def others_than(self, tried: Sequence[_Away]) -> tuple[_Away, ...]:
        """Return the actions to compare besides these; the order of the cards does not matter."""
        known = {hand_of(one.cards) for one in tried}
        alike = (one for one in self.also if isinstance(one, type(tried[0])))
        return tuple(one for one in alike if hand_of(one.cards) not in known)


EXPERT = Settings(nodes=2000, solved_tricks=6, solved_deals=60, margin=0.5)
MASTER = Settings(nodes=3000, solved_tricks=6, solved_deals=60, margin=1.0, policy=True)


def in_time(count: int, end: float | None, size: int) -> Iterator[slice]:
    """Yield slices until the time is up, or one slice of everything if there is no limit."""
    if end is None:
        yield slice(0, count)
        return
    for first in range(0, count, size):
        yield slice(first, min(first + size, count))
        if perf_counter() > end:
            return
