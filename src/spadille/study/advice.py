"""Advice: the move of a strong player, the value of each action, and one sentence why."""

from functools import lru_cache
from typing import cast

from msgspec import Struct

from ..bots import Decision, Expert, load_level
from ..game import PlayerAction, SeatView
from .marks import cost_of

NODES = 500
"""The number of rounds played out for a decision by default."""


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
