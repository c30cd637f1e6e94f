"""Bids as written in JSON: 5, "nil", "blind nil", "blind 6", "6 little"."""

from collections.abc import Sequence

from ..game import NIL, Bid, BySeat, ParseError, Rules, Standing, blind_conflict
from ..notation import parse_bid
from .streams import InputError, counted


def plain_bid(bid: Bid) -> int | str:
    """Return the bid for JSON; a player whose partner bid blind for the side also has 0."""
    return bid.tricks if bid in {Bid(bid.tricks), Bid(0, blind=True)} else str(bid)


def read_bids(
    rules: Rules, written: Sequence[int | str], before: Sequence[Standing] | None
) -> BySeat[Bid]:
    """Return the bids of all seats from their JSON.

    Without the standings `before` the round, it cannot check who was far enough behind to bid
    blind.

    Raises:
        InputError: if one is missing, not possible under these rules, or blind when they forbid it.
    """
    if len(written) != rules.players:
        raise InputError(
            f"{counted(len(written), 'bids')}, expected one for each of {rules.players} seats"
        )
    bids = [_read_bid(rules, bid) for bid in written]
    if rules.blind.bids == "side":
        _blind_for_partners(rules, written, bids)
    conflict = blind_conflict(rules, bids, before)
    if conflict is not None:
        raise InputError(f"bids against the rules: {conflict}")
    return tuple(bids)


def _read_bid(rules: Rules, written: int | str) -> Bid:
    try:
        bid = Bid(written) if isinstance(written, int) else parse_bid(written)
    except ParseError as error:
        raise _no_bid(rules, written) from error
    if bid == Bid(0) and rules.nil.allowed and not rules.bidding.zero:
        bid = NIL
    if not _possible(rules, bid):
        raise _no_bid(rules, written)
    return bid


def _possible(rules: Rules, bid: Bid) -> bool:
    if bid.mo and not rules.bidding.opening_tricks:
        return False
    if bid.nil:
        return rules.nil.allowed and (rules.nil.blind or not bid.blind)
    if bid.blind:
        return rules.blind.bids != "none" and rules.blind.minimum <= bid.tricks <= rules.hand_size
    least = 0 if rules.bidding.zero or rules.blind.bids == "side" else 1
    return least <= bid.tricks <= rules.tricks


def _no_bid(rules: Rules, written: int | str) -> InputError:
    least = 0 if rules.bidding.zero else 1
    allowed = [f"a number from {least} to {rules.tricks}"]
    allowed += ['"nil"'] * rules.nil.allowed + ['"blind nil"'] * rules.nil.blind
    if rules.blind.bids != "none":
        allowed.append(f'"blind {rules.blind.minimum}" or more')
    if rules.bidding.opening_tricks:
        allowed.append('"6 little" or "9 big"')
    return InputError(f"bid {written!r} is not possible, expected {' or '.join(allowed)}")


def _blind_for_partners(rules: Rules, written: Sequence[int | str], bids: list[Bid]) -> None:
    """Replace the 0 of each seat whose partner bid blind for the side."""
    for side in rules.sides:
        blind = [seat for seat in side if bids[seat].blind and not bids[seat].nil]
        for seat in side:
            if blind[:1] not in ([], [seat]):
                if written[seat] != 0:
                    raise InputError(
                        f"bid {written[seat]!r} with a blind bid for the side, expected 0"
                    )
                bids[seat] = Bid(0, blind=True)
            elif bids[seat] == Bid(0) and not rules.bidding.zero:
                raise _no_bid(rules, written[seat])
