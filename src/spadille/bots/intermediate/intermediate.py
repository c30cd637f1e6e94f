"""The level `intermediate`, which uses heuristics with reasons and no search."""

from collections.abc import Iterator

from ...game import (
    Agree,
    Award,
    BySeat,
    Call,
    Claim,
    Message,
    Seat,
    SeatView,
    is_sure_of_rest,
    put,
    seen_revokes,
)
from ..bot import DecidingBot, Decision
from ..certain import cannot_lose, nothing_higher
from ..equity import equity_of_tricks
from ..heuristics.advising import decide_play
from .bidding import decide_bid, decide_blind
from .draft import decide_keep, decide_swap
from .giving import decide_discard, decide_pass
from .second_thoughts import decide_adjust, decide_trump

_NO_WORSE = 1e-9


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


def decide_claim(view: SeatView) -> Decision | None:
    """Return a claim of the remaining tricks if they are certain and nothing else could be better.

    Return None for the last trick, which is played as quickly. Also return None if a revoke may
    still come to light, or if the last card counts, because a claim could then lose something.
    """
    rules = view.rules
    if (
        Claim() not in view.options.aside
        or len(view.hand or ()) == 1
        or rules.enforcement.mode != "strict"
        or rules.scoring.minds_the_last_trick
        or not nothing_higher(view)
        or not is_sure_of_rest(view)
    ):
        return None
    if not (view.trick is None and cannot_lose(view)) and not _wants_all(view):
        return None
    return Decision(
        Claim(), Message("The rest is mine whatever the others hold or play, so I claim it.")
    )


def _wants_all(view: SeatView) -> bool:
    """Return True if giving up some of the remaining tricks would not make the round worth more."""
    all_mine, *others = (equity_of_tricks(view, won) for won in _ends(view))
    return all(other <= all_mine + _NO_WORSE for other in others)


def _ends(view: SeatView) -> Iterator[BySeat[int]]:
    """Yield the tricks by seat if all the rest are mine, and if some go to one other seat."""
    seat, won, left = view.seat, view.won, len(view.hand or ())
    yield put(won, seat, won[seat] + left)
    for other in view.rules.seats:
        if other != seat:
            for lost in range(1, left + 1):
                yield put(put(won, other, won[other] + lost), seat, won[seat] + left - lost)


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
