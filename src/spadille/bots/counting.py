"""What is known from the cards seen so far: cards out, voids shown, and chances that follow."""

from ..game import Card, Seat, SeatView, Suit, next_seat
from .honours import none_held
from .order import Order, order_of


class Count:
    """The cards that `view.seat` has not seen, and where they may be.

    `mine` and `out` are masks by suit, with a bit for each copy of a card as in `Order`.
    """

    def __init__(self, view: SeatView, order: Order | None = None) -> None:
        assert view.hand is not None
        self.order = order or order_of(view.rules, trump=view.trump)
        self._seat = view.seat
        self._sizes = view.hand_sizes
        suit_of = self.order.suit_of
        known = [0] * len(Suit)
        void = [0] * len(Suit)
        for trick in (*view.tricks, *([view.trick] if view.trick else [])):
            led = None
            seat: int = trick.leader
            for card in trick.cards:
                self.order.add(known, card)
                suit = suit_of[card]
                if led is None and suit is not Suit.JOKERS:
                    led = suit
                if led is not None and suit is not led:
                    void[led] |= 1 << seat
                seat = next_seat(seat, view.rules.players)
        for card in (*view.hand, *view.refused):
            self.order.add(known, card)
        given = _given(view)
        for receiver, card in given:
            if receiver is None:
                self.order.add(known, card)
        self.mine = tuple(self.order.mask(view.hand))
        self.out = tuple(full & ~seen for full, seen in zip(self.order.full, known, strict=True))
        self._void = void
        others = sum(size for seat, size in enumerate(view.hand_sizes) if seat != view.seat)
        self.dead = max(0, sum(mask.bit_count() for mask in self.out) - others)
        self._placed = self._cards_placed(view, given)
        players = view.rules.players
        self.missed = 2 / 3 if players == 2 else 1 - 1 / (players - 1)

    def _cards_placed(
        self, view: SeatView, given: list[tuple[Seat | None, Card]]
    ) -> dict[Suit, dict[int, int]]:
        """Cards of each suit that are known to lie with others: given to them, or lying open."""
        placed: dict[Suit, dict[int, int]] = {}
        known = [(int(seat), card) for seat, card in given if seat is not None]
        for hands in (view.face_up, view.shown):
            known.extend((seat, card) for seat, hand in enumerate(hands) for card in hand)
        for seat, card in known:
            if seat == self._seat:
                continue
            suit = self.order.suit_of[card]
            masks = [0] * len(Suit)
            self.order.add(masks, card)
            group = self.out[suit] & masks[suit]
            if group:
                by_seat = placed.setdefault(suit, {})
                by_seat[seat] = by_seat.get(seat, 0) | group
        return placed

    def length(self, suit: Suit) -> int:
        """How many cards of the suit I hold."""
        return self.mine[suit].bit_count()

    def outside(self, suit: Suit) -> int:
        """How many cards of the suit I have not seen."""
        return self.out[suit].bit_count()

    def trumps_outside(self) -> int:
        """How many trumps I have not seen."""
        return 0 if self.order.trump is None else self.outside(self.order.trump)

    def above(self, card: Card) -> int:
        """The unseen cards of the suit that beat `card`, as a mask."""
        return self.out[self.order.suit_of[card]] & self.order.above[card]

    def below(self, card: Card) -> int:
        """The unseen cards of the suit that `card` beats, as a mask."""
        return self.out[self.order.suit_of[card]] & ~self.order.above[card]

    def higher(self, card: Card) -> int:
        """How many unseen cards of the suit beat `card`."""
        return self.above(card).bit_count()

    def lower(self, card: Card) -> int:
        """How many unseen cards of the suit `card` beats."""
        return self.below(card).bit_count()

    def is_master(self, card: Card) -> bool:
        """Whether no unseen card of its suit beats it."""
        return self.higher(card) == 0

    def equals(self, one: Card, other: Card) -> bool:
        """Whether no unseen card lies between two of a suit, so that they do the same work."""
        suit_of = self.order.suit_of
        return suit_of[one] is suit_of[other] and self.higher(one) == self.higher(other)

    def known_void(self, seat: int, suit: Suit) -> bool:
        return bool(self._void[suit] >> seat & 1) or not self.out[suit]

    def has_no_trump(self, seat: int) -> bool:
        """Whether `seat` is known to hold no trump."""
        return self.order.trump is None or self.known_void(seat, self.order.trump)

    def none_of(self, seat: int, suit: Suit, mask: int) -> float:
        """The chance that `seat` holds none of the unseen cards of `suit` in `mask`."""
        mask &= self.out[suit]
        if not mask or self.known_void(seat, suit):
            return 1.0
        for holder, cards in self._placed.get(suit, {}).items():
            if mask & cards:
                if holder == seat:
                    return 0.0
                mask &= ~cards
        if not mask:
            return 1.0
        size = self._sizes[seat]
        room = self.dead + sum(
            held
            for other, held in enumerate(self._sizes)
            if other != self._seat and not self.known_void(other, suit)
        )
        return none_held(mask.bit_count(), size, room)

    def void_chance(self, seat: int, suit: Suit) -> float:
        return self.none_of(seat, suit, self.out[suit])

    def ruff_chance(self, seat: int, suit: Suit) -> float:
        """The chance that `seat` has no card of `suit`, but a trump."""
        trump = self.order.trump
        if trump is None or not self.order.ruffs:
            return 0.0
        return self.void_chance(seat, suit) * (1 - self.void_chance(seat, trump))

    def beats_chance(self, seat: int, card: Card, led: Suit) -> float:
        """The chance that `seat`, still to play to a lead of `led`, is able to beat `card`."""
        suit = self.order.suit_of[card]
        higher = 1 - self.none_of(seat, suit, self.above(card))
        if led is self.order.trump:
            return higher
        if suit is self.order.trump:
            return self.void_chance(seat, led) * higher
        return higher + self.ruff_chance(seat, led) if suit is led else 1.0


def _given(view: SeatView) -> list[tuple[Seat | None, Card]]:
    """The own cards of an exchange with who has them now; None: they are out of play."""
    given = list(view.given)
    receivers = [
        moved.receiver
        for moved in view.exchanged
        if moved.giver == view.seat
        for _ in range(moved.count)
    ]
    receivers.extend([None] * (len(given) - len(receivers)))
    return list(zip(receivers, given, strict=True))
