"""What follows from the table, the deck and the deal: hands, sides, tricks."""

from typing import NamedTuple

from ..cards import Hand
from ..seats import SEATS, BySeat, Seat, Side, clockwise


class Layout(NamedTuple):
    """What follows from the rules and is needed at every step; `Rules` says what each value is."""

    seats: tuple[Seat, ...]
    sides: tuple[Side, ...]
    side_of: BySeat[int]
    partners: BySeat[tuple[Seat, ...]]
    deck: Hand
    hand_size: int
    rest_size: int
    tricks: int
    drafted: bool

    @property
    def largest_side(self) -> int:
        """The number of players in the largest side."""
        return max(map(len, self.sides))

    @property
    def has_partners(self) -> bool:
        """Return True if any side has two seats or more."""
        return self.largest_side > 1


def partners_of(sides: tuple[Side, ...], players: int) -> BySeat[tuple[Seat, ...]]:
    """Return the other seats of the side of each seat, clockwise from it."""
    return tuple(
        tuple(
            other
            for other in clockwise(seat, players)
            if other != seat and any(seat in side and other in side for side in sides)
        )
        for seat in SEATS[:players]
    )
