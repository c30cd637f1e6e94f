"""Suits, ranks and cards."""

from collections.abc import Iterable
from enum import Enum, IntEnum
from typing import Self

from .drawn import Drawn
from .text import Message, T


class Suit(IntEnum):
    """The four suits, low to high, and the suit mark printed on jokers."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    JOKERS = 4

    @property
    def letter(self) -> str:
        """Return the letter in card texts: C, D, H or S, and J for jokers."""
        return "CDHSJ"[self]

    @property
    def spoken(self) -> Message:
        """The suit in words."""
        return Message(_SUIT_NAMES[self])


_SUIT_NAMES = (T("clubs"), T("diamonds"), T("hearts"), T("spades"), T("jokers"))

SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
"""The suits of an ordinary pack."""

WRITTEN = (*reversed(SUITS), Suit.JOKERS)
"""The suits in the order in which a hand is written."""


RANKS = "23456789TJQKA"
"""Rank letters, low to high; a rank is an index into this string."""

JOKER_RANKS = "ELB"
"""Letters of the extra, the Little and the Big Joker, low to high."""

_JOKER_NAMES = (T("extra Joker"), T("Little Joker"), T("Big Joker"))
_THE_JOKERS = (T("the extra Joker"), T("the Little Joker"), T("the Big Joker"))
_RANK_NAMES = {"J": T("jack"), "Q": T("queen"), "K": T("king"), "A": T("ace")}
_THE_RANKS = {"J": T("the jack"), "Q": T("the queen"), "K": T("the king"), "A": T("the ace")}


class Card(Drawn, Enum):
    """One card of the pack, named as it is written: `Card.SA`, `Card.HT`, `Card.D2`.

    The value is the text; `id` is `13 * suit + rank` with clubs < diamonds < hearts < spades and
    the deuce as rank 0. The jokers `JE`, `JL` and `JB` follow from 52. Cards order by `id`.
    `Ranking` decides which suit a card belongs to in play, and which cards it beats.

    >>> Card("SA").id, Card.D2.suit, str(Card.HT), Card.C2 < Card.SA, Card.JB.id
    (51, <Suit.DIAMONDS: 1>, 'HT', True, 54)
    """

    id: int
    suit: Suit
    rank: int

    def __new__(cls, text: str) -> Self:
        card = object.__new__(cls)
        card._value_ = text
        card.suit = Suit("CDHSJ".index(text[0]))
        card.rank = (JOKER_RANKS if card.suit is Suit.JOKERS else RANKS).index(text[1])
        card.id = 13 * card.suit + card.rank
        return card

    __hash__ = object.__hash__

    def __lt__(self, other: "Card") -> bool:
        return self.id < other.id

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"Card.{self.value}"

    @property
    def is_ace(self) -> bool:
        """Return True if the rank is an ace, high or low."""
        return str(self.value)[1] == "A"

    @property
    def spoken(self) -> Message:
        """The card in words: queen of hearts, 10 of clubs."""
        if self.suit is Suit.JOKERS:
            return Message(_JOKER_NAMES[self.rank])
        letter = RANKS[self.rank]
        name = Message(_RANK_NAMES[letter]) if letter in _RANK_NAMES else self.rank + 2
        return Message("{rank} of {suit}", rank=name, suit=self.suit)

    @property
    def definite(self) -> Message:
        """The card with its article, for languages in which that depends on the card."""
        if self.suit is Suit.JOKERS:
            return Message(_THE_JOKERS[self.rank])
        letter = RANKS[self.rank]
        name = (
            Message(_THE_RANKS[letter])
            if letter in _THE_RANKS
            else Message("the {rank}", rank=self.rank + 2)
        )
        return Message("{rank} of {suit}", rank=name, suit=self.suit)

    # fmt: off
    C2 = "C2"; C3 = "C3"; C4 = "C4"; C5 = "C5"; C6 = "C6"; C7 = "C7"; C8 = "C8"  # noqa: E702
    C9 = "C9"; CT = "CT"; CJ = "CJ"; CQ = "CQ"; CK = "CK"; CA = "CA"  # noqa: E702
    D2 = "D2"; D3 = "D3"; D4 = "D4"; D5 = "D5"; D6 = "D6"; D7 = "D7"; D8 = "D8"  # noqa: E702
    D9 = "D9"; DT = "DT"; DJ = "DJ"; DQ = "DQ"; DK = "DK"; DA = "DA"  # noqa: E702
    H2 = "H2"; H3 = "H3"; H4 = "H4"; H5 = "H5"; H6 = "H6"; H7 = "H7"; H8 = "H8"  # noqa: E702
    H9 = "H9"; HT = "HT"; HJ = "HJ"; HQ = "HQ"; HK = "HK"; HA = "HA"  # noqa: E702
    S2 = "S2"; S3 = "S3"; S4 = "S4"; S5 = "S5"; S6 = "S6"; S7 = "S7"; S8 = "S8"  # noqa: E702
    S9 = "S9"; ST = "ST"; SJ = "SJ"; SQ = "SQ"; SK = "SK"; SA = "SA"  # noqa: E702
    JE = "JE"; JL = "JL"; JB = "JB"  # noqa: E702
    # fmt: on


PACK: tuple[Card, ...] = tuple(Card)[:52]
"""The 52 cards of an ordinary pack in order of their ids."""

Hand = tuple[Card, ...]
"""The cards of a hand or a pile, in order of their ids."""

_by_id = {card: card.id for card in Card}.__getitem__


def hand_of(cards: Iterable[Card]) -> Hand:
    """Return the cards as a hand: in order of their ids."""
    return tuple(sorted(cards, key=_by_id))


def format_hand(hand: Hand) -> str:
    """Return a hand as spades.hearts.diamonds.clubs, high to low, then any jokers.

    >>> format_hand((Card.C2, Card.C9, Card.SK, Card.SA))
    'AK...92'
    """
    groups = [
        "".join(str(card)[1] for card in reversed(hand) if card.suit is suit) for suit in WRITTEN
    ]
    return ".".join(groups if groups[-1] else groups[:-1])


def less(hand: Hand, card: Card) -> Hand:
    """Return `hand` less one copy of `card`, which it must hold."""
    at = 0
    for held in hand:
        if held is card:
            return hand[:at] + hand[at + 1 :]
        at += 1  # noqa: SIM113 - faster, and every card played passes through here
    raise ValueError(f"{card} is not in {format_hand(hand)}")


def without(hand: Hand, cards: Iterable[Card]) -> Hand:
    """Return `hand` less one copy of each of `cards`, all of which it must hold."""
    for card in cards:
        hand = less(hand, card)
    return hand


def lowest_club(cards: Iterable[Card]) -> Card | None:
    """Return the lowest club in `cards` by its printed rank, or None if they contain no club."""
    return min((card for card in cards if card.suit is Suit.CLUBS), default=None)
