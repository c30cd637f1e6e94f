"""Second thoughts after the last bid: to equal the other side, or to bid more (B8, V18)."""

from ..actions import Adjust
from ..legal_bids import HIGHEST_BID
from ..matching import can_match, changed_bid, matching_seats, matching_steps, missing
from ..options import Options
from ..round import Round
from ..rules import Rules
from ..scoring import contract_of
from ..seats import Seat, put
from ..text import Message
from .phase import Phase, Refusal


class Adjusting(Phase[Adjust]):
    """The phase in which players may change their bids after the last one (B8, V18)."""

    name = "adjust"
    asks = Adjust

    def applies(self, rules: Rules) -> bool:
        """Return True if `bidding.second_thoughts` allows changes (B8, V18)."""
        return rules.bidding.second_thoughts != "none"

    def finished(self, round: Round) -> bool:
        """Return True if no seat has an answer left to give, or the round bids itself (V12)."""
        return round.bids_itself or self.turn(round) is None

    def turn(self, round: Round) -> Seat | None:
        """Return the next seat to answer; None at the end, or if bids match or cannot (B8)."""
        left = _who(round)[len(round.talk.adjusted) :]
        if round.rules.bidding.second_thoughts == "match" and not (
            missing(round) and can_match(round, left)
        ):
            return None
        return next(iter(left), None)

    def asked(self, round: Round, seat: Seat) -> Options:
        """Return one `Adjust` for each change that the seat may make; 0 keeps the bid."""
        return Options(tuple(Adjust(by) for by in _steps(round, seat)))

    def fault(self, round: Round, seat: Seat, action: Adjust) -> Refusal:
        """Return the refusal of a change, listing the possible ones."""
        return "adjust/not-here", Message(
            "keep the bid, or change it by {steps}",
            steps=", ".join(f"{by:+}" for by in _steps(round, seat) if by) or "0",
        )

    def act(self, round: Round, seat: Seat, action: Adjust) -> Round:
        """Return the round with the bid changed and the answer added to `talk.adjusted`."""
        bid = round.bids[seat]
        assert bid is not None
        return round.change(
            bids=put(round.bids, seat, changed_bid(round.rules, bid, action.by)),
            talk=round.talk.change(adjusted=(*round.talk.adjusted, action.by)),
        )


def _who(round: Round) -> tuple[Seat, ...]:
    """Return who is asked, in turn: the side that bid first, the first bidder of each side, or all.

    If bids may only be raised, a nil is left as it is, as is a bid that a partner made blind for
    the side.
    """
    if round.rules.bidding.second_thoughts == "match":
        return matching_seats(round)
    free = [seat for seat in round.order if (bid := round.bids[seat]) and bid.tricks]
    if round.rules.bidding.second_thoughts == "raise_each":
        return tuple(free)
    firsts: dict[int, Seat] = {}
    for seat in free:
        firsts.setdefault(round.rules.side_of(seat), seat)
    return tuple(firsts.values())


def _steps(round: Round, seat: Seat) -> tuple[int, ...]:
    """Return the changes that `seat` may make to its bid; 0 keeps the bid."""
    rules = round.rules
    if rules.bidding.second_thoughts == "match":
        return matching_steps(round, seat)
    bid = round.bids[seat]
    assert bid is not None
    contract = contract_of(rules, round.bids, rules.side_of(seat)) or 0
    most = rules.bidding.side_maximum or rules.tricks
    room = min(most - contract, HIGHEST_BID - bid.tricks)
    if rules.bidding.second_thoughts == "raise_each":
        room = min(room, 1)
    return tuple(range(max(room, 0) + 1))
