"""A bid on trial: in some deals the others answer it, and the round is played."""

import numpy as np
from numpy.typing import NDArray

from ...game import Bid, SeatView, next_seat
from ..equity import may_end
from ..thumb.kernels import Record, setting_record
from ..thumb.playing_on import root_of
from .bid_line import bid_line, codes_of, hints_of_line
from .kernels import answer, play_lots
from .lots import bids_of, settings_of
from .outlook import Outlook
from .weighing import worth_of

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

_PERCENT = 100


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
        view, rules = self._view, self._view.rules
        lots, which = np.unique(self.bids(worlds, mine), axis=0, return_inverse=True)
        which = which.ravel()
        root = self._root._replace(setting=settings_of(view, self.setting, lots))
        side = rules.side_of(view.seat)
        results = np.zeros((len(worlds), 1, 1 + rules.players))
        worth = np.zeros(len(worlds))
        nothing = np.array([-1])
        play_lots(*root, worlds, which, nothing, side, results, worth)
        ends = self._outlook.of_lots(lots, which, results[:, 0])
        if may_end(view):
            worth *= _PERCENT
            if _ends_otherwise(view):
                for lot, bid in enumerate(lots.tolist()):
                    at = which == lot
                    worth[at] = worth_of(view, bids_of(bid), results[at])[:, 0]
        return worth, ends


def _turns_after(view: SeatView) -> list[int]:
    """The seats that are still to bid after the one to act."""
    players = view.rules.players
    turns = []
    turn = next_seat(view.seat, players)
    while turn != view.seat and view.bids[turn] is None:
        turns.append(int(turn))
        turn = next_seat(turn, players)
    return turns


def _ends_otherwise(view: SeatView) -> bool:
    """Whether more decides the game than scores, a target and a floor."""
    rules = view.rules
    return bool(rules.end.sets_to_lose or rules.scoring.boston_wins or view.judgements)
