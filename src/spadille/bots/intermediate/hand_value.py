"""Estimate how many tricks a hand is worth before the bidding says anything about the others.

The chances of high cards are counted exactly; see `all_follow`. Their value was measured in games
in which these bots play for every trick (no bags, no nils): least squares over 1,200 deals of
pairs, 700 of two players and 700 of four singles.
"""

from collections.abc import Iterable
from functools import cache
from math import comb
from random import Random
from typing import NamedTuple

from msgspec import Struct

from ...game import PACK, Card, Rules, SeatView
from ..heuristics.reading import cards_of
from ..heuristics.strength import sources_of
from ..order import Order, order_of

_SAMPLE = 40
"""How many deals are sampled."""

_FOUR = 4
_TWO = 2


class Weights(NamedTuple):
    """The weights of the parts of a hand's value."""

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
"""The number of opponents that a pair has."""


class HandValue(Struct, frozen=True):
    """Expected tricks by their source."""

    honours: float
    spades: float
    ruffs: float

    @property
    def tricks(self) -> float:
        """Return the sum of all parts, in expected tricks."""
        return self.honours + self.spades + self.ruffs

    def times(self, factor: float) -> "HandValue":
        """Return the value with every part multiplied by a factor."""
        return HandValue(self.honours * factor, self.spades * factor, self.ruffs * factor)


class Lie:
    """The chance that all opponents follow, by suit, how many of its cards I hold, and round.

    There are `opponents` hands of `size` cards. `unseen` counts the cards whose place is unknown;
    any that exceed the other hands are out of play.
    """

    def __init__(self, order: Order, opponents: int, unseen: int, size: int) -> None:
        self._suits = [mask.bit_count() for mask in order.full]
        self._lie = opponents, unseen, size

    def __getitem__(self, place: tuple[int, int, int]) -> float:
        suit, length, turn = place
        return all_follow(length, turn, *self._lie, self._suits[suit])


def own_value(view: SeatView, hand: Iterable[Card] | None = None) -> HandValue:
    """Return the value of the hand in view, or of `hand` in its place."""
    cards = (view.hand if hand is None else tuple(hand)) or ()
    unseen = len(view.rules.deck_cards) - len(view.hand or ()) - len(view.refused)
    seat = view.seat
    value = hand_value(view.rules, seat, cards, unseen, trump=view.trump)
    return value.times(scale_of(view.rules))


def hand_value(
    rules: Rules, seat: int, hand: Iterable[Card], unseen: int, *, trump: bool
) -> HandValue:
    """Return the value of `hand` to a seat before table scaling; `unseen` as in `Lie`."""
    mates = len(rules.partners(seat))
    opponents = rules.players - 1 - mates
    weights = PARTNERS if mates else ALONE
    if rules.players == _TWO:
        weights = OF_TWO
    order = order_of(rules, trump=trump)
    lie = Lie(order, opponents, unseen, rules.hand_size)
    alone = opponents > PARTNERED
    return HandValue(*sources_of(cards_of(order), order.mask(hand), weights, lie, alone))


@cache
def scale_of(rules: Rules) -> float:
    """Return the factor on hand values that makes those of a deal add up to all tricks.

    The weights were fitted for four players, or two who draft, with an ordinary pack. For other
    tables, the factor is found from some sampled deals.
    """
    deck = rules.deck_cards
    ordinary = deck == PACK and not rules.deck.high_trumps and rules.deck.aces != "low"
    if rules.drafted or (rules.players == _FOUR and ordinary and rules.play.duty == "none"):
        return 1.0
    size, players = rules.hand_size, rules.players
    unseen = len(deck) - size
    total = 0.0
    for seed in range(_SAMPLE):
        cards = Random(seed).sample(deck, size * players)
        for seat in range(players):
            hand = cards[seat * size : (seat + 1) * size]
            total += hand_value(rules, seat, hand, unseen, trump=True).tricks
    return size * _SAMPLE / total if total else 1.0


@cache
def all_follow(  # noqa: PLR0913, PLR0917 - everything that the lie of a suit depends on
    length: int, rounds: int, opponents: int, unseen: int, hand: int, suit: int
) -> float:
    """Return the chance that every opponent holds at least `rounds` cards of a suit.

    A high card takes a trick in a side suit if no opponent is void when it is played: the ace in
    the first round, the king behind the ace in the second, the queen behind both in the third.
    I hold `length` cards of it. Each opponent holds `hand` of the `unseen` cards; the rest are with
    my partners or out of play.

    >>> [round(all_follow(3, rounds, 2, 39, 13, 13), 3) for rounds in (1, 2, 3)]
    [0.983, 0.856, 0.495]
    """
    out = max(0, suit - length)
    others = unseen - hand * opponents
    if others < 0 or out > unseen:
        return 0.0
    return _ways(out, rounds, opponents, others, hand) / comb(unseen, out)


@cache
def _ways(out: int, at_least: int, opponents: int, others: int, hand: int) -> int:
    """Return in how many ways `out` cards can lie with each opponent holding `at_least`."""
    if opponents == 0:
        return comb(others, out)
    return sum(
        comb(hand, held) * _ways(out - held, at_least, opponents - 1, others, hand)
        for held in range(at_least, min(out, hand) + 1)
    )
