"""Whether a claim of all remaining tricks holds, whatever the others hold and play (P17)."""

from .round import Round
from .seats import Seat


def claim_holds(round: Round, seat: Seat) -> bool:
    """Whether `seat`, who leads, wins every remaining trick against every distribution."""
    return len(round.hands[seat]) == 0
