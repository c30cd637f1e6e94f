"""Shuffling from a seed, the same on every machine and in every version."""

from collections.abc import Iterator, Sequence
from hashlib import sha256

from .cards import Card
from .phases.phase import Shuffle


def shuffler(seed: str) -> Shuffle:
    """A shuffle that depends on `seed` alone.

    Fisher and Yates from the last position down; each draw below `n` takes 64 bits of
    SHA-256(`seed`/0), SHA-256(`seed`/1), ... in turn, rejecting those that favour low numbers.
    """

    def shuffle(cards: Sequence[Card]) -> Sequence[Card]:
        words = _words(seed)
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            other = _below(last + 1, words)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    return shuffle


def _words(seed: str) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(f"{seed}/{block}".encode()).digest()
        for start in range(0, len(digest), 8):
            yield int.from_bytes(digest[start : start + 8], "big")
        block += 1


def _below(n: int, words: Iterator[int]) -> int:
    limit = (1 << 64) // n * n
    return next(word for word in words if word < limit) % n
