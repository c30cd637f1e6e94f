"""Roll out rounds in sampled deals: the remaining bids are made, then all cards are played."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import structs

from ...game import Bid, PlayerAction, SeatView, Standing
from ..equity import ends_otherwise, may_end
from ..heuristics.kernels import Record, setting_record
from ..heuristics.scores import score_of
from ..intermediate.expected_bid import others_to_bid
from .answering import BIDS_NIL
from .arrays import Floats, Integers
from .bid_line import bid_line, bids_of, codes_of, hints_of_line
from .kernels import answer, play_lots, settings_like
from .outlook import Outlook
from .playing_on import root_of
from .weighing import Choice, choose_best, unit_of, worth_of

_PERCENT = 100

USUAL = 3
"""A placeholder bid for players who have not bid yet."""


class Rounds:
    """The rest of a round whose bids are not complete, or whose hands may still change.

    If the seat is to bid, `usual` is the bid that the others expect from it. They respond to that
    number whatever it bids, because no player can know that it bid a trick less than its hand is
    worth. They do respond to a nil as a nil. All play by a policy network if one exists; see
    `root_of`.
    """

    def __init__(self, outlook: Outlook, usual: Bid | None = None, policy: Any = None) -> None:
        view = outlook.view
        start = view if usual else _as_dealt(view)
        self._outlook, self._usual = outlook, usual
        self._line = bid_line(view.rules, trump=view.trump)
        self._hints = hints_of_line(self._line)
        self._turns = np.array(_turns(view, trying=usual is not None), np.int64)
        self._root = root_of(start, policy)
        self.setting: Record = setting_record(start, tuple(bid or Bid(USUAL) for bid in view.bids))

    def outcome(self, worlds: Integers, mine: Bid | None = None) -> tuple[Floats, Floats]:
        """Return the value of the round in each sampled deal, and its outcome there.

        `mine` is the bid that the seat tries.
        """
        view = self._outlook.view
        bids = self.bids(worlds, mine)
        lots, which = np.unique(bids, axis=0, return_inverse=True)
        which = which.ravel()
        root = self._root._replace(setting=settings_of(view, self.setting, lots))
        side = view.rules.side_of(view.seat)
        results = np.zeros((len(worlds), 1, 1 + view.rules.players))
        worth = np.zeros(len(worlds))
        nothing = np.array([-1])
        play_lots(*root, worlds, which, nothing, side, results, worth)
        ends = self._outlook.of_lots(lots, which, results[:, 0], tried=mine is not None)
        if may_end(view):
            worth *= _PERCENT
            if _ends_otherwise(view):
                for lot, bid in enumerate(lots.tolist()):
                    at = which == lot
                    worth[at] = worth_of(view, bids_of(bid, view.bids), results[at])[:, 0]
        return worth, ends

    def best_of(
        self,
        actions: Sequence[PlayerAction],
        lots: Sequence[Sequence[tuple[Floats, Floats]]],
        origin: Integers,
        advised: int,
        margins: Sequence[float],
    ) -> Choice:
        """Return the best action by the `outcome` of each in many deals; see `choose_best`."""
        values = np.concatenate([np.stack([worth for worth, _ in lot], axis=1) for lot in lots])
        ends = np.concatenate([np.stack([ends for _, ends in lot], axis=1) for lot in lots])
        return choose_best(
            actions,
            values,
            origin[: len(values)],
            advised,
            margins,
            unit_of(self._outlook.view),
            self._outlook.chances(ends),
        )

    def bids(self, worlds: Integers, mine: Bid | None = None) -> Integers:
        """Return everyone's bids by sampled deal and seat; see `answering`."""
        view = self._outlook.view
        bids = np.empty((len(worlds), view.rules.players), np.int64)
        bids[:] = codes_of(view.bids)
        if mine is not None:
            bids[:, view.seat] = codes_of([mine if mine.nil else self._usual])
        answer(self.setting, self._hints, self._line.numbers, worlds, self._turns, bids)
        if mine is not None:
            bids[:, view.seat] = codes_of([mine])
        return bids


def settings_of(view: SeatView, base: Record, lots: Integers) -> Record:
    """Return the settings of the round after lots of bids, given by lot and seat; see `answering`.

    `base` is the setting after any bids at all.
    """
    rules = view.rules
    settings = settings_like(base, len(lots))
    settings["bid"][:, : rules.players] = np.maximum(lots, 0)
    settings["nil"][:, : rules.players] = lots == BIDS_NIL
    for side, seats in enumerate(rules.sides):
        before = view.standings[side] if base.decisive else Standing()
        found, which = np.unique(lots[:, list(seats)], axis=0, return_inverse=True)
        made = [view.bids[seat] for seat in seats]
        scores = [score_of(rules, side, bids_of(own, made), before) for own in found.tolist()]
        at = which.ravel()
        tricks = slice(rules.tricks + 1)
        settings["worth"][:, side, tricks] = np.array([score.worth for score in scores])[at]
        settings["after"][:, side, tricks] = np.array([score.after for score in scores])[at]
        settings["whole"][:, side] = np.array([score.whole for score in scores])[at]
        settings["stray"][:, side] = np.array([score.stray for score in scores])[at]
        settings["loss"][:, list(seats)] = np.array([score.losses for score in scores])[at]
    return settings


def _as_dealt(view: SeatView) -> SeatView:
    """Return the view when everyone has cards but no one has seen any."""
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


def _turns(view: SeatView, *, trying: bool) -> list[int]:
    """Return the seats still to bid, in order, or those after a seat that is trying bids."""
    if trying:
        return [int(seat) for seat in others_to_bid(view)]
    order = view.rules.bidders(view.seat - 1 if view.dealer is None else view.dealer)
    return [int(seat) for seat in order if view.bids[seat] is None]


def _ends_otherwise(view: SeatView) -> bool:
    """Return True if more than scores, a target and a floor decides the game."""
    at_once = view.rules.scoring.may_win_at_once
    return bool(at_once or ends_otherwise(view) or view.judgements)
