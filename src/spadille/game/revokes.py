"""Revokes: the actual ones, and those that a seat has seen for certain (R1).

No one gets cards during the play, so a card that is held or played later was in the hand before. A
card was illegal exactly if one of these other cards makes it so.
"""

from .evidence import evidence_of
from .ranking import Trick
from .round import Round
from .seats import Seat
from .sight import Sight, lying_open, played_by, tricks_begun


def revoked(round: Round, seat: Seat, number: int) -> bool:
    """Return True if the card that `seat` played to a finished trick (from 1) broke a rule."""
    assassins = tuple(other in round.assassins for other in round.rules.seats)
    evidence = evidence_of(round.rules, trump=round.trump)
    later = (*round.tricks[number:], Trick(round.leader, round.trick))
    held = {*round.hands[seat], *played_by(later, round.rules.players)[seat]}
    return any(
        (at, player) == (number, seat) and not barred.isdisjoint(held)
        for at, player, barred in evidence.proofs(round.tricks[:number], assassins)
    )


def seen_revokes(sight: Sight) -> tuple[tuple[Seat, int], ...]:
    """Return who else has provably revoked, each with the finished trick, counted from 1.

    Cards that lie face up count as held. The proof does not depend on who the secret assassins are
    (V19).
    """
    rules = sight.rules
    assassins = (rules.play.assassins,) * rules.players
    evidence = evidence_of(rules, trump=sight.trump)
    tricks = tricks_begun(sight)
    found = []
    for number, seat, barred in evidence.proofs(sight.tricks, assassins):
        held = {*lying_open(sight, seat), *played_by(tricks[number:], rules.players)[seat]}
        if seat != sight.seat and not barred.isdisjoint(held):
            found.append((seat, number))
    return tuple(found)
