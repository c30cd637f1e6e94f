"""After a wrong claim that costs the rest: who should have won a trick says who gets it (P18)."""

from ..actions import Award
from ..judging import award, heirs
from ..options import Options
from ..round import Round
from ..rules import Rules
from ..seats import Seat
from ..text import Message
from .phase import Phase, Refusal


class Awarding(Phase[Award]):
    name = "award"
    asks = Award

    def applies(self, rules: Rules) -> bool:
        return rules.play.false_claim == "forfeit_tricks"

    def finished(self, round: Round) -> bool:
        return round.conduct.chooser is None or round.conduct.claimed is not None

    def turn(self, round: Round) -> Seat | None:
        return round.conduct.chooser

    def asked(self, round: Round, seat: Seat) -> Options:
        return Options(tuple(Award(heir) for heir in heirs(round)))

    def fault(self, round: Round, seat: Seat, action: Award) -> Refusal:
        return "award/not-here", Message(
            "the tricks of a wrong claim go to a player of another side"
        )

    def act(self, round: Round, seat: Seat, action: Award) -> Round:
        return award(round, action.seat)
