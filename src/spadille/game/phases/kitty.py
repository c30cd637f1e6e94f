"""The kitty: one player picks up the cards left over and puts away as many (D12, K4)."""

from ..actions import Discard
from ..cards import hand_of, lowest_club, without
from ..options import Choose, Options
from ..round import Round
from ..rules import Rules
from ..seats import Seat, put
from ..text import Message
from .phase import Phase, Refusal


class Kitty(Phase[Discard]):
    """The phase before the bidding, or after it if the kitty goes to the highest bidder."""

    name = "kitty"
    asks = Discard

    def __init__(self, *, after_bids: bool) -> None:
        self._after_bids = after_bids

    def applies(self, rules: Rules) -> bool:
        """Return True if the rules have a kitty that is taken at this point (D12)."""
        return rules.has_kitty and self._after_bids == (rules.deal.kitty_taker == "highest_bidder")

    def begin(self, round: Round) -> Round:
        """Add the kitty to the hand of its taker, and show the taker the hand."""
        taker = _taker(round)
        hand = hand_of((*round.hands[taker], *round.pack.kitty))
        return round.change(
            pack=round.pack.change(kitty_taker=taker),
            hands=put(round.hands, taker, hand),
            looked=put(round.looked, taker, value=True),
        )

    def finished(self, round: Round) -> bool:
        """Return True if the taker has discarded."""
        return bool(round.pack.discards)

    def turn(self, round: Round) -> Seat | None:
        """Return the taker of the kitty; None after the discard."""
        return None if round.pack.discards else round.pack.kitty_taker

    def asked(self, round: Round, seat: Seat) -> Options:
        """Return the choice of as many cards as the kitty has."""
        return Options(choose=Choose("discard", round.hands[seat], (len(round.pack.kitty),)))

    def fault(self, round: Round, seat: Seat, action: Discard) -> Refusal:
        """Return the refusal of a wrong number of cards, or of cards that are not held."""
        if len(action.cards) != len(round.pack.kitty):
            return "discard/wrong-number", Message.counted(
                "discard exactly one card", "discard exactly {n} cards", len(round.pack.kitty)
            )
        return "discard/not-held", Message("you can only discard cards that you hold")

    def act(self, round: Round, seat: Seat, action: Discard) -> Round:
        """Return the round after the discard; a whole round in the kitty is a trick (D12)."""
        won = round.won
        if round.rules.deal.leftover == "kitty_and_round":
            won = put(won, seat, won[seat] + 1)
        return round.change(
            hands=put(round.hands, seat, without(round.hands[seat], action.cards)),
            pack=round.pack.change(discards=hand_of(action.cards)),
            won=won,
        )


def _taker(round: Round) -> Seat:
    """Return the seat that takes the kitty; the dealer if the lowest club is in it or missing."""
    match round.rules.deal.kitty_taker:
        case "dealer":
            return round.dealer
        case "highest_bidder":
            return round.highest_bidder
        case "two_of_clubs":
            lowest = lowest_club(round.rules.deck_cards)
            holders = (seat for seat in round.order if lowest in round.hands[seat])
            return next(holders, round.dealer)
