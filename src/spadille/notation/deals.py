"""Deals as text: `N:AK2.QJ.T98.76543 ...`, each hand as spades.hearts.diamonds.clubs.

The letter names the seat of the first hand, the others follow clockwise. Ranks are written high
to low, a void as nothing.
"""

from collections.abc import Iterable

from ..game import RANKS, Card, Deal, Hand, Message, ParseError, Suit, T, hand_of
from .cards import card_twice
from .seats import parse_seat

_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)


def parse_deal(text: str, place: str = "") -> Deal:
    """The deal written as `text`; its hands need not be whole, but no card is there twice.

    >>> str(parse_deal("S:K... A... Q.2.. J...").hands[2][0])
    'SK'

    Raises:
        ParseError: when it is no deal.
    """
    first, colon, hands = text.strip().partition(":")
    if not colon:
        raise ParseError(
            "text/not-a-deal",
            Message(T("a deal is written like N:AK2.QJ.T98.76543 and so on, hands clockwise")),
            place,
        )
    start = parse_seat(first, place)
    parsed = [_parse_hand(hand, place) for hand in hands.split()]
    if not 2 <= len(parsed) <= 4:
        raise ParseError(
            "text/wrong-number-of-hands",
            Message(T("a deal has 2 to 4 hands, not {count}"), count=len(parsed)),
            place,
        )
    if start >= len(parsed):
        raise ParseError(
            "text/no-such-seat",
            Message(
                T("there is no seat {seat} among {count} players"), seat=first, count=len(parsed)
            ),
            place,
        )
    _refuse_twins((card for hand in parsed for card in hand), place)
    turn = len(parsed) - start
    return Deal(tuple(parsed[turn:] + parsed[:turn]))


def format_deal(deal: Deal) -> str:
    """The deal as text, beginning with North."""
    return "N:" + " ".join(map(format_hand, deal.hands))


def format_hand(hand: Hand) -> str:
    """One hand as spades.hearts.diamonds.clubs, high to low."""
    return ".".join(
        "".join(RANKS[card.rank] for card in reversed(hand) if card.suit is suit) for suit in _SUITS
    )


def _parse_hand(text: str, place: str) -> Hand:
    suits = text.split(".")
    if len(suits) != len(_SUITS):
        raise ParseError(
            "text/not-a-hand",
            Message(T("{text} is no hand; write spades.hearts.diamonds.clubs"), text=repr(text)),
            place,
        )
    cards = []
    for suit, ranks in zip(_SUITS, suits, strict=True):
        for rank in ranks:
            if rank not in RANKS:
                raise ParseError(
                    "text/not-a-rank",
                    Message(
                        T("{rank} is no rank; ranks are {ranks}"),
                        rank=repr(rank),
                        ranks=RANKS[::-1],
                    ),
                    place,
                )
            cards.append(Card(suit.letter + rank))
    return hand_of(cards)


def _refuse_twins(cards: Iterable[Card], place: str) -> None:
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise card_twice(card, place)
        seen.add(card)
