"""Playing without trump, if a player proposes it and a partner agrees (V26)."""

from ..actions import NoTrump
from ..options import Options
from ..ranking import TRUMP, ranking_of
from ..round import Round
from ..rules import Rules
from ..seats import Seat
from ..text import Message
from .phase import Phase, Refusal


class ChoosingTrump(Phase[NoTrump]):
    """The phase in which partners may agree to play without trump (V26)."""

    name = "trump"
    asks = NoTrump

    def applies(self, rules: Rules) -> bool:
        """Return True if `bidding.no_trump` is on (V26)."""
        return rules.bidding.no_trump

    def turn(self, round: Round) -> Seat | None:
        """Return the seat that proposes or answers next; None once all have, or two agree."""
        asked = _asked(round)
        return asked and asked[0]

    def asked(self, round: Round, seat: Seat) -> Options:
        """Return yes and no as `NoTrump`; only no for a proposer without a spade."""
        asked = _asked(round)
        assert asked is not None
        proposes = asked[1]
        if proposes and not round.ranking.suited(round.hands[seat], TRUMP):
            return Options((NoTrump(wanted=False),))
        return Options((NoTrump(wanted=False), NoTrump(wanted=True)))

    def fault(self, round: Round, seat: Seat, action: NoTrump) -> Refusal:
        """Return the refusal of a proposal from a hand without spades."""
        return "no-trump/no-spade", Message(
            "only a player who holds a spade may ask to play without trump"
        )

    def act(self, round: Round, seat: Seat, action: NoTrump) -> Round:
        """Return the round with the answer added; it loses its trump once partners agree."""
        asked = _asked(round)
        assert asked is not None
        answers = (*round.talk.no_trump, action.wanted)
        agreed = action.wanted and not asked[1]
        ranking = ranking_of(round.rules, trump=not agreed)
        return round.change(talk=round.talk.change(no_trump=answers), ranking=ranking)


def _asked(round: Round) -> tuple[Seat, bool] | None:
    """Return who speaks next, and whether to propose or answer a partner; None at the end."""
    if not round.trump or round.bids_itself:
        return None
    answers = iter(round.talk.no_trump)
    for seat in round.order:
        wanted = next(answers, None)
        if wanted is None:
            return seat, True
        partner = round.rules.partner(seat)
        if wanted and partner is not None and next(answers, None) is None:
            return partner, False
    return None
