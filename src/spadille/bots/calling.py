"""Calling revokes, where players watch each other (R1, R4)."""

from ..game import Call, Message, Seat, SeatView, seen_revokes
from .bot import Decision


def decide_call(view: SeatView) -> Decision | None:
    """The call of a revoke that is proven by what was seen; None where there is none to call."""
    if not any(isinstance(action, Call) for action in view.options.aside):
        return None
    for seat, trick in seen_revokes(view):
        call = Call(seat, trick)
        if call in view.options.aside:
            return Decision(call, _reason(seat, trick))
    return None


def _reason(seat: Seat, trick: int) -> Message:
    return Message(
        "{seat} has shown a card that had to be played in trick {trick}.", seat=seat, trick=trick
    )
