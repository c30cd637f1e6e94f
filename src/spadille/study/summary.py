"""What the decisions of a game say of a player, together."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ..bots import Unit
from ..game import Seat
from .marks import MARKS, Mark, accuracy
from .review import Area, Reviewed

WORST = 3
"""So many decisions that cost most are named."""


class Summary(Struct, frozen=True):
    """The decisions of a seat: how many of each mark, what was lost on what, and the worst.

    `lost` are sums by area and unit, `accuracy` is from 0 to 100, None where nothing was weighed,
    and `worst` are the events of the decisions that cost most, the gravest first.
    """

    seat: Seat
    decisions: int
    marks: dict[Mark, int]
    lost: dict[Area, dict[Unit, float]]
    accuracy: float | None
    worst: tuple[int, ...]


def summaries(decisions: Iterable[Reviewed]) -> tuple[Summary, ...]:
    """What the decisions say of each seat that has any."""
    found: dict[Seat, list[Reviewed]] = {}
    for decision in decisions:
        found.setdefault(decision.seat, []).append(decision)
    return tuple(_summary(seat, found[seat]) for seat in sorted(found))


def _summary(seat: Seat, decisions: Sequence[Reviewed]) -> Summary:
    lost: dict[Area, dict[Unit, float]] = {}
    for decision in decisions:
        sums = lost.setdefault(decision.area, {})
        sums[decision.unit] = sums.get(decision.unit, 0.0) + decision.loss
    costly = [decision for decision in decisions if decision.mark not in {"best", "fine"}]
    costly.sort(key=lambda decision: (-MARKS.index(decision.mark), -decision.loss))
    return Summary(
        seat=seat,
        decisions=len(decisions),
        marks={mark: sum(decision.mark == mark for decision in decisions) for mark in MARKS},
        lost=lost,
        accuracy=accuracy((decision.loss, decision.unit) for decision in decisions),
        worst=tuple(decision.event for decision in costly[:WORST]),
    )
