"""The level `intermediate`: rules of thumb with reasons, no search."""

from ..game import Agree, Message, SeatView
from .awarding import decide_award
from .bidding import decide_bid, decide_blind
from .bot import DecidingBot, Decision
from .calling import decide_call
from .cutting import decide_cut
from .draft import decide_keep, decide_swap
from .exchange import decide_pass
from .kitty import decide_discard
from .second_thoughts import decide_adjust, decide_trump
from .thumb.advising import decide_play


class Intermediate(DecidingBot):
    """Counts the cards, minds the score, helps the partner, and can say why."""

    def decide(self, view: SeatView) -> Decision:
        if view.phase == "cut":
            return decide_cut(view, self._random(view))
        if view.hand is None:
            return decide_blind(view)
        if (call := decide_call(view)) is not None:
            return call
        decide = _BY_PHASE.get(view.phase)
        if decide is not None:
            return decide(view)
        return Decision(Agree(), Message("I have seen no revoke: the round may be scored."))


_BY_PHASE = {
    "draft": decide_keep,
    "swap": decide_swap,
    "kitty": decide_discard,
    "bidding": decide_bid,
    "adjust": decide_adjust,
    "trump": decide_trump,
    "exchange": decide_pass,
    "play": decide_play,
    "award": decide_award,
}
