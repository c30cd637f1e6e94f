"""What follows from the table, the deck and the deal: hands, sides, tricks."""

from typing import NamedTuple

from ..cards import Hand
from ..seats import SEATS, BySeat, Seat, Side, clockwise


class Layout(NamedTuple):
    """What follows from the rules and is asked for at every step."""

    seats: tuple[Seat, ...]
    sides: tuple[Side, ...]
    """The seats of each side, sides in order of their first seat."""
    side_of: BySeat[int]
    partners: BySeat[tuple[Seat, ...]]
    """The other seats of the side of each seat, clockwise from it."""
    deck: Hand
    """All cards that the game is played with (K1, K4 to K6)."""
    hand_size: int
    """Cards of each player at the first trick."""
    rest_size: int
    """Cards that are left over by the deal: put aside, or the kitty."""
    tricks: int
    """Tricks of a round; with a whole round in the kitty its taker has one from it (D12)."""
    drafted: bool
    """Whether the players draw their hands instead of being dealt them."""

    @property
    def largest_side(self) -> int:
        """How many play together at most."""
        return max(map(len, self.sides))

    @property
    def has_partners(self) -> bool:
        return self.largest_side > 1


def partners_of(sides: tuple[Side, ...], players: int) -> BySeat[tuple[Seat, ...]]:
    """The other seats of the side of each seat, clockwise from it."""
    return tuple(
        tuple(
            other
            for other in clockwise(seat, players)
            if other != seat and any(seat in side and other in side for side in sides)
        )
        for seat in SEATS[:players]
    )
