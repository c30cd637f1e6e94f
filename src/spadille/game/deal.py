"""The distribution of the cards to all seats."""

from collections.abc import Sequence

from msgspec import Struct

from .cards import Card, Hand, format_hand, hand_of
from .seats import BySeat, next_seat


class Deal(Struct, frozen=True, tag="deal", tag_field="type"):
    """The hand of each seat, the cards left over, and those of each hand that lie face up.

    As text it begins with North, each hand as spades.hearts.diamonds.clubs:

    >>> str(Deal(((Card.HQ, Card.SA), (Card.C2, Card.C3))))
    'N:A.Q.. ...32'
    """

    hands: BySeat[Hand]
    rest: Hand = ()
    face_up: BySeat[Hand] = ()

    def __str__(self) -> str:
        words = ["N:" + " ".join(map(format_hand, self.hands))]
        if self.rest:
            words += ["rest", format_hand(self.rest)]
        if self.face_up:
            words += ["up", *map(format_hand, self.face_up)]
        return " ".join(words)

    @classmethod
    def from_pack(
        cls,
        pack: Sequence[Card],
        dealer: int,
        players: int,
        *,
        rest: int = 0,
        face_up: int = 0,
    ) -> "Deal":
        """Deals `pack`, top card first, one at a time clockwise from the dealer's left (D5).

        The last `rest` cards are left over; the first `face_up` of each hand lie open (D11).
        """
        dealt = len(pack) - rest
        first = next_seat(dealer, players)
        piles = [pack[(seat - first) % players : dealt : players] for seat in range(players)]
        return cls(
            tuple(hand_of(pile) for pile in piles),
            hand_of(pack[dealt:]),
            tuple(hand_of(pile[:face_up]) for pile in piles) if face_up else (),
        )
