"""Which cards there are, and how they rank."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import structs

from ..cards import PACK, SUITS, Card, Hand, Suit, hand_of
from ..text import Message, T
from .in_words import listed
from .option import Conflict, Group, conflict, option


class DeckRules(Group, frozen=True):
    """Which cards there are, and how they rank."""

    title = T("Cards")

    packs: Annotated[
        Literal[1, 2],
        option(
            "Packs",
            "How many packs are shuffled together (K6).",
            also="decks double deck two decks Kartenspiele barajas dos barajas",
        ),
    ] = 1
    jokers: Annotated[
        int,
        option(
            "Jokers",
            "How many jokers are in the deck: Big, Little and a third; from two packs "
            "Big, Little, Big, Little (K4, N12, N16).",
            between=(0, 4),
            also="wild cards big joker little joker 3B comodín comodines",
        ),
    ] = 0
    joker_role: Annotated[
        Literal["trump", "junk"],
        option(
            "Role of jokers",
            "trump: they are spades above the ace; junk: they have no suit and never win "
            "(K4, N12).",
            names=("Trump", "Without suit"),
        ),
    ] = "trump"
    removed: Annotated[
        tuple[Card, ...],
        option(
            "Cards removed",
            "Cards taken out of the deck before the deal (K5).",
            most=108,
            also="stripped deck take out short deck ohne Zweien aussortiert quitar retiradas",
        ),
    ] = ()
    high_trumps: Annotated[
        tuple[Card, ...],
        option(
            "High trumps",
            "Cards that count as spades and rank above all others, highest first (K8, V4 to V6).",
            most=55,
            also="deuces deuce of diamonds twos high jokers Joker Zweien Obertrumpf",
        ),
    ] = ()
    aces: Annotated[
        Literal["high", "low", "declared"],
        option(
            "Aces",
            "high or low; declared: the player of an ace chooses (K2, K7).",
            names=("High", "Low", "Player's choice"),
            also="ace low ace high 3B Ass hoch tief as alto bajo",
        ),
    ] = "high"
    identical: Annotated[
        Literal["first_wins", "last_wins"],
        option(
            "Identical cards",
            "Which of two identical cards wins, the first or the last played (K6).",
            names=("The first wins", "The last wins"),
            also="duplicate double cards gleiche doppelte",
        ),
    ] = "first_wins"


class UsualDeck(NamedTuple):
    """A deck that people know by name, and its option values."""

    title: str
    packs: Literal[1, 2] = 1
    jokers: int = 0
    removed: tuple[Card, ...] = ()

    @property
    def options(self) -> dict[str, Any]:
        """Return the values of `packs`, `jokers` and `removed`, with cards as text."""
        removed = [str(card) for card in self.removed]
        return {"packs": self.packs, "jokers": self.jokers, "removed": removed}

    @property
    def cards(self) -> Hand:
        """Return all cards of the deck in order of their ids."""
        return deck_of(DeckRules(self.packs, self.jokers, removed=self.removed))


USUAL_DECKS = {
    "52": UsualDeck(T("52 cards")),
    "52+2": UsualDeck(T("52 cards and two jokers: 54"), jokers=2),
    "52+3": UsualDeck(T("52 cards and three jokers: 55"), jokers=3),
    "50+2": UsualDeck(
        T("52 cards, two jokers instead of the twos of hearts and clubs"),
        jokers=2,
        removed=(Card.H2, Card.C2),
    ),
    "51": UsualDeck(T("51 cards, without the two of clubs"), removed=(Card.C2,)),
    "50": UsualDeck(
        T("50 cards, without the twos of clubs and diamonds"), removed=(Card.C2, Card.D2)
    ),
    "48": UsualDeck(
        T("48 cards, without the twos"), removed=tuple(Card(f"{suit.letter}2") for suit in SUITS)
    ),
    "2x52": UsualDeck(T("Two packs: 104 cards"), packs=2),
    "2x51": UsualDeck(
        T("Two packs without the twos of clubs: 102 cards"), packs=2, removed=(Card.C2, Card.C2)
    ),
    "2x54": UsualDeck(T("Two packs and four jokers: 108 cards"), packs=2, jokers=4),
}
"""The decks that texts about Spades name, by their names in a rules file."""

UsualDeckName = Literal["52", "52+2", "52+3", "50+2", "51", "50", "48", "2x52", "2x51", "2x54"]

USUAL = "usual"
"""The key for a deck's name in a rules file; the name replaces the options of that deck."""


def from_usual(name: str, deck: DeckRules) -> dict[str, Any]:
    """Return the options that make `deck` the usual deck with that name.

    High trumps that the usual deck lacks are dropped, and without jokers their role is trump.
    """
    usual = USUAL_DECKS[name]
    high = [str(card) for card in deck.high_trumps if card in usual.cards]
    role = deck.joker_role if usual.jokers else "trump"
    return {**usual.options, "high_trumps": high, "joker_role": role}


_JOKERS = {1: (Card.JB, Card.JL, Card.JE), 2: (Card.JB, Card.JL, Card.JB, Card.JL)}


def deck_of(deck: DeckRules) -> Hand:
    """Return the cards of a deck; cards to remove that it does not have are ignored."""
    cards = [*PACK * deck.packs, *_JOKERS[deck.packs][: deck.jokers]]
    for card in deck.removed:
        if card in cards:
            cards.remove(card)
    return hand_of(cards)


def raised_trumps(deck: DeckRules) -> tuple[Card, ...]:
    """Return the cards that rank above the ace of spades, highest first."""
    listed = deck.high_trumps
    if deck.joker_role == "junk":
        return listed
    jokers = tuple(joker for joker in (Card.JB, Card.JL, Card.JE) if joker not in listed)
    return (
        (*jokers, *listed)
        if not any(card.suit is Suit.JOKERS for card in listed)
        else (*listed, *jokers)
    )


def conflicts(deck: DeckRules) -> Iterator[Conflict]:
    """Yield the conflicts between jokers, removed cards or high trumps and the packs."""
    if deck.packs == 1 and deck.jokers > 3:
        yield conflict("rules/jokers", "deck.jokers = 4 needs deck.packs = 2")
        return
    whole = Counter(deck_of(structs.replace(deck, removed=())))
    if Counter(deck.removed) - whole:
        yield conflict("rules/removed", "deck.removed names a card more often than the deck has it")
    present = set(deck_of(deck))
    if len(set(deck.high_trumps)) < len(deck.high_trumps) or set(deck.high_trumps) - present:
        yield conflict(
            "rules/high-trumps",
            "deck.high_trumps names a card twice, or one that the deck does not have",
        )
    if deck.joker_role == "junk":
        if not deck.jokers:
            yield conflict("rules/junk", "deck.joker_role = junk needs deck.jokers above 0")
        if any(card.suit is Suit.JOKERS for card in deck.high_trumps):
            yield conflict(
                "rules/junk-trumps", "deck.joker_role = junk excludes jokers in deck.high_trumps"
            )


def _has_all_deuces(deck: DeckRules) -> bool:
    """Return True if each deuce is in the pack as the lowest card of its suit."""
    deuces = {suit.letter + "2" for suit in SUITS}
    return deuces.isdisjoint(map(str, (*deck.removed, *raised_trumps(deck))))


def sheet(deck: DeckRules) -> Iterator[Message]:
    """Yield the sentences about the cards of the deck and their ranks."""
    yield Message.counted(
        "One pack of 52 cards.", "{n} packs of 52 cards, shuffled together.", deck.packs
    )
    if deck.jokers:
        yield Message.counted("One joker is added.", "{n} jokers are added.", deck.jokers)
    if deck.removed:
        yield Message.counted(
            "One card is taken out: {cards}.",
            "{n} cards are taken out: {cards}.",
            len(deck.removed),
            cards=listed(deck.removed),
        )
    yield {
        "high": Message("The ace is the highest card of its suit, the deuce the lowest.")
        if _has_all_deuces(deck)
        else Message("The ace is the highest card of its suit."),
        "low": Message("The king is the highest card of its suit, the ace the lowest."),
        "declared": Message(
            "A player who plays an ace may call it low; then it ranks below the deuce. "
            "Otherwise it is high."
        ),
    }[deck.aces]
    yield Message("Spades are trump.")
    cards = set(deck_of(deck))
    raised = [card for card in raised_trumps(deck) if card in cards]
    if raised:
        yield Message(
            "These trumps rank above all other spades, highest first: {cards}.",
            cards=listed(raised),
        )
    if deck.joker_role == "junk":
        yield Message(
            "Jokers have no suit and never win. You may play one only if you are void in "
            "the suit led, and lead one only from a hand of jokers; then the next card "
            "sets the suit."
        )
    if deck.packs > 1:
        yield {
            "first_wins": Message("Of two identical cards the first played wins."),
            "last_wins": Message("Of two identical cards the last played wins."),
        }[deck.identical]
