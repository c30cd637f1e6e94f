"""Sample deals that fit a seat's knowledge, likely ones more often than others.

How likely a deal is follows from the bids, the cards that were played and those that were kept.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from msgspec import Struct

from ...fast.worlds import TooManyError, Worlds, resample
from ...game import Bid, Knowledge, Rules, Seat, SeatView, coverage, knowledge_of
from ..heuristics.kernels import Record
from ..heuristics.position import BITS, SUITS
from ..order import order_of
from .bidding import (
    NIL_BID,
    SKIP,
    TRICKS_BID,
    Floats,
    Integers,
    bid_line,
    codes_of,
    hints_of_line,
    rest_of,
)
from .card_inference import odds_of
from .kernels import shift_deals, weigh_deals
from .position import Position

MOST_LOTS = 3
"""If few deals fit the bids, at most this multiple of the usual number is proposed."""

ENOUGH = 100
"""The effective number of deals below which more are proposed."""

STEPS = 3
"""The number of steps per unseen card in which a deal is changed."""

_TRUMP = 6.0
_HIGH = (6.0, 6.0, 5.0, 1.3)
"""The odds that a player holds a spade, or one of the four highest cards of another suit, relative
to a lower card. `intermediate` always keeps spades and the three highest cards of a suit, so for
those that the other player has not seen, the odds are six times as high
(`research/fit_bid_line.py`, 250 deals)."""

MOST_PLACES = 3
"""How many places with limited room cards can be allotted to."""


class Deals(Struct, frozen=True):
    """Hands of all seats by deal, seat and suit.

    Deals with the same `origin` come from the same proposal, so they are not independent samples.
    """

    hands: Integers
    origin: Integers

    def __len__(self) -> int:
        return len(self.hands)


class Placing:
    """The places where the cards of a round may be, from a seat's knowledge.

    `unseen` has for each unseen card the places where it may be, its suit and its bit. Among
    identical cards, those played have the lowest bits, followed by those in the seat's hand.
    """

    def __init__(self, position: Position, known: Knowledge) -> None:
        self.known = known
        self._seat, self._order = position.view.seat, position.order
        order = self._order
        seen = Counter(card for played in known.played for card in played)
        self._own = [0] * SUITS
        for card in position.view.hand or ():
            self._own[order.suit_of[card]] |= 1 << order.bits_of(card)[seen[card]]
            seen[card] += 1
        unseen = []
        for card, where in known.places:
            unseen.append((where, order.suit_of[card], order.bits_of(card)[seen[card]]))
            seen[card] += 1
        self.unseen: Integers = np.array(unseen, np.int64).reshape(-1, 3)

    def hands(self, dealt: Integers) -> Integers:
        """Return the cards at all places by deal, place and suit; the first places are the seats.

        `dealt` is the place of each unseen card by deal, as in `Worlds.sample`.
        """
        hands = np.zeros((len(dealt), len(self.known.room), SUITS), np.int64)
        hands[:, self._seat] = self._own
        index = np.arange(len(dealt))
        for at, (_, suit, bit) in enumerate(self.unseen.tolist()):
            hands[index, dealt[:, at], suit] |= 1 << bit
        return hands

    def at_first(self, dealt: Integers) -> Integers:
        """Return the same for the time before the first card was played."""
        return self.hands(dealt) | self._played()

    def _played(self) -> Integers:
        masks = [0] * SUITS
        played = np.zeros((len(self.known.room), SUITS), np.int64)
        for seat, cards in enumerate(self.known.played):
            before = list(masks)
            for card in cards:
                self._order.add(masks, card)
            played[seat] = [mask ^ gone for mask, gone in zip(masks, before, strict=True)]
        return played


class Allotment:
    """All deals of some cards, weighted by odds.

    `odds` has a row for each card and a column for each place, with 0 where the card cannot be.
    `room` is how many cards each place takes, and adds up to the number of cards.

    >>> deals = Allotment(np.array([[1.0, 3.0], [1.0, 1.0]]), [1, 1])
    >>> deals.shares().tolist()
    [[0.25, 0.75], [0.75, 0.25]]
    """

    def __init__(self, odds: Floats, room: Sequence[int]) -> None:
        order = sorted(range(len(room)), key=lambda place: -room[place])[:MOST_PLACES]
        if sum(room[place] for place in order) < len(odds):
            raise ValueError(f"more than {MOST_PLACES} places have room")
        self._places = np.array(order)
        self._columns = len(room)
        self._odds = np.zeros((1, len(odds), MOST_PLACES))
        self._odds[0, :, : len(order)] = odds[:, order]
        self._room = np.zeros((1, MOST_PLACES), np.int64)
        self._room[0, : len(order)] = [room[place] for place in order]
        self._ways = count_ways(self._odds, int(self._room.max(initial=0)))

    @property
    def total(self) -> float:
        """Return the total weight of all deals."""
        one, two = self._room[0, :2] + 1
        return float(self._ways[0, 0, one, two])

    def draw(self, count: int, seed: object) -> Integers:
        """Draw the place of each card in some deals, by deal and card, in proportion to weight."""
        cards = self._odds.shape[1]
        draws = np.random.default_rng(seed).random((cards, count))  # type: ignore[arg-type]
        one, two = np.full(count, self._room[0, 0] + 1), np.full(count, self._room[0, 1] + 1)
        dealt = np.empty((count, cards), np.int64)
        for card in range(cards):
            now, after = self._ways[card, 0], self._ways[card + 1, 0]
            first, second, _ = self._odds[0, card]
            mark = draws[card] * now[one, two]
            to_one = first * after[one - 1, two]
            in_one = mark < to_one
            in_two = ~in_one & (mark < to_one + second * after[one, two - 1])
            dealt[:, card] = np.where(in_one, 0, np.where(in_two, 1, 2))
            one -= in_one
            two -= in_two
        return np.asarray(self._places[dealt], np.int64)

    def shares(self) -> Floats:
        """Return how likely each card is at each place, by card and place."""
        found = np.zeros((self._odds.shape[1], self._columns))
        found[:, self._places] = shares(self._odds, self._room, self._ways)[
            0, :, : len(self._places)
        ]
        return found


def count_ways(odds: Floats, most: int) -> Floats:
    """Return the total weight of all ways to place each card and those after it.

    Weights are by card, table and room left. `odds` are by table, card and three places. The first
    two places have room for at most `most` cards. Room is counted with an offset of one: index 0
    means that nothing fits. A card that is certain to be at the third place changes nothing, so a
    table may have spare cards.
    """
    tables, cards, _ = odds.shape
    ways = np.zeros((cards + 1, tables, most + 2, most + 2))
    ways[cards, :, 1, 1] = 1.0
    for card in range(cards - 1, -1, -1):
        after = ways[card + 1]
        one, two, three = odds[:, card].T[:, :, None, None]
        ways[card, :, 1:, 1:] = (
            one * after[:, :-1, 1:] + two * after[:, 1:, :-1] + three * after[:, 1:, 1:]
        )
    return ways


def shares(odds: Floats, room: Integers, ways: Floats) -> Floats:
    """Return how likely each card is at each of three places, by table, card and place."""
    tables, cards, _ = odds.shape
    found = np.zeros_like(odds)
    every = np.arange(tables)
    reached = np.zeros_like(ways[0])
    reached[every, room[:, 0] + 1, room[:, 1] + 1] = (
        1.0 / ways[0, every, room[:, 0] + 1, room[:, 1] + 1]
    )
    for card in range(cards):
        after = ways[card + 1]
        here = reached[:, 1:, 1:]
        one, two, three = odds[:, card].T[:, :, None, None]
        found[:, card, 0] = (here * (one * after[:, :-1, 1:])).sum(axis=(1, 2))
        found[:, card, 1] = (here * (two * after[:, 1:, :-1])).sum(axis=(1, 2))
        found[:, card, 2] = (here * (three * after[:, 1:, 1:])).sum(axis=(1, 2))
        later = three * reached
        later[:, :-1, 1:] += one * here
        later[:, 1:, :-1] += two * here
        reached = later
    return found


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
        weigh_deals(self._setting, self._hints, self._placing.at_first(dealt), likely)
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
        shift_deals(self._setting, self._hints, hands, dealt, unseen, odds, draws, room)
        return dealt


def belief_of(position: Position, setting: Record, placing: Placing) -> Belief | None:
    """Return the belief about the other players' hands; None without evidence.

    Bids carry information if they are free, and if no cards were exchanged.
    """
    view = position.view
    if view.exchanged or not coverage.BELIEF.covers(view.rules):
        return None
    hints = _hints_of(position, setting)
    odds = _odds_of(position, placing) if any(view.bids) or view.rules.drafted else None
    if odds is None and not any(hints.kinds):
        return None
    return Belief(setting, hints, placing, odds)


def _odds_of(position: Position, placing: Placing) -> Floats | None:
    """Return the odds of each unseen card at each place, or None if nothing suggests any."""
    rules, view = position.rules, position.view
    places, suits, bits = placing.unseen.T
    columns = np.arange(len(placing.known.room))
    may_be = places[:, None] >> columns & 1
    if rules.drafted:
        (seat,) = placing.known.others
        odds = np.ones(may_be.shape)
        odds[:, seat] = _odds_to_keep(rules, trump=view.trump)[suits, bits]
        return np.where(may_be, odds, 0.0)
    few = np.count_nonzero(placing.known.room) <= MOST_PLACES
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


def _hints_of(position: Position, setting: Record) -> Record:
    """Return the information that bids give about the other hands, in the kernels' format."""
    rules, view = position.rules, position.view
    kinds = [_kind(view, seat) for seat in rules.seats]
    line = bid_line(rules, trump=view.trump)
    hints = hints_of_line(line)
    hints.kinds[: rules.players] = kinds
    hints.spreads[:] = line.spread
    for seat, kind in zip(rules.seats, kinds, strict=True):
        bid = view.bids[seat]
        if kind == TRICKS_BID and bid is not None:
            before = codes_of(_bids_before(view, seat))
            hints.means[seat] = bid.tricks / line.share - rest_of(setting, line.numbers, before)
    return hints


def _kind(view: SeatView, seat: Seat) -> int:
    bid = view.bids[seat]
    if seat == view.seat or bid is None or bid.blind:
        return SKIP
    return NIL_BID if bid.nil else TRICKS_BID


def _bids_before(view: SeatView, seat: Seat) -> tuple[Bid | None, ...]:
    """Return the bids that `seat` knew when it made its own."""
    assert view.dealer is not None
    if view.rules.bidding.order == "at_once":
        return (None,) * view.rules.players
    order = view.rules.bidders(view.dealer)
    before = order[: order.index(seat)]
    return tuple(view.bids[other] if other in before else None for other in view.rules.seats)


def sample_deals(position: Position, setting: Record, count: int) -> Deals | None:
    """Return sampled deals in proportion to their likelihood.

    If bids carry information, as many deals are proposed at a time as rounds may be rolled out. If
    no deal fits, because a player revoked, past plays are ignored. Returns None if the deals cannot
    be counted.
    """
    seed, proposals = position.seed, max(count, position.settings.rollouts)
    for lawful in (True, False):
        known = knowledge_of(position.view, lawful=lawful)
        try:
            worlds = Worlds([where for _, where in known.places], known.room)
        except TooManyError:
            continue
        if not worlds.count:
            continue
        placing = Placing(position, known)
        belief = belief_of(position, setting, placing) if worlds.count > 1 else None
        if belief is None:
            dealt, origin = worlds.sample(count, seed), np.arange(count)
        else:
            dealt, origin = _likely(worlds, belief, count, proposals, seed)
        hands = placing.hands(dealt)[:, : position.rules.players]
        return Deals(np.ascontiguousarray(hands), origin)
    return None


def _likely(
    worlds: Worlds, belief: Belief, count: int, proposals: int, seed: int
) -> tuple[Integers, Integers]:
    """Return deals drawn in proportion to their likelihood, and the proposals behind them."""
    lots: list[Integers] = []
    likely = np.zeros(0)
    while len(lots) < MOST_LOTS and effective(likely) < min(ENOUGH, count):
        lots.append(belief.propose(worlds, proposals, (seed, len(lots))))
        likely = np.concatenate([likely, belief.likelihoods(lots[-1])])
    origin = resample(likely, count, seed)
    dealt = np.concatenate(lots)[origin]
    if effective(likely) < count:
        dealt = belief.shifted(dealt, (seed, MOST_LOTS))
    return dealt, origin


def effective(weights: Floats) -> float:
    """Return how many deals of equal weight carry as much information as these (Kish)."""
    squares = float((weights * weights).sum())
    return float(weights.sum()) ** 2 / squares if squares else 0.0
