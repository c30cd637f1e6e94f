"""The constants of all tables, and the rows of a table's output, as records for kernels."""

from typing import Any

import numpy as np

from ...fast import code, encoding, kernel
from ...game import Rules
from ...notation import action_numbers as numbers
from ..episode import Length, Reward, check_choice
from ..observation_layout import SIZE

SPACE = np.dtype(
    [
        ("codes", encoding.CODES),
        ("games", np.int64),  # whether an episode is a game
        ("outcome", np.int64),  # whether only the outcome is rewarded
        ("scored", np.int64),  # whether scores can differ from zero
    ],
    align=True,
)

MASK = np.dtype([("values", np.int8, (numbers.ACTIONS,))])
VALUES = np.dtype([("values", np.int8, (SIZE,))])
PAID = np.dtype([("seats", np.float64, (encoding.SEATS,))])
"""Rows of arrays as records, because every thread that takes a row of an array would count it."""


def space_of(rules: Rules, episode: Length, reward: Reward) -> Any:
    """Return the constants of episodes with these rules, as an array of one `SPACE`.

    Raises:
        RulesError: for an unknown length or reward.
    """
    check_choice("episode", episode, Length)
    check_choice("reward", reward, Reward)
    spaces = kernel.records(1, SPACE)
    spaces["codes"] = code.codes_of(rules)
    spaces["games"] = episode == "game"
    spaces["outcome"] = reward == "outcome"
    spaces["scored"] = episode == "game" or any(rules.end.start_scores)
    return spaces
