"""The standing of the sides before a round, as JSON has it."""

from collections.abc import Sequence

from msgspec import Struct, structs

from ..game import Rules, Standing
from .streams import InputError, counted


class Before(Struct, forbid_unknown_fields=True):
    """The state that a side carries from earlier rounds.

    `sets` says in how many it was set, `sets_in_a_row` in how many of the latest ones, `revokes`
    how many of its revokes were proven.
    """

    score: int
    bags: int = 0
    sets: int = 0
    sets_in_a_row: int = 0
    revokes: int = 0


def read_before(rules: Rules, written: Sequence[Before]) -> tuple[Standing, ...]:
    """Return the standing of all sides that is written so.

    Raises:
        InputError: when it is not possible under these rules.
    """
    if len(written) != len(rules.sides):
        raise InputError(
            f"before holds {counted(len(written), 'sides')}, "
            f"expected one for each of {len(rules.sides)}"
        )
    for one in written:
        for name, count in structs.asdict(one).items():
            if name != "score" and count < 0:
                raise InputError(f"{name} in before is {count}, expected a number from 0")
    return tuple(Standing(**_counted(one)) for one in written)


def _counted(one: Before) -> dict[str, int]:
    """Return what is written; a side that was set in that many rounds in a row was set as often."""
    return structs.asdict(one) | {"sets": max(one.sets, one.sets_in_a_row)}
