"""What a card that was played legally proves of the hand it came from (P3 to P12, V19, V20, V27).

No rule of play is known here: a card was legal exactly when `playable` says so, and each rule
narrows a hand to the cards of some kind where it has one. So a card was played legally exactly
when it is playable from itself and each other card of the hand alone, and cards that do not bar it
together do not bar it one by one.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from .cards import Card
from .playable import playable
from .ranking import TRUMP, Trick, ranking_of
from .round import Round
from .rules import Rules
from .seats import SEATS, BySeat, Seat, put

Cards = frozenset[Card]
NONE: Cards = frozenset()

_MOST_TRICKS = 1 << 12
"""So many tricks are remembered for each rule set."""


class Evidence:
    """What cards prove under one rule set; remembers what it has worked out."""

    def __init__(self, rules: Rules, *, trump: bool) -> None:
        begun = Round.begin(rules, 1, Seat.NORTH, (), "play")
        self._opening = begun.change(leader=Seat.NORTH, ranking=ranking_of(rules, trump=trump))
        self._later = self._opening.change(tricks=(Trick(Seat.NORTH),))
        self._ranking = self._opening.ranking
        suit_of = self._ranking.suit_of
        deck = dict.fromkeys(rules.deck_cards)
        self._kinds = sorted(deck, key=lambda card: (suit_of[card], card))
        self._known: dict[object, tuple[Cards, ...]] = {}

    def proofs(
        self, tricks: Iterable[Trick], assassins: BySeat[bool | None]
    ) -> Iterator[tuple[int, Seat, Cards]]:
        """Trick by trick, counted from 1, the cards that a seat cannot have held with its own.

        Seats of which nothing is proven are left out. `assassins` tells of each seat whether it
        must play spades; of who may or may not, proven is what is so either way (V19).
        """
        broken = False
        for number, trick in enumerate(tricks, start=1):
            turn = assassins[trick.leader :] + assassins[: trick.leader]
            proofs = self._proofs(trick.cards, trick.low, turn, (number == 1, broken))
            for at, barred in enumerate(proofs):
                if barred:
                    yield number, SEATS[(trick.leader + at) % len(turn)], barred
            broken = broken or bool(self._ranking.suited(trick.cards, TRUMP))

    def _proofs(
        self,
        cards: tuple[Card, ...],
        low: tuple[bool, ...],
        assassins: BySeat[bool | None],
        before: tuple[bool, bool],
    ) -> tuple[Cards, ...]:
        """What each card proves; `before` is whether the trick is the first, and spades broken."""
        asked = cards, low, assassins, before
        known = self._known.get(asked)
        if known is None:
            if len(self._known) >= _MOST_TRICKS:
                self._known.clear()
            known = ()
            if cards:
                earlier = self._proofs(cards[:-1], low[:-1], assassins, before)
                known = (*earlier, self._proof(cards, low, assassins[len(cards) - 1], before))
            self._known[asked] = known
        return known

    def _proof(
        self,
        cards: tuple[Card, ...],
        low: tuple[bool, ...],
        assassin: bool | None,  # noqa: FBT001 - one of many
        before: tuple[bool, bool],
    ) -> Cards:
        """What the last card of a trick proves."""
        *trick, card = cards
        first, broken = before
        then = (self._opening if first else self._later).change(
            trick=tuple(trick),
            low=low[: len(trick)],
            broken=broken or bool(self._ranking.suited(trick, TRUMP)),
        )
        others = tuple(kind for kind in self._kinds if kind is not card)
        seat = Seat(len(trick))
        bound, free = then.change(assassins=(seat,)), then
        if assassin is None:
            return _barring(bound, seat, card, others) & _barring(free, seat, card, others)
        return _barring(bound if assassin else free, seat, card, others)


def _barring(then: Round, seat: Seat, card: Card, others: tuple[Card, ...]) -> Cards:
    """Which of the other cards make `card` illegal; halves of them are asked about together."""
    hand = (card, *others)
    if card in playable(then.change(hands=put(then.hands, seat, hand))):
        return NONE
    if len(others) == 1:
        return frozenset(others)
    half = len(others) // 2
    return _barring(then, seat, card, others[:half]) | _barring(then, seat, card, others[half:])


@lru_cache(maxsize=64)
def evidence_of(rules: Rules, *, trump: bool) -> Evidence:
    """What cards prove under these rules."""
    return Evidence(rules, trump=trump)
