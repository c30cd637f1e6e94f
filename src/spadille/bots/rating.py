"""Rate the strength of players, bots or people, from their results."""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any

from msgspec import Struct


class Rating(Struct, frozen=True):
    """A rating by OpenSkill: the strength found and its standard deviation; 25 is the middle."""

    mu: float = 25.0
    sigma: float = 25.0 / 3


def after_game(
    sides: Sequence[Sequence[Rating]], places: Sequence[int]
) -> tuple[tuple[Rating, ...], ...]:
    """Return the ratings of all players after a game, given the places of the sides, 1 the best.

    It is the model of Plackett and Luce; nothing is added to the uncertainty from game to game.
    """
    model = _model()
    before = [[model.rating(mu=one.mu, sigma=one.sigma) for one in side] for side in sides]
    after = model.rate(before, ranks=[float(place) for place in places])
    return tuple(tuple(Rating(one.mu, one.sigma) for one in side) for side in after)


@cache
def _model() -> Any:
    # Not before it is needed: most who play or look for help never do.
    return import_module("openskill.models").PlackettLuce(tau=0.0)
