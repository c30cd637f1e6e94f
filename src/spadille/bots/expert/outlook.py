"""Summarize the outcomes of rounds: contracts, nils, bags and wins, with their probabilities."""

from collections.abc import Iterator

import numpy as np

from ...game import Charge, SeatView, charges_of
from ..candidate import Chances
from ..equity import for_points
from .answering import BIDS_NIL
from .arrays import Floats, Integers
from .bid_line import bids_of, codes_of
from .exact import SCALE, Endings
from .weighing import win_of

NOTHING = np.nan
"""There is no such contract or nil."""

UNKNOWN = np.inf
"""It cannot be determined whether it is made."""


class Outlook:
    """Describes outcomes of a round and, with `win`, those of the game, which takes longer.

    An outcome is described by numbers in this order: contracts by side (1 made, 0 set), nils by
    seat in the same way, bags by side, and the chance to win the game.
    """

    def __init__(self, view: SeatView, *, win: bool = False) -> None:
        self.view = view
        self._told = _is_told(view)
        self._win = win and self._told and not for_points(view)
        rules = view.rules
        self._exactly = [
            rules.blind.exact
            and any((bid := view.bids[seat]) and bid.blind and bid.tricks for seat in seats)
            for seats in rules.sides
        ]

    def of_results(self, results: Floats) -> Floats:
        """Return the outcomes of results of the round after the bids in view; see `play_worlds`."""
        bids = np.array(codes_of(self.view.bids))
        ends = self._of_tricks(bids, results[..., 1:].astype(np.int64))
        if self._win:
            known = tuple(bid for bid in self.view.bids if bid is not None)
            ends[..., -1] = win_of(self.view, known, results)
        return ends

    def of_lots(self, lots: Integers, which: Integers, results: Floats, *, tried: bool) -> Floats:
        """Return the same after some lots of bids; a player who has not bid yet has no nil.

        The viewing seat has one if nil is the bid being `tried`. Nil is too rare among later bids
        to base a decision on.
        """
        view, rules = self.view, self.view.rules
        ends = self._of_tricks(lots[which], results[..., 1:].astype(np.int64))
        for seat in rules.seats:
            if view.bids[seat] is None and not (tried and seat == view.seat):
                ends[:, len(rules.sides) + seat] = NOTHING
        if self._win:
            for lot, bids in enumerate(lots.tolist()):
                ends[which == lot, -1] = win_of(
                    view, bids_of(bids, view.bids), results[which == lot]
                )
        return ends

    def of_values(self, endings: Endings, values: Floats) -> Floats:
        """Return the outcomes with these values; unknown if several have the same value."""
        ends = self.of_results(endings.results)
        known, which = np.unique(endings.worths, return_inverse=True)
        least = np.full((len(known), ends.shape[1]), np.inf)
        most = -least
        np.minimum.at(least, which, ends)
        np.maximum.at(most, which, ends)
        told = np.where(least == most, least, np.where(np.isnan(least), NOTHING, UNKNOWN))
        return np.asarray(told[np.searchsorted(known, np.rint(values * SCALE))], np.float64)

    def _of_tricks(self, bids: Integers, won: Integers) -> Floats:
        """Return the outcomes of tricks by seat after bids by seat, as `answering` has them."""
        scoring, nil = self.view.rules.scoring, self.view.rules.nil
        is_nil, won = np.broadcast_arrays(bids == BIDS_NIL, won)
        tricks = np.maximum(bids, 0)
        contracts, bags = [], []
        for seats, exactly in zip(self.view.rules.sides, self._exactly, strict=True):
            own = list(seats)
            takers = ~is_nil[..., own]
            is_open = takers.any(axis=-1)
            counts = takers | scoring.failed_nils_help
            counting = np.where(counts, won[..., own], 0).sum(axis=-1)
            over = counting - tricks[..., own].sum(axis=-1)
            made = over == 0 if exactly else over >= 0
            over = np.where(is_open & ~made, 0, over)
            if scoring.failed_nils_are_bags:
                over += np.where(takers, 0, won[..., own]).sum(axis=-1)
            if nil.team and len(own) > 1:
                over = np.where(is_open, over, 0)
            contracts.append(np.where(is_open, made, NOTHING))
            bags.append(over)
        nils = np.where(is_nil, won == 0, NOTHING)
        win = np.full((*nils.shape[:-1], 1), NOTHING)
        return np.concatenate([np.stack(contracts, -1), nils, np.stack(bags, -1), win], axis=-1)

    def chances(self, ends: Floats) -> tuple[Chances | None, ...]:
        """Return the chances for each action; `ends` are by deal and action."""
        if not self._told:
            return (None,) * int(ends.shape[1])
        sides, players = len(self.view.rules.sides), self.view.rules.players
        there = ~np.isnan(ends)
        counts = there.sum(axis=0)
        sums = np.where(there, ends, 0.0).sum(axis=0)
        found = []
        for totals, deals in zip(sums.tolist(), counts.tolist(), strict=True):
            means = tuple(_averages(totals, deals))
            found.append(
                Chances(
                    contracts=means[:sides],
                    nils=means[sides : sides + players],
                    bags=means[sides + players : -1],
                    win=means[-1],
                )
            )
        return tuple(found)


def _is_told(view: SeatView) -> bool:
    """Return True if tricks alone decide the results: all have bid, and no side pays penalties."""
    if view.phase == "play" and None in view.bids:
        return False
    return all(charge == Charge() for charge in charges_of(view.rules, view.judgements))


def _averages(sums: list[float], counts: list[int]) -> Iterator[float | None]:
    for total, count in zip(sums, counts, strict=True):
        yield total / count if count and total < UNKNOWN else None
