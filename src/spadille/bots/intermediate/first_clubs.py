"""Value a nil if everyone has to play their lowest club to the first trick (V16)."""

from functools import lru_cache
from math import comb

from ...game import Hand, Rules, Suit, without
from ..heuristics.own_nil import SIDE_ROUNDS
from ..heuristics.reading import cards_of, powers
from ..order import Order


def first_trick_chance(hand: Hand, rules: Rules, order: Order) -> float:
    """Return the chance that the lowest club of `hand` wins the first trick.

    It does if no one else's lowest club is higher. Nothing else is known about the cards.
    """
    clubs = _clubs(hand, order)
    if not clubs:
        return 0.0
    forced = min(clubs, key=order.ranking.power.__getitem__)
    out = order.full[Suit.CLUBS] & ~order.mask(hand)[Suit.CLUBS]
    over = (out & order.above[forced]).bit_count()
    under = out.bit_count() - over
    others, size = rules.players - 1, rules.hand_size
    rest = len(rules.deck_cards) - len(hand) - over - under
    return _ways(others, size, under, over, rest) / _all_ways(others, size, under + over + rest)


def later_danger(hand: Hand, rules: Rules, order: Order, missed: float) -> float:
    """Return how much the clubs after the first trick lower the odds of a nil; see `nil_danger`.

    The lowest clubs are gone by then, one from each hand.
    """
    clubs = _clubs(hand, order)
    if not clubs:
        return 0.0
    cards, chances = cards_of(order), powers(missed)
    mine = order.mask(hand)[Suit.CLUBS]
    out = order.full[Suit.CLUBS] & ~mine
    forced = min(clubs, key=order.ranking.power.__getitem__)
    rest = order.mask(without(clubs, [forced]))[Suit.CLUBS]
    total = 0.0
    for weight in SIDE_ROUNDS[1:]:
        if not rest:
            break
        bit = (rest & -rest).bit_length() - 1
        rest &= rest - 1
        higher = (cards.above[Suit.CLUBS, bit] & out).bit_count()
        lower = max(0, out.bit_count() - higher - (rules.players - 1))
        total += weight * chances[higher] * (1 - chances[lower]) ** 2
    return total


def _clubs(hand: Hand, order: Order) -> Hand:
    return tuple(card for card in hand if order.suit_of[card] is Suit.CLUBS)


@lru_cache(maxsize=100_000)
def _ways(players: int, size: int, under: int, over: int, rest: int) -> int:
    """Return in how many ways hands can be dealt so that my lowest club is the highest of all.

    Each of the players gets `size` cards from the clubs `under` and `over` mine and the other
    cards.
    """
    if not players:
        return 1
    return sum(
        comb(under, low)
        * comb(over, high)
        * comb(rest, size - low - high)
        * _ways(players - 1, size, under - low, over - high, rest - (size - low - high))
        for low in range(min(under, size) + 1)
        for high in range(min(over, size - low) + 1)
        if (low or not high) and size - low - high <= rest
    )


@lru_cache(maxsize=1000)
def _all_ways(players: int, size: int, cards: int) -> int:
    if not players:
        return 1
    return comb(cards, size) * _all_ways(players - 1, size, cards - size)
