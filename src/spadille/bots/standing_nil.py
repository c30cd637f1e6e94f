"""Whether a nil can still be made."""

from ..game import Seat, SeatView


def bid_nil(view: SeatView, seat: Seat) -> bool:
    """Whether `seat` bid nil."""
    bid = view.bids[seat]
    return bid is not None and bid.nil


def nil_stands(view: SeatView, seat: Seat) -> bool:
    """Whether `seat` bid nil and has kept it so far; a team nil stands or falls as one (E13)."""
    if not bid_nil(view, seat):
        return False
    side = view.rules.sides[view.rules.side_of(seat)]
    if view.rules.nil.team and len(side) > 1 and all(bid_nil(view, mate) for mate in side):
        return not any(view.won[mate] for mate in side)
    return view.won[seat] == 0
