"""What is known from the cards seen so far: cards out, voids shown, and chances that follow."""

from ..game import TRUMP, Card, Seat, Suit, View, next_seat
from .honours import none_held

_FULL = (1 << 13) - 1


class Count:
    """The cards that `view.seat` has not seen, and where they may be."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        assert view.hand is not None
        self._seat = view.seat
        self._sizes = view.hand_sizes
        seen = [0, 0, 0, 0]
        void = [0, 0, 0, 0]
        played = 0
        for trick in (*view.tricks, *([view.trick] if view.trick else [])):
            led = trick.cards[0].suit
            seat: int = trick.leader
            for card in trick.cards:
                seen[card.suit] |= 1 << card.rank
                if card.suit is not led:
                    void[led] |= 1 << seat
                seat = next_seat(seat, view.rules.players)
                played += 1
        mine = [0, 0, 0, 0]
        for card in view.hand:
            mine[card.suit] |= 1 << card.rank
        for card in view.refused:
            seen[card.suit] |= 1 << card.rank
        self.mine = tuple(mine)
        self.out = tuple(_FULL & ~(seen[suit] | mine[suit]) for suit in range(4))
        self._void = void
        others = sum(size for seat, size in enumerate(view.hand_sizes) if seat != view.seat)
        self.dead = sum(mask.bit_count() for mask in self.out) - others
        self._placed = self._cards_given(view)

    def _cards_given(self, view: View) -> dict[Suit, tuple[Seat, int]]:
        """Cards of each suit that are known to lie with the partner, who was given them."""
        placed: dict[Suit, tuple[Seat, int]] = {}
        partner = view.rules.partner(self._seat)
        if partner is None:
            return placed
        for card in view.given:
            if self.out[card.suit] >> card.rank & 1:
                mask = placed.get(card.suit, (partner, 0))[1]
                placed[card.suit] = (partner, mask | 1 << card.rank)
        return placed

    def length(self, suit: Suit) -> int:
        """How many cards of the suit I hold."""
        return self.mine[suit].bit_count()

    def outside(self, suit: Suit) -> int:
        """How many cards of the suit I have not seen."""
        return self.out[suit].bit_count()

    def higher(self, card: Card) -> int:
        """How many unseen cards of the suit beat `card`."""
        return (self.out[card.suit] >> card.rank).bit_count()

    def lower(self, card: Card) -> int:
        """How many unseen cards of the suit `card` beats."""
        return (self.out[card.suit] & ((1 << card.rank) - 1)).bit_count()

    def is_master(self, card: Card) -> bool:
        """Whether no unseen card of its suit beats it."""
        return self.higher(card) == 0

    def equals(self, one: Card, other: Card) -> bool:
        """Whether no unseen card lies between two of a suit, so that they do the same work."""
        return one.suit is other.suit and self.higher(one) == self.higher(other)

    def known_void(self, seat: int, suit: Suit) -> bool:
        return bool(self._void[suit] >> seat & 1) or not self.out[suit]

    def none_of(self, seat: int, suit: Suit, mask: int) -> float:
        """The chance that `seat` holds none of the unseen cards of `suit` in `mask`."""
        mask &= self.out[suit]
        if not mask or self.known_void(seat, suit):
            return 1.0
        holder, given = self._placed.get(suit, (None, 0))
        if mask & given:
            if holder == seat:
                return 0.0
            mask &= ~given
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

    def beats_chance(self, seat: int, card: Card, led: Suit) -> float:
        """The chance that `seat`, still to play to a lead of `led`, is able to beat `card`."""
        above = self.out[card.suit] >> (card.rank + 1) << (card.rank + 1)
        higher = 1 - self.none_of(seat, card.suit, above)
        if led is TRUMP:
            return higher
        void = self.void_chance(seat, led)
        if card.suit is TRUMP:
            return void * higher
        ruff = void * (1 - self.void_chance(seat, TRUMP))
        return higher + ruff if card.suit is led else 1.0
