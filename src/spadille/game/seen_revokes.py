"""The revokes that a seat has seen with certainty, from what its view holds (R1)."""

from .cards import Card
from .evidence import evidence_of
from .seats import Seat
from .view import View


def seen_revokes(view: View) -> tuple[tuple[Seat, int], ...]:
    """Who has revoked in which finished trick, counted from 1, as far as that is proven.

    Nobody gets cards during the play. So a card that was played, or lies open, later was in the
    hand before, and a card was no legal play where one such other card alone makes it none,
    whoever is a secret assassin (V19).
    """
    rules = view.rules
    assassins = (rules.play.assassins,) * rules.players
    evidence = evidence_of(rules, trump=view.trump)
    return tuple(
        (seat, number)
        for number, seat, barred in evidence.proofs(view.tricks, assassins)
        if seat != view.seat and not barred.isdisjoint(_held(view, seat, number))
    )


def _held(view: View, seat: Seat, number: int) -> list[Card]:
    """Cards that a seat is known to have held after it played to the trick of that number."""
    later = list(view.tricks[number:])
    if view.trick is not None:
        later.append(view.trick)
    held = [*view.shown[seat], *(view.face_up[seat] if view.face_up else ())]
    for trick in later:
        at = (seat - trick.leader) % view.rules.players
        held += trick.cards[at : at + 1]
    return held
