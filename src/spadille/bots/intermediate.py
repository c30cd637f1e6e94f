"""The level `intermediate`: rules of thumb with reasons, no search."""

from ..game import View
from .bidding import decide_bid, decide_blind
from .bot import DecidingBot, Decision
from .draft import decide_keep, decide_swap
from .exchange import decide_pass
from .playing import decide_play


class Intermediate(DecidingBot):
    """Counts the cards, minds the score, helps the partner, and can say why."""

    def decide(self, view: View) -> Decision:
        match view.phase:
            case "draft" | "bidding" if view.hand is None:
                return decide_blind(view)
            case "draft":
                return decide_keep(view)
            case "swap":
                return decide_swap(view)
            case "bidding":
                return decide_bid(view)
            case "exchange":
                return decide_pass(view)
            case _:
                return decide_play(view)
