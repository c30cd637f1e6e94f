"""When a game is over and who has won it, as in `game/ending.py`."""

from ...game import LAST_ROUND
from ..encoding import ONE_ROUND, Number, Record
from ..kernel import lean_kernel

GOES_ON, DRAWN = -2, -1
"""The values of `winner` that are not a side."""


@lean_kernel
def winner(code: Record, score: Record, rounds: Number) -> Number:
    """Return the side that has won after the last scored round, or `DRAWN` or `GOES_ON`.

    Call this after each round, because it remembers a tie that is played off.
    """
    at_once = _won_at_once(code, score)
    if at_once >= 0:
        return at_once
    losers = 0
    minimum = _minimum(code, score, rounds)
    for side in range(code.sides):
        losers += _lost(code, score, side, minimum)
    leader = -1
    tied = False
    for side in range(code.sides):
        # If all sides have lost, points decide the winner.
        if losers < code.sides and _lost(code, score, side, minimum):
            continue
        if leader < 0 or score.total[side] > score.total[leader]:
            leader = side
            tied = False
        elif score.total[side] == score.total[leader]:
            tied = True
    if losers == 0 and score.plays_off == 0 and not _ends(code, score, rounds):
        return GOES_ON
    if not tied:
        return leader
    if code.after_tie == ONE_ROUND:
        score.plays_off = 1
    return DRAWN if rounds >= LAST_ROUND else GOES_ON


@lean_kernel
def _won_at_once(code: Record, score: Record) -> Number:
    """Return the side that won by a contract of all tricks or by taking all, or -1 (V9, S23)."""
    if code.boston_wins or code.all_tricks_win:
        for side in range(code.sides):
            if code.boston_wins and score.boston[side]:
                return side
            if code.all_tricks_win and score.took_all[side]:
                return side
    return -1


@lean_kernel
def _minimum(code: Record, score: Record, rounds: Number) -> Number:
    """Return the tricks that a side needs in this round: none if no side won enough (V38)."""
    if code.first_round_minimum and rounds == 1:
        for side in range(code.sides):
            if score.taken[side] >= code.first_round_minimum:
                return code.first_round_minimum
    return 0


@lean_kernel
def _lost(code: Record, score: Record, side: Number, minimum: Number) -> Number:
    """Return True if a side has lost by its sets or by too few tricks (V22, V38)."""
    if score.taken[side] < minimum:
        return True
    if code.sets_to_lose and score.sets[side] >= code.sets_to_lose:
        return True
    return code.sets_in_a_row != 0 and score.sets_in_a_row[side] >= code.sets_in_a_row


@lean_kernel
def _ends(code: Record, score: Record, rounds: Number) -> Number:
    """Return True if the scores or the number of rounds are a reason to end."""
    highest = lowest = score.total[0]
    for side in range(code.sides):
        highest = max(highest, score.total[side])
        lowest = min(lowest, score.total[side])
    if highest >= code.target or lowest <= code.floor:
        return True
    if code.max_rounds and rounds >= code.max_rounds:
        return True
    return rounds >= LAST_ROUND
