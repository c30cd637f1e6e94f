"""What the bids that were compared are worth, as candidates."""

from collections.abc import Mapping

from ...game import Bid, SeatView
from ..candidate import Candidate, Chances, Unit
from ..equity import for_points, in_points
from .bid_worth import made_chance
from .estimate import Estimate

_PERCENT = 100


def weighed(
    view: SeatView, guess: Estimate, values: Mapping[Bid, float], nil_chance: float
) -> tuple[Candidate, ...]:
    """The bids with what they are worth, the best first."""
    unit: Unit = "points" if for_points(view) else "percent"
    found = []
    for bid in sorted(values, key=lambda bid: values[bid], reverse=True):
        worth = values[bid]
        value = in_points(view, worth) if unit == "points" else _PERCENT * worth
        found.append(Candidate(bid, value, None, unit, _chances(view, guess, bid, nil_chance)))
    return tuple(found)


def _chances(view: SeatView, guess: Estimate, bid: Bid, nil_chance: float) -> Chances:
    """How likely the bid is made; more is not estimated."""
    contracts: list[float | None] = [None] * len(view.rules.sides)
    nils: list[float | None] = [None] * view.rules.players
    if bid.nil:
        nils[view.seat] = nil_chance
    else:
        contracts[view.rules.side_of(view.seat)] = made_chance(view, guess, bid)
    return Chances(tuple(contracts), tuple(nils), (None,) * len(contracts))
