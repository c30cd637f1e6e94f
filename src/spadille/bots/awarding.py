"""Who gets the tricks that a wrong claim has cost (P18)."""

from ..game import Award, Bid, Message, SeatView, put
from .bot import Decision
from .equity import round_equity


def decide_award(view: SeatView) -> Decision:
    """The seat with which the round is worth most; the own one where others are worth no more."""
    assert view.hand is not None
    rest = len(view.hand)
    values = {}
    for action in view.options.actions:
        assert isinstance(action, Award)
        won = put(view.won, action.seat, view.won[action.seat] + rest)
        bids = tuple(Bid(won[seat]) if bid is None else bid for seat, bid in enumerate(view.bids))
        values[action.seat] = round_equity(view, bids, won)
    seat = max(values, key=lambda seat: (values[seat], seat == view.seat))
    if seat == view.seat:
        return Decision(Award(seat), Message("The tricks are worth most with me."))
    return Decision(Award(seat), Message("The tricks are worth most with {seat}.", seat=seat))
