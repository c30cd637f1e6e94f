"""The compiled heuristics, for rounds rolled out by the thousand (`../expert/kernels.py`).

The compiled functions are the same ones the interpreter runs, on records with the same fields.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from ...fast import bits, kernel
from ...game import Bid, SeatView
from . import (
    attacking,
    chances,
    choosing,
    covering,
    demand,
    following,
    leading,
    own_nil,
    reasons,
    seeing,
    strength,
)
from .position import Numbers
from .reading import setting_of

kernel_of = kernel.compiled(
    reasons, seeing, chances, demand, own_nil, covering, attacking, leading, following, choosing,
    strength,
    known={seeing.count: bits.count, seeing.lowest: bits.lowest, seeing.highest: bits.highest},
)  # fmt: skip

see = kernel_of[seeing.see]
add_legal = kernel_of[seeing.add_legal]
choose = kernel_of[choosing.choose]
note_duck = kernel_of[own_nil.note_duck]
card_of = kernel_of[reasons.card_of]
gain = kernel_of[demand.gain]

Record = Any
"""The numbers of a setting or a position in the form that kernels take."""


@cache
def dtype_of(kind: Any) -> "np.dtype[Any]":
    """Return the record type with the fields of a `Numbers` class."""
    fields = [
        (name, np.float64 if number is float else np.int64, tuple(shape))
        for name, (number, *shape) in kind.fields.items()
    ]
    return np.dtype(fields, align=True)


def new_record(kind: Any) -> Record:
    """Return a record of zeros."""
    return np.zeros(1, dtype_of(kind)).view(np.recarray)[0]


def setting_record(view: SeatView, bids: tuple[Bid, ...] | None = None) -> Record:
    """Return the setting of the round in view, optionally with other bids for all seats."""
    return record_of(setting_of(view, bids))


def record_of(numbers: Numbers) -> Record:
    """Return the same numbers as a record."""
    record = new_record(type(numbers))
    write(record, vars(numbers))
    return record


def write(record: Record, numbers: Mapping[str, Any]) -> None:
    """Write numbers to the fields of a record by name."""
    for name, value in numbers.items():
        field = record[name]
        if isinstance(value, list):
            field[: len(value)] = value
        elif isinstance(value, dict):
            for place, number in value.items():
                field[place] = number
        else:
            record[name] = value
