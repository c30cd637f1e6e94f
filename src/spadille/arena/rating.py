"""Ratings of several bots from all that they have won and lost against each other."""

from collections.abc import Iterable
from importlib import import_module
from typing import Any, NamedTuple

from msgspec import Struct

from ..game import Message
from .failure import ArenaError


class Rating(Struct, frozen=True):
    """A rating by OpenSkill: the strength found and its standard deviation; 25 is the middle."""

    mu: float
    sigma: float


class Outcome(NamedTuple):
    """What a deal has brought the first of two bots, by their numbers: won, even or lost."""

    first: int
    second: int
    gain: float


def ratings(bots: int, outcomes: Iterable[Outcome]) -> tuple[Rating, ...]:
    """A rating for each bot, from outcomes in the order given.

    Each deal is a game of two that is won, lost or even, for the model of Plackett and Luce. Bots
    stay as they are, so nothing is added to their uncertainty from deal to deal.

    Raises:
        ArenaError: when OpenSkill is not installed here.
    """
    model = _models().PlackettLuce(tau=0.0)
    found = [model.rating() for _ in range(bots)]
    for first, second, gain in outcomes:
        ranks = [float(gain < 0), float(gain > 0)]
        (one,), (other,) = model.rate([[found[first]], [found[second]]], ranks=ranks)
        found[first], found[second] = one, other
    return tuple(Rating(rating.mu, rating.sigma) for rating in found)


def check_ratings() -> None:
    """Looks whether ratings can be had.

    Raises:
        ArenaError: when OpenSkill is not installed here.
    """
    _models()


def _models() -> Any:
    try:
        return import_module("openskill.models")  # an extra that most do without
    except ImportError:
        raise ArenaError(
            "arena/no-openskill",
            Message("ratings need OpenSkill, which is not installed: install spadille[arena]"),
        ) from None
