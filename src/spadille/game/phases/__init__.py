"""The phases of a round, one file each, and which of them a rule set has."""

from functools import cache

from ..rules import Rules
from .bidding import Bidding
from .dealing import Dealing
from .drafting import Drafting
from .exchanging import Exchanging
from .phase import Phase
from .playing import Playing
from .swapping import Swapping

PHASES: tuple[Phase, ...] = (
    Dealing(),
    Drafting(),
    Swapping(),
    Bidding(),
    Exchanging(),
    Playing(),
)
"""Every phase in the order of play."""


@cache
def phases_of(rules: Rules) -> tuple[Phase, ...]:
    """The phases of a round under these rules."""
    return tuple(phase for phase in PHASES if phase.applies(rules))


@cache
def phase_named(name: str) -> Phase:
    return next(phase for phase in PHASES if phase.name == name)


__all__ = ["PHASES", "Phase", "phase_named", "phases_of"]
