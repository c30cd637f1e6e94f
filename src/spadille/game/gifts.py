"""Which cards a nil bidder and the partner give each other, and in which order (E9, E10)."""

from .round import Round
from .round_parts import Transfer
from .seats import Seat


def next_gift(round: Round) -> tuple[Seat, Seat, tuple[int, ...]] | None:
    """Return who gives next, to whom, and how many cards; None once all cards are exchanged.

    A nil bidder exchanges nothing with a partner who has bid nil as well, unless the table allows
    it (E9, E10).
    """
    done = list(round.exchange.transfers)
    for bidder in round.order:
        count = _cards_to_exchange(round, bidder)
        partner = round.rules.partner(bidder)
        if count == 0 or partner is None or not _helps(round, partner):
            continue
        if not done:
            return bidder, partner, (0, count)
        given = done.pop(0)
        if not given.cards:
            continue
        if not done:
            return partner, bidder, (count,)
        done.pop(0)
    return None


def waiting_gift(round: Round) -> Transfer | None:
    """Return the cards on the table that the partner may not see before returning as many (E9)."""
    if round.rules.exchange.order == "bidder_first" or not round.exchange.transfers:
        return None
    step = next_gift(round)
    last = round.exchange.transfers[-1]
    return last if step and 0 not in step[2] and last.receiver == step[0] else None


def _cards_to_exchange(round: Round, seat: Seat) -> int:
    bid = round.bids[seat]
    if bid is None or not bid.nil:
        return 0
    exchange = round.rules.exchange
    return exchange.blind_nil_cards if bid.blind else exchange.nil_cards


def _helps(round: Round, partner: Seat) -> bool:
    """Return True if cards are exchanged with this partner, who may have bid nil as well."""
    bid = round.bids[partner]
    return round.rules.exchange.between_nils or bid is None or not bid.nil
