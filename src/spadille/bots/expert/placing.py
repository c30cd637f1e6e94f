"""Represent cards at their places as masks for kernels."""

from collections import Counter

import numpy as np

from ...game import Knowledge, SeatView
from ..heuristics.position import SUITS
from ..order import order_of
from .arrays import Integers


class Placing:
    """The places where the cards of a round may be, from a seat's knowledge.

    `unseen` has for each unseen card the places where it may be, its suit and its bit. Among
    identical cards, those played have the lowest bits, followed by those in the seat's hand.
    """

    def __init__(self, view: SeatView, known: Knowledge) -> None:
        self.view, self.known = view, known
        order = order_of(view.rules, trump=view.trump)
        seen = Counter(card for played in known.played for card in played)
        self._own = [0] * SUITS
        for card in view.hand or ():
            self._own[order.suit_of[card]] |= 1 << order.bits_of(card)[seen[card]]
            seen[card] += 1
        unseen = []
        for card, where in known.places:
            unseen.append((where, order.suit_of[card], order.bits_of(card)[seen[card]]))
            seen[card] += 1
        self.unseen: Integers = np.array(unseen, np.int64).reshape(-1, 3)

    def hands(self, dealt: Integers) -> Integers:
        """Return the cards at all places by deal, place and suit; the first places are the seats.

        `dealt` is the place of each unseen card by deal, as in `Worlds.sample`.
        """
        hands = np.zeros((len(dealt), len(self.known.room), SUITS), np.int64)
        hands[:, self.view.seat] = self._own
        index = np.arange(len(dealt))
        for at, (_, suit, bit) in enumerate(self.unseen.tolist()):
            hands[index, dealt[:, at], suit] |= 1 << bit
        return hands

    def at_first(self, dealt: Integers) -> Integers:
        """Return the same for the time before the first card was played."""
        return self.hands(dealt) | self._played()

    def _played(self) -> Integers:
        order = order_of(self.view.rules, trump=self.view.trump)
        masks = [0] * SUITS
        played = np.zeros((len(self.known.room), SUITS), np.int64)
        for seat, cards in enumerate(self.known.played):
            before = list(masks)
            for card in cards:
                order.add(masks, card)
            played[seat] = [mask ^ gone for mask, gone in zip(masks, before, strict=True)]
        return played
