"""How many tricks a hand is worth, before the bidding says anything about the others.

The chances of high cards are counted exactly, see `honours`. What they bring in the end was
measured where these bots play for every trick (no bags, no nils): least squares over 1,200 deals
of pairs, 700 of two players and 700 of four singles.
"""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct

from ..game import Card
from .honours import HAND, UNSEEN, all_follow
from .order import ORDINARY, Order
from .thumb.reading import cards_of
from .thumb.strength import sources_of


class Weights(NamedTuple):
    """What counts how much."""

    honours: float
    sure_spades: float
    high_spades: float
    each_spade: float
    ruffs: float
    any_hand: float


OF_TWO = Weights(0.72, 0.84, 0.55, 0.43, 0.27, 0.83)
PARTNERS = Weights(0.98, 0.98, 0.78, 0.27, 0.89, 0.0)
ALONE = Weights(1.02, 0.98, 0.73, 0.26, 1.08, 0.0)

PARTNERED = 2
"""The opponents of a pair."""


class HandValue(Struct, frozen=True):
    """Expected tricks by where they come from."""

    honours: float
    spades: float
    ruffs: float

    @property
    def tricks(self) -> float:
        return self.honours + self.spades + self.ruffs

    def times(self, factor: float) -> "HandValue":
        """The value where everything brings so many times as much."""
        return HandValue(self.honours * factor, self.spades * factor, self.ruffs * factor)


class Lie:
    """How likely all opponents follow, by suit, how many cards of it I hold, and round.

    There are so many `opponents` with hands of `size` cards. `unseen` counts the cards whose place
    is unknown; more of them than the other hands hold are out of play.
    """

    def __init__(self, order: Order, opponents: int, unseen: int, size: int) -> None:
        self._suits = [mask.bit_count() for mask in order.full]
        self._lie = opponents, unseen, size

    def __getitem__(self, place: tuple[int, int, int]) -> float:
        suit, length, turn = place
        return all_follow(length, turn, *self._lie, self._suits[suit])


def hand_value(  # noqa: PLR0913, PLR0917 - everything that differs between tables
    hand: Iterable[Card],
    opponents: int = 2,
    unseen: int = UNSEEN,
    size: int = HAND,
    order: Order = ORDINARY,
    weights: Weights | None = None,
) -> HandValue:
    """What `hand` is worth against so many opponents with `size` cards each; see `Lie`."""
    alone = opponents > PARTNERED
    weights = weights or (PARTNERS if opponents == PARTNERED else ALONE)
    lie = Lie(order, opponents, unseen, size)
    return HandValue(*sources_of(cards_of(order), order.mask(list(hand)), weights, lie, alone))
