"""Find the legal bids of a seat: first by the language of bids, then by the table's limits.

Blind bids must observe the limits, too (`phases/blind.py`).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from .actions import NIL, Bid
from .bid_rule import Situation, bids_by_rule, heeds_nothing, parse_bid_rule
from .blind_limits import points_behind
from .round import Round
from .rules import Rules
from .seats import Seat, put

HIGHEST_BID = 26
"""The highest possible bid, which is the size of the largest hand."""

_BIDS = tuple(map(Bid, range(HIGHEST_BID + 1)))
"""Made once, because bids are listed at every step of the bidding."""


def open_bids(round: Round, seat: Seat) -> tuple[Bid, ...]:
    """Return the open bids of `seat`, low to high; never empty (B4, V1 to V3, V8, V10, V11, V21).

    If the limits for sides and for the sum of bids leave no bid, only the language counts.
    """
    rules = round.rules
    free = _free_bids(rules)
    if free is not None:
        return free
    bids = _by_rule(rules, _situation(round, seat))
    if rules.bidding.limited:
        kept = [bid for bid in bids if within_limits(rules, put(round.bids, seat, bid), seat)]
        bids = kept or bids
    return _with_opening_tricks(rules, bids)


def most_tricks(round: Round, seat: Seat) -> int:
    """Return how many tricks `seat` can win and bid: with a trick from the kitty, one more (D12).

    Until the kitty goes to the highest bidder, that may be anyone.
    """
    rules = round.rules
    if rules.deal.leftover != "kitty_and_round":
        return rules.hand_size
    may_take = rules.deal.kitty_taker == "highest_bidder" or round.pack.kitty_taker == seat
    return min(rules.tricks, HIGHEST_BID) if may_take else rules.hand_size


@lru_cache(maxsize=4096)  # bounded, because people send a server rules that they wrote
def _free_bids(rules: Rules) -> tuple[Bid, ...] | None:
    """Return the open bids of every seat if they depend on neither cards nor other bids."""
    bidding = rules.bidding
    same = rules.deal.leftover != "kitty_and_round"  # for all players
    if not same or bidding.limited or not heeds_nothing(parse_bid_rule(bidding.bids)):
        return None
    anywhere = Situation((), {}, None, False, False, False, 0, rules.hand_size, 1, None)  # noqa: FBT003
    return _with_opening_tricks(rules, _by_rule(rules, anywhere))


def _by_rule(rules: Rules, at: Situation) -> list[Bid]:
    """Return the bids that the language of the table allows, with its rules on zero and nil."""
    numbers, nil = bids_by_rule(parse_bid_rule(rules.bidding.bids), at)
    nil = rules.nil.allowed and (nil or (0 in numbers and not rules.bidding.zero))
    if not rules.bidding.zero:
        numbers = numbers - {0}
    if not numbers and not nil:
        numbers = frozenset({1})
    return [*([NIL] if nil else []), *[_BIDS[tricks] for tricks in sorted(numbers)]]


def _situation(round: Round, seat: Seat) -> Situation:
    bids = [round.bids[partner] for partner in round.rules.partners(seat)]
    made = [bid for bid in bids if bid is not None]
    others = [bid for bid in round.bids if bid is not None]
    hand, own = round.hands[seat], round.rules.side_of(seat)
    return Situation(
        cards=hand,
        suits=Counter(map(round.ranking.suit_of.__getitem__, hand)),
        partner=sum(bid.tricks for bid in made) if made else None,
        partner_nil=any(bid.nil for bid in made),
        first=not others,
        last=len(others) == round.rules.players - 1,
        others=sum(bid.tricks for bid in others),
        tricks=most_tricks(round, seat),
        round=round.number,
        previous=round.previous[seat],
        bags=round.before[own].bags,
        behind=points_behind(round.before, own),
    )


def within_limits(rules: Rules, bids: Sequence[Bid | None], seat: Seat) -> bool:
    """Return True if the bids so far are within the limits for the side of `seat`, and for all."""
    limits = rules.bidding
    own = [bids[partner] for partner in rules.sides[rules.side_of(seat)]]
    contract = sum(bid.tricks for bid in own if bid)
    if limits.side_maximum and contract > limits.side_maximum:
        return False
    all_nil = all(bid and bid.nil for bid in own)
    if None not in own and contract < limits.side_minimum and not all_nil:
        return False
    if None in bids:
        return True
    total = sum(bid.tricks for bid in bids if bid)
    if limits.total == "not_all" and total == rules.tricks:
        return False
    return total >= limits.least_total


def _with_opening_tricks(rules: Rules, bids: Iterable[Bid]) -> tuple[Bid, ...]:
    """Return the bids, alone and with the first six or nine tricks if the rules allow it (E14)."""
    if not rules.bidding.opening_tricks:
        return tuple(bids)
    return tuple(
        said
        for bid in bids
        for said in (
            bid,
            *(() if bid.nil else (Bid(bid.tricks, mo="little"), Bid(bid.tricks, mo="big"))),
        )
    )
