"""Rounds played out by the rules of `intermediate`, thousands in the time it takes to think once.

The kernels follow `spadille.bots` rule by rule, from what the seat to play may know: its hand, the
cards played and the voids shown. They cover two to six players with any sides and any deck, the
rules of leading and ruffing, and duties other than the secret assassin's; not aces called low, a
prescribed card of a suit, nor a joker that draws. What exchanges and open hands tell is not minded.
"""

import numpy as np

from .needs import gain
from .playing import choose, play_worlds
from .position import (
    ANY,
    ASSASSIN,
    BITS,
    BROKEN,
    HIGHER,
    JUNK,
    NEVER,
    NO_LEAD,
    NO_SPADES,
    SCREAMER,
    SPADE,
    SUITS,
    Position,
    Setting,
    new_position,
    new_setting,
)
from .strength import NIL, SKIP, TRICKS, nil_likelihood, strength, weigh

__all__ = [
    "ANY", "ASSASSIN", "BITS", "BROKEN", "HIGHER", "JUNK", "NEVER", "NIL", "NO_LEAD", "NO_SPADES",
    "SCREAMER", "SKIP", "SPADE", "SUITS", "TRICKS", "Position", "Setting", "choose", "gain",
    "new_position", "new_setting", "nil_likelihood", "play_worlds", "strength", "warm", "weigh",
]  # fmt: skip


def warm() -> None:
    """Compiles the playouts: two players with two cards each."""
    setting = new_setting()
    setting.players, setting.sides, setting.tricks, setting.bids = 2, 2, 2, 1
    setting.trump, setting.lead = 3, BROKEN
    setting.side[1] = 1
    setting.bid[:2] = 1
    setting.deck[:2] = 3
    setting.level[:] = np.arange(BITS)
    setting.above[:, 0] = 2
    root = new_position()
    root.sizes[:2] = 2
    worlds = np.array([[[1, 2, 0, 0, 0], [2, 1, 0, 0, 0]]])
    values = np.zeros((1, 1, 3))
    play_worlds(setting, root, new_position(), worlds, np.array([0]), 0, values)
    follow = np.ones((SUITS, BITS, BITS))
    kinds = np.array([SKIP, NIL])
    means, weights, likely = np.zeros(2), np.zeros(6), np.zeros(1)
    gone = np.zeros((2, SUITS), np.int64)
    weigh(setting, worlds, gone, kinds, means, 1.0, 1.0, 2.0, weights, follow, likely)
    root.hands[:2] = worlds[0]
    choose(setting, root, np.zeros(2, np.int64))
