"""Sample deals of unseen cards, each as likely as any other that fits all constraints.

Every card may be in some places, such as hands, and every place has room for a number of cards.
Cards that may be in the same places form a group. The number of deals that complete a choice is
counted exactly, place by place, over the rest of each group. Choices are drawn in proportion to
that count. So there are no dead ends, and all deals are equally likely.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..kernel import lean_kernel

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

MOST_STATES = 1 << 18
"""The largest number of combinations of remaining cards counted for each place."""

_CHOICES = 3
"""How many numbers by group are needed at once to count or draw deals."""


class TooManyError(ValueError):
    """The constraints split the cards into too many groups to be counted."""


class Worlds:
    """All deals of some cards, counted and ready to be drawn.

    `places` has a mask for each card, with a bit for each place where it may be. `room` is how many
    cards each place takes, and adds up to the number of cards.

    >>> worlds = Worlds([0b11, 0b11, 0b01], [2, 1])
    >>> worlds.count
    2.0
    >>> worlds.sample(2, seed=0).tolist()
    [[0, 1, 0], [1, 0, 0]]

    Raises:
        TooManyError: if the deals cannot be counted in reasonable time.
    """

    def __init__(self, places: Sequence[int], room: Sequence[int]) -> None:
        if len(places) != sum(room):
            raise ValueError(f"{len(places)} cards do not fill room for {sum(room)}")
        groups: dict[int, list[int]] = {}
        for card, mask in enumerate(places):
            groups.setdefault(mask, []).append(card)
        self._room = np.array(room, np.int64)
        self._masks = np.array(list(groups), np.int64)
        self._sizes = np.array([len(cards) for cards in groups.values()], np.int64)
        self._cards = np.array([card for cards in groups.values() for card in cards], np.int64)
        states = int(np.prod(self._sizes + 1, dtype=np.float64))
        if states > MOST_STATES:
            raise TooManyError(f"{states} ways to leave cards of {len(groups)} groups")
        self._chosen = _binomials(int(self._sizes.max(initial=0)))
        self._ways = np.zeros((len(room) + 1, states))
        if len(room):
            choice = np.zeros((_CHOICES, len(groups)), np.int64)
            _count(self._room, self._masks, self._sizes, self._chosen, self._ways, choice)
        self.count = float(self._ways[0, -1]) if len(room) else 1.0

    def sample(self, count: int, seed: Any) -> Integers:
        """Return the place of each card in `count` deals, as an array (deals, cards).

        `seed` is whatever `numpy.random.default_rng` takes; equal seeds draw equal deals.

        Raises:
            ValueError: if no deal fits.
        """
        if not self.count:
            raise ValueError("no deal fits these constraints")
        draws = np.random.default_rng(seed).random((count, len(self._room) + len(self._cards)))
        dealt = np.zeros((count, len(self._cards)), np.int64)
        if len(self._cards):
            _draw(
                self._room,
                self._masks,
                self._sizes,
                self._cards,
                self._chosen,
                self._ways,
                draws,
                dealt,
                np.zeros((_CHOICES, len(self._sizes)), np.int64),
                np.zeros(len(self._cards), np.int64),
            )
        return dealt


def resample(weights: Floats, count: int, seed: Any) -> Integers:
    """Return indices of `count` deals drawn in proportion to their weights, as evenly as possible.

    Use this to apply beliefs: draw many deals, weight each by its plausibility, and keep a few.
    """
    total: Floats = np.cumsum(weights)
    if not total[-1] > 0:
        return np.arange(count) % len(weights)
    start = np.random.default_rng(seed).random()
    marks = (start + np.arange(count)) / count * total[-1]
    found = np.searchsorted(total, marks, side="right")
    return np.asarray(np.minimum(found, len(weights) - 1), np.int64)


def _binomials(most: int) -> Floats:
    table = np.zeros((most + 1, most + 1))
    table[:, 0] = 1
    for row in range(1, most + 1):
        table[row, 1:] = table[row - 1, 1:] + table[row - 1, :-1]
    return table


@lean_kernel
def _count(room: Any, masks: Any, sizes: Any, chosen: Any, ways: Any, choice: Any) -> None:  # noqa: PLR0913, PLR0917 - kernels take numbers
    """Fill `ways`: in how many ways the rest of the groups can fill each place and those after it.

    The rest of all groups is a number with one digit for each group, the first being the lowest.
    The rows of `choice` are for numbers by group.
    """
    places, groups = len(room), len(sizes)
    left, taken = choice[0], choice[1]
    ways[places, 0] = 1.0
    need = 0
    for place in range(places - 1, -1, -1):
        need += room[place]
        for state in range(ways.shape[1]):
            rest = state
            total = 0
            for group in range(groups):
                left[group] = rest % (sizes[group] + 1)
                rest //= sizes[group] + 1
                total += left[group]
            if total != need:
                continue
            more = _first(room[place], masks, place, left, taken)
            found = 0.0
            while more:
                found += _weight(state, sizes, left, taken, chosen, ways[place + 1])
                more = _next(masks, place, left, taken)
            ways[place, state] = found


@lean_kernel
def _weight(state: Any, sizes: Any, left: Any, taken: Any, chosen: Any, ways: Any) -> Any:  # noqa: PLR0913, PLR0917 - kernels take numbers
    """Return in how many ways such a choice from the groups can be taken, and the rest placed."""
    product = 1.0
    digit = 1
    for group in range(len(sizes)):
        product *= chosen[left[group], taken[group]]
        state -= taken[group] * digit
        digit *= sizes[group] + 1
    return product * ways[state]


@lean_kernel
def _first(room: Any, masks: Any, place: Any, left: Any, taken: Any) -> bool:
    """Set `taken` to the first way to fill a place: as many as possible of the first groups."""
    for group in range(len(left)):
        taken[group] = min(room, left[group]) if masks[group] >> place & 1 else 0
        room -= taken[group]
    return bool(room == 0)


@lean_kernel
def _next(masks: Any, place: Any, left: Any, taken: Any) -> bool:
    """Find the next choice after `taken`, with fewer of the first groups; False after the last."""
    behind = 0
    for group in range(len(left) - 1, -1, -1):
        if taken[group] > 0:
            space = 0
            for other in range(group + 1, len(left)):
                if masks[other] >> place & 1:
                    space += left[other]
            if space > behind:
                taken[group] -= 1
                rest = behind + 1
                for other in range(group + 1, len(left)):
                    taken[other] = min(rest, left[other]) if masks[other] >> place & 1 else 0
                    rest -= taken[other]
                return True
        behind += taken[group]
    return False


@lean_kernel
def _copy(source: Any, target: Any) -> None:
    """Copy numbers; a slice would take a second more to compile."""
    for place in range(len(source)):
        target[place] = source[place]


@lean_kernel
def _draw(  # noqa: PLR0913, PLR0917 - what has been counted, and where the deals go
    room: Any,
    masks: Any,
    sizes: Any,
    cards: Any,
    chosen: Any,
    ways: Any,
    draws: Any,
    dealt: Any,
    choice: Any,
    order: Any,
) -> None:
    """Draw deals; the rows of `choice` are for numbers by group, and `order` is for the cards."""
    places, groups = len(room), len(sizes)
    left, taken, picked = choice[0], choice[1], choice[2]
    for deal in range(len(draws)):
        start = 0
        for group in range(groups):
            left[group] = sizes[group]
            for at in range(start, start + sizes[group]):
                order[at] = cards[at]
            for at in range(start + sizes[group] - 1, start, -1):
                other = start + int(draws[deal, places + at] * (at - start + 1))
                order[at], order[other] = order[other], order[at]
            start += sizes[group]
        state = ways.shape[1] - 1
        for place in range(places):
            mark = draws[deal, place] * ways[place, state]
            more = _first(room[place], masks, place, left, taken)
            while more and mark >= 0.0:
                weight = _weight(state, sizes, left, taken, chosen, ways[place + 1])
                if weight > 0.0:  # rounding may leave a remainder at the end
                    mark -= weight
                    _copy(taken, picked)
                more = _next(masks, place, left, taken)
            start = 0
            digit = 1
            for group in range(groups):
                for _ in range(picked[group]):
                    left[group] -= 1
                    dealt[deal, order[start + left[group]]] = place
                state -= picked[group] * digit
                digit *= sizes[group] + 1
                start += sizes[group]


def warm() -> None:
    """Compile the functions that draw deals."""
    Worlds([0b11, 0b11, 0b01], [2, 1]).sample(1, seed=0)
