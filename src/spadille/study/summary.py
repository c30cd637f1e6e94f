"""Summarize the decisions of a player in a game."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from msgspec import Struct

from ..bots import Unit
from ..game import Seat
from .advice import IN_POINTS, MARKS, Mark, accuracy
from .review import Area

WORST = 3
"""The number of costliest decisions that are listed."""


class Decided(Protocol):
    """The parts of a decision that a summary is made from; see `Reviewed`."""

    @property
    def event(self) -> int:
        """Return the place of the decision in the record."""

    @property
    def seat(self) -> Seat:
        """Return the seat that decided."""

    @property
    def area(self) -> Area:
        """Return the part of the game that the decision belongs to."""

    @property
    def unit(self) -> Unit:
        """Return the unit of the loss."""

    @property
    def loss(self) -> float:
        """Return how much better the best action is, in `unit`."""

    @property
    def mark(self) -> Mark:
        """Return the word for the loss."""


class Summary(Struct, frozen=True):
    """The decisions of a seat: the number of each mark, the losses by area, and the worst ones.

    `lost` holds sums by area and unit. `accuracy` is from 0 to 100, or None if nothing was
    compared. `worst` lists the events of the costliest decisions, the worst first.
    """

    seat: Seat
    decisions: int
    marks: dict[Mark, int]
    lost: dict[Area, dict[Unit, float]]
    accuracy: float | None
    worst: tuple[int, ...]


class Losses(Struct, frozen=True):
    """A seat's total loss from its decisions, in points."""

    decisions: int = 0
    cost: float = 0.0


def losses_of(found: Iterable[Summary], seats: Iterable[Seat]) -> tuple[Losses, ...]:
    """Return the losses of each seat that has decided anything."""
    known = {one.seat: Losses(one.decisions, round(_cost(one), 2)) for one in found}
    return tuple(known.get(seat, Losses()) for seat in seats)


def _cost(summary: Summary) -> float:
    areas = summary.lost.values()
    return sum(loss * IN_POINTS[unit] for area in areas for unit, loss in area.items())


def summaries(decisions: Iterable[Decided]) -> tuple[Summary, ...]:
    """Return the summary for each seat that has made decisions."""
    found: dict[Seat, list[Decided]] = {}
    for decision in decisions:
        found.setdefault(decision.seat, []).append(decision)
    return tuple(_summary(seat, found[seat]) for seat in sorted(found))


def _summary(seat: Seat, decisions: Sequence[Decided]) -> Summary:
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
