"""Present the compared bids with their values as candidates."""

from collections.abc import Iterable

from ...game import Bid, Look, PlayerAction, SeatView
from ..candidate import Candidate, Chances
from ..equity import for_points, in_points
from .bid_worth import made_chance
from .estimate import Estimate

_PERCENT = 100


def weighed(
    view: SeatView,
    guess: Estimate,
    worths: Iterable[tuple[Bid | Look, float]],
    chosen: PlayerAction,
    nil_chance: float,
) -> tuple[Candidate, ...]:
    """Return the possible bids and announcements with their values, the chosen one first."""
    order = sorted(worths, key=lambda one: (one[0] == chosen, one[1]), reverse=True)
    return tuple(
        _candidate(view, action, worth, _chances(view, guess, action, nil_chance))
        for action, worth in order
    )


def _candidate(view: SeatView, action: PlayerAction, worth: float, chances: Chances) -> Candidate:
    if for_points(view):
        return Candidate(action, in_points(view, worth), None, "points", chances)
    return Candidate(action, _PERCENT * worth, None, "percent", chances)


def _chances(view: SeatView, guess: Estimate, action: PlayerAction, nil_chance: float) -> Chances:
    """Return the chance that a bid is made; for tricks, only if the hand is seen."""
    contracts: list[float | None] = [None] * len(view.rules.sides)
    nils: list[float | None] = [None] * view.rules.players
    if isinstance(action, Bid) and action.nil:
        nils[view.seat] = nil_chance
    elif isinstance(action, Bid) and guess.value is not None:
        contracts[view.rules.side_of(view.seat)] = made_chance(view, guess, action)
    return Chances(tuple(contracts), tuple(nils), (None,) * len(contracts))
