"""Rounds from the first card on, in known deals: who has still to bid does so, and all play."""

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from ...game import Bid, SeatView, next_seat
from ..equity import may_end
from ..thumb.kernels import Record, setting_record
from ..thumb.playing_on import Root, root_of
from .bid_line import bid_line, codes_of, hints_of_line
from .kernels import answer, play_lots
from .lots import bids_of, settings_of
from .outlook import Outlook
from .weighing import worth_of

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

_PERCENT = 100

USUAL = 3
"""A bid for those who have not bid yet, where none is known."""


class Rounds:
    """The rest of a round whose hands are not complete yet, or still change."""

    def __init__(self, outlook: Outlook) -> None:
        self._outlook = outlook
        start = _as_dealt(outlook.view)
        self._root = root_of(start)
        usual = tuple(bid or Bid(USUAL) for bid in start.bids)
        self.setting: Record = setting_record(start, usual)

    def outcome(self, worlds: Integers) -> tuple[Floats, Floats]:
        """What the round is worth in each world, and what its end says there."""
        view = self._outlook.view
        bids = np.empty((len(worlds), view.rules.players), np.int64)
        bids[:] = codes_of(view.bids)
        line = bid_line(view.rules, trump=view.trump)
        turns = np.array(_turns(view), np.int64)
        answer(self.setting, hints_of_line(line), line.numbers, worlds, turns, bids)
        return play_bids(self._outlook, self._root, self.setting, worlds, bids)


def play_bids(
    outlook: Outlook, root: Root, setting: Record, worlds: Integers, bids: Integers
) -> tuple[Floats, Floats]:
    """What rounds are worth after such bids of all, by world, and what their ends say.

    `setting` is that of the round after any bids.
    """
    view = outlook.view
    lots, which = np.unique(bids, axis=0, return_inverse=True)
    which = which.ravel()
    root = root._replace(setting=settings_of(view, setting, lots))
    side = view.rules.side_of(view.seat)
    results = np.zeros((len(worlds), 1, 1 + view.rules.players))
    worth = np.zeros(len(worlds))
    nothing = np.array([-1])
    play_lots(*root, worlds, which, nothing, side, results, worth)
    ends = outlook.of_lots(lots, which, results[:, 0])
    if may_end(view):
        worth *= _PERCENT
        if _ends_otherwise(view):
            for lot, bid in enumerate(lots.tolist()):
                at = which == lot
                worth[at] = worth_of(view, bids_of(bid, view.bids), results[at])[:, 0]
    return worth, ends


def _as_dealt(view: SeatView) -> SeatView:
    """The view when all have their cards, and nobody has seen any."""
    players = view.rules.players
    return structs.replace(
        view,
        hand=None,
        hand_sizes=(view.rules.hand_size,) * players,
        refused=(),
        offered=(),
        exchanged=(),
        given=(),
        received=(),
    )


def _turns(view: SeatView) -> list[int]:
    """The seats that are still to bid, in their order."""
    players = view.rules.players
    turn = view.seat if view.dealer is None else next_seat(view.dealer, players)
    turns = []
    for _ in range(players):
        if view.bids[turn] is None:
            turns.append(int(turn))
        turn = next_seat(turn, players)
    return turns


def _ends_otherwise(view: SeatView) -> bool:
    """Whether more decides the game than scores, a target and a floor."""
    rules = view.rules
    return bool(rules.end.sets_to_lose or rules.scoring.boston_wins or view.judgements)
