"""The phases after the play: awards of tricks after a wrong claim, and late calls (P18, R6)."""

from ..actions import Agree, Award, Call, Flip, PlayerAction
from ..judging import award, calls, has_lost, heirs, judge, refuse_call
from ..options import NONE, Options
from ..round import Round
from ..rules import Rules
from ..seats import Seat
from ..text import Message
from .phase import Phase, Refusal, wrong_phase


class Awarding(Phase[Award]):
    """The phase in which a player gives away the tricks lost by a wrong claim (P18)."""

    name = "award"
    asks = Award

    def applies(self, rules: Rules) -> bool:
        """Return True if a wrong claim forfeits the remaining tricks (P18)."""
        return rules.play.false_claim == "forfeit_tricks"

    def finished(self, round: Round) -> bool:
        """Return True unless a player still has forfeited tricks to award."""
        return round.conduct.chooser is None or round.conduct.claimed is not None

    def turn(self, round: Round) -> Seat | None:
        """Return the seat that chooses, or None if no tricks are forfeited."""
        return round.conduct.chooser

    def asked(self, round: Round, seat: Seat) -> Options:
        """Return one `Award` for each seat that is not on the claimant's side."""
        return Options(tuple(Award(heir) for heir in heirs(round)))

    def fault(self, round: Round, seat: Seat, action: Award) -> Refusal:
        """Return the refusal of an award to the claimant's side."""
        return "award/not-here", Message(
            "the tricks of a wrong claim go to a player of another side"
        )

    def act(self, round: Round, seat: Seat, action: Award) -> Round:
        """Return the round with all remaining tricks given to the chosen seat."""
        return award(round, action.seat)


class Settling(Phase[Agree | Call | Flip]):
    """The phase after the last trick, the last chance to call a revoke (R6)."""

    name = "settle"

    def applies(self, rules: Rules) -> bool:
        """Return True if the rules are in honor mode (R1)."""
        return rules.enforcement.mode == "honour"

    def finished(self, round: Round) -> bool:
        """Return True if all seats have agreed, or a side has lost by its revokes (R8)."""
        return has_lost(round) or super().finished(round)

    def turn(self, round: Round) -> Seat | None:
        """Return the first seat that has not agreed, from the dealer's left; None after all."""
        return next((seat for seat in round.order if seat not in round.conduct.agreed), None)

    def asked(self, round: Round, seat: Seat) -> Options:
        """Return `Agree`, and the calls of the seat as optional actions."""
        return Options((Agree(),), aside=calls(round, seat))

    def besides(self, round: Round, seat: Seat) -> Options:
        """Return the same options as on its turn, and none once the seat has agreed."""
        return NONE if seat in round.conduct.agreed else self.asked(round, seat)

    def refusal(self, round: Round, seat: Seat, action: PlayerAction) -> Refusal:
        """Return why a call is illegal, or that an action belongs to another phase."""
        return refuse_call(round, action) or wrong_phase(action)

    def act(self, round: Round, seat: Seat, action: Agree | Call | Flip) -> Round:
        """Return the round after a seat agrees, or after a call is decided."""
        if isinstance(action, Agree):
            agreed = (*round.conduct.agreed, seat)
            return round.change(conduct=round.conduct.change(agreed=agreed))
        return judge(round, seat, action)
