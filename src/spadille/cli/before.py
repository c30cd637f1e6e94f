"""The standings of the sides before a round, as given in JSON."""

from collections.abc import Sequence

from msgspec import Struct, structs

from ..game import Rules, Standing
from .streams import InputError, counted


class Before(Struct, forbid_unknown_fields=True):
    """The state that a side carries over from earlier rounds.

    `sets` is the number of rounds in which it was set, and `sets_in_a_row` counts only the latest
    ones in a row. `revokes` is the number of its proven revokes.
    """

    score: int
    bags: int = 0
    sets: int = 0
    sets_in_a_row: int = 0
    revokes: int = 0


def read_before(rules: Rules, written: Sequence[Before]) -> tuple[Standing, ...]:
    """Return the standings of all sides from their JSON.

    Raises:
        InputError: if they are not possible under these rules.
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
    """Return the fields; a side set in that many rounds in a row was set at least that often."""
    return structs.asdict(one) | {"sets": max(one.sets, one.sets_in_a_row)}
