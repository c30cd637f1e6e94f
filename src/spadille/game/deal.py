"""The distribution of the cards to all seats."""

from collections.abc import Sequence

from msgspec import Struct

from .cards import Card, Hand, hand_of
from .seats import BySeat, clockwise, next_seat


class Deal(Struct, frozen=True, tag="deal", tag_field="type"):
    """The hand of each seat."""

    hands: BySeat[Hand]

    @classmethod
    def from_pack(cls, pack: Sequence[Card], dealer: int, players: int) -> "Deal":
        """Deals `pack`, top card first, one at a time clockwise from the dealer's left (D5)."""
        piles: dict[int, list[Card]] = {seat: [] for seat in range(players)}
        seats = clockwise(next_seat(dealer, players), players)
        for index, card in enumerate(pack):
            piles[seats[index % players]].append(card)
        return cls(tuple(hand_of(pile) for pile in piles.values()))
