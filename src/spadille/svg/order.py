"""The order in which a hand is shown: as the client sorts it, spades left and high cards left."""

from collections.abc import Iterable

from ..game import Card, Ranking, Rules, Suit, ranking_of

_ALTERNATING = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.JOKERS)


def shown_order(cards: Iterable[Card], rules: Rules | None = None) -> list[Card]:
    """Return the cards by suit, trumps first and from high to low, the colors in turn.

    Cards that the rules rank above the spades go with them.
    """
    ranking = _usual() if rules is None else ranking_of(rules)
    return sorted(
        cards,
        key=lambda card: (
            _ALTERNATING.index(ranking.suit_of[card]),
            -ranking.power[card],
            -card.id,
        ),
    )


def _usual() -> Ranking:
    return ranking_of(Rules())
