"""How much a level thinks."""

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import TypeVar

from msgspec import Struct, structs

from ...game import Pass, PlayerAction, Swap, hand_of

_Away = TypeVar("_Away", Pass, Swap)

MOST_NODES = 1_000_000

_PER_MS = 60
"""More rounds than that are not played out in a millisecond."""


class Settings(Struct, frozen=True):
    """How much a level thinks about a decision.

    So many rounds are played out (`nodes`), and if a time is given for no longer than `ms`
    milliseconds. The last `solved_tricks` are solved instead, in `solved_deals` deals at the most.
    What is advised stands unless another card is better by `margin` standard errors; with `sense` a
    net that has been trained says which card stands, and how rounds are played out.
    `also` are actions that are weighed as well, but not taken, and with `win` it is shown of each
    how likely it is to win the game.
    """

    nodes: int
    solved_tricks: int
    solved_deals: int
    margin: float
    sense: bool = False
    ms: float | None = None
    also: tuple[PlayerAction, ...] = ()
    win: bool = False

    @property
    def end(self) -> float | None:
        """When thinking has to end that begins now, by `perf_counter`; None where no one waits."""
        return None if self.ms is None else perf_counter() + self.ms / 1000

    def limited(self, nodes: int | None, ms: float | None) -> "Settings":
        """The same with other limits; a time alone is used up, however many rounds that are."""
        if ms is None:
            return self if nodes is None else structs.replace(self, nodes=nodes)
        most = max(1, int(min(ms * _PER_MS, nodes or MOST_NODES)))
        return structs.replace(self, nodes=most, ms=ms)

    def others_than(self, tried: Sequence[_Away]) -> tuple[_Away, ...]:
        """Return what is weighed besides these, the same cards in another order being the same."""
        known = {hand_of(one.cards) for one in tried}
        alike = (one for one in self.also if isinstance(one, type(tried[0])))
        return tuple(one for one in alike if hand_of(one.cards) not in known)


EXPERT = Settings(nodes=2000, solved_tricks=6, solved_deals=60, margin=0.5)
MASTER = Settings(nodes=3000, solved_tricks=6, solved_deals=60, margin=1.0, sense=True)


def in_time(count: int, end: float | None, size: int) -> Iterator[slice]:
    """Some things after the others until the end has come; all at once where there is none."""
    if end is None:
        yield slice(0, count)
        return
    for first in range(0, count, size):
        yield slice(first, min(first + size, count))
        if perf_counter() > end:
            return
