"""The phases of a round, and which of them a rule set has."""

from functools import lru_cache
from typing import Any

from ..rules import Rules
from .adjusting import Adjusting
from .bidding import Bidding
from .blind import Looking
from .choosing_trump import ChoosingTrump
from .cutting import Cutting
from .dealing import Dealing
from .drafting import Drafting
from .exchanging import Exchanging
from .kitty import Kitty
from .phase import Phase
from .playing import Playing
from .settling import Awarding, Settling
from .swapping import Swapping

PHASES: tuple[Phase[Any], ...] = (
    Dealing(),
    Cutting(),
    Drafting(),
    Swapping(),
    Looking(),
    Kitty(after_bids=False),
    Bidding(),
    Adjusting(),
    ChoosingTrump(),
    Kitty(after_bids=True),
    Exchanging(),
    Playing(),
    Awarding(),
    Settling(),
)
"""Every phase in the order of play."""


@lru_cache(maxsize=4096)  # bounded, because people send a server rules that they wrote
def phases_of(rules: Rules) -> tuple[Phase[Any], ...]:
    """Return the phases of a round under these rules."""
    return tuple(phase for phase in PHASES if phase.applies(rules))


@lru_cache(maxsize=4096)  # bounded as well
def phases_after(rules: Rules, name: str) -> tuple[Phase[Any], ...]:
    """Return the phases that follow the one of that name."""
    phases = phases_of(rules)
    return phases[[phase.name for phase in phases].index(name) + 1 :]


phase_of = {phase.name: phase for phase in PHASES}.__getitem__
"""The phase with that name; it is the same wherever it comes among the others."""


__all__ = ["PHASES", "Phase", "phase_of", "phases_after", "phases_of"]
