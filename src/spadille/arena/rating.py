"""Ratings of several bots from all that they have won and lost against each other."""

from collections.abc import Iterable
from typing import NamedTuple

from ..bots import Rating, after_game


class Outcome(NamedTuple):
    """What a deal has brought the first of two bots, by their numbers: won, even or lost."""

    first: int
    second: int
    gain: float


def ratings(bots: int, outcomes: Iterable[Outcome]) -> tuple[Rating, ...]:
    """A rating for each bot, from outcomes in the order given.

    Each deal is a game of two that is won, lost or even, however high.
    """
    found = [Rating()] * bots
    for first, second, gain in outcomes:
        places = (1 + (gain < 0), 1 + (gain > 0))
        ((found[first],), (found[second],)) = after_game(
            ((found[first],), (found[second],)), places
        )
    return tuple(found)
