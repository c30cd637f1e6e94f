"""Advice: what a strong player would do, what each action is worth, and one sentence why."""

from functools import lru_cache

from ..bots import Decision, Expert
from ..game import PlayerAction, SeatView

NODES = 500
"""Rounds that are played out for a decision, when nothing else is said."""


def advise(
    view: SeatView, *, also: PlayerAction | None = None, nodes: int = NODES, seed: int | str = 0
) -> Decision:
    """What `expert` would do in this place, with all that it has weighed.

    The best candidate comes first, each with the chances of contracts, nils and the game where
    they can be told; there are none where the rules of thumb decide alone. `also` is weighed
    besides. The same view, nodes and seed give the same advice, whatever the hidden cards are.
    """
    return _adviser(nodes, seed).weigh(view, also)


@lru_cache(maxsize=8)
def _adviser(nodes: int, seed: int | str) -> Expert:
    return Expert(seed, nodes=nodes)
