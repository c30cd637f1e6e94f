"""The standing of the sides before a round, as JSON has it."""

from collections.abc import Sequence

from msgspec import Struct

from ..game import Rules, Standing
from .streams import InputError, counted


class Before(Struct, forbid_unknown_fields=True):
    """What a side has from earlier rounds, and in `sets` how often its contract was set there."""

    score: int
    bags: int = 0
    sets: int = 0


def read_before(rules: Rules, written: Sequence[Before]) -> tuple[Standing, ...]:
    """The standing of all sides that is written so.

    Raises:
        InputError: when it is not possible under these rules.
    """
    if len(written) != len(rules.sides):
        raise InputError(
            f"before holds {counted(len(written), 'sides')}, "
            f"expected one for each of {len(rules.sides)}"
        )
    for one in written:
        if one.bags < 0 or one.sets < 0:
            raise InputError(f"{one.bags} bags and {one.sets} sets before, expected numbers from 0")
    return tuple(Standing(one.score, one.bags) for one in written)
