"""Environments for learning: PettingZoo, vectors of tables for Gymnasium, and OpenSpiel.

`docs/environments.md` specifies them. Their packages come with the extra `envs`; each of the
modules `spadille_v0`, `vector` and `open_spiel` needs only its own.
"""

from .action_numbers import ACTIONS
from .action_space import meaning
from .episode import Episode, Length
from .observation import fields, observe
from .observation_layout import FIELDS, SIZE
from .rewards import Reward

__all__ = [
    "ACTIONS", "FIELDS", "SIZE", "Episode", "Length", "Reward", "fields", "meaning", "observe",
    "open_spiel", "spadille_v0", "vector",
]  # fmt: skip
