"""The card-inference network, which estimates who holds each unseen card.

It reads what a seat has seen: the bids, and the cards played with their roles. It was trained on
rounds of bots (`research/train_card_inference.py`, `docs/bots/networks.md`). Seats are numbered
from the observer: those after it are 1 to 3, and 2 is its partner.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any, NamedTuple

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
    round = _round_traits(clues)
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


def _round_traits(clues: Clues) -> Traits:
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


Net = Sequence[NDArray[np.float32]]
"""A matrix and a bias for each layer."""

POWER = 0.75
"""How far the network is trusted, as a power of its odds."""

PIECE = 32
"""The number of rows that pass through the network at a time. NumPy multiplies larger blocks in
several threads; on a busy machine, they wait for each other ten times as long as the work takes.
"""

FILE = "card_inference.npz"


def odds_of(view: SeatView) -> NDArray[np.float64]:
    """Return the odds that each card is with each seat, by suit, rank and seat.

    Values for the viewing seat, and for visible cards, are meaningless.
    """
    traits = traits_of(clues_of(view))[0]
    side, spades = nets()
    read = np.empty((SUITS, RANKS, OTHERS))
    width = traits.shape[-1]
    read[:SPADES] = through(side, traits[:SPADES].reshape(-1, width)).reshape(-1, RANKS, OTHERS)
    read[SPADES] = through(spades, traits[SPADES].reshape(-1, width)).reshape(RANKS, OTHERS)
    others = [(view.seat + 1 + other) % SEATS for other in range(OTHERS)]
    odds = np.ones((SUITS, RANKS, SEATS))
    odds[:, :, others] = np.exp(POWER * read)
    return odds


def through(net: Net, rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the output of a network for some rows."""
    return np.concatenate(
        [_piece_through(net, rows[at : at + PIECE]) for at in range(0, len(rows), PIECE)]
    )


def _piece_through(net: Net, rows: NDArray[np.float32]) -> NDArray[np.float32]:
    for layer in range(0, len(net), 2):
        if layer:
            rows = np.maximum(rows, 0)
        rows = rows @ net[layer] + net[layer + 1]
    return rows


@cache
def nets() -> tuple[Net, Net]:
    """Return the network for side suits, and the one for spades."""
    with np.load(BytesIO(files(__package__).joinpath(FILE).read_bytes())) as found:
        side, spades = (
            [found[name].astype(np.float32) for name in sorted(found.files) if name[0] == kind]
            for kind in "cs"
        )
    return side, spades
