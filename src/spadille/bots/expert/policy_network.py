"""The card-value network as a record that kernels read."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from ...fast import kernel
from ...game import SeatView
from ..heuristics.card_features import CARD, POSITION, SUIT
from ..heuristics.card_network import DEPTH, SHAPES, WIDTH, is_trained_for, trained

POLICY = np.dtype(
    [
        ("trained", np.int64),
        ("position", np.float32, (POSITION, WIDTH)),
        ("card", np.float32, (CARD, WIDTH)),
        ("suit", np.float32, (SUIT, WIDTH)),
        ("bias", np.float32, (WIDTH,)),
        ("deep", np.float32, (WIDTH, DEPTH)),
        ("deep_bias", np.float32, (DEPTH,)),
        ("last", np.float32, (DEPTH,)),
        ("told", np.float32, (POSITION,)),
        ("of_suit", np.int64),
        ("sums", np.float32, (WIDTH,)),
        ("with_suit", np.float32, (WIDTH,)),
        ("first", np.float32, (WIDTH,)),
        ("second", np.float32, (DEPTH,)),
    ],
    align=True,
)
"""The fields of a `Network`."""


def no_policy() -> Any:
    """Return the policy of a player without one, who plays as advised."""
    return kernel.records(1, POLICY)


def policy_of(view: SeatView) -> Any:
    """Return the trained policy if it covers the round in view, else one that plays as advised."""
    if not is_trained_for(view.rules) or not view.trump:
        return no_policy()
    return kernel.as_records(_trained().copy(), POLICY)


def policy_with(numbers: Mapping[str, Any]) -> Any:
    """Return the policy with these matrices, by the names in `SHAPES`."""
    made = kernel.records(1, POLICY)
    plain: Any = made.view(np.ndarray)
    plain["trained"] = 1
    for name in SHAPES:
        plain[name][0] = np.asarray(numbers[name]).reshape(plain[name][0].shape)
    return made


@cache
def _trained() -> "np.ndarray[Any, np.dtype[np.int8]]":
    return np.frombuffer(policy_with(trained()).tobytes(), np.int8)
