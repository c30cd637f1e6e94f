"""The card-inference network, which estimates who holds each unseen card.

It was trained on rounds of bots (`research/train_card_inference.py`, `docs/bots/networks.md`). Bids
also count, by the value of whole hands.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from ...game import SeatView
from .arrays import Floats
from .clues import OTHERS, RANKS, SEATS, SPADES, SUITS, clues_of
from .traits import traits_of

Net = Sequence[NDArray[np.float32]]
"""A matrix and a bias for each layer."""

POWER = 0.75
"""How far the network is trusted, as a power of its odds."""

PIECE = 32
"""The number of rows that pass through the network at a time. NumPy multiplies larger blocks in
several threads; on a busy machine, they wait for each other ten times as long as the work takes.
"""

FILE = "card_inference.npz"


def odds_of(view: SeatView) -> Floats:
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
