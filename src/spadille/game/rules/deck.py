"""Which cards there are, and how they rank."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal

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
            "How many jokers there are: Big, Little and a third; from two packs Big, Little, "
            "Big, Little (K4, N12, N16).",
            between=(0, 4),
            also="wild cards big joker little joker 3B comodín comodines",
        ),
    ] = 0
    joker_role: Annotated[
        Literal["trump", "junk"],
        option(
            "What jokers are",
            "trump: they are spades above the ace; junk: they have no suit and win nothing "
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
            "Cards that are spades and rank above all others, highest first (K8, V4 to V6).",
            most=55,
            also="deuces deuce of diamonds twos high jokers Joker Zweien Obertrumpf",
        ),
    ] = ()
    aces: Annotated[
        Literal["high", "low", "declared"],
        option(
            "Aces",
            "high or low; declared: whoever plays an ace says which it is (K2, K7).",
            names=("High", "Low", "As declared"),
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


_JOKERS = {1: (Card.JB, Card.JL, Card.JE), 2: (Card.JB, Card.JL, Card.JB, Card.JL)}


def deck_of(deck: DeckRules) -> Hand:
    """The cards of a deck; cards to remove that it does not have are ignored."""
    cards = [*PACK * deck.packs, *_JOKERS[deck.packs][: deck.jokers]]
    for card in deck.removed:
        if card in cards:
            cards.remove(card)
    return hand_of(cards)


def raised_trumps(deck: DeckRules) -> tuple[Card, ...]:
    """The cards that rank above the ace of spades, highest first."""
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
    if deck.packs == 1 and deck.jokers > 3:
        yield conflict("rules/jokers", "deck.jokers = 4 needs deck.packs = 2")
        return
    whole = Counter(deck_of(structs.replace(deck, removed=())))
    if Counter(deck.removed) - whole:
        yield conflict(
            "rules/removed", "deck.removed names a card that the deck does not have so often"
        )
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
    """Whether each is in the pack, the lowest card of its suit."""
    deuces = {suit.letter + "2" for suit in SUITS}
    return deuces.isdisjoint(map(str, (*deck.removed, *raised_trumps(deck))))


def sheet(deck: DeckRules) -> Iterator[Message]:
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
            "Whoever plays an ace may call it low; it ranks below the deuce then. Without a word "
            "it is high."
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
            "Jokers have no suit and win nothing. They are played only without the suit led, "
            "and led only from a hand of jokers; then the next card sets the suit."
        )
    if deck.packs > 1:
        yield {
            "first_wins": Message("Of two identical cards the first played wins."),
            "last_wins": Message("Of two identical cards the last played wins."),
        }[deck.identical]
