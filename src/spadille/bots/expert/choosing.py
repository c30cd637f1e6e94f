"""The best of several actions that were tried in the same deals."""

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ...game import PlayerAction
from ..bot import Candidate

Floats = NDArray[np.float64]


class Choice(Struct, frozen=True):
    """The action to take, by how much it is better than what was advised, and all candidates."""

    action: PlayerAction
    gain: float
    candidates: tuple[Candidate, ...]


def choose_best(
    actions: tuple[PlayerAction, ...], values: Floats, advised: int, margin: float
) -> Choice:
    """The action with the best average value, if it is clearly better than what is advised.

    `values` are by deal and action. All actions were tried in the same deals, so that differences
    are what is compared: another action than the advised one must be better by `margin` standard
    errors. That guards against chance, and against plans that would need to know the deal.
    """
    means = values.mean(axis=0)
    root = np.sqrt(max(1, len(values)))
    errors = values.std(axis=0) / root
    best = int(np.argmax(means))
    differences = values[:, best] - values[:, advised]
    if means[best] - means[advised] <= margin * float(differences.std()) / root:
        best = advised
    order = sorted(range(len(actions)), key=lambda at: (at != best, -means[at]))
    return Choice(
        action=actions[best],
        gain=float(means[best] - means[advised]),
        candidates=tuple(
            Candidate(actions[at], float(means[at]), float(errors[at])) for at in order
        ),
    )
