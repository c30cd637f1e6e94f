"""What somebody may do who plays with bots alone: go back, be advised, have the rest played."""

from .events import PersonId
from .table import Table


def may_withdraw(table: Table, person: PersonId) -> bool:
    """Whether the last bid is that person's, and may be taken back: only bots have heard it."""
    if table.game is None or table.before_bid is None or not table.alone(person):
        return False
    return table.game.events[-1].seat == table.seat_of(person)


def may_have_hint(table: Table, person: PersonId) -> bool:
    """Whether a hint may be given: nobody else plays, and it is that person's turn."""
    seat = table.seat_of(person) if table.alone(person) else None
    if table.game is None or seat is None or table.frozen or table.status != "playing":
        return False
    return _aided(table) and not table.seats.finishing and table.game.acts(seat)


def may_finish(table: Table, person: PersonId) -> bool:
    """Whether somebody may have a bot play the rest of the round: nobody else plays."""
    if not table.alone(person) or table.status != "playing" or table.between_rounds:
        return False
    if table.frozen or table.seats.finishing:
        return False
    return _aided(table) and table.dealt_game is not None


def _aided(table: Table) -> bool:
    """Whether help concerns nobody at other tables, who play the same cards or the same evening."""
    return not table.made.seeds and table.made.evening is None
