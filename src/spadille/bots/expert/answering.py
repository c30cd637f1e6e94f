"""Make the remaining bids in sampled deals, and roll out the rounds that follow."""

from typing import Any

from ..heuristics.demand import NIL_TRICKS, SURPLUS, worth_of_result
from ..heuristics.strength import nil_likelihood, strength_of
from .fitting import NIL_ODDS
from .playing_on import play_worlds

BASE, OTHERS, SHARE, MOST, NILS, LINE = range(6)
"""Fields of a `BidLine`: the base bid of every hand; the reduction for each trick that others
promise; the size of a share of the tricks; the highest bid; and whether nil is allowed.
"""

NOT_BID = -2
BIDS_NIL = -1
"""Codes of bids that are not a number of tricks."""

USUAL = 3.25
"""The tricks that a seat is taken to promise before it has bid."""

_EVEN = 0.5


def answer(  # noqa: PLR0913, PLR0917 - kernels take numbers
    setting: Any, hints: Any, line: Any, worlds: Any, turns: Any, bids: Any
) -> None:
    """Make the bids of some seats, in turn, in each sampled deal; `bids` are by deal and seat."""
    for world in range(len(worlds)):
        for turn in range(len(turns)):
            seat = turns[turn]
            bids[world, seat] = answer_of(setting, hints, line, worlds[world, seat], bids[world])


def answer_of(setting: Any, hints: Any, line: Any, hand: Any, bids: Any) -> int:
    """Return the bid that a hand makes after the bids so far."""
    if line[NILS] > 0.0 and nil_likelihood(setting, hand, NIL_ODDS) > _EVEN:
        return BIDS_NIL
    worth = strength_of(setting, hand, hints.weights, hints.follow, hints.alone)
    rest = rest_of(setting, line, bids)
    return max(1, min(int(line[MOST]), int((worth + rest) * line[SHARE] + 0.5)))


def rest_of(setting: Any, line: Any, bids: Any) -> float:
    """Return the part of the line that the hand does not affect, in tricks at the usual table."""
    promised = 0.0
    for seat in range(setting.players):
        if bids[seat] == NOT_BID:
            promised += USUAL
        elif bids[seat] == BIDS_NIL:
            promised += NIL_TRICKS
        else:
            promised += bids[seat] / line[SHARE] + SURPLUS
    return float(line[BASE] - line[OTHERS] * promised)


def play_lots(  # noqa: PLR0913, PLR0917 - kernels take numbers
    code: Any,
    settings: Any,
    policies: Any,
    states: Any,
    words: Any,
    worlds: Any,
    lots: Any,
    nothing: Any,
    side: int,
    results: Any,
    worth: Any,
) -> None:
    """Play each sampled deal from the first card on, with the setting of its lot of bids.

    `nothing` is the code for no card, which begins the play. `results` are filled as in
    `play_worlds`, and `worth` receives their value to `side`.
    """
    for world in range(len(worlds)):
        setting = settings[lots[world]]
        own, found = worlds[world : world + 1], results[world : world + 1]
        play_worlds(code, setting, policies, states, words, own, nothing, side, found)
        worth[world] = worth_of_result(setting, states[1].in_play.won, side)
