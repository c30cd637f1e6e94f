"""The trick on the table, as the seat to play sees it."""

from functools import cached_property

from ..game import Card, Hand, Play, Seat, SeatView, Suit
from .counting import Count
from .needs import Goal, Needs
from .order import may_be_low, order_of
from .standing_nil import nil_stands


class Table:
    """Who has played what, who is still to play, and what my legal cards would do.

    `after` are the seats still to play behind me, `best` the card that wins the trick as it
    stands and `winner` its seat; both are None when I lead. `legal` are my cards low to high,
    trumps last; `mates` are my partners.
    """

    def __init__(self, view: SeatView) -> None:
        assert view.hand is not None
        self.view = view
        self.seat = view.seat
        self.hand: Hand = view.hand
        self.mates = view.rules.partners(view.seat)
        self.opponents = tuple(
            seat for seat in view.rules.seats if seat != self.seat and seat not in self.mates
        )
        self.needs = Needs(view)
        self.wants_to_lose = nil_stands(view, self.seat) or self.needs.goal is Goal.AVOID
        self.order = order_of(view.rules, trump=view.trump, aces_low=self.wants_to_lose)
        self.trump = self.order.trump
        self.count = Count(view, self.order)
        cards = dict.fromkeys(
            action.card for action in view.options.actions if isinstance(action, Play)
        )
        self.legal: Hand = tuple(sorted(cards, key=self.order.low_to_high))
        self.cards: Hand = view.trick.cards if view.trick else ()
        self._low = view.trick.low if view.trick else ()
        players = view.rules.players
        leader = view.trick.leader if view.trick else self.seat
        self.led = self.order.ranking.led_suit(self.cards)
        self.after = tuple(
            Seat((self.seat + step) % players) for step in range(1, players - len(self.cards))
        )
        self.best: Card | None = None
        self.winner: Seat | None = None
        if self.cards:
            index = self.order.ranking.winning_index(self.cards, self._low)
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
        return self.led is not None and self.suit(self.legal[0]) is self.led

    def suit(self, card: Card) -> Suit:
        """The suit in play that `card` belongs to."""
        return self.order.suit_of[card]

    def level(self, card: Card) -> int:
        """The place of `card` in its suit, from 0."""
        return self.order.level[card]

    def is_trump(self, card: Card) -> bool:
        return self.order.is_trump(card)

    def calls_low(self, card: Card) -> bool:
        """Whether I should call `card` low: an ace, while I would rather lose."""
        return self.wants_to_lose and may_be_low(self.view.rules, card)

    @cached_property
    def winning(self) -> Hand:
        """My legal cards that win the trick as it stands, low to high, trumps last."""
        if self.best is None:
            return self.legal
        return tuple(card for card in self.legal if self._wins(card))

    def _wins(self, card: Card) -> bool:
        low = (*(self._low or (False,) * len(self.cards)), self.calls_low(card))
        index = self.order.ranking.winning_index((*self.cards, card), low if any(low) else ())
        return index == len(self.cards)

    @cached_property
    def losing(self) -> Hand:
        """My legal cards that do not win the trick as it stands, low to high."""
        return tuple(card for card in self.legal if card not in self.winning)

    @cached_property
    def nil_mate(self) -> Seat | None:
        """A partner whose nil still stands: the one who is winning the trick, or is to play."""
        nils = [seat for seat in self.mates if nil_stands(self.view, seat)]
        return max(nils, key=lambda seat: (seat == self.winner, seat in self.after), default=None)

    @cached_property
    def standing_nils(self) -> tuple[Seat, ...]:
        """The opponents whose nil still stands."""
        return tuple(seat for seat in self.opponents if nil_stands(self.view, seat))

    def holds(self, card: Card) -> float:
        """The chance that no opponent still to play beats `card`.

        A nil bidder beats nothing if he can help it.
        """
        led = self.led if self.led is not None else self.suit(card)
        chance = 1.0
        for seat in self.after:
            if seat not in self.mates and not nil_stands(self.view, seat):
                chance *= 1 - self.count.beats_chance(seat, card, led)
        return chance

    def masters(self, *, trumps: bool) -> list[Card]:
        """My legal cards that nothing unseen of their suit beats: trumps, or others."""
        return [
            card
            for card in self.legal
            if self.is_trump(card) == trumps
            and self.suit(card) is not Suit.JOKERS
            and self.count.is_master(card)
        ]

    @property
    def trumps(self) -> list[Card]:
        """My legal trumps, low to high."""
        return [card for card in self.legal if self.is_trump(card)]

    @property
    def trump_length(self) -> int:
        """How many trumps I hold."""
        return 0 if self.trump is None else self.count.length(self.trump)

    def in_suit(self, suit: Suit) -> list[Card]:
        """My legal cards of a suit, low to high."""
        return [card for card in self.legal if self.suit(card) is suit]
