"""Looking at the cards or bidding blind, before cards or bids are shown to all (D11, E12, V34)."""

from ..actions import Bid, Look, PlayerAction
from ..options import NONE, Options
from ..round import Round
from ..rules import Rules
from ..seats import Seat
from .blind import bid_blind, blind_bids, blind_refusal, look, show_where_decided
from .phase import Phase, Refusal, out_of_turn, wrong_phase


class Looking(Phase[Bid | Look]):
    """The phase in which each seat looks at its cards or bids blind (D11, E12, V34)."""

    name = "look"

    def applies(self, rules: Rules) -> bool:
        """Return True if cards are turned up (D11) or all seats bid at once (V34)."""
        return rules.deal.face_up > 0 or rules.bidding.order == "at_once"

    def begin(self, round: Round) -> Round:
        """Show all seats that cannot bid blind their hands."""
        return show_where_decided(round)

    def turn(self, round: Round) -> Seat | None:
        """Return the first seat that has not looked, from the dealer's left; None after all."""
        return next((seat for seat in round.order if not round.looked[seat]), None)

    def asked(self, round: Round, seat: Seat) -> Options:
        """Return `Look` and the blind bids that the seat may make."""
        return Options((Look(), *blind_bids(round, seat)))

    def besides(self, round: Round, seat: Seat) -> Options:
        """Return `Look` for a seat that has not looked, and otherwise no options."""
        return NONE if round.looked[seat] else Options((Look(),))

    def refusal(self, round: Round, seat: Seat, action: PlayerAction) -> Refusal:
        """Return why a look or a blind bid is illegal."""
        if not isinstance(action, Look | Bid):
            return wrong_phase(action)
        if isinstance(action, Bid) and not action.blind:
            return wrong_phase(action)
        turn = self.turn(round)
        if isinstance(action, Bid) and turn is not None and turn != seat:
            return out_of_turn(seat, turn)
        return blind_refusal(round, seat, action)

    def act(self, round: Round, seat: Seat, action: Bid | Look) -> Round:
        """Return the round after a look or a blind bid."""
        if isinstance(action, Bid):
            return bid_blind(round, seat, action)
        return look(round, seat)
