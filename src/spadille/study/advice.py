"""Advice on a decision, and words and numbers for what a decision loses.

Advice is the move of a strong player, the value of each action, and one sentence why.
`docs/study.md` explains the numbers to readers.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import exp
from typing import Literal, cast, get_args

from msgspec import Struct

from ..bots import Decision, Expert, Unit, load_level
from ..game import PlayerAction, SeatView

NODES = 500
"""The number of rounds played out for a decision by default."""

Mark = Literal["best", "fine", "slip", "error", "blunder"]

MARKS: tuple[Mark, ...] = get_args(Mark)
"""The marks, the mildest first."""

LIMITS: dict[Unit, tuple[float, ...]] = {"points": (1, 4, 10, 25), "percent": (0.5, 2, 5, 12)}
"""The losses at which a decision stops being best, fine, a slip or an error."""

CLEAR = 2.0
"""A loss of fewer standard errors may be chance; it is marked fine at worst."""

IN_POINTS: dict[Unit, float] = {"points": 1.0, "percent": 2.0}
"""How many points each unit of loss counts as when losses of both units are combined."""

EASY = 10.0
"""An average loss of that many points gives an accuracy of 37, which is 100 times exp(-1)."""


class Counsel(Struct, frozen=True):
    """Advice for a player who is to act, and the cost of each candidate in points.

    A cost is how much more the best candidate is worth; 0 if that may be chance.
    """

    decision: Decision
    costs: tuple[float, ...]


def counsel(decision: Decision) -> Counsel:
    """Return a decision, with how much worse each candidate is than the best."""
    return Counsel(
        decision,
        tuple(
            cost_of(decision.candidates[0].value - one.value, one.doubt or 0.0, one.unit)
            for one in decision.candidates
        ),
    )


def advise(
    view: SeatView,
    *,
    also: PlayerAction | None = None,
    every: bool = False,
    nodes: int = NODES,
    seed: int | str = 0,
) -> Decision:
    """Return what `expert` would do here, with everything that it weighed.

    The best candidate comes first, and each has its chances for contracts, nils and the game if
    they can be shown. There are no chances if the heuristics decide alone. `also` is compared as
    well; with `every`, so are all legal actions. The same view, nodes and seed give the same
    advice, whatever the hidden cards are.

    Raises:
        SpadesError: if `nodes` is not a whole number of at least 1.
    """
    more = () if also is None else (also,)
    return _adviser(nodes, seed).weigh(view, *more, *(view.options.actions if every else ()))


def coach(nodes: int, seed: int | str) -> Expert:
    """Return the bot that weighs decisions; refuse values that `nodes` cannot have."""
    return cast("Expert", load_level("expert", seed, nodes=nodes))


_adviser = lru_cache(maxsize=8)(coach)


def mark_of(loss: float, doubt: float, unit: Unit) -> Mark:
    """Return the mark for a loss whose standard error is `doubt`."""
    mark = MARKS[sum(loss >= limit for limit in LIMITS[unit])]
    if mark not in {"best", "fine"} and loss < CLEAR * doubt:
        return "fine"
    return mark


def cost_of(loss: float, doubt: float, unit: Unit) -> float:
    """Return a loss whose standard error is `doubt`, in points; 0 if it may be chance."""
    return 0.0 if loss < CLEAR * doubt else max(loss, 0.0) * IN_POINTS[unit]


def accuracy(losses: Iterable[tuple[float, Unit]]) -> float | None:
    """Return how little some decisions lost on average, from 0 to 100; None without decisions."""
    found = [loss * IN_POINTS[unit] for loss, unit in losses]
    return 100 * exp(-sum(found) / len(found) / EASY) if found else None
