"""The trick on the table, as the seat to play sees it."""

from functools import cached_property

from ..game import TRUMP, Card, Hand, Seat, Suit, View, ranking_of
from .counting import Count
from .needs import Needs


class Table:
    """Who has played what, who is still to play, and what my legal cards would do.

    `after` are the seats still to play behind me, `best` the card that wins the trick as it
    stands and `winner` its seat; both are None when I lead.
    """

    def __init__(self, view: View, legal: Hand) -> None:
        assert view.seat is not None
        assert view.hand is not None
        self.view = view
        self.legal = legal
        self.seat = view.seat
        self.hand: Hand = view.hand
        self.partner = view.rules.partner(view.seat)
        self.opponents = tuple(
            seat for seat in view.rules.seats if seat not in (self.seat, self.partner)
        )
        self.count = Count(view)
        self.needs = Needs(view)
        self.ranking = ranking_of(view.rules, trump=view.trump)
        self.cards: Hand = view.trick.cards if view.trick else ()
        players = view.rules.players
        leader = view.trick.leader if view.trick else self.seat
        self.led = self.ranking.led_suit(self.cards)
        self.after = tuple(
            Seat((self.seat + step) % players) for step in range(1, players - len(self.cards))
        )
        self.best: Card | None = None
        self.winner: Seat | None = None
        if self.cards:
            index = self.ranking.winning_index(self.cards, view.trick.low if view.trick else ())
            self.best = self.cards[index]
            self.winner = Seat((leader + index) % players)

    @property
    def leads(self) -> bool:
        return not self.cards

    @property
    def last(self) -> bool:
        return not self.after

    @property
    def follows(self) -> bool:
        """Whether I hold the suit that was led."""
        return self.led is not None and self.legal[0].suit is self.led

    @cached_property
    def winning(self) -> Hand:
        """My legal cards that win the trick as it stands, low to high, spades last."""
        if self.best is None:
            return self.legal
        return tuple(card for card in self.legal if self.ranking.beats(card, self.best))

    @cached_property
    def losing(self) -> Hand:
        """My legal cards that do not win the trick as it stands, low to high."""
        return tuple(card for card in self.legal if card not in self.winning)

    def bids_nil(self, seat: Seat | None) -> bool:
        """Whether `seat` bid nil and has kept it so far."""
        if seat is None:
            return False
        bid = self.view.bids[seat]
        return bid is not None and bid.nil and self.view.won[seat] == 0

    @cached_property
    def standing_nils(self) -> tuple[Seat, ...]:
        """The opponents whose nil still stands."""
        return tuple(seat for seat in self.opponents if self.bids_nil(seat))

    def holds(self, card: Card) -> float:
        """The chance that no opponent still to play beats `card`.

        A nil bidder beats nothing if he can help it.
        """
        led = self.led if self.led is not None else card.suit
        chance = 1.0
        for seat in self.after:
            if seat != self.partner and not self.bids_nil(seat):
                chance *= 1 - self.count.beats_chance(seat, card, led)
        return chance

    def masters(self, *, spades: bool) -> list[Card]:
        """My cards that nothing unseen of their suit beats: spades, or those of the side suits."""
        return [
            card
            for card in self.hand
            if (card.suit is TRUMP) == spades and self.count.is_master(card)
        ]

    def in_suit(self, suit: Suit) -> list[Card]:
        """My legal cards of a suit, low to high."""
        return [card for card in self.legal if card.suit is suit]
