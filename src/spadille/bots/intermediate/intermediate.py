"""The level `intermediate`, which uses heuristics with reasons and no search."""

from ...game import Agree, Award, Call, Message, Seat, SeatView, put, seen_revokes
from ..bot import DecidingBot, Decision
from ..equity import equity_of_tricks
from ..heuristics.advising import decide_play
from .bidding import decide_bid, decide_blind
from .claiming import decide_claim
from .draft import decide_keep, decide_swap
from .giving import decide_discard, decide_pass
from .second_thoughts import decide_adjust, decide_trump


class Intermediate(DecidingBot):
    """Counts cards, considers the score, helps the partner, and can explain why."""

    def decide(self, view: SeatView) -> Decision:
        """Return a decision by the heuristics; calling a proven revoke comes first."""
        if view.phase == "cut":
            return self.cut(view)
        if view.hand is None:
            return decide_blind(view)
        if (call := decide_call(view)) is not None:
            return call
        decide = _BY_PHASE.get(view.phase)
        if decide is not None:
            return decide(view)
        return Decision(Agree(), Message("I have not seen a revoke: the round can be scored."))


def decide_call(view: SeatView) -> Decision | None:
    """Return the call of a revoke that the seat has seen proven, or None."""
    if not any(isinstance(action, Call) for action in view.options.aside):
        return None
    for seat, trick in seen_revokes(view):
        call = Call(seat, trick)
        if call in view.options.aside:
            return Decision(call, _reason(seat, trick))
    return None


def _reason(seat: Seat, trick: int) -> Message:
    return Message(
        "{seat} has shown a card that they had to play in trick {trick}.", seat=seat, trick=trick
    )


def decide_award(view: SeatView) -> Decision:
    """Return the award to the seat that makes the round worth the most, mine if equal."""
    assert view.hand is not None
    rest = len(view.hand)
    values = {}
    for action in view.options.actions:
        assert isinstance(action, Award)
        won = put(view.won, action.seat, view.won[action.seat] + rest)
        values[action.seat] = equity_of_tricks(view, won)
    seat = max(values, key=lambda seat: (values[seat], seat == view.seat))
    if seat == view.seat:
        return Decision(Award(seat), Message("The tricks are worth most if I get them."))
    return Decision(
        Award(seat), Message("The tricks are worth most if {seat} gets them.", seat=seat)
    )


def decide_card(view: SeatView) -> Decision:
    """Return a claim of the remaining tricks if they are certain, else a card."""
    return decide_claim(view) or decide_play(view)


_BY_PHASE = {
    "draft": decide_keep,
    "swap": decide_swap,
    "kitty": decide_discard,
    "bidding": decide_bid,
    "adjust": decide_adjust,
    "trump": decide_trump,
    "exchange": decide_pass,
    "play": decide_card,
    "award": decide_award,
}
