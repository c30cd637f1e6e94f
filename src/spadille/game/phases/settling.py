"""After the last trick, where players watch each other: the last chance to call a revoke (R6)."""

from ..actions import Agree, Call, Flip, PlayerAction
from ..judging import calls, has_lost, judge, refuse_call
from ..options import NONE, Options
from ..round import Round
from ..rules import Rules
from ..seats import Seat
from .phase import Phase, Refusal, wrong_phase


class Settling(Phase[Agree | Call | Flip]):
    name = "settle"

    def applies(self, rules: Rules) -> bool:
        return rules.enforcement.mode == "honour"

    def finished(self, round: Round) -> bool:
        return has_lost(round) or super().finished(round)

    def turn(self, round: Round) -> Seat | None:
        return next((seat for seat in round.order if seat not in round.conduct.agreed), None)

    def asked(self, round: Round, seat: Seat) -> Options:
        return Options((Agree(),), aside=calls(round, seat))

    def besides(self, round: Round, seat: Seat) -> Options:
        return NONE if seat in round.conduct.agreed else self.asked(round, seat)

    def refusal(self, round: Round, seat: Seat, action: PlayerAction) -> Refusal:
        return refuse_call(round, action) or wrong_phase(action)

    def act(self, round: Round, seat: Seat, action: Agree | Call | Flip) -> Round:
        if isinstance(action, Agree):
            agreed = (*round.conduct.agreed, seat)
            return round.change(conduct=round.conduct.change(agreed=agreed))
        return judge(round, seat, action)
