"""A position in a round with the outcome of each choice, in which themes are recognized."""

from msgspec import Struct

from spadille.bots import Chances
from spadille.game import Card, Game, Seat, Trick


class Outcome(Struct, frozen=True):
    """The outcome of a choice; `tricks` are those from this position on, with all hands open."""

    cards: tuple[Card, ...]
    end: Chances
    tricks: tuple[Trick, ...] = ()


class Case(Struct, frozen=True):
    """A position with the outcome of each choice, the right one first."""

    game: Game
    outcomes: tuple[Outcome, ...]

    @property
    def seat(self) -> Seat:
        """Return the seat to act."""
        assert self.game.to_act is not None
        return self.game.to_act

    @property
    def side(self) -> int:
        """Return the index of the side to act."""
        return self.game.rules.side_of(self.seat)

    @property
    def mates(self) -> tuple[Seat, ...]:
        """Return the seats of the side, including this one."""
        return self.game.rules.sides[self.side]

    @property
    def opponents(self) -> tuple[Seat, ...]:
        """Return the seats of all other sides, clockwise from North."""
        return tuple(seat for seat in self.game.rules.seats if seat not in self.mates)

    @property
    def table(self) -> tuple[Card, ...]:
        """Return the cards of the trick in progress, from the leader clockwise."""
        assert self.game.round is not None
        return self.game.round.trick

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """Return the hands of all seats, hidden ones included."""
        assert self.game.round is not None
        return self.game.round.hands

    @property
    def right(self) -> Outcome:
        """Return the outcome of the right choice."""
        return self.outcomes[0]

    @property
    def others(self) -> tuple[Outcome, ...]:
        """Return the outcomes of all wrong choices."""
        return self.outcomes[1:]

    @property
    def card(self) -> Card:
        """Return the first card of the right choice."""
        return self.right.cards[0]

    def lasting_nil(self, seat: Seat) -> bool:
        """Return True if a seat has bid nil and has not won a trick."""
        assert self.game.round is not None
        bid = self.game.round.bids[seat]
        return bid is not None and bid.nil and not self.game.round.won[seat]

    def tricks(self, outcome: Outcome) -> int:
        """Return how many tricks the side wins from here on."""
        return sum(trick.winner in self.mates for trick in outcome.tricks)


def card_of(trick: Trick, seat: Seat) -> Card:
    """Return the card that a seat played to a trick."""
    return trick.cards[(seat - trick.leader) % len(trick.cards)]
