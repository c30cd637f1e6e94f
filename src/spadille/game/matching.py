"""How the side that bid first may make its contract equal to that of the other side (B8).

The partners speak in turn. Each takes on as much of the difference as they like, as long as the
others can take the rest; once someone has begun, the last one completes it.
"""

from collections.abc import Sequence

from msgspec import structs

from .actions import NIL, Bid
from .legal_bids import HIGHEST_BID
from .round import Round
from .rules import Rules
from .scoring import contract_of
from .seats import Seat


def matching_seats(round: Round) -> tuple[Seat, ...]:
    """Return the seats that speak, in turn; blind nils and bids for a side do not change."""
    first = round.rules.side_of(round.order[0])
    return tuple(
        seat
        for seat in round.order
        if round.rules.side_of(seat) == first and not _stays(round.bids[seat])
    )


def missing(round: Round) -> int:
    """Return how far the contract of the side that bid first is below the other side's."""
    own = round.rules.side_of(round.order[0])
    contracts = [contract_of(round.rules, round.bids, side) or 0 for side in (own, 1 - own)]
    return contracts[1] - contracts[0]


def matching_steps(round: Round, seat: Seat) -> tuple[int, ...]:
    """Return the changes that `seat` may make to its bid on its turn; 0 keeps the bid."""
    seats = matching_seats(round)
    later = seats[seats.index(seat) + 1 :]
    rest = missing(round)
    begun = any(round.talk.adjusted)
    parts = range(min(rest, 0), max(rest, 0) + 1)
    low, high = _room(round, (seat,))
    lowest, highest = _room(round, later)
    return tuple(
        by
        for by in parts
        if (low <= by <= high and lowest <= rest - by <= highest) or not (by or begun)
    )


def can_match(round: Round, seats: Sequence[Seat]) -> bool:
    """Return True if these seats can make the contracts equal."""
    low, high = _room(round, seats)
    return low <= missing(round) <= high


def changed_bid(rules: Rules, bid: Bid, by: int) -> Bid:
    """Return the bid changed by that many tricks; no tricks is nil, or zero if that is a bid."""
    if by == 0:
        return bid
    if bid.tricks + by == 0:
        return Bid(0) if rules.bidding.zero else NIL
    return structs.replace(bid, tricks=bid.tricks + by, nil=False)


def _room(round: Round, seats: Sequence[Seat]) -> tuple[int, int]:
    """Return how far the bids of these seats can be lowered and raised in total."""
    rules = round.rules
    lower = higher = 0
    for seat in seats:
        bid = round.bids[seat]
        assert bid is not None
        none = (rules.nil.allowed or rules.bidding.zero) and not bid.blind and not bid.mo
        lower += min(0, (0 if none else 1) - bid.tricks)
        higher += max(0, min(rules.hand_size, HIGHEST_BID) - bid.tricks)
    return lower, higher


def _stays(bid: Bid | None) -> bool:
    return bid is None or (bid.blind and not bid.tricks)
