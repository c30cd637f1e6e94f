"""Second thoughts after the last bid: to equal the other side, or to bid more (B8, V18)."""

from msgspec import structs

from ..actions import Adjust, PlayerAction
from ..options import NONE, Options
from ..round import Round
from ..rules import Rules
from ..scoring import contract_of
from ..seats import Seat, put
from ..text import Message, T
from .phase import PlayerPhase, out_of_turn, wrong_phase


class Adjusting(PlayerPhase):
    name = "adjust"

    def applies(self, rules: Rules) -> bool:
        return rules.bidding.second_thoughts != "none"

    def finished(self, round: Round) -> bool:
        return round.bids_itself or len(round.adjusted) == len(_who(round))

    def turn(self, round: Round) -> Seat | None:
        return None if self.finished(round) else _who(round)[len(round.adjusted)]

    def options(self, round: Round, seat: Seat) -> Options:
        if self.turn(round) != seat:
            return NONE
        return Options(tuple(Adjust(by) for by in _steps(round, seat)))

    def refusal(self, round: Round, seat: Seat, action: PlayerAction) -> tuple[str, Message]:
        if not isinstance(action, Adjust):
            return wrong_phase(action)
        turn = self.turn(round)
        if turn is not None and turn != seat:
            return out_of_turn(seat, turn)
        return "adjust/not-here", Message(
            T("the bid may stand, or change by {steps}"),
            steps=", ".join(f"{by:+}" for by in _steps(round, seat) if by) or "0",
        )

    def act(self, round: Round, seat: Seat, action: PlayerAction) -> Round:
        bid = round.bids[seat]
        assert isinstance(action, Adjust)
        assert bid is not None
        bids = round.bids
        if action.by:
            bids = put(bids, seat, structs.replace(bid, tricks=bid.tricks + action.by))
        return round.change(bids=bids, adjusted=(*round.adjusted, action.by))


def _who(round: Round) -> tuple[Seat, ...]:
    """Who is asked, in turn: the side that bid first, the first bidder of each side, or all.

    A nil and a bid that a partner made blind for the side are left as they are.
    """
    free = [seat for seat in round.order if (bid := round.bids[seat]) and bid.tricks]
    if round.rules.bidding.second_thoughts == "raise_each":
        return tuple(free)
    firsts: dict[int, Seat] = {}
    for seat in free:
        firsts.setdefault(round.rules.side_of(seat), seat)
    if round.rules.bidding.second_thoughts == "raise_side":
        return tuple(firsts.values())
    first = round.rules.side_of(round.order[0])
    return (firsts[first],) if first in firsts else ()


def _steps(round: Round, seat: Seat) -> tuple[int, ...]:
    """The changes of its bid that `seat` may make; 0 lets it stand."""
    rules = round.rules
    bid = round.bids[seat]
    assert bid is not None
    own = rules.side_of(seat)
    contracts = [contract_of(rules, round.bids, side) or 0 for side in range(len(rules.sides))]
    room = rules.hand_size - contracts[own]
    match rules.bidding.second_thoughts:
        case "match":
            by = contracts[1 - own] - contracts[own]
            return (0, by) if by and 1 <= bid.tricks + by <= rules.hand_size else (0,)
        case "raise_each":
            return (0, 1) if room > 0 else (0,)
        case _:
            return tuple(range(max(room, 0) + 1))
