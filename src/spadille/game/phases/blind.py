"""Blind decisions, before players see their cards: blind bids and looks (D11, E5 to E12, V34)."""

from collections.abc import Sequence

from ..actions import BLIND_NIL, Bid, Look, PlayerAction
from ..blind_limits import far_enough_behind, only_behind
from ..legal_bids import within_limits
from ..options import NONE, Options
from ..round import Round
from ..rules import Rules
from ..seats import BySeat, Seat, put
from ..text import Message
from .phase import Phase, Refusal, out_of_turn, wrong_phase

_NO_NIL: Refusal = "bid/no-blind", Message("this table does not allow blind nil")
_NO_TRICKS: Refusal = (
    "bid/no-such-blind-bid",
    Message("this table does not allow blind bids of tricks"),
)
"""Made once, because who may still bid blind is checked after each bid."""


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


def blind_bids(round: Round, seat: Seat) -> tuple[Bid, ...]:
    """Return what `seat` may bid blind when its turn comes, as far as is known now."""
    if round.looked[seat] or round.bids[seat] is not None:
        return ()
    rules = round.rules
    bids = [BLIND_NIL] if _nil_bar(round, seat) is None else []
    if _tricks_bar(round, seat) is None:
        numbers = range(rules.blind.minimum, rules.hand_size + 1)
        bids.extend(Bid(tricks, blind=True) for tricks in numbers)
    if not rules.bidding.limited:
        return tuple(bids)
    return tuple(bid for bid in bids if within_limits(rules, _with_bid(round, seat, bid), seat))


def show_where_decided(round: Round) -> Round:
    """Show all seats that can no longer bid blind their hands."""
    looked = round.looked
    for seat in round.rules.seats:
        if not looked[seat] and not blind_bids(round, seat):
            looked = put(looked, seat, value=True)
    return round if looked is round.looked else round.change(looked=looked)


def look(round: Round, seat: Seat) -> Round:
    """Show `seat` its cards."""
    return round.change(looked=put(round.looked, seat, value=True))


def bid_blind(round: Round, seat: Seat, bid: Bid) -> Round:
    """Return the round after a blind bid."""
    return show_where_decided(round.change(bids=_with_bid(round, seat, bid)))


def blind_refusal(round: Round, seat: Seat, action: PlayerAction) -> Refusal:
    """Return why a seat may not look or bid blind."""
    if isinstance(action, Look):
        return "look/already", Message("you have already seen your cards")
    if round.bids[seat] is not None:
        return "bid/already-bid", Message("you have already bid")
    bar = _nil_bar(round, seat) if action == BLIND_NIL else _tricks_bar(round, seat)
    if bar is not None:
        return bar
    if round.looked[seat]:
        return "bid/blind-after-looking", Message(
            "you have seen your cards; only an open bid is left"
        )
    bids = blind_bids(round, seat)
    if bids and round.rules.bidding.limited:
        return bid_not_here(bids)
    return "bid/blind-range", Message(
        "a blind bid must be a number from {low} to {high}",
        low=round.rules.blind.minimum,
        high=round.rules.hand_size,
    )


def bid_not_here(bids: Sequence[Bid]) -> Refusal:
    """Return the refusal of a bid, with the bids that the seat may make."""
    return "bid/not-here", Message(
        "the rules of this table only let you bid {bids}",
        bids=", ".join(str(legal) for legal in bids),
    )


def _with_bid(round: Round, seat: Seat, bid: Bid) -> BySeat[Bid | None]:
    """Return the bids after a blind one; partners do not bid after one for the whole side."""
    bids = put(round.bids, seat, bid)
    if not bid.nil and round.rules.blind.bids == "side":
        for partner in round.rules.partners(seat):
            bids = put(bids, partner, Bid(0, blind=True))
    return bids


def _nil_bar(round: Round, seat: Seat) -> Refusal | None:
    """Return what keeps `seat` from bidding blind nil, if anything does."""
    nil = round.rules.nil
    if not (nil.allowed and nil.blind) or round.bids_itself:
        return _NO_NIL
    if not far_enough_behind(round.before, round.rules.side_of(seat), nil.blind_deficit):
        return "bid/blind-deficit", only_behind(round.rules, nil=True)
    partners = round.rules.partners(seat)
    if len(partners) >= nil.blind_per_side:
        others = [round.bids[partner] for partner in partners]
        if others.count(BLIND_NIL) >= nil.blind_per_side:
            return "bid/blind-per-side", Message("no more players of your side may bid blind nil")
    return None


def _tricks_bar(round: Round, seat: Seat) -> Refusal | None:
    """Return what keeps `seat` from bidding tricks blind, if anything does."""
    blind = round.rules.blind
    if blind.bids == "none" or round.bids_itself:
        return _NO_TRICKS
    if not far_enough_behind(round.before, round.rules.side_of(seat), blind.deficit):
        return "bid/blind-deficit", only_behind(round.rules, nil=False)
    partners = round.rules.partners(seat)
    if blind.bids == "side" and any(
        round.looked[partner] or round.bids[partner] is not None for partner in partners
    ):
        return "bid/blind-side", Message(
            "a side may bid blind only while none of its players has looked or bid"
        )
    return None
