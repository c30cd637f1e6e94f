"""What the others are likely to bid, as far as the rules of bidding tell."""

from functools import cache

from ...game import (
    NIL,
    Bid,
    Card,
    Rules,
    Seat,
    SeatView,
    Situation,
    Suit,
    bids_by_rule,
    parse_bid_rule,
)

_TYPICAL_ACES = (Card.HA,)


@cache
def bids_freely(rules: Rules) -> bool:
    """Whether a bid tells what its bidder expects, and not what the rules prescribe."""
    usual = parse_bid_rule(rules.bidding.bids)[-1]
    return any(span.high is None for span in usual.spans)


@cache
def forces_nil(rules: Rules) -> bool:
    """Whether some seats may bid nothing but nil, whatever they hold (V3)."""
    return any(clause.nil and not clause.spans for clause in parse_bid_rule(rules.bidding.bids))


def expected_bid(view: SeatView, bids: tuple[Bid | None, ...], seat: Seat, usual: int) -> Bid:
    """What `seat` will bid after `bids` if it would like to bid `usual`: the nearest allowed.

    Its cards are not known, so that a typical hand stands for them.
    """
    rules = view.rules
    if rules.bidding.bids == "any":
        return Bid(usual)
    mates = [bid for mate in rules.partners(seat) if (bid := bids[mate]) is not None]
    others = [bid for bid in bids if bid is not None]
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
        ),
    )
    allowed = numbers - {0}
    if not allowed:
        return NIL if nil and rules.nil.allowed else Bid(1)
    return Bid(min(allowed, key=lambda tricks: (abs(tricks - usual), tricks)))
