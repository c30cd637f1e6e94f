"""A bot that bids by a table of honors and plays by heuristics.

After Cohensius, Meir, Oved and Stern, "Bidding in Spades" (ECAI 2020). From its table of honors, we
know how often an ace, king or queen of a side suit takes a trick: as often as both opponents hold
at least one, two or three cards of the suit.

We could not read the rest, so it is guessed: the value of spades, that a bid is the rounded sum,
and when nil is bid. The paper corrects its table by learning, and chooses the bid with the best
expected score; this bot does not. The play is that of `intermediate`.
"""

from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from spadille.bots import load
from spadille.game import NIL, Bid, PlayerAction, SeatView

from .ordinary import SUIT, Words, bits, is_ordinary

Floats = NDArray[np.float64]

_HONOURS = {12: 1, 11: 2, 10: 3}
"""The cards that both opponents must hold for a rank to win: ace, king, queen."""

_FOURTH = 3
"""Spades from the fourth on count one trick each (guessed)."""

_NIL_WORTH = 0.9
_NIL_SPADES = 3
_NIL_LOWEST = 5
_NIL_SPADE = 9
"""Nil (guessed): a low value, few and low spades, and a card up to seven in every side suit."""


class Honours:
    """Bids by the table in the ordinary game, and otherwise acts like another bot."""

    def __init__(self, seed: int | str, *, bot: str = "intermediate") -> None:
        self._adviser = load(bot, seed)

    def act(self, view: SeatView) -> PlayerAction:
        action = self._adviser.act(view)
        if view.phase == "bidding" and isinstance(action, Bid) and is_ordinary(view.rules):
            return bid(view, action)
        return action


def bid(view: SeatView, otherwise: Bid) -> Bid:
    """Return the bid by the table, if the rules allow it."""
    hand = bits(view.hand or ())
    if NIL in view.options.actions and is_nil(hand):
        return NIL
    wanted = Bid(max(1, round(worth(hand))))
    return wanted if wanted in view.options.actions else otherwise


def worth(hand: int) -> float:
    """Return the tricks that a hand is worth."""
    return sum(suit_worth(suit, hand >> SUIT * suit & (1 << SUIT) - 1) for suit in range(4))


def worths(hands: Words) -> Floats:
    """Return the tricks that many hands are worth."""
    cards = (hands[:, None] >> SUIT * np.arange(4, dtype=np.uint64)) & (1 << SUIT) - 1
    return np.asarray(_table()[np.arange(4), cards.astype(np.int64)].sum(axis=1), np.float64)


@cache
def _table() -> Floats:
    return np.array([[suit_worth(suit, cards) for cards in range(1 << SUIT)] for suit in range(4)])


@cache
def suit_worth(suit: int, cards: int) -> float:
    """Return the tricks that the cards of a suit are worth; their ranks are bits."""
    length = cards.bit_count()
    held = [need for rank, need in _HONOURS.items() if cards >> rank & 1]
    if suit < 3:
        return sum(honour_chance(length, need) for need in held if length >= need)
    return sum(need <= length for need in held) + max(0, length - max(_FOURTH, len(held)))


@cache
def honour_chance(length: int, need: int) -> float:
    """Return how likely both opponents hold at least this many cards of a suit, given mine."""
    others = SUIT - length
    ways = sum(
        comb(others, left) * comb(39 - others, SUIT - left)
        * comb(others - left, right) * comb(26 - others + left, SUIT - right)
        for left in range(need, others + 1)
        for right in range(need, others - left + 1)
    )  # fmt: skip
    return ways / (comb(39, SUIT) * comb(26, SUIT))


def is_nil(hand: int) -> bool:
    spades = hand >> 3 * SUIT
    if worth(hand) > _NIL_WORTH or spades.bit_count() > _NIL_SPADES or spades >> _NIL_SPADE:
        return False
    suits = (hand >> SUIT * suit & (1 << SUIT) - 1 for suit in range(3))
    return all(not cards or cards & (1 << _NIL_LOWEST + 1) - 1 for cards in suits)
