"""The rules of thumb compiled, for rounds played out by the thousand.

The compiled functions are those that the interpreter runs, over records with the same fields.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

import numpy as np

from ...fast import bits, kernel
from ...game import Bid, Rules, SeatView
from . import (
    attacking,
    avoiding,
    chances,
    choosing,
    covering,
    following,
    leading,
    needs,
    own_nil,
    playing_on,
    reasons,
    seeing,
    strength,
)
from .position import BITS, SUITS, Numbers, Position, Setting
from .reading import position_of, setting_of, table_of

kernel_of = kernel.compiled(
    reasons, seeing, chances, needs, own_nil, covering, attacking, avoiding, leading, following,
    choosing, playing_on, strength,
    known={seeing.count: bits.count, seeing.lowest: bits.lowest},
)  # fmt: skip

play_worlds = kernel_of[playing_on.play_worlds]
look = kernel_of[playing_on.look]
choose = kernel_of[choosing.choose]
gain = kernel_of[needs.gain]

Record = Any
"""The numbers of a setting or a position as kernels take them."""


@cache
def dtype_of(kind: Any) -> "np.dtype[Any]":
    """The record with the fields of a class of numbers."""
    fields = [
        (name, np.float64 if number is float else np.int64, tuple(shape))
        for name, (number, *shape) in kind.fields.items()
    ]
    return np.dtype(fields, align=True)


def new_record(kind: Any) -> Record:
    """A record of zeros."""
    return np.zeros(1, dtype_of(kind)).view(np.recarray)[0]


def setting_record(view: SeatView, bids: tuple[Bid, ...] | None = None) -> Record:
    """The setting of the round in view, or as it would be after these bids of all."""
    setting, table = setting_of(view, bids), table_of(view.rules, trump=view.trump)
    record = _table_record(view.rules, trump=view.trump).copy()
    own = vars(setting).items()
    _write(record, {name: value for name, value in own if value is not getattr(table, name)})
    return record


@lru_cache(maxsize=32)
def _table_record(rules: Rules, *, trump: bool) -> Record:
    return record_of(table_of(rules, trump=trump))


def position_record(view: SeatView, leader: int) -> Record:
    """The position that the seat of the view sees, with its own hand only."""
    return record_of(position_of(view, leader))


def record_of(numbers: Numbers) -> Record:
    """The same numbers as a record."""
    record = new_record(type(numbers))
    _write(record, vars(numbers))
    return record


def _write(record: Record, numbers: Mapping[str, Any]) -> None:
    for name, value in numbers.items():
        if not isinstance(value, list | dict):
            record[name] = value
        elif isinstance(value, list):
            record[name][: len(value)] = value
        else:
            for place, number in value.items():
                record[name][place] = number


def warm() -> None:
    """Compiles the playouts."""
    table, root, worlds = small_round()
    scratch = new_record(Position)
    play_worlds(table, root, scratch, worlds, np.array([0]), 0, np.zeros((1, 1, 3)))
    root.hands[:2] = worlds[0]
    look(table, root)
    choose(table, root)


def small_round() -> tuple[Record, Record, "np.ndarray[Any, Any]"]:
    """The setting, the position and the hands of two players with two cards each."""
    setting = Setting()
    setting.players, setting.sides, setting.tricks, setting.bids = 2, 2, 2, 1
    setting.trump, setting.leads_broken, setting.ruffs = 3, 1, 1
    setting.side[1] = 1
    setting.bid[:2] = [1, 1]
    setting.deck[:2] = [3, 3]
    for suit in range(SUITS):
        setting.level |= {(suit, bit): bit for bit in range(BITS)}
        setting.above |= {(suit, bit): 2 if bit == 0 else 0 for bit in range(BITS)}
    position = Position()
    position.sizes[:2] = [2, 2]
    worlds = np.array([[[1, 2, 0, 0, 0], [2, 1, 0, 0, 0]]])
    return record_of(setting), record_of(position), worlds
