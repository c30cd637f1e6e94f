"""Which cards do the same work: of those one is tried."""

from collections.abc import Iterable

from msgspec import structs

from ...game import Card, Play, SeatView
from ..candidate import Candidate
from ..order import order_of
from .grave import sensible


class Works:
    """The work of the cards of a hand: with those of equal work the round goes on alike."""

    def __init__(self, view: SeatView) -> None:
        self._view = view
        self.order = order = order_of(view.rules, trump=view.trump)
        table = view.trick.cards if view.trick else ()
        played = order.mask([*(card for trick in view.tricks for card in trick.cards), *table])
        mine, self._on_table = order.mask(view.hand or ()), order.mask(table)
        self._others = [
            full & ~own & ~gone for full, own, gone in zip(order.full, mine, played, strict=True)
        ]

    def _work(self, card: Card) -> tuple[int, int]:
        """What tells the work of a card: the suit, and how many cards are above it."""
        suit = self.order.suit_of[card]
        others = self._others[suit] | self._on_table[suit]
        return suit, (others & self.order.above[card]).bit_count()

    def distinct(self, advised: Card) -> tuple[Card, ...]:
        """The sensible cards, of those that do the same work the advised one or else the lowest."""
        kept: dict[tuple[int, int], Card] = {}
        for card in sorted(sensible(self._view), key=self.order.low_to_high):
            work = self._work(card)
            if work not in kept or card is advised:
                kept[work] = card
        return tuple(kept.values())

    def twin(self, card: Card, among: Iterable[Card]) -> Card | None:
        """The one that does the same work."""
        work = self._work(card)
        return next((other for other in among if self._work(other) == work), None)


def with_twin(candidates: tuple[Candidate, ...], works: Works, also: Card) -> tuple[Candidate, ...]:
    """The candidates, and a card that does the same work as one of them right behind that one."""
    found: list[Candidate] = []
    cards = [
        candidate.action.card for candidate in candidates if isinstance(candidate.action, Play)
    ]
    twin = works.twin(also, cards)
    for card, candidate in zip(cards, candidates, strict=True):
        found.append(candidate)
        if card is twin and also not in cards:
            found.append(structs.replace(candidate, action=Play(also)))
    return tuple(found)
