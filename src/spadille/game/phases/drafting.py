"""The draft for two players: each draws in turn and keeps one card of two (N2 to N6).

A blind bid is made before the bidder draws a first card (E15).
"""

from ..actions import Bid, ChanceAction, Keep, Look, PlayerAction, Stack
from ..cards import Hand, hand_of
from ..options import NONE, Options
from ..round import Round
from ..rules import Rules
from ..seats import Seat, put
from ..text import Message
from .blind import bid_blind, blind_bids, blind_refusal, look, show_where_decided
from .phase import Phase, Refusal, Shuffle, out_of_turn, stacked, wrong_phase


class Drafting(Phase[Bid | Keep | Look]):
    """The phase in which two players draw their hands card by card (N2 to N6)."""

    name = "draft"

    def applies(self, rules: Rules) -> bool:
        """Return True if players draw their hands (N2)."""
        return rules.drafted

    def finished(self, round: Round) -> bool:
        """Return True if the stock is empty and all hands are full."""
        size = round.rules.hand_size
        return not round.pack.stock and all(len(hand) == size for hand in round.hands)

    def turn(self, round: Round) -> Seat | None:
        """Return the seat that draws next, the dealer first (N6); None without a stock."""
        if not round.pack.stock:
            return None
        drawn = (len(round.rules.deck_cards) - len(round.pack.stock)) // 2
        order = round.drawing_order
        return order[drawn % len(order)]

    def asked(self, round: Round, seat: Seat) -> Options:
        """Return `Look` and blind bids; once the seat has looked, both ways to `Keep`."""
        if not round.looked[seat]:
            return Options((Look(), *blind_bids(round, seat)))
        return Options((Keep("first"), Keep("next")))

    def besides(self, round: Round, seat: Seat) -> Options:
        """Return `Look` for a seat that has not looked, and otherwise no options."""
        return NONE if round.looked[seat] or not round.pack.stock else Options((Look(),))

    def refusal(self, round: Round, seat: Seat, action: PlayerAction) -> Refusal:
        """Return why a look, a blind bid or a card to keep is illegal."""
        turn = self.turn(round)
        match action:
            case Look() | Bid(blind=True):
                refused = blind_refusal(round, seat, action)
            case Keep():
                refused = ("keep/decide-first", Message("look at your cards or bid blind first"))
            case _:
                return wrong_phase(action)
        if turn is not None and turn != seat and not isinstance(action, Look):
            return out_of_turn(seat, turn)
        return refused

    def act(self, round: Round, seat: Seat, action: Bid | Keep | Look) -> Round:
        """Return the round after a look, a blind bid, or a card kept and another discarded."""
        match action:
            case Look():
                return look(round, seat)
            case Bid():
                return bid_blind(round, seat, action)
            case Keep(which=which):
                return self._keep(round, seat, first=which == "first")

    def _keep(self, round: Round, seat: Seat, *, first: bool) -> Round:
        pack = round.pack
        kept, other = pack.stock[:2] if first else (pack.stock[1], pack.stock[0])
        hand: Hand = hand_of((*round.hands[seat], kept))
        refused = pack.refused
        if not first or round.rules.deal.method != "keep_or_next_unseen":
            refused = put(refused, seat, hand_of((*refused[seat], other)))
        return round.change(
            hands=put(round.hands, seat, hand),
            pack=pack.change(
                stock=pack.stock[2:],
                discards=hand_of((*pack.discards, other)),
                refused=refused,
            ),
        )

    def chance(self, round: Round, shuffle: Shuffle) -> Stack:
        """Return the cards of the deck in shuffled order."""
        return Stack(tuple(shuffle(round.rules.deck_cards)))

    def happen(self, round: Round, action: ChanceAction) -> Round:
        """Return the round with its stock; raise IllegalActionError for a different deck."""
        return show_where_decided(stacked(round, action))
