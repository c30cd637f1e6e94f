"""The bidding: each seat bids once, in turn, all at once or side after side (B1, V34, V36)."""

from collections import Counter

from ..actions import NIL, Bid, Look, PlayerAction, Say, ThrowIn
from ..cards import RANKS, Hand, Suit
from ..hand_test import parse_hand_test, passes
from ..legal_bids import most_tricks, open_bids
from ..options import NONE, Options
from ..ranking import TRUMP, Ranking
from ..round import Round
from ..round_parts import ThrownIn
from ..rules import Rules
from ..rules.bidding import MOST_LOW_TOTALS
from ..seats import Seat, put
from ..text import Message
from .blind import bid_blind, bid_not_here, blind_bids, blind_refusal, look, show_where_decided
from .phase import Phase, Refusal, out_of_turn, wrong_phase

_FACES = {RANKS.index("J"), RANKS.index("Q"), RANKS.index("K")}


class Bidding(Phase[Bid | Look | Say | ThrowIn]):
    """The phase in which each seat bids once (B1, V34, V36)."""

    name = "bidding"

    def applies(self, rules: Rules) -> bool:
        """Return True, because every round has a bidding phase."""
        return True

    def begin(self, round: Round) -> Round:
        """Show all seats that cannot bid blind their hands."""
        return show_where_decided(round)

    def finished(self, round: Round) -> bool:
        """Return True if all seats have bid, or the round bids itself (V12)."""
        return None not in round.bids or round.bids_itself

    def turn(self, round: Round) -> Seat | None:
        """Return the first seat without a bid, in the order of bids; None if all have bid."""
        bids = round.bids
        for seat in round.bidders:
            if bids[seat] is None:
                return seat
        return None

    def acts(self, round: Round, seat: Seat) -> bool:
        """Return True if the seat has the turn, or has not bid yet if all bid at once (V34)."""
        if round.rules.bidding.order == "at_once":
            return round.bids[seat] is None
        return self.turn(round) == seat

    def asked(self, round: Round, seat: Seat) -> Options:
        """Return `Look` and blind bids; after a look, open bids and announcements."""
        if not round.looked[seat]:
            return Options((Look(), *blind_bids(round, seat)))
        return Options(open_bids(round, seat), aside=_told(round, seat))

    def besides(self, round: Round, seat: Seat) -> Options:
        """Return `Look`, then announcements, and no options once the seat has bid."""
        if round.bids[seat] is not None:
            return NONE
        return Options(aside=_told(round, seat)) if round.looked[seat] else Options((Look(),))

    def refusal(self, round: Round, seat: Seat, action: PlayerAction) -> Refusal:
        """Return why a bid, a look, an estimate or a shown hand is illegal."""
        match action:
            case Look():
                return blind_refusal(round, seat, action)
            case Say():
                return _say_refusal(round, seat)
            case ThrowIn():
                return "throw-in/not-deficient", Message(
                    "only a hand that this table calls deficient can be shown, before the side bids"
                )
            case Bid():
                return self._bid_refusal(round, seat, action)
            case _:
                return wrong_phase(action)

    def _bid_refusal(self, round: Round, seat: Seat, bid: Bid) -> Refusal:
        if round.bids[seat] is not None:
            return "bid/already-bid", Message("you have already bid")
        turn = self.turn(round)
        if turn is not None and not self.acts(round, seat):
            return out_of_turn(seat, turn)
        if bid.blind:
            return blind_refusal(round, seat, bid)
        bids = open_bids(round, seat)
        if bid in bids:
            return "bid/look-first", Message("look at your cards or bid blind first")
        if bid.nil and not round.rules.nil.allowed:
            return "bid/no-nil", Message("this table does not allow nil")
        least, most = 0 if round.rules.bidding.zero else 1, most_tricks(round, seat)
        if bid == Bid(0) and NIL in bids:
            return "bid/out-of-range", Message(
                "a bid must be a number from {low} to {high}; to bid zero, bid nil",
                low=least,
                high=most,
            )
        if bid.tricks != 0 if bid.nil else not least <= bid.tricks <= most:
            return "bid/out-of-range", Message(
                "a bid must be a number from {low} to {high}, or nil if it is allowed, not {bid}",
                low=least,
                high=most,
                bid=bid.tricks,
            )
        return bid_not_here(bids)

    def act(self, round: Round, seat: Seat, action: Bid | Look | Say | ThrowIn) -> Round:
        """Return the round after the action; a shown hand or low bids cause a redeal (D10, V37)."""
        match action:
            case Look():
                return look(round, seat)
            case Say():
                return round.change(talk=round.talk.change(said=put(round.talk.said, seat, action)))
            case ThrowIn():
                shown = ThrownIn(seat, round.hands[seat])
                return round.change(
                    talk=round.talk.change(thrown_in=(*round.talk.thrown_in, shown))
                ).again()
            case Bid(blind=True):
                return _dealt_again_if_low(bid_blind(round, seat, action), seat)
            case Bid():
                bids = put(round.bids, seat, action)
                return _dealt_again_if_low(show_where_decided(round.change(bids=bids)), seat)


def _dealt_again_if_low(round: Round, last: Seat) -> Round:
    """Return the round before its deal if the bids are too low in total (V37), else unchanged."""
    rules = round.rules.bidding
    bids = [bid.tricks for bid in round.bids if bid is not None]
    before = sum(not shown.hand for shown in round.talk.thrown_in)
    if (
        rules.low_total != "redeal"
        or len(bids) < len(round.bids)
        or sum(bids) >= rules.total_minimum
        or before >= MOST_LOW_TOTALS
    ):
        return round
    thrown_in = (*round.talk.thrown_in, ThrownIn(last, ()))
    return round.change(talk=round.talk.change(thrown_in=thrown_in)).again()


def _told(round: Round, seat: Seat) -> tuple[Say | ThrowIn, ...]:
    """Return the announcements that `seat` may make before it bids."""
    return (*_estimates(round, seat), *_throw_in(round, seat))


def _estimates(round: Round, seat: Seat) -> tuple[Say, ...]:
    """Return the estimates that `seat` may announce to its partner before it bids, once (B7)."""
    if round.rules.bidding.talk != "estimate" or round.talk.said[seat] is not None:
        return ()
    most = round.rules.hand_size
    return tuple(Say(sure, maybe) for sure in range(most + 1) for maybe in range(sure, most + 1))


def _say_refusal(round: Round, seat: Seat) -> Refusal:
    if round.rules.bidding.talk != "estimate":
        return "say/not-here", Message("this table does not allow estimates between partners")
    if round.bids[seat] is not None or round.talk.said[seat] is not None:
        return "say/once", Message("you may give one estimate, before you bid")
    if not round.looked[seat]:
        return "say/look-first", Message("look at your cards first")
    return "say/range", Message(
        "an estimate is two numbers up to {most}, the lower one first",
        most=round.rules.hand_size,
    )


def _throw_in(round: Round, seat: Seat) -> tuple[ThrowIn, ...]:
    """Return `ThrowIn` if `seat` may show its hand for a new deal, as the table allows (D10)."""
    rules = round.rules
    if (
        not _deficient(rules, round.ranking, round.hands[seat])
        or any(round.bids[other] is not None for other in rules.sides[rules.side_of(seat)])
        or sum(shown.seat == seat and bool(shown.hand) for shown in round.talk.thrown_in)
        >= rules.deal.throw_ins
    ):
        return ()
    return (ThrowIn(),)


def _deficient(rules: Rules, ranking: Ranking, hand: Hand) -> bool:
    """Return True if `hand` passes one of the table's tests."""
    if not (rules.deal.deficient or rules.deal.deficient_when):
        return False
    lengths = Counter(ranking.suit_of[card] for card in hand)
    tests = {
        "one_spade": lengths[TRUMP] <= 1,
        "no_spades": lengths[TRUMP] == 0,
        "no_faces": not any(card.rank in _FACES and card.suit <= TRUMP for card in hand),
        "seven_of_suit": any(
            length >= 7 for suit, length in lengths.items() if suit not in {TRUMP, Suit.JOKERS}
        ),
    }
    if any(tests[test] for test in rules.deal.deficient):
        return True
    return passes(parse_hand_test(rules.deal.deficient_when), lengths, hand)
