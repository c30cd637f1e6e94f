"""Infer the hands of the other seats from their bids, the cards they played and those they kept."""

from functools import lru_cache
from typing import Any

import numpy as np

from ...fast.worlds import Worlds
from ...game import Bid, Rules, Seat, SeatView, coverage
from ..heuristics.kernels import Record
from ..heuristics.position import BITS, SUITS
from ..order import order_of
from .allotment import MOST, Allotment
from .answering import rest_of
from .arrays import Floats, Integers
from .bid_line import bid_line, codes_of, hints_of_line
from .card_inference import odds_of
from .fitting import NIL, SKIP, TRICKS
from .kernels import shift, weigh
from .placing import Placing

STEPS = 3
"""The number of steps per unseen card in which a deal is changed."""

_TRUMP = 6.0
_HIGH = (6.0, 6.0, 5.0, 1.3)
"""The odds that a player holds a spade, or one of the four highest cards of another suit, relative
to a lower card. `intermediate` always keeps spades and the three highest cards of a suit, so for
those that the other player has not seen, the odds are six times as high
(`research/fit_bid_line.py`, 250 deals)."""


class Belief:
    """How well deals fit the evidence about the other players' hands.

    The weight of a deal comes from the `odds` of its cards, by card and place, and from the bids.
    Without odds, all cards have equal weight.
    """

    def __init__(
        self, setting: Record, hints: Record, placing: Placing, odds: Floats | None
    ) -> None:
        self._setting, self._hints, self._placing = setting, hints, placing
        self._allotment = None if odds is None else Allotment(odds, placing.known.room)
        self.odds = odds

    def propose(self, worlds: Worlds, count: int, seed: Any) -> Integers:
        """Return the place of each unseen card in some deals, drawn in proportion to the odds."""
        if self._allotment is None:
            return worlds.sample(count, seed)
        return self._allotment.draw(count, seed)

    def likelihoods(self, dealt: Integers) -> Floats:
        """Return how likely the bids made so far are in each deal."""
        likely = np.ones(len(dealt))
        weigh(self._setting, self._hints, self._placing.at_first(dealt), likely)
        return likely

    def shifted(self, dealt: Integers, seed: Any) -> Integers:
        """Return deals made from these by small changes that keep their distribution."""
        dealt = dealt.copy()
        unseen = self._placing.unseen
        draws = np.random.default_rng(seed).random((len(dealt), STEPS * len(unseen), 3))
        hands = self._placing.at_first(dealt)
        odds = self.odds
        if odds is None:
            odds = np.ones((len(unseen), hands.shape[1]))
        room = np.ones(hands.shape[1])
        shift(self._setting, self._hints, hands, dealt, unseen, odds, draws, room)
        return dealt


def belief_of(view: SeatView, setting: Record, placing: Placing) -> Belief | None:
    """Return the belief about the other players' hands; None without evidence.

    Bids carry information if they are free, and if no cards were exchanged.
    """
    if view.exchanged or not coverage.BELIEF.covers(view.rules):
        return None
    hints = _hints_of(view, setting)
    odds = _odds_of(view, placing) if any(view.bids) or view.rules.drafted else None
    if odds is None and not any(hints.kinds):
        return None
    return Belief(setting, hints, placing, odds)


def _odds_of(view: SeatView, placing: Placing) -> Floats | None:
    """Return the odds of each unseen card at each place, or None if nothing suggests any."""
    rules = view.rules
    places, suits, bits = placing.unseen.T
    columns = np.arange(len(placing.known.room))
    may_be = places[:, None] >> columns & 1
    if rules.drafted:
        (seat,) = placing.known.others
        odds = np.ones(may_be.shape)
        odds[:, seat] = _odds_to_keep(rules, trump=view.trump)[suits, bits]
        return np.where(may_be, odds, 0.0)
    few = np.count_nonzero(placing.known.room) <= MOST
    if few and view.trump and coverage.CARD_INFERENCE.covers(rules):
        odds = np.ones(may_be.shape)
        odds[:, : rules.players] = odds_of(view)[suits, bits]
        return np.where(may_be, odds, 0.0)
    return None


@lru_cache(maxsize=16)
def _odds_to_keep(rules: Rules, *, trump: bool) -> Floats:
    """Return how much likelier each card is to have been kept than refused, by suit and bit."""
    order = order_of(rules, trump=trump)
    table = np.ones((SUITS, BITS))
    for card in order.level:
        from_top = order.from_top(card)
        odds = _HIGH[from_top] if from_top < len(_HIGH) else 1.0
        for bit in order.bits_of(card):
            table[order.suit_of[card], bit] = _TRUMP if order.is_trump(card) else odds
    return table


def _hints_of(view: SeatView, setting: Record) -> Record:
    """Return the information that bids give about the other hands, in the kernels' format."""
    rules = view.rules
    kinds = [_kind(view, seat) for seat in rules.seats]
    line = bid_line(rules, trump=view.trump)
    hints = hints_of_line(line)
    hints.kinds[: rules.players] = kinds
    hints.spreads[:] = line.spread
    for seat, kind in zip(rules.seats, kinds, strict=True):
        bid = view.bids[seat]
        if kind == TRICKS and bid is not None:
            before = codes_of(_bids_before(view, seat))
            hints.means[seat] = bid.tricks / line.share - rest_of(setting, line.numbers, before)
    return hints


def _kind(view: SeatView, seat: Seat) -> int:
    bid = view.bids[seat]
    if seat == view.seat or bid is None or bid.blind:
        return SKIP
    return NIL if bid.nil else TRICKS


def _bids_before(view: SeatView, seat: Seat) -> tuple[Bid | None, ...]:
    """Return the bids that `seat` knew when it made its own."""
    assert view.dealer is not None
    if view.rules.bidding.order == "at_once":
        return (None,) * view.rules.players
    order = view.rules.bidders(view.dealer)
    before = order[: order.index(seat)]
    return tuple(view.bids[other] if other in before else None for other in view.rules.seats)
