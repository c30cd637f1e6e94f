"""What the bids that were compared are worth, as candidates."""

from collections.abc import Mapping

from ...game import Bid, Look, PlayerAction, Seat, SeatView
from ..candidate import Candidate, Chances
from ..equity import for_points, in_points
from .bid_worth import made_chance
from .estimate import Estimate

_PERCENT = 100


def weighed(
    view: SeatView, guess: Estimate, values: Mapping[Bid, float], nil_chance: float
) -> tuple[Candidate, ...]:
    """The bids with what they are worth, the best first."""
    best_first = sorted(values, key=lambda bid: values[bid], reverse=True)
    return tuple(
        _candidate(view, bid, values[bid], _chances(view, guess, bid, nil_chance))
        for bid in best_first
    )


def weighed_blind(
    view: SeatView, chosen: PlayerAction, values: Mapping[Bid | Look, float], nil_chance: float
) -> tuple[Candidate, ...]:
    """What may be done before looking with what it is worth, the chosen first."""
    order = sorted(values, key=lambda one: (one == chosen, values[one]), reverse=True)
    found = []
    for action in order:
        nil = isinstance(action, Bid) and action.nil
        chances = _nothing(view, {view.seat: nil_chance} if nil else {})
        found.append(_candidate(view, action, values[action], chances))
    return tuple(found)


def _candidate(view: SeatView, action: PlayerAction, worth: float, chances: Chances) -> Candidate:
    if for_points(view):
        return Candidate(action, in_points(view, worth), None, "points", chances)
    return Candidate(action, _PERCENT * worth, None, "percent", chances)


def _nothing(view: SeatView, nils: Mapping[Seat, float]) -> Chances:
    """No chances but those of some nils."""
    none = (None,) * len(view.rules.sides)
    return Chances(none, tuple(nils.get(seat) for seat in view.rules.seats), none)


def _chances(view: SeatView, guess: Estimate, bid: Bid, nil_chance: float) -> Chances:
    """How likely the bid is made; more is not estimated."""
    contracts: list[float | None] = [None] * len(view.rules.sides)
    nils: list[float | None] = [None] * view.rules.players
    if bid.nil:
        nils[view.seat] = nil_chance
    else:
        contracts[view.rules.side_of(view.seat)] = made_chance(view, guess, bid)
    return Chances(tuple(contracts), tuple(nils), (None,) * len(contracts))
