"""Deals that fit what a seat knows, likely ones more often than others."""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from ...fast.worlds import TooManyError, Worlds, resample
from ...game import Knowledge, SeatView, knowledge_of
from ..order import order_of
from ..thumb.kernels import Record
from ..thumb.position import SUITS
from .belief import is_telling, likelihoods

Integers = NDArray[np.int64]


def deal_worlds(
    view: SeatView, setting: Record, counts: tuple[int, int], seed: int
) -> Integers | None:
    """Hands of all seats in some deals, by deal, seat and suit.

    `counts` are how many are wanted, and out of how many the likely ones are chosen where bids
    tell something.
    Where no deal fits, because somebody revoked, plays are not minded. None where the deals cannot
    be counted.
    """
    for lawful in (True, False):
        known = knowledge_of(view, lawful=lawful)
        try:
            worlds = Worlds([where for _, where in known.places], known.room)
        except TooManyError:
            continue
        if not worlds.count:
            continue
        count = counts[0]
        drawn = max(counts) if is_telling(view) and worlds.count > 1 else count
        hands = hands_of(view, known, worlds.sample(drawn, seed))
        if drawn == count:
            return hands
        kept = resample(likelihoods(view, known, setting, hands), count, seed)
        return np.ascontiguousarray(hands[kept])
    return None


def hands_of(view: SeatView, known: Knowledge, dealt: Integers) -> Integers:
    """The hands of all seats in each world, by world, seat and suit.

    `dealt` is the place of each unseen card by world, as in `Worlds.sample`. Of identical cards
    those played have the lowest numbers, then those in the own hand.
    """
    order = order_of(view.rules, trump=view.trump)
    worlds, _ = dealt.shape
    hands = np.zeros((worlds, len(known.room), SUITS), np.int64)
    index = np.arange(worlds)
    seen = Counter(card for played in known.played for card in played)
    own = [(card, np.full(worlds, view.seat)) for card in view.hand or ()]
    unseen = [(card, dealt[:, at]) for at, (card, _) in enumerate(known.places)]
    for card, place in (*own, *unseen):
        hands[index, place, order.suit_of[card]] |= 1 << order.bits_of(card)[seen[card]]
        seen[card] += 1
    return np.ascontiguousarray(hands[:, : view.rules.players])
