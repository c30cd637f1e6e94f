"""Rate the strength of players, bots or people, from their results."""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any

from msgspec import Struct


class Rating(Struct, frozen=True):
    """An OpenSkill rating: the estimated strength and its standard deviation; 25 is average."""

    mu: float = 25.0
    sigma: float = 25.0 / 3


def after_game(
    sides: Sequence[Sequence[Rating]], places: Sequence[int]
) -> tuple[tuple[Rating, ...], ...]:
    """Return all players' ratings after a game, given the places of the sides, with 1 the best.

    This uses the Plackett-Luce model; nothing is added to the uncertainty between games.
    """
    model = _model()
    before = [[model.rating(mu=one.mu, sigma=one.sigma) for one in side] for side in sides]
    after = model.rate(before, ranks=[float(place) for place in places])
    return tuple(tuple(Rating(one.mu, one.sigma) for one in side) for side in after)


@cache
def _model() -> Any:
    # Imported only when needed: most people who play or look for help never need it.
    return import_module("openskill.models").PlackettLuce(tau=0.0)
