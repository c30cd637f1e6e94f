"""One round: everything that has happened between the shuffle and the score."""

from typing import Any

from msgspec import Struct, structs

from .actions import Bid, Say
from .cards import Card, Hand
from .charges import Judgement
from .printed import seat_lines, trick_line
from .ranking import Ranking, ranking_of
from .rules import Rules
from .scoring import Standing, contract_of
from .seats import BySeat, Seat, clockwise, next_seat
from .tricks import Trick


class Transfer(Struct, frozen=True):
    """Cards that went from one seat to another, or, with no receiver, to the dead cards."""

    giver: Seat
    receiver: Seat | None
    cards: tuple[Card, ...]


class ThrownIn(Struct, frozen=True):
    """A deficient hand that was shown for a new deal (D10)."""

    seat: Seat
    hand: Hand


class Round(Struct, frozen=True):
    """The state of a round. Phases read it and return the next one; nothing mutates.

    `before` is the standing of each side when the round began. `phase` is the name of the phase
    in progress. `looked` tells who may see their cards. `stock` is the undrawn pack of a draft, or
    one that waits to be cut; its dead cards or those put aside are `discards`, `refused` those of
    them that a seat has seen.
    `transfers` are the exchanges and swaps in order, `replaced` the cards that came for swapped
    ones. `stands` counts the cards played that can no longer be taken back, as another followed,
    even if that one was taken back. `adjusted` and `no_trump` are the answers after the bids in
    order. `previous` are the bids of the round before. `redeals` are the proven revokes for which
    the cards were dealt anew. `chooser` says who gets the rest after a wrong claim, `claimed` is
    who has got it.
    """

    rules: Rules
    number: int
    dealer: Seat
    before: tuple[Standing, ...]
    phase: str
    hands: BySeat[Hand]
    looked: BySeat[bool]
    bids: BySeat[Bid | None]
    won: BySeat[int]
    leader: Seat
    ranking: Ranking
    stock: tuple[Card, ...] = ()
    discards: Hand = ()
    refused: BySeat[Hand] = ()
    transfers: tuple[Transfer, ...] = ()
    replaced: BySeat[Hand] = ()
    trick: tuple[Card, ...] = ()
    low: tuple[bool, ...] = ()
    stands: int = 0
    tricks: tuple[Trick, ...] = ()
    broken: bool = False
    kitty: Hand = ()
    kitty_taker: Seat | None = None
    face_up: BySeat[Hand] = ()
    thrown_in: tuple[ThrownIn, ...] = ()
    said: BySeat[Say | None] = ()
    adjusted: tuple[int, ...] = ()
    no_trump: tuple[bool, ...] = ()
    assassins: tuple[Seat, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    claimed: Seat | None = None
    redeals: tuple[Judgement, ...] = ()
    chooser: Seat | None = None
    agreed: tuple[Seat, ...] = ()
    previous: BySeat[int | None] = ()

    @classmethod
    def begin(  # noqa: PLR0913, PLR0917 - all that comes over from the round before
        cls,
        rules: Rules,
        number: int,
        dealer: Seat,
        before: tuple[Standing, ...],
        phase: str,
        previous: BySeat[int | None] = (),
    ) -> "Round":
        """A round in which nothing has happened yet."""
        empty: BySeat[Any] = ((),) * rules.players
        return cls(
            rules=rules,
            number=number,
            dealer=dealer,
            before=before,
            phase=phase,
            hands=empty,
            looked=(False,) * rules.players,
            bids=(None,) * rules.players,
            won=(0,) * rules.players,
            leader=next_seat(dealer, rules.players),
            ranking=ranking_of(rules),
            refused=empty,
            replaced=empty,
            said=(None,) * rules.players,
            previous=previous or (None,) * rules.players,
        )

    def __repr__(self) -> str:
        return f"<Round {self.number}: {self.phase}, dealt by {self.dealer.letter}>"

    def __str__(self) -> str:
        lines = seat_lines(self.bids, self.won, self.hands)
        return "\n".join([*lines, *[trick_line(self.leader, self.trick)] * bool(self.trick)])

    def change(self, **fields: Any) -> "Round":
        """This round with other values for some fields."""
        return structs.replace(self, **fields)

    def again(self) -> "Round":
        """The round before its deal, to be dealt by the same dealer once more.

        Why it was dealt anew stays known.
        """
        phase = self.rules.dealing_phase
        fresh = Round.begin(self.rules, self.number, self.dealer, self.before, phase, self.previous)
        return fresh.change(thrown_in=self.thrown_in, redeals=self.redeals)

    @property
    def trump(self) -> bool:
        """Whether spades are trump in this round, as they are unless players agree otherwise."""
        return self.ranking.trump is not None

    @property
    def bids_itself(self) -> bool:
        """Whether nobody bids, and the tricks won are the bids (V12)."""
        return self.number == 1 and self.rules.bidding.first_round_bids_itself

    @property
    def order(self) -> tuple[Seat, ...]:
        """All seats clockwise from the dealer's left, the dealer last."""
        return clockwise(next_seat(self.dealer, self.rules.players), self.rules.players)

    @property
    def highest_bidder(self) -> Seat:
        """Who bid the most tricks, of equal ones the first; the first seat where nobody bid."""
        return max(self.order, key=lambda seat: ((bid := self.bids[seat]) and bid.tricks) or 0)

    @property
    def drawing_order(self) -> tuple[Seat, ...]:
        """All seats clockwise from the dealer, who draws first in a draft (N6)."""
        return clockwise(self.dealer, self.rules.players)

    @property
    def contracts(self) -> tuple[int | None, ...]:
        """The contract of each side as far as it is bid; None without an open bid."""
        return tuple(
            contract_of(self.rules, self.bids, side) for side in range(len(self.rules.sides))
        )
