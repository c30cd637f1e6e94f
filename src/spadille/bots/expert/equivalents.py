"""Find cards that do the same work, so that only one of them is tried."""

from collections.abc import Iterable
from itertools import groupby

from msgspec import structs

from ...game import Card, Play, SeatView
from ..candidate import Candidate
from ..certain import cards_left
from ..order import order_of
from .irrevocable import sensible


class EquivalentCards:
    """The work of a hand's cards; the round continues identically after cards of equal work."""

    def __init__(self, view: SeatView) -> None:
        self._view = view
        self.order = order_of(view.rules, trump=view.trump)
        self._on_table = self.order.mask(view.trick.cards if view.trick else ())
        _, self._others = cards_left(view, self.order)

    def work(self, card: Card) -> tuple[int, int]:
        """Return a card's work: its suit, and how many cards are above it."""
        suit = self.order.suit_of[card]
        others = self._others[suit] | self._on_table[suit]
        return suit, (others & self.order.above[card]).bit_count()

    def distinct(self, advised: Card) -> tuple[Card, ...]:
        """Return one sensible card for each kind of work: the advised card, or else the lowest."""
        kept: dict[tuple[int, int], Card] = {}
        for card in sorted(sensible(self._view), key=self.order.low_to_high):
            work = self.work(card)
            if work not in kept or card is advised:
                kept[work] = card
        return tuple(kept.values())

    def with_others(self, cards: tuple[Card, ...], also: Iterable[Card]) -> tuple[Card, ...]:
        """Return the cards, plus one other card for each kind of work that none of them does."""
        kept = {self.work(card): card for card in cards}
        for card in also:
            kept.setdefault(self.work(card), card)
        return tuple(kept.values())


def equal_cards(view: SeatView) -> tuple[tuple[Card, ...], ...]:
    """Return the legal cards, low to high, grouped by the work that they do."""
    works = EquivalentCards(view)
    low_to_high = sorted(view.options.cards_to_play, key=works.order.low_to_high)
    return tuple(tuple(equal) for _, equal in groupby(low_to_high, key=works.work))


def with_twins(
    candidates: tuple[Candidate, ...], works: EquivalentCards, also: Iterable[Card]
) -> tuple[Candidate, ...]:
    """Return the candidates, each followed by the cards that do the same work."""
    found: list[Candidate] = []
    cards = [
        candidate.action.card for candidate in candidates if isinstance(candidate.action, Play)
    ]
    others = [card for card in dict.fromkeys(also) if card not in cards]
    for card, candidate in zip(cards, candidates, strict=True):
        found.append(candidate)
        twins = [other for other in others if works.work(other) == works.work(card)]
        found += [structs.replace(candidate, action=Play(twin)) for twin in twins]
    return tuple(found)
