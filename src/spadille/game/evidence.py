"""Infer the hands from which a card could legally be played (P3 to P12, V19, V20, V27).

This module knows no rule of play: a card was legal exactly when `playable_from` says so. Each rule
restricts a hand to one kind of card if it has any of that kind. So a card was legal exactly when it
is playable from every two-card hand made of it and one other card of the hand. Cards that together
bar it include one that bars it alone.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from .cards import Card, Suit
from .playable import playable_from
from .ranking import TRUMP, Trick, ranking_of
from .round import Round
from .rules import Rules
from .seats import SEATS, BySeat, Seat

Cards = frozenset[Card]
NONE: Cards = frozenset()

_MOST_TRICKS = 1 << 12
"""The number of tricks cached for each rule set."""


class Evidence:
    """What cards prove under one rule set; results are cached."""

    def __init__(self, rules: Rules, *, trump: bool) -> None:
        begun = Round.begin(rules, 1, Seat.NORTH, (), "play")
        self._opening = begun.change(leader=Seat.NORTH, ranking=ranking_of(rules, trump=trump))
        self._later = self._opening.change(tricks=(Trick(Seat.NORTH),))
        self._ranking = self._opening.ranking
        suit_of = self._ranking.suit_of
        deck = dict.fromkeys(rules.deck_cards)
        self._kinds = sorted(deck, key=lambda card: (suit_of[card], card))
        self._known: dict[_Asked, tuple[Cards, ...]] = {}
        self._suits: dict[Cards, list[Suit]] = {}

    def proofs(
        self, tricks: Iterable[Trick], assassins: BySeat[bool | None]
    ) -> Iterator[tuple[int, Seat, Cards]]:
        """Yield trick numbers from 1, seats, and the cards a seat cannot have held with its own.

        Seats about which nothing is proven are left out. `assassins` says for each seat whether it
        must play spades; if that is unknown, only what is true either way is proven (V19).
        """
        broken = False
        for number, trick in enumerate(tricks, start=1):
            turn = assassins[trick.leader :] + assassins[: trick.leader]
            proofs = self._proofs(_Asked(trick.cards, trick.low, turn, number == 1, broken))
            for at, barred in enumerate(proofs):
                if barred:
                    yield number, SEATS[(trick.leader + at) % len(turn)], barred
            broken = broken or bool(self._ranking.suited(trick.cards, TRUMP))

    def voids(self, tricks: Iterable[Trick], assassins: BySeat[bool | None]) -> list[int]:
        """Return, by suit, the seats proven void in it by one of their cards, one bit for each."""
        found = [0] * len(Suit)
        for _, seat, barred in self.proofs(tricks, assassins):
            for suit in self._barred_suits(barred):
                found[suit] |= 1 << seat
        return found

    def _barred_suits(self, barred: Cards) -> list[Suit]:
        if barred not in self._suits:
            left = {self._ranking.suit_of[card] for card in self._kinds if card not in barred}
            self._suits[barred] = [suit for suit in Suit if suit not in left]
        return self._suits[barred]

    def _proofs(self, asked: "_Asked") -> tuple[Cards, ...]:
        """Return what each card proves."""
        known = self._known.get(asked)
        if known is None:
            if len(self._known) >= _MOST_TRICKS:
                self._known.clear()
            known = ()
            if asked.cards:
                earlier = asked._replace(cards=asked.cards[:-1], low=asked.low[:-1])
                known = (*self._proofs(earlier), self._proof(asked))
            self._known[asked] = known
        return known

    def _proof(self, asked: "_Asked") -> Cards:
        """Return what the last card proves."""
        *trick, card = asked.cards
        then = (self._opening if asked.first else self._later).change(
            trick=tuple(trick),
            low=asked.low[: len(trick)],
            broken=asked.broken or bool(self._ranking.suited(trick, TRUMP)),
        )
        others = tuple(kind for kind in self._kinds if kind is not card)
        seat = Seat(len(trick))
        bound, free = then.change(assassins=(seat,)), then
        assassin = asked.assassins[seat]
        if assassin is None:
            return _barring(bound, seat, card, others) & _barring(free, seat, card, others)
        return _barring(bound if assassin else free, seat, card, others)


class _Asked(NamedTuple):
    """A trick up to some card, and everything that the proofs of its cards depend on."""

    cards: tuple[Card, ...]
    low: tuple[bool, ...]
    assassins: BySeat[bool | None]
    """In the order of turns."""
    first: bool
    """Whether this is the first trick of its round."""
    broken: bool
    """Whether spades were broken before this trick."""


def _barring(then: Round, seat: Seat, card: Card, others: tuple[Card, ...]) -> Cards:
    """Return which of the other cards make `card` illegal, checking them in halves."""
    hand = (card, *others)
    if card in playable_from(then, seat, hand):
        return NONE
    if len(others) == 1:
        return frozenset(others)
    half = len(others) // 2
    return _barring(then, seat, card, others[:half]) | _barring(then, seat, card, others[half:])


@lru_cache(maxsize=64)
def evidence_of(rules: Rules, *, trump: bool) -> Evidence:
    """Return what cards prove under these rules."""
    return Evidence(rules, trump=trump)
