"""Predict the bids of the other seats from the rules of bidding."""

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
)

_TYPICAL_ACES = (Card.HA,)


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
