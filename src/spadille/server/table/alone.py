"""Help for a player alone with bots: taking back, hints, and letting a bot finish the round."""

from .events import PersonId
from .table import Table


def may_withdraw(table: Table, person: PersonId) -> bool:
    """Return True if the person may take back the last bid, which only bots have heard."""
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
    """Return True if a person may have a bot play the rest of the round: no one else plays."""
    if table.between_rounds or table.dealt_game is None:
        return False
    return _may_be_aided(table, person)


def _may_be_aided(table: Table, person: PersonId) -> bool:
    """Return True if a person plays alone, and neither cards nor result matter elsewhere."""
    if not table.alone(person) or table.status != "playing":
        return False
    if table.made.as_it_comes:
        return False
    return not (table.frozen or table.seats.finishing)
