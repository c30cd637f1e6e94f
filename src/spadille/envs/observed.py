"""A seat's observation as a Gymnasium space."""

from typing import Any

import numpy as np

from ..notation import action_numbers as numbers
from .extras import needs
from .observation_layout import SIZE

with needs("gymnasium"):
    from gymnasium import spaces


def observed(*, observe: bool = True) -> spaces.Dict:
    """Return the space of the action mask and, with `observe`, of the observation."""
    parts: dict[str, spaces.Space[Any]] = {
        "action_mask": spaces.Box(0, 1, (numbers.ACTIONS,), np.int8)
    }
    if observe:
        parts["observation"] = spaces.Box(-128, 127, (SIZE,), np.int8)
    return spaces.Dict(parts)
