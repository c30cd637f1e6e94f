"""Estimate the tricks of each seat from my hand and the bids of the others."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import erf, sqrt
from typing import NamedTuple

from msgspec import Struct

from ...game import (
    NIL,
    Bid,
    Card,
    Seat,
    SeatView,
    Situation,
    Suit,
    bids_by_rule,
    parse_bid_rule,
    points_behind,
    put,
)
from ..certain import certain_tricks
from ..heuristics.demand import NIL_TRICKS, SURPLUS
from .hand_value import HandValue, own_value


class _Doubt(NamedTuple):
    """How little is known: the variances of a hand's value and of a seat that has not bid.

    `own_beside_nil` replaces `own` once a nil has been bid. `more` is how many tricks others take
    beyond their bids. With a partner and a hand in view, they were fitted to 6,000 hands of
    `intermediate` (`research/fit_bidding.py`).
    """

    own: float
    own_beside_nil: float
    silent: float
    more: float


_SEEN_IN_PAIRS = _Doubt(own=0.1, own_beside_nil=1.2, silent=7.0, more=0.3)
_USUAL = _Doubt(own=0.9, own_beside_nil=0.9, silent=2.0, more=SURPLUS)

_BID_VARIANCE = 1.1
_NIL_VARIANCE = 0.3
_TOLD_VARIANCE = 1.0
_FORCED_VARIANCE = 2.5
_UNCOVERED_TRICKS = 1.2
"""How many tricks each of two partners takes if both bid nil, so that neither covers the other."""

_FORCED_NIL_TRICKS = 1.4
"""The same if the rules, not the hands, decide who bids nil."""

_FORCED_SHARE = 0.92
"""How much a hand whose partner has to bid nil takes, as a share of the tricks it would take by its
value."""

_PER_EXCHANGED_CARD = 0.5
"""How many more tricks the partner of a nil takes for each card that the two exchange."""


_TYPICAL_ACES = (Card.HA,)


class Estimate(Struct, frozen=True):
    """Expected tricks by seat, which add up to those of the round, and the value of my hand alone.

    `value` is None before I have seen my hand. `certain` is the number of tricks that my hand takes
    in any case.
    """

    value: HandValue | None
    tricks: tuple[float, ...]
    certain: int = 0


def estimate(view: SeatView, planned: Bid | None = None) -> Estimate:
    """Return the estimate of `view.seat`, before it bids or if it bids what is `planned`.

    The tricks add up to those of the round. Any surplus or shortfall of my hand and the bids is
    shared among all seats, mostly by those about whom least is known.
    """
    value = None if view.hand is None else own_value(view)
    certain = 0 if value is None else certain_tricks(view)
    doubt = _SEEN_IN_PAIRS if value is not None and view.rules.partners(view.seat) else _USUAL
    total = view.rules.tricks
    nils = _forced_nils(view, planned)
    left = (total - _FORCED_NIL_TRICKS * len(nils)) / total * (_FORCED_SHARE if nils else 1.0)
    takers = max(1, len(view.bids) - len(nils)) / len(view.bids)
    bids = view.bids if planned is None else put(view.bids, view.seat, planned)
    means = []
    variances = []
    losers = []
    for seat, bid in zip(view.rules.seats, bids, strict=True):
        if seat in nils:
            means.append(_FORCED_NIL_TRICKS)
            variances.append(_NIL_VARIANCE)
        elif bid is not None and bid.nil:
            mates = [bids[mate] for mate in view.rules.partners(seat)]
            means.append(_UNCOVERED_TRICKS if _are_nil(mates) else NIL_TRICKS)
            variances.append(_NIL_VARIANCE)
            losers.append(seat)
        elif bid is not None:
            means.append(bid.tricks + doubt.more)
            free = view.rules.bidding.open_ended(view.round_number)
            variances.append(_BID_VARIANCE if free else _FORCED_VARIANCE)
        elif value is not None and seat == view.seat:
            means.append(max(certain, value.tricks * left / takers))
            is_beside_nil = any(other is not None and other.nil for other in bids)
            variances.append(doubt.own_beside_nil if is_beside_nil else doubt.own)
        elif (told := view.said[seat]) is not None:
            means.append((told.sure + told.maybe) / 2)
            variances.append(_TOLD_VARIANCE)
        else:
            means.append(total / len(view.rules.seats))
            variances.append(doubt.silent)
        if bid is None and seat == view.kitty_taker and total > view.rules.hand_size:
            means[-1] += 1
    means = _with_exchange(view, planned, bids, means)
    tricks = _shared_out(total, means, variances)
    if any(tricks[seat] > _UNCOVERED_TRICKS for seat in losers) and len(losers) < len(means):
        for seat in losers:  # the tricks that nils do not take go to those who want them
            means[seat], variances[seat] = _UNCOVERED_TRICKS, 0.0
        tricks = _shared_out(total, means, variances)
    tricks[view.seat] = max(tricks[view.seat], certain)
    return Estimate(value, tuple(tricks), certain)


def _with_exchange(
    view: SeatView, planned: Bid | None, bids: Sequence[Bid | None], means: Sequence[float]
) -> list[float]:
    """Return the tricks by seat, with those from exchanged cards that no bid counts yet."""
    gain = _PER_EXCHANGED_CARD * _exchanged(view, bids)
    takers: Sequence[Seat] = () if view.hand is None else (view.seat,)
    if planned is not None:
        takers = view.rules.partners(view.seat) if planned.nil else ()
    return [mean + gain * (seat in takers) for seat, mean in enumerate(means)]


def _exchanged(view: SeatView, bids: Sequence[Bid | None]) -> int:
    """Return how many cards a nil of my side exchanges with a partner who takes tricks."""
    rules = view.rules
    mine = [bids[seat] for seat in rules.sides[rules.side_of(view.seat)]]
    nils = [bid for bid in mine if bid is not None and bid.nil]
    if not nils or len(nils) == len(mine):
        return 0
    blind = any(bid.blind for bid in nils)
    return rules.exchange.blind_nil_cards if blind else rules.exchange.nil_cards


def _shared_out(total: int, means: list[float], variances: list[float]) -> list[float]:
    """Return the tricks by seat, with the gap shared in proportion to each seat's uncertainty."""
    gap = total - sum(means)
    known = sum(variances)
    return [
        max(0.0, mean + gap * variance / known)
        for mean, variance in zip(means, variances, strict=True)
    ]


def _are_nil(bids: Sequence[Bid | None]) -> bool:
    """Return True if there are any bids, and all are nil."""
    return bool(bids) and all(bid is not None and bid.nil for bid in bids)


def _forced_nils(view: SeatView, planned: Bid | None) -> set[Seat]:
    """Return the seats that bid nil or will have to, if the rules force it (V3)."""
    rules = view.rules
    if not rules.bidding.forces_nil(view.round_number):
        return set()
    usual = round(rules.hand_size / rules.players)
    bids = list(view.bids)
    bids[view.seat] = planned or bids[view.seat] or Bid(usual)
    for seat in others_to_bid(view):
        bids[seat] = expected_bid(view, tuple(bids), seat, usual)
    return {seat for seat in rules.seats if (bid := bids[seat]) is not None and bid.nil}


@lru_cache(maxsize=64)  # the bids being compared lead to the same arguments
def chances(mean: float, spread: float, most: int, least: int = 0) -> tuple[float, ...]:
    """Return how likely 0, 1, ... `most` tricks are; `mean` are expected, `least` are certain."""

    def below(tricks: int) -> float:
        return 0.0 if tricks < least else (1 + erf((tricks + 0.5 - mean) / spread / sqrt(2))) / 2

    edges = [0.0, *(below(tricks) for tricks in range(most)), 1.0]
    return tuple([high - low for low, high in pairwise(edges)])


def usual_bid(tricks: float, most: int) -> Bid:
    """Return the bid, at most `most`, of a careful player who expects this many tricks."""
    return Bid(max(1, min(most, round(tricks - SURPLUS))))


def others_to_bid(view: SeatView) -> list[Seat]:
    """Return the other seats that are still to bid, in bidding order."""
    order = view.rules.bidders(view.seat - 1 if view.dealer is None else view.dealer)
    at = order.index(view.seat)
    return [seat for seat in (*order[at + 1 :], *order[:at]) if view.bids[seat] is None]


def expected_bid(view: SeatView, bids: tuple[Bid | None, ...], seat: Seat, usual: int) -> Bid:
    """Return the bid that `seat` will make after `bids`: the nearest legal one to `usual`.

    Its cards are unknown, so a typical hand is assumed.
    """
    rules = view.rules
    if rules.bidding.bids == "any":
        return Bid(usual)
    mates = [bid for mate in rules.partners(seat) if (bid := bids[mate]) is not None]
    others = [bid for bid in bids if bid is not None]
    side = rules.side_of(seat)
    length = round(rules.hand_size / 4)
    numbers, nil = bids_by_rule(
        parse_bid_rule(rules.bidding.bids),
        Situation(
            cards=_TYPICAL_ACES,
            suits=dict.fromkeys(Suit, length),
            partner=sum(bid.tricks for bid in mates) if mates else None,
            partner_nil=any(bid.nil for bid in mates),
            first=not others,
            last=len(others) == rules.players - 1,
            others=sum(bid.tricks for bid in others),
            tricks=rules.hand_size,
            round=view.round_number,
            previous=None,
            bags=view.standings[side].bags,
            behind=points_behind(view.standings, side),
        ),
    )
    allowed = numbers - {0}
    if not allowed:
        return NIL if nil and rules.nil.allowed else Bid(1)
    return Bid(min(allowed, key=lambda tricks: (abs(tricks - usual), tricks)))
