"""The bidding: each seat bids once, clockwise from the dealer's left (B1 to B6, E1, E5)."""

from ..actions import BLIND_NIL, NIL, Bid, Look, PlayerAction
from ..options import NONE, Options
from ..round import Round
from ..rules import Rules
from ..seats import Seat, put
from ..text import Message, T
from .blind import blind_refusal, look, may_bid_blind, show_where_decided
from .phase import PlayerPhase, out_of_turn, wrong_phase


class Bidding(PlayerPhase):
    name = "bidding"

    def applies(self, rules: Rules) -> bool:
        return True

    def begin(self, round: Round) -> Round:
        return show_where_decided(round)

    def finished(self, round: Round) -> bool:
        return None not in round.bids

    def turn(self, round: Round) -> Seat | None:
        return next((seat for seat in round.order if round.bids[seat] is None), None)

    def options(self, round: Round, seat: Seat) -> Options:
        if round.bids[seat] is not None:
            return NONE
        mine = self.turn(round) == seat
        if not round.looked[seat]:
            blind = (BLIND_NIL,) if mine and may_bid_blind(round, seat) else ()
            return Options((Look(), *blind))
        return Options(open_bids(round.rules)) if mine else NONE

    def refusal(self, round: Round, seat: Seat, action: PlayerAction) -> tuple[str, Message]:
        turn = self.turn(round)
        match action:
            case Look():
                return blind_refusal(round, seat, action)
            case Bid():
                pass
            case _:
                return wrong_phase(action)
        if round.bids[seat] is not None:
            return "bid/already-bid", Message(T("you have bid already"))
        if turn is not None and turn != seat:
            return out_of_turn(seat, turn)
        if action.blind:
            return blind_refusal(round, seat, action)
        if action in open_bids(round.rules):
            return "bid/look-first", Message(T("look at your cards or bid blind first"))
        if action.nil and not round.rules.nil.allowed:
            return "bid/no-nil", Message(T("nil may not be bid at this table"))
        return "bid/out-of-range", Message(
            T("a bid is a number from {low} to {high}, or nil where it is allowed, not {bid}"),
            low=1,
            high=round.rules.hand_size,
            bid=action.tricks,
        )

    def act(self, round: Round, seat: Seat, action: PlayerAction) -> Round:
        match action:
            case Look():
                return look(round, seat)
            case Bid():
                return show_where_decided(round.change(bids=put(round.bids, seat, action)))
            case _:
                raise AssertionError(action)


def open_bids(rules: Rules) -> tuple[Bid, ...]:
    """The bids that may be made with the cards in view, low to high (B4)."""
    nil = (NIL,) if rules.nil.allowed else ()
    return (*nil, *(Bid(tricks) for tricks in range(1, rules.hand_size + 1)))
