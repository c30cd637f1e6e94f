"""How many tricks a hand is worth, before the bidding says anything about the others."""

from collections.abc import Iterable

from msgspec import Struct

from ..game import TRUMP, Card, Suit
from .honours import UNSEEN, all_follow

_SIDE_SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS)

_GUARD = 0.85
"""What is left of a side-suit card's chance for each higher card outside: it may lie behind."""

_TRUMP_GUARD = 0.88
"""The same for a spade, which cannot be ruffed."""

_LONG_SPADE = (0.0, 0.0, 0.0, 0.75, 0.9)
"""What the first, second, ... spade is worth by length alone; later ones as the last."""

_RUFFS = (1.5, 0.9, 0.3)
"""How many ruffs a void, a singleton and a doubleton bring, spades permitting."""


_TAKEN = {
    1: (0.56, 0.73, 0.0, 2.42),
    2: (0.88, 0.70, 0.80, 0.75),
    3: (0.74, 0.78, 0.37, 1.22),
}
"""By the number of opponents, how many tricks honours, spades and ruffs bring in the play of these
bots of what is counted for them, and what every hand wins besides: least squares over rounds
without a nil (800 of two players, 1,600 of pairs, 500 of four singles)."""


class HandValue(Struct, frozen=True):
    """Expected tricks by where they come from."""

    honours: float
    spades: float
    others: float

    @property
    def tricks(self) -> float:
        return self.honours + self.spades + self.others


def hand_value(hand: Iterable[Card], opponents: int = 2, unseen: int = UNSEEN) -> HandValue:
    """What `hand` is worth against so many opponents.

    `unseen` counts the cards whose place is unknown; more of them than the other hands hold are
    out of play.
    """
    ranks: dict[Suit, list[int]] = {suit: [] for suit in Suit}
    for card in hand:
        ranks[card.suit].append(card.rank)
    for held in ranks.values():
        held.sort(reverse=True)
    high_spades = [
        _TRUMP_GUARD**above if nth + above <= len(ranks[TRUMP]) else 0.0
        for nth, above in _placed(ranks[TRUMP])
    ]
    long_spades = [
        max(high, _LONG_SPADE[min(index, len(_LONG_SPADE) - 1)])
        for index, high in enumerate(high_spades)
    ]
    spades = sum(long_spades)
    spare = len(long_spades) - spades
    chances = sum(_RUFFS[len(ranks[suit])] for suit in _SIDE_SUITS if len(ranks[suit]) < 3)
    honours = sum(_suit_value(ranks[suit], opponents, unseen) for suit in _SIDE_SUITS)
    by_honours, by_spades, by_ruffs, by_small_cards = _TAKEN[opponents]
    return HandValue(
        honours=by_honours * honours,
        spades=by_spades * spades,
        others=by_small_cards + by_ruffs * min(spare, chances),
    )


def _suit_value(ranks: list[int], opponents: int, unseen: int) -> float:
    length = len(ranks)
    return sum(
        all_follow(length, nth + above, opponents, unseen) * _GUARD**above
        for nth, above in _placed(ranks)
        if nth + above <= length
    )


def _placed(ranks: list[int]) -> list[tuple[int, int]]:
    """For each card, high to low: the how-manieth it is, and how many higher ones are outside."""
    return [(nth, 12 - rank - (nth - 1)) for nth, rank in enumerate(ranks, 1)]
