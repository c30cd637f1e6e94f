"""Tricks: what must be followed, and who wins."""

from collections.abc import Sequence

from msgspec import Struct

from .cards import Card, Suit
from .seats import Seat

TRUMP = Suit.SPADES


class Trick(Struct, frozen=True):
    """Cards in the order played, from the leader clockwise; `winner` once it is complete."""

    leader: Seat
    cards: tuple[Card, ...] = ()
    winner: Seat | None = None


def beats(card: Card, best: Card) -> bool:
    """Whether `card`, played later, beats `best`, the winning card so far (K3, P4)."""
    if card.suit == best.suit:
        return card.rank > best.rank
    return card.suit == TRUMP


def winning_index(cards: Sequence[Card]) -> int:
    """The position in `cards`, which are in the order played, of the card that wins them.

    >>> winning_index([Card.HQ, Card.HK, Card.DA, Card.S2])
    3
    """
    best = 0
    for index in range(1, len(cards)):
        if beats(cards[index], cards[best]):
            best = index
    return best
