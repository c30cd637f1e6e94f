"""When a game is over and who has won it, as in `game/ending.py` (S13 to S17, S20, V9, V22)."""

from ...game import LAST_ROUND
from ..encoding import ONE_ROUND, Number, Record
from ..kernel import lean_kernel

GOES_ON, DRAWN = -2, -1
"""What `winner` tells besides a side."""


@lean_kernel
def winner(code: Record, score: Record, rounds: Number) -> Number:
    """The side that has won a game after its last round was scored, `DRAWN` or `GOES_ON`.

    To be asked after each round, as it remembers a tie that is played off.
    """
    boston = _boston(code, score)
    if boston >= 0:
        return boston
    losers = _losers(code, score)
    limit = code.sets_to_lose if losers < code.sides else 0  # else the points decide among all
    leader = -1
    tied = False
    for side in range(code.sides):
        if limit and score.sets[side] >= limit:
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
def _boston(code: Record, score: Record) -> Number:
    """The side that has won by bidding all tricks and making them, or -1 (V9)."""
    if code.boston_wins:
        for side in range(code.sides):
            if score.boston[side]:
                return side
    return -1


@lean_kernel
def _losers(code: Record, score: Record) -> Number:
    """How many sides have lost by their contracts set (V22)."""
    losers = 0
    if code.sets_to_lose:
        for side in range(code.sides):
            losers += score.sets[side] >= code.sets_to_lose
    return losers


@lean_kernel
def _ends(code: Record, score: Record, rounds: Number) -> Number:
    """Whether the scores or the number of rounds are a reason to end."""
    highest = lowest = score.total[0]
    for side in range(code.sides):
        highest = max(highest, score.total[side])
        lowest = min(lowest, score.total[side])
    if highest >= code.target or lowest <= code.floor:
        return True
    if code.max_rounds and rounds >= code.max_rounds:
        return True
    return rounds >= LAST_ROUND
