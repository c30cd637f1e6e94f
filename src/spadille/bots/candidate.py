"""What a bot that weighs actions says of each."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from ..game import BySeat, PlayerAction

Unit = Literal["points", "percent"]


class Chances(Struct, frozen=True):
    """How the round is expected to end after an action; `contracts` and `bags` are by side.

    `contracts` are the chances that each side makes its contract, `nils` those that the nil of each
    seat holds, `bags` the overtricks of each side on average, and `win` the chance of the side of
    the view to win the game. None where there is no such thing, or where it cannot be shown; `win`
    is shown only when it was asked for.
    """

    contracts: Sequence[float | None]
    nils: BySeat[float | None]
    bags: Sequence[float | None]
    win: float | None = None


class Candidate(Struct, frozen=True):
    """An action that was weighed: what it is worth, how far that may be off, and what it leads to.

    With `points` as unit `value` is by how many points the side of the seat is expected to score
    more in the round than the others, each bag with its part of the penalty; with `percent` it is
    the chance to win the game. `error` is its standard error, or None where it is no average over
    deals. `doubt` is that of how far it is behind the first candidate, which is much less, as both
    were tried in the same deals. `chances` are None where they cannot be shown.
    """

    action: PlayerAction
    value: float
    error: float | None
    unit: Unit = "points"
    chances: Chances | None = None
    doubt: float | None = None
