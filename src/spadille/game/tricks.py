"""Tricks: cards in the order they were played."""

from msgspec import Struct

from .cards import Card, Suit
from .seats import Seat

TRUMP = Suit.SPADES


class Trick(Struct, frozen=True):
    """Cards in the order played, from the leader clockwise; `winner` once it is complete.

    `low` marks the aces that were called low, and is empty when none was (K7).
    """

    leader: Seat
    cards: tuple[Card, ...] = ()
    winner: Seat | None = None
    low: tuple[bool, ...] = ()
