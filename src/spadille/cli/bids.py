"""Bids as JSON has them: 5, "nil", "blind nil", "blind 6", "6 little"."""

from ..game import NIL, Bid, ParseError, Rules
from ..notation import parse_bid
from .streams import InputError


def read_bid(rules: Rules, written: int | str) -> Bid:
    """The bid that is written so.

    Raises:
        InputError: when it is not possible under these rules.
    """
    try:
        bid = Bid(written) if isinstance(written, int) else parse_bid(written)
    except ParseError as error:
        raise no_bid(rules, written) from error
    if bid == Bid(0) and rules.nil.allowed and not rules.bidding.zero:
        bid = NIL
    if not _possible(rules, bid):
        raise no_bid(rules, written)
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


def no_bid(rules: Rules, written: int | str) -> InputError:
    least = 0 if rules.bidding.zero else 1
    allowed = [f"a number from {least} to {rules.tricks}"]
    allowed += ['"nil"'] * rules.nil.allowed + ['"blind nil"'] * rules.nil.blind
    if rules.blind.bids != "none":
        allowed.append(f'"blind {rules.blind.minimum}" or more')
    if rules.bidding.opening_tricks:
        allowed.append('"6 little" or "9 big"')
    return InputError(f"bid {written!r} is not possible, expected {' or '.join(allowed)}")
