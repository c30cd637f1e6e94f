"""How many tricks a hand is worth, before the bidding says anything about the others.

The chances of high cards are counted exactly, see `honours`. What they bring in the end was
measured where these bots play for every trick (no bags, no nils): least squares over 1,200 deals
of pairs, 700 of two players and 700 of four singles.
"""

from collections.abc import Iterable

from msgspec import Struct

from ..game import Card, Suit
from .honours import HAND, UNSEEN, all_follow
from .order import ORDINARY, Order

_GUARD = 0.85
"""What is left of a side-suit card's chance for each higher card outside: it may lie behind."""

_TRUMP_GUARD = 0.88
"""The same for a spade, which cannot be ruffed."""

_LATE_ROUND = 3
_LATE = 0.75
"""What is left of a chance in the third round of a side suit or later."""

_LONG = 5
_LONG_ALONE = 0.6
"""What is left of the chance of a king or queen in so long a suit where no partner can ruff what
an opponent ruffs: it is rarely bid on."""

_RUFFS = (1.5, 0.9, 0.3)
"""How many ruffs a void, a singleton and a doubleton bring, spades permitting."""

_LONG_SUIT = 4
_LONG_CARD = 0.4
"""What each card of a suit after the fourth brings where nobody can ruff."""


class Weights(Struct, frozen=True):
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


def hand_value(  # noqa: PLR0913, PLR0917 - everything that differs between tables
    hand: Iterable[Card],
    opponents: int = 2,
    unseen: int = UNSEEN,
    size: int = HAND,
    order: Order = ORDINARY,
    weights: Weights | None = None,
) -> HandValue:
    """What `hand` is worth against so many opponents with `size` cards each.

    `unseen` counts the cards whose place is unknown; more of them than the other hands hold are
    out of play.
    """
    if weights is None:
        weights = PARTNERS if opponents == PARTNERED else ALONE
    suits: dict[Suit, list[Card]] = {suit: [] for suit in Suit}
    for card in hand:
        suits[order.suit_of[card]].append(card)
    del suits[Suit.JOKERS]
    trumps = [] if order.trump is None else suits.pop(order.trump)
    above = [above for nth, above in _placed(trumps, order) if nth + above <= len(trumps)]
    sure = above.count(0)
    high = sum(_TRUMP_GUARD**count for count in above) - sure
    spare = max(0.0, min(3, len(trumps)) - sure - high)
    chances = sum(_RUFFS[len(held)] for held in suits.values() if len(held) < len(_RUFFS))
    honours = 0.0
    for suit, held in suits.items():
        if not order.ruffs:
            honours += _plain_value(held, order)
        else:
            lie = (opponents, unseen, size, order.size(suit))
            honours += _suit_value(held, order, lie)
    return HandValue(
        honours=weights.any_hand + weights.honours * honours,
        spades=weights.sure_spades * sure
        + weights.high_spades * high
        + weights.each_spade * len(trumps),
        ruffs=weights.ruffs * min(spare, chances) if order.ruffs else 0.0,
    )


PARTNERED = 2
"""The opponents of a pair."""


def _suit_value(cards: list[Card], order: Order, lie: tuple[int, int, int, int]) -> float:
    """The tricks of a side suit's high cards."""
    value = 0.0
    length = len(cards)
    long = _LONG_ALONE if lie[0] > PARTNERED and length >= _LONG else 1.0
    for nth, above in _placed(cards, order):
        in_round = nth + above
        if in_round <= length:
            chance = all_follow(length, in_round, *lie) * _GUARD**above
            value += chance * (_LATE if in_round >= _LATE_ROUND else 1.0) * (long if above else 1.0)
    return value


def _plain_value(cards: list[Card], order: Order) -> float:
    """The tricks of a suit that nobody can ruff."""
    guarded = (_GUARD**above for nth, above in _placed(cards, order) if nth + above <= len(cards))
    return sum(guarded) + _LONG_CARD * max(0, len(cards) - _LONG_SUIT)


def _placed(cards: list[Card], order: Order) -> list[tuple[int, int]]:
    """For each card, high to low: the how-manieth it is, and how many higher ones are outside."""
    mine = sum(order.mask(cards))
    high_first = sorted(cards, key=order.level.__getitem__, reverse=True)
    return [
        (nth, (order.above[card] & ~mine).bit_count()) for nth, card in enumerate(high_first, 1)
    ]
