"""How many tricks a hand is worth, before the bidding says anything about the others.

The chances of high cards are counted exactly, see `honours`. What they bring in the end was
measured where these bots play for every trick (no bags, no nils): least squares over 1,200 deals
of pairs, 700 of two players and 700 of four singles.
"""

from collections.abc import Iterable

from msgspec import Struct

from ..game import TRUMP, Card, Suit
from .honours import UNSEEN, all_follow

_GUARD = 0.85
"""What is left of a side-suit card's chance for each higher card outside: it may lie behind."""

_TRUMP_GUARD = 0.88
"""The same for a spade, which cannot be ruffed."""

_LATE_ROUND = 3
_LATE = 0.75
"""What is left of a chance in the third round of a side suit or later."""

_RUFFS = (1.5, 0.9, 0.3)
"""How many ruffs a void, a singleton and a doubleton bring, spades permitting."""


class _Weights(Struct, frozen=True):
    """What counts how much, by the number of opponents."""

    honours: float
    sure_spades: float
    high_spades: float
    each_spade: float
    ruffs: float
    any_hand: float


_WEIGHTS = {
    1: _Weights(0.72, 0.84, 0.55, 0.43, 0.27, 0.83),
    2: _Weights(0.98, 0.98, 0.78, 0.27, 0.89, 0.0),
    3: _Weights(1.02, 0.98, 0.73, 0.26, 1.08, 0.0),
}


class HandValue(Struct, frozen=True):
    """Expected tricks by where they come from."""

    honours: float
    spades: float
    ruffs: float

    @property
    def tricks(self) -> float:
        return self.honours + self.spades + self.ruffs


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
    weights = _WEIGHTS[opponents]
    spades = ranks.pop(TRUMP)
    above = [above for nth, above in _placed(spades) if nth + above <= len(spades)]
    sure = above.count(0)
    high = sum(_TRUMP_GUARD**count for count in above) - sure
    spare = max(0.0, min(3, len(spades)) - sure - high)
    chances = sum(_RUFFS[len(held)] for held in ranks.values() if len(held) < len(_RUFFS))
    honours = sum(_suit_value(held, opponents, unseen) for held in ranks.values())
    return HandValue(
        honours=weights.any_hand + weights.honours * honours,
        spades=weights.sure_spades * sure
        + weights.high_spades * high
        + weights.each_spade * len(spades),
        ruffs=weights.ruffs * min(spare, chances),
    )


def _suit_value(ranks: list[int], opponents: int, unseen: int) -> float:
    """The tricks of a side suit's high cards."""
    value = 0.0
    for nth, above in _placed(ranks):
        in_round = nth + above
        if in_round <= len(ranks):
            chance = all_follow(len(ranks), in_round, opponents, unseen) * _GUARD**above
            value += chance * (_LATE if in_round >= _LATE_ROUND else 1.0)
    return value


def _placed(ranks: list[int]) -> list[tuple[int, int]]:
    """For each card, high to low: the how-manieth it is, and how many higher ones are outside."""
    return [(nth, 12 - rank - (nth - 1)) for nth, rank in enumerate(ranks, 1)]
