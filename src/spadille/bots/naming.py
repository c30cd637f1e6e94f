"""Several cards in a sentence."""

from collections.abc import Sequence

from ..game import Card, Message


def named(cards: Sequence[Card]) -> Card | Message:
    """One or more cards, as a parameter of a message.

    >>> str(named([Card.SA, Card.H2, Card.C3]))
    'ace of spades, 2 of hearts and 3 of clubs'
    """
    *others, last = cards
    if not others:
        return last
    return Message("{cards} and {card}", cards=_with_commas(others), card=last)


def _with_commas(cards: Sequence[Card]) -> Card | Message:
    *others, last = cards
    if not others:
        return last
    return Message("{cards}, {card}", cards=_with_commas(others), card=last)
