"""The estimates that a bot gives for each action it compares."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from ..game import BySeat, PlayerAction

Unit = Literal["points", "percent"]


class Chances(Struct, frozen=True):
    """How the round is expected to end after an action; `contracts` and `bags` are by side.

    `contracts` are the chances that each side makes its contract, and `nils` the chances that each
    seat's nil succeeds. `bags` are the average overtricks of each side. `win` is the chance that
    the side of the view wins the game, and is only computed on request. A value is None if it does
    not apply or cannot be shown.
    """

    contracts: Sequence[float | None]
    nils: BySeat[float | None]
    bags: Sequence[float | None]
    win: float | None = None


class Candidate(Struct, frozen=True):
    """An action that was compared: its value, the error of that value, and the expected results.

    With `points` as the unit, `value` is how many more points the seat's side should score in the
    round than the others, with each bag counted as its share of the penalty. With `percent` it is
    the chance to win the game. `error` is the standard error of `value`, or None if `value` is not
    an average over deals. `doubt` is the standard error of the gap between this candidate and the
    first; it is much smaller, because both were tried in the same deals. `chances` are None if they
    cannot be shown.
    """

    action: PlayerAction
    value: float
    error: float | None
    unit: Unit = "points"
    chances: Chances | None = None
    doubt: float | None = None
