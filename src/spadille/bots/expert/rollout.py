"""Roll out rounds in sampled deals, from a card or from the remaining bids on."""

from collections.abc import Sequence

import numpy as np
from msgspec import structs

from ...game import Bid, Card, PlayerAction, SeatView, Standing
from ..equity import ends_otherwise
from ..heuristics.kernels import Record, setting_record
from ..heuristics.position import BITS
from ..heuristics.scores import score_of
from ..intermediate.estimate import others_to_bid
from .bidding import BIDS_NIL, Floats, Integers, bid_line, bids_of, codes_of, hints_of_line
from .compare import Choice, Outlook, choose_best, worth_of
from .kernels import bid_in_turn, roll_out, roll_out_lots, root_of, settings_like
from .position import Position

_PERCENT = 100

CHUNK = 8
"""How many deals are rolled out between checks of the clock."""

USUAL = 3
"""A placeholder bid for players who have not bid yet."""


def card_codes(position: Position, cards: Sequence[Card]) -> Integers:
    """Return the rollout codes of cards in hand; for identical cards, those not played yet."""
    order = position.order
    seen = position.root.states.view(np.recarray)[0].position
    codes = []
    for card in cards:
        suit = order.suit_of[card]
        gone = int(seen.played[suit])
        codes.append(next(BITS * suit + bit for bit in order.bits_of(card) if not gone >> bit & 1))
    return np.array(codes)


def play_out(position: Position, deals: Integers, codes: Integers) -> Floats:
    """Return the gain of each card in each sampled deal, and the tricks by seat.

    This stops when the time is up, but not before some deals have been rolled out.
    """
    results = np.zeros((len(deals), len(codes), 1 + position.rules.players))
    done = 0
    for chunk in position.in_time(len(deals), CHUNK):
        roll_out(*position.root, deals[chunk], codes, position.side, results[chunk])
        done = chunk.stop
    return results[:done]


class Rounds:
    """The rest of a round whose bids are not complete, or whose hands may still change.

    If the seat is to bid, `usual` is the bid that the others expect from it. They respond to that
    number whatever it bids, because no player can know that it bid a trick less than its hand is
    worth. They do respond to a nil as a nil.
    """

    def __init__(self, position: Position, usual: Bid | None = None) -> None:
        view = position.view
        start = view if usual else _as_dealt(view)
        self._position, self._outlook, self._usual = position, Outlook(position), usual
        self._line = bid_line(view.rules, trump=view.trump)
        self._hints = hints_of_line(self._line)
        self._turns = np.array(_turns(view, trying=usual is not None), np.int64)
        self._root = position.root if usual else root_of(start)
        self.setting: Record = setting_record(start, tuple(bid or Bid(USUAL) for bid in view.bids))

    def outcome(self, deals: Integers, mine: Bid | None = None) -> tuple[Floats, Floats]:
        """Return the value of the round in each sampled deal, and its outcome there.

        `mine` is the bid that the seat tries.
        """
        position, view = self._position, self._position.view
        bids = self.bids(deals, mine)
        lots, which = np.unique(bids, axis=0, return_inverse=True)
        which = which.ravel()
        root = self._root._replace(setting=settings_of(position, self.setting, lots))
        results = np.zeros((len(deals), 1, 1 + position.rules.players))
        worth = np.zeros(len(deals))
        nothing = np.array([-1])
        roll_out_lots(*root, deals, which, nothing, position.side, results, worth)
        ends = self._outlook.of_lots(lots, which, results[:, 0], tried=mine is not None)
        if position.decisive:
            worth *= _PERCENT
            if _ends_otherwise(view):
                for lot, bid in enumerate(lots.tolist()):
                    at = which == lot
                    worth[at] = worth_of(position, bids_of(bid, view.bids), results[at])[:, 0]
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
            self._position.unit,
            self._outlook.chances(ends),
        )

    def bids(self, deals: Integers, mine: Bid | None = None) -> Integers:
        """Return everyone's bids by sampled deal and seat, as `codes_of` gives them."""
        view = self._position.view
        bids = np.empty((len(deals), view.rules.players), np.int64)
        bids[:] = codes_of(view.bids)
        if mine is not None:
            bids[:, view.seat] = codes_of([mine if mine.nil else self._usual])
        bid_in_turn(self.setting, self._hints, self._line.numbers, deals, self._turns, bids)
        if mine is not None:
            bids[:, view.seat] = codes_of([mine])
        return bids


def settings_of(position: Position, base: Record, lots: Integers) -> Record:
    """Return the settings of the round after lots of bids, by lot and seat; see `codes_of`.

    `base` is the setting after any bids at all.
    """
    rules, view = position.rules, position.view
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
