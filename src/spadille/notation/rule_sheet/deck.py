"""Which cards there are and how they rank, in words."""

from collections.abc import Iterator

from ...game import Card, Message, Rules, Suit, ranking_of
from .listing import listed


def deck_sentences(rules: Rules) -> Iterator[Message]:
    deck = rules.deck
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
        "high": Message("The ace is the highest card of its suit, the deuce the lowest."),
        "low": Message("The king is the highest card of its suit, the ace the lowest."),
        "declared": Message(
            "Whoever plays an ace says whether it is high or low; a low one ranks below the "
            "deuce. Unless he says so, it is high."
        ),
    }[deck.aces]
    yield Message("Spades are trump.")
    raised = _raised(rules)
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


def _raised(rules: Rules) -> list[Card]:
    """The jokers that are trump and the other cards raised above the spades, highest first."""
    ranking = ranking_of(rules)
    raised = [
        card
        for card in set(rules.deck_cards)
        if ranking.suit_of[card] is Suit.SPADES
        and (card.suit is not Suit.SPADES or card in rules.deck.high_trumps)
    ]
    return sorted(raised, key=ranking.power.__getitem__, reverse=True)
