"""Allot cards to places, with each deal as likely as the product of the odds of its cards.

The total weight of all deals of some cards is computed exactly, card by card, for each amount of
room left. So draws have neither dead ends nor bias.
"""

from collections.abc import Sequence

import numpy as np

from .arrays import Floats, Integers

MOST = 3
"""How many places with limited room cards can be allotted to."""


class Allotment:
    """All deals of some cards, weighted by odds.

    `odds` has a row for each card and a column for each place, with 0 where the card cannot be.
    `room` is how many cards each place takes, and adds up to the number of cards.

    >>> deals = Allotment(np.array([[1.0, 3.0], [1.0, 1.0]]), [1, 1])
    >>> deals.shares().tolist()
    [[0.25, 0.75], [0.75, 0.25]]
    """

    def __init__(self, odds: Floats, room: Sequence[int]) -> None:
        order = sorted(range(len(room)), key=lambda place: -room[place])[:MOST]
        if sum(room[place] for place in order) < len(odds):
            raise ValueError(f"more than {MOST} places have room")
        self._places = np.array(order)
        self._columns = len(room)
        self._odds = np.zeros((1, len(odds), MOST))
        self._odds[0, :, : len(order)] = odds[:, order]
        self._room = np.zeros((1, MOST), np.int64)
        self._room[0, : len(order)] = [room[place] for place in order]
        self._ways = count_ways(self._odds, int(self._room.max(initial=0)))

    @property
    def total(self) -> float:
        """Return the total weight of all deals."""
        one, two = self._room[0, :2] + 1
        return float(self._ways[0, 0, one, two])

    def draw(self, count: int, seed: object) -> Integers:
        """Draw the place of each card in some deals, by deal and card, in proportion to weight."""
        cards = self._odds.shape[1]
        draws = np.random.default_rng(seed).random((cards, count))  # type: ignore[arg-type]
        one, two = np.full(count, self._room[0, 0] + 1), np.full(count, self._room[0, 1] + 1)
        dealt = np.empty((count, cards), np.int64)
        for card in range(cards):
            now, after = self._ways[card, 0], self._ways[card + 1, 0]
            first, second, _ = self._odds[0, card]
            mark = draws[card] * now[one, two]
            to_one = first * after[one - 1, two]
            in_one = mark < to_one
            in_two = ~in_one & (mark < to_one + second * after[one, two - 1])
            dealt[:, card] = np.where(in_one, 0, np.where(in_two, 1, 2))
            one -= in_one
            two -= in_two
        return np.asarray(self._places[dealt], np.int64)

    def shares(self) -> Floats:
        """Return how likely each card is at each place, by card and place."""
        found = np.zeros((self._odds.shape[1], self._columns))
        found[:, self._places] = shares(self._odds, self._room, self._ways)[
            0, :, : len(self._places)
        ]
        return found


def count_ways(odds: Floats, most: int) -> Floats:
    """Return the total weight of all ways to place each card and those after it.

    Weights are by card, table and room left. `odds` are by table, card and three places. The first
    two places have room for at most `most` cards. Room is counted with an offset of one: index 0
    means that nothing fits. A card that is certain to be at the third place changes nothing, so a
    table may have spare cards.
    """
    tables, cards, _ = odds.shape
    ways = np.zeros((cards + 1, tables, most + 2, most + 2))
    ways[cards, :, 1, 1] = 1.0
    for card in range(cards - 1, -1, -1):
        after = ways[card + 1]
        one, two, three = odds[:, card].T[:, :, None, None]
        ways[card, :, 1:, 1:] = (
            one * after[:, :-1, 1:] + two * after[:, 1:, :-1] + three * after[:, 1:, 1:]
        )
    return ways


def shares(odds: Floats, room: Integers, ways: Floats) -> Floats:
    """Return how likely each card is at each of three places, by table, card and place."""
    tables, cards, _ = odds.shape
    found = np.zeros_like(odds)
    every = np.arange(tables)
    reached = np.zeros_like(ways[0])
    reached[every, room[:, 0] + 1, room[:, 1] + 1] = (
        1.0 / ways[0, every, room[:, 0] + 1, room[:, 1] + 1]
    )
    for card in range(cards):
        after = ways[card + 1]
        here = reached[:, 1:, 1:]
        one, two, three = odds[:, card].T[:, :, None, None]
        found[:, card, 0] = (here * (one * after[:, :-1, 1:])).sum(axis=(1, 2))
        found[:, card, 1] = (here * (two * after[:, 1:, :-1])).sum(axis=(1, 2))
        found[:, card, 2] = (here * (three * after[:, 1:, 1:])).sum(axis=(1, 2))
        later = three * reached
        later[:, :-1, 1:] += one * here
        later[:, 1:, :-1] += two * here
        reached = later
    return found
