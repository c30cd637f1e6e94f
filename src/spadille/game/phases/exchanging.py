"""The exchange: a nil bidder may give cards to the partner, who returns as many (E9, E10)."""

from ..actions import Pass
from ..cards import hand_of, without
from ..options import Choose, Options
from ..round import Round, next_gift
from ..round_parts import Transfer
from ..rules import Rules
from ..seats import Seat, put
from ..text import Message
from .phase import Phase, Refusal


class Exchanging(Phase[Pass]):
    """The phase in which nil bidders exchange cards with their partners (E9, E10)."""

    name = "exchange"
    asks = Pass

    def applies(self, rules: Rules) -> bool:
        """Return True if the rules have an exchange after nil or blind nil (E9, E10)."""
        return rules.exchange.nil_cards > 0 or rules.exchange.blind_nil_cards > 0

    def turn(self, round: Round) -> Seat | None:
        """Return the seat that gives cards next; None after the last exchange."""
        step = next_gift(round)
        return step and step[0]

    def asked(self, round: Round, seat: Seat) -> Options:
        """Return the choice of cards: first none or a fixed number, then as many to return."""
        step = next_gift(round)
        assert step is not None
        return Options(choose=Choose("pass", round.hands[seat], step[2]))

    def fault(self, round: Round, seat: Seat, action: Pass) -> Refusal:
        """Return the refusal of a wrong number of cards, or of cards that are not held."""
        step = next_gift(round)
        assert step is not None
        if len(action.cards) in step[2]:
            return "pass/not-held", Message("you can only give cards that you hold")
        count = max(step[2])
        if 0 in step[2]:
            sentence = Message.counted(
                "give one card, or none to keep your hand",
                "give {n} cards, or none to keep your hand",
                count,
            )
        else:
            sentence = Message.counted(
                "give back exactly one card", "give back exactly {n} cards", count
            )
        return "pass/wrong-number", sentence

    def act(self, round: Round, seat: Seat, action: Pass) -> Round:
        """Return the round after a gift, which waits for the return if `order` is together."""
        step = next_gift(round)
        assert step is not None
        receiver, sizes = step[1], step[2]
        hands = put(round.hands, seat, without(round.hands[seat], action.cards))
        gift = Transfer(seat, receiver, hand_of(action.cards))
        first = 0 in sizes
        if not first and round.rules.exchange.order == "together":
            waiting = round.exchange.transfers[-1]
            hands = put(hands, seat, hand_of((*hands[seat], *waiting.cards)))
        if not first or round.rules.exchange.order == "bidder_first":
            hands = put(hands, receiver, hand_of((*hands[receiver], *gift.cards)))
        return round.change(hands=hands, exchange=round.exchange.with_transfer(gift))
