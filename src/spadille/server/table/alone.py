"""What someone may do who plays with bots alone: go back, be advised, have the rest played."""

from .events import PersonId
from .table import Table


def may_withdraw(table: Table, person: PersonId) -> bool:
    """True if the last bid is that person's, and may be taken back: only bots have heard it."""
    if table.game is None or table.before_bid is None or not table.alone(person):
        return False
    return table.game.events[-1].seat == table.seat_of(person)


def may_have_hint(table: Table, person: PersonId) -> bool:
    """Return True if a hint may be given: no one else plays, and it is that person's turn."""
    seat = table.seat_of(person)
    if table.game is None or seat is None or not _may_be_aided(table, person):
        return False
    return table.game.acts(seat)


def may_finish(table: Table, person: PersonId) -> bool:
    """Return True if someone may have a bot play the rest of the round: no one else plays."""
    if table.between_rounds or table.dealt_game is None:
        return False
    return _may_be_aided(table, person)


def _may_be_aided(table: Table, person: PersonId) -> bool:
    """True if someone plays alone, with cards and for a result that concern no other table."""
    if not table.alone(person) or table.status != "playing":
        return False
    if table.made.as_it_comes:
        return False
    return not (table.frozen or table.seats.finishing)
