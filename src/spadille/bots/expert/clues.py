"""Encode a seat's view of a round as input for the card-inference network: bids, and past plays.

Seats are numbered from the observer: those after it are 1 to 3, and 2 is its partner.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...game import SeatView, Trick, ranking_of, tricks_begun, voids_shown

SUITS = 4
RANKS = 13
SEATS = 4
OTHERS = 3
SPADES = 3

LED, BEAT, LEFT, THREW, RUFFED, ROLES = 0, 1, 5, 9, 11, 12
"""The role of a played card. It was led, beat the best card so far, stayed below it, was discarded,
or ruffed. Beating and staying below are split by whether the partner held the best card, and by
whether the seat played last.
"""

OWN, OWN_PLAYED, FELL = 0, 1, 2
UNDER = FELL + OTHERS * ROLES
PLANES = UNDER + OTHERS
"""Rows of thirteen: my hand, the cards I played, the cards each other seat played by role, and the
opponent's card under which each of them followed.
"""

NOT_BID, BID_NIL, BID_ONE, BLIND, BIDS = 0, 1, 2, 12, 13
MOST_BID = BLIND - BID_ONE
ROUND = (SEATS * BIDS, SEATS, RANKS + 1, SEATS, SEATS, SEATS, 2, 1)
"""Inputs about the round: bids, dealer, trick number, cards on the table, tricks won, live nils,
tricks that each side still needs, and whether spades are broken.
"""


class Clues(NamedTuple):
    """The observations for some positions: planes by suit, known voids, and the round."""

    planes: NDArray[np.int8]
    voids: NDArray[np.int8]
    round: NDArray[np.int8]


def clues_of(view: SeatView) -> Clues:
    """Return what the view's seat sees, as a single position."""
    planes = np.zeros((SUITS, PLANES, RANKS), np.int8)
    for card in view.hand or ():
        planes[card.id // RANKS, OWN, card.id % RANKS] = 1
    for trick in tricks_begun(view):
        _add_trick(view, trick, planes)
    others = [(view.seat + other) % SEATS for other in range(1, SEATS)]
    voids = [[shown >> seat & 1 for seat in others] for shown in voids_shown(view)[:SUITS]]
    return Clues(planes[None], np.array([voids], np.int8), _round_of(view)[None])


def _add_trick(view: SeatView, trick: Trick, planes: NDArray[np.int8]) -> None:
    """Add the cards of a trick with their roles."""
    ranking = ranking_of(view.rules)
    best, best_by = trick.cards[0], 0
    led = best.id // RANKS
    for turn, card in enumerate(trick.cards):
        suit, rank = divmod(card.id, RANKS)
        other = (trick.leader + turn - view.seat) % SEATS
        beats = ranking.beats(card, best)
        if other:
            partners = best_by % 2 == turn % 2
            role = _role(turn, suit == led, beats, partners)
            planes[suit, FELL + (other - 1) * ROLES + role, rank] = 1
            if turn and suit == led == best.id // RANKS and not (beats or partners):
                planes[suit, UNDER + other - 1, best.id % RANKS] = 1
        else:
            planes[suit, OWN_PLAYED, rank] = 1
        if beats:
            best, best_by = card, turn


def _role(turn: int, follows: bool, beats: bool, partners: bool) -> int:  # noqa: FBT001
    if not turn:
        return LED
    if follows:
        return (BEAT if beats else LEFT) + 2 * partners + (turn == SEATS - 1)
    return RUFFED if beats else THREW + partners


def _round_of(view: SeatView) -> NDArray[np.int8]:
    parts = [np.zeros(size, np.int8) for size in ROUND]
    bids, dealer, number, table, won, nils, lacks, broken = parts
    wanted = [0, 0]
    for other in range(SEATS):
        seat = (view.seat + other) % SEATS
        bid, tricks = view.bids[seat], view.won[seat]
        told = bids[other * BIDS : (other + 1) * BIDS]
        won[other] = tricks
        if bid is None:
            told[NOT_BID] = 1
            continue
        told[BID_NIL if bid.nil else BID_ONE + min(max(bid.tricks, 1), MOST_BID) - 1] = 1
        told[BLIND] = bid.blind
        nils[other] = bid.nil and not tricks
        if not bid.nil:
            wanted[other % 2] += bid.tricks - tricks
    lacks[:] = [max(0, tricks) for tricks in wanted]
    assert view.dealer is not None
    dealer[(view.dealer - view.seat) % SEATS] = 1
    number[view.trick_number] = 1
    table[len(view.trick.cards) if view.trick else 0] = 1
    broken[0] = view.broken
    return np.concatenate(parts)
