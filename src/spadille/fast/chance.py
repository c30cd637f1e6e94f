"""Chance: words that follow from a seed, and unbiased draws from them.

Word number i of a seed is that of SplitMix64, so any piece of the sequence is available without the
words before it. Each round draws from its own piece, no matter which thread plays it.

Small draws take 15 bits at a time from the four lanes of a word. A draw below n multiplies them by
n and keeps the bits above the lowest 15, after Lemire; lanes that favor some numbers are skipped.
"""

import hashlib

import numpy as np

from .encoding import ONE, Word
from .kernel import config, lean_kernel

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_LANE = np.uint64(15)
_LANE_SIZE = np.uint64(1 << 15)
_LANE_BITS = np.uint64((1 << 15) - 1)
_FULL = np.uint64(1 << 60)
_SPARE = np.uint64(4)
EMPTY = ONE
"""Lanes that are used up."""


def key_of(seed: int | str) -> Word:
    """Return the state with which the sequence of a seed begins."""
    digest = hashlib.sha256(str(seed).encode()).digest()
    return np.uint64(int.from_bytes(digest[:8], "big"))


@lean_kernel
def next_state(state: Word, steps: Word) -> Word:
    """Return the state this many words later."""
    return state + _STEP * steps


@lean_kernel
def word_at(state: Word) -> Word:
    """Return the random word at a state."""
    state = (state ^ (state >> np.uint64(30))) * _FIRST
    state = (state ^ (state >> np.uint64(27))) * _SECOND
    return state ^ (state >> np.uint64(31))


if config.DISABLE_JIT:  # without compilation, NumPy warns about the overflow intended here
    next_state = np.errstate(over="ignore")(next_state)
    word_at = np.errstate(over="ignore")(word_at)


@lean_kernel
def below(n: Word, state: Word, lanes: Word) -> tuple[Word, Word, Word]:
    """Return a number from 0 to n - 1, for n up to 2**15, with the state and lanes afterward."""
    while True:
        if lanes == EMPTY:
            state = next_state(state, ONE)
            lanes = (word_at(state) >> _SPARE) | _FULL
        product = (lanes & _LANE_BITS) * n
        lanes >>= _LANE
        rest = product & _LANE_BITS
        if rest >= n or rest >= _LANE_SIZE % n:
            return product >> _LANE, state, lanes
