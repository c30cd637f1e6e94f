"""Encode observations of a round that suggest whether a seat holds a card, for the network.

A card is described by the cards of its suit that the seat has played: how many were higher or
lower, which were its neighbors, and the role of each.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .clues import (
    BID_NIL,
    BID_ONE,
    BIDS,
    BLIND,
    FELL,
    NOT_BID,
    OTHERS,
    OWN,
    OWN_PLAYED,
    RANKS,
    ROLES,
    ROUND,
    SEATS,
    SPADES,
    UNDER,
    Clues,
)

Traits = NDArray[np.float32]


def traits_of(clues: Clues) -> Traits:
    """Return the inputs by position, suit, rank and other seat."""
    planes = clues.planes.astype(np.float32)
    count = len(planes)
    fell = planes[:, :, FELL:UNDER].reshape(count, SEATS, OTHERS, ROLES, RANKS)
    fell = np.ascontiguousarray(fell.transpose(0, 1, 4, 2, 3))
    under = planes[:, :, UNDER:].transpose(0, 1, 3, 2)[..., None]
    own = planes[:, :, OWN]
    unseen = 1 - own - planes[:, :, OWN_PLAYED] - fell.sum(axis=(3, 4))
    in_suit = fell.sum(axis=2)
    elsewhere = in_suit.sum(axis=1, keepdims=True)
    voids = clues.voids.astype(np.float32)
    round = _round_of(clues)
    shape = (count, SEATS, RANKS, OTHERS)

    def by_seat(numbers: Any) -> Traits:
        return np.broadcast_to(numbers, (*shape, numbers.shape[-1]))

    cards = np.stack([_higher(unseen), _lower(unseen), _higher(own), _lower(own)], axis=-1)
    suits = np.stack(
        [own.sum(axis=2), unseen.sum(axis=2), own[:, SPADES:].sum(axis=2).repeat(SEATS, 1)], axis=-1
    )
    parts = [
        _higher(fell), _lower(fell), _shift(fell, 1), _shift(fell, -1),
        _higher(under), _lower(under),
        by_seat(np.eye(RANKS, dtype=np.float32)[:, None, :]),
        by_seat(cards[:, :, :, None, :]),
        by_seat(suits[:, :, None, None, :]),
        by_seat(in_suit[:, :, None]),
        by_seat((in_suit.sum(axis=2, keepdims=True) - in_suit)[:, :, None]),
        by_seat((elsewhere - in_suit)[:, :, None]),
        by_seat(in_suit[:, SPADES:, None]),
        by_seat((voids.sum(axis=1, keepdims=True) - voids)[:, :, None, :, None]),
        by_seat((voids.sum(axis=2, keepdims=True) - voids)[:, :, None, :, None]),
        by_seat(np.eye(OTHERS, dtype=np.float32)),
        by_seat(round[:, None, None]),
    ]  # fmt: skip
    return np.concatenate(parts, axis=-1)


def _round_of(clues: Clues) -> Traits:
    """Return the inputs about the round by position and other seat."""
    bids, dealer, number, table, won, nils, lacks, broken = np.split(
        clues.round, np.cumsum(ROUND)[:-1], axis=1
    )
    bids = bids.reshape(-1, SEATS, BIDS)
    tricks = bids[:, :, BID_ONE:BLIND] @ np.arange(1, BLIND - BID_ONE + 1)
    trick = number @ np.arange(RANKS + 1)
    cards = table @ np.arange(SEATS)
    parts = []
    for other in range(1, SEATS):
        turned = [(other + more) % SEATS for more in range(SEATS)]
        rest = turned[1:]
        parts.append(np.concatenate([
            bids[:, other], tricks[:, rest], bids[:, rest, BID_NIL], bids[:, rest, NOT_BID],
            dealer[:, turned], won[:, [other]], nils[:, turned],
            lacks[:, [other % 2, 1 - other % 2]], trick[:, None] / 4, cards[:, None], broken,
        ], axis=1))  # fmt: skip
    return np.stack(parts, axis=1).astype(np.float32)


def _lower(numbers: Traits) -> Traits:
    """Return how many cards are lower, by rank."""
    return np.cumsum(numbers, axis=2) - numbers


def _higher(numbers: Traits) -> Traits:
    total: Traits = numbers.sum(axis=2, keepdims=True)
    return total - np.cumsum(numbers, axis=2)


def _shift(numbers: Traits, by: int) -> Traits:
    """Return the same numbers for the next rank above, or below."""
    found = np.zeros_like(numbers)
    if by > 0:
        found[:, :, :-by] = numbers[:, :, by:]
    else:
        found[:, :, -by:] = numbers[:, :, :by]
    return found
