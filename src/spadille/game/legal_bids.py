"""What a seat may bid with its cards in view: the language of bids, then the table's limits."""

from collections import Counter
from collections.abc import Iterable

from .actions import NIL, Bid
from .bid_rule import Situation, bids_by_rule, parse_bid_rule
from .round import Round
from .seats import Seat

HIGHEST_BID = 26
"""No bid is higher, as large as hands can be."""


def open_bids(round: Round, seat: Seat) -> tuple[Bid, ...]:
    """The open bids of `seat`, low to high; never none (B4, V1 to V3, V8, V10, V11, V21).

    Where the limits for sides and for the sum of bids leave nothing, only the language counts.
    """
    rules = round.rules
    numbers, nil = bids_by_rule(parse_bid_rule(rules.bidding.bids), _situation(round, seat))
    nil = rules.nil.allowed and (nil or (0 in numbers and not rules.bidding.zero))
    if not rules.bidding.zero:
        numbers = numbers - {0}
    if not numbers and not nil:
        numbers = frozenset({1})
    bids = [*([NIL] if nil else []), *(Bid(tricks) for tricks in sorted(numbers))]
    within = [bid for bid in bids if _within_limits(round, seat, bid)] or bids
    return tuple(_with_opening_tricks(round, within))


def most_tricks(round: Round, seat: Seat) -> int:
    """How many tricks `seat` can win and bid: with a trick from the kitty, one more (D12).

    Before the kitty goes to the highest bidder, that may be anybody.
    """
    rules = round.rules
    if rules.deal.leftover != "kitty_and_round":
        return rules.hand_size
    may_take = rules.deal.kitty_taker == "highest_bidder" or round.kitty_taker == seat
    return min(rules.tricks, HIGHEST_BID) if may_take else rules.hand_size


def _situation(round: Round, seat: Seat) -> Situation:
    bids = [round.bids[partner] for partner in round.rules.partners(seat)]
    made = [bid for bid in bids if bid is not None]
    others = [bid for bid in round.bids if bid is not None]
    hand = round.hands[seat]
    return Situation(
        cards=hand,
        suits=Counter(round.ranking.suit_of[card] for card in hand),
        partner=sum(bid.tricks for bid in made) if made else None,
        partner_nil=any(bid.nil for bid in made),
        first=not others,
        last=len(others) == round.rules.players - 1,
        others=sum(bid.tricks for bid in others),
        tricks=most_tricks(round, seat),
        round=round.number,
        previous=round.previous[seat],
    )


def _within_limits(round: Round, seat: Seat, bid: Bid) -> bool:
    """Whether a bid keeps the limits for its side and for the sum of all bids."""
    bidding = round.rules.bidding
    partners = [round.bids[partner] for partner in round.rules.partners(seat)]
    side = bid.tricks + sum(other.tricks for other in partners if other)
    if bidding.side_maximum and side > bidding.side_maximum:
        return False
    all_nil = bid.nil and all(other and other.nil for other in partners)
    if None not in partners and side < bidding.side_minimum and not all_nil:
        return False
    others = [other for index, other in enumerate(round.bids) if index != seat]
    if None in others:
        return True
    total = bid.tricks + sum(other.tricks for other in others if other)
    if bidding.total == "not_all" and total == round.rules.tricks:
        return False
    return total >= bidding.total_minimum


def _with_opening_tricks(round: Round, bids: Iterable[Bid]) -> Iterable[Bid]:
    """The bids, where it is played also with the first six or nine tricks (E14)."""
    for bid in bids:
        yield bid
        if round.rules.bidding.opening_tricks and not bid.nil:
            yield Bid(bid.tricks, mo="little")
            yield Bid(bid.tricks, mo="big")
