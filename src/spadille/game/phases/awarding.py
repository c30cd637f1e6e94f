"""After a wrong claim: the player who could beat it decides who gets the other tricks (P18)."""

from ..actions import Award
from ..judging import award, heirs
from ..options import Options
from ..round import Round
from ..rules import Rules
from ..seats import Seat
from ..text import Message
from .phase import Phase, Refusal


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
