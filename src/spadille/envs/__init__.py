"""Environments for learning: PettingZoo, Gymnasium, vectors of tables, and OpenSpiel.

`docs/environments.md` specifies them. The packages they need come with the extra `envs`; each of
the modules `spadille_v0`, `single`, `vector` and `open_spiel` needs only its own. Importing this
package registers `Spadille-v0` with Gymnasium.
"""

from ..notation import action_numbers as numbers
from .action_space import meaning, number_of
from .decisions import with_observations
from .episode import Episode, Length, Reward
from .extras import NAME, register
from .observation import fields, observe
from .observation_layout import FIELDS, SIZE

ACTIONS = numbers.ACTIONS
"""The number of action numbers."""

__all__ = [
    "ACTIONS", "FIELDS", "NAME", "SIZE", "Episode", "Length", "Reward", "action_space", "episode",
    "fields", "meaning", "number_of", "observation_layout", "observe", "open_spiel", "single",
    "spadille_v0", "tables", "vector", "with_observations",
]  # fmt: skip

register()
