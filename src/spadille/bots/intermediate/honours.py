"""Compute how likely a high card is to take its trick, by exact counting of unseen cards.

A high card takes a trick in a side suit if no opponent is void when it is played. The ace does so
in the first round, the king behind the ace in the second, the queen behind both in the third. So it
is enough to count how the suit is distributed.
"""

from functools import cache
from math import comb


@cache
def all_follow(  # noqa: PLR0913, PLR0917 - everything that the lie of a suit depends on
    length: int, rounds: int, opponents: int, unseen: int, hand: int, suit: int
) -> float:
    """Return the chance that every opponent holds at least `rounds` cards of a suit.

    I hold `length` cards of it. Each opponent holds `hand` of the `unseen` cards; the rest are with
    my partners or out of play.

    >>> [round(all_follow(3, rounds, 2, 39, 13, 13), 3) for rounds in (1, 2, 3)]
    [0.983, 0.856, 0.495]
    """
    out = max(0, suit - length)
    others = unseen - hand * opponents
    if others < 0 or out > unseen:
        return 0.0
    return _ways(out, rounds, opponents, others, hand) / comb(unseen, out)


@cache
def _ways(out: int, at_least: int, opponents: int, others: int, hand: int) -> int:
    """Return in how many ways `out` cards can lie with each opponent holding `at_least`."""
    if opponents == 0:
        return comb(others, out)
    return sum(
        comb(hand, held) * _ways(out - held, at_least, opponents - 1, others, hand)
        for held in range(at_least, min(out, hand) + 1)
    )
