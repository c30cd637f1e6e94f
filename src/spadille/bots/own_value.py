"""What my hand is worth at this table."""

from collections.abc import Iterable
from functools import cache
from random import Random

from ..game import PACK, Card, Rules, SeatView
from .hand_value import ALONE, OF_TWO, PARTNERS, HandValue, hand_value
from .order import order_of

_SAMPLE = 40
"""How many deals are looked at."""

_FOUR = 4
_TWO = 2


def own_value(view: SeatView, hand: Iterable[Card] | None = None) -> HandValue:
    """The value of the hand in view, or of `hand` in its place."""
    cards = (view.hand if hand is None else tuple(hand)) or ()
    unseen = len(view.rules.deck_cards) - len(view.hand or ()) - len(view.refused)
    seat = view.seat
    return _value(view.rules, seat, cards, unseen, trump=view.trump).times(scale_of(view.rules))


def _value(
    rules: Rules, seat: int, cards: tuple[Card, ...], unseen: int, *, trump: bool
) -> HandValue:
    mates = len(rules.partners(seat))
    opponents = rules.players - 1 - mates
    weights = PARTNERS if mates else ALONE
    if rules.players == _TWO:
        weights = OF_TWO
    order = order_of(rules, trump=trump)
    return hand_value(cards, opponents, unseen, rules.hand_size, order, weights)


@cache
def scale_of(rules: Rules) -> float:
    """By how much a hand is worth more than counted, so that all hands of a deal have all tricks.

    The weights were fitted for four players, or two who draft, with an ordinary pack; for other
    tables some deals are looked at.
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
            hand = tuple(cards[seat * size : (seat + 1) * size])
            total += _value(rules, seat, hand, unseen, trump=True).tricks
    return size * _SAMPLE / total if total else 1.0
