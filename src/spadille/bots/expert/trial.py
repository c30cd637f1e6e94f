"""A bid on trial: in some deals the others answer it, and the round is played."""

import numpy as np
from numpy.typing import NDArray

from ...game import Bid, SeatView, next_seat
from ..thumb.kernels import Record, setting_record
from ..thumb.playing_on import root_of
from .bid_line import bid_line, codes_of, hints_of_line
from .kernels import answer
from .outlook import Outlook
from .rounds import play_bids

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


class Trial:
    """The bids of a seat on trial; `usual` is the one that the others expect of it.

    They answer the usual number of tricks whatever the seat bids: nobody can tell that a trick
    less was bid than the hand is worth. Nil is answered as nil.
    """

    def __init__(self, outlook: Outlook, usual: Bid) -> None:
        view = outlook.view
        rules = view.rules
        self._view, self._usual, self._outlook = view, usual, outlook
        self._line = bid_line(rules, trump=view.trump)
        self._hints = hints_of_line(self._line)
        self._turns = np.array(_turns_after(view), np.int64)
        self._root = root_of(view)
        self.setting: Record = setting_record(view, (usual,) * rules.players)

    def bids(self, worlds: Integers, mine: Bid) -> Integers:
        """What all bid in each world, by world and seat; see `answering`."""
        view = self._view
        bids = np.empty((len(worlds), view.rules.players), np.int64)
        bids[:] = codes_of(view.bids)
        bids[:, view.seat] = codes_of([mine if mine.nil else self._usual])
        answer(self.setting, self._hints, self._line.numbers, worlds, self._turns, bids)
        bids[:, view.seat] = codes_of([mine])
        return bids

    def outcome(self, worlds: Integers, mine: Bid) -> tuple[Floats, Floats]:
        """What the bid is worth in each world, and what the end of the round says there."""
        bids = self.bids(worlds, mine)
        return play_bids(self._outlook, self._root, self.setting, worlds, bids)


def _turns_after(view: SeatView) -> list[int]:
    """The seats that are still to bid after the one to act."""
    players = view.rules.players
    turns = []
    turn = next_seat(view.seat, players)
    while turn != view.seat and view.bids[turn] is None:
        turns.append(int(turn))
        turn = next_seat(turn, players)
    return turns
