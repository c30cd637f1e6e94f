"""The trained numbers of the network (`research/train_policy.py`, `docs/bots/networks.md`)."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

import numpy as np

from ....fast import kernel
from ....game import SeatView, coverage
from ...heuristics.reasons import Reason
from .preferring import DEPTH, WIDTH
from .traits import ADVICE, CARD, POSITION

FILE = "policy.npz"

POLICY = np.dtype(
    [
        ("trained", np.int64),
        ("position", np.float32, (POSITION, WIDTH)),
        ("card", np.float32, (CARD, WIDTH)),
        ("bias", np.float32, (WIDTH,)),
        ("deep", np.float32, (WIDTH, DEPTH)),
        ("deep_bias", np.float32, (DEPTH,)),
        ("last", np.float32, (DEPTH,)),
        ("told", np.float32, (max(POSITION, CARD),)),
        ("places", np.int64, (max(POSITION, CARD, WIDTH),)),
        ("sums", np.float32, (WIDTH,)),
        ("first", np.float32, (WIDTH,)),
        ("second", np.float32, (DEPTH,)),
    ],
    align=True,
)
"""The matrices and biases, and workspace for the network's input and activations."""

LAYERS = ("card", "bias", "deep", "deep_bias", "last")
"""All matrices except those for the position, in which each reason's row has its name."""


def no_policy() -> Any:
    """Return the policy of a player without one, who plays as advised."""
    return kernel.records(1, POLICY)


def policy_of(view: SeatView) -> Any:
    """Return the policy network for the round in view, with its buffers, or None."""
    if not coverage.POLICY.covers(view.rules) or not view.trump:
        return no_policy()
    return kernel.as_records(_trained().copy(), POLICY)


def policy_with(numbers: Mapping[str, Any]) -> Any:
    """Return the policy with these matrices; rows for reasons are found by the reasons' names."""
    made = kernel.records(1, POLICY)
    plain: Any = made.view(np.ndarray)
    plain["trained"] = 1
    for name in LAYERS:
        plain[name][0] = numbers[name]
    plain["position"][0, :ADVICE] = numbers["position"]
    for name, row in zip(numbers["reasons"].tolist(), numbers["advice"], strict=True):
        if name in Reason.__members__:
            plain["position"][0, ADVICE + Reason[name]] = row
    return made


@cache
def _trained() -> "np.ndarray[Any, np.dtype[np.int8]]":
    with np.load(BytesIO(files(__package__).joinpath(FILE).read_bytes())) as found:
        made: Any = policy_with({name: found[name] for name in found.files})
    return np.frombuffer(made.tobytes(), np.int8)
