"""What is not for tables whose cards others play as well: everyone is to have the same chances."""

from ..messages.protocol import (
    Act,
    AddSalt,
    Again,
    Balance,
    ClientMessage,
    Continue,
    Finish,
    Hello,
    Hint,
    Ping,
    Resign,
    Resync,
    Withdraw,
)
from ..refusals import RefusedError
from ..table.events import PersonId
from ..table.table import Table

ALLOWED = Act | Withdraw | Continue | Resync | Hello | Ping
"""What may be asked for at an attempt. Advice and whatever changes the course of things are not."""


NOT_IN_MATCH = Again | Balance | Finish | Hint | Resign
"""What may not be asked for at the tables of a match or an evening: people play against people."""


def check_request(table: Table, request: ClientMessage) -> None:
    """Refuses what is not for attempts, or not for matches.

    Raises:
        RefusedError: when it is so.
    """
    if table.made.attempt is not None and not isinstance(request, ALLOWED):
        raise RefusedError("challenge/not-here", "challenges have no help and cannot be stopped")
    myself = isinstance(request, Finish) and not request.on
    salt = isinstance(request, AddSalt) and table.made.compared  # others have the same cards
    if table.made.in_match and (salt or isinstance(request, NOT_IN_MATCH)) and not myself:
        raise RefusedError("duplicate/not-here", "matches have no help and cannot be stopped")


def check_sight(table: Table, person: PersonId | None) -> None:
    """Refuses a look at cards that others play as well to anyone but those who play there.

    Raises:
        RefusedError: when it is so.
    """
    if not may_see(table, person):
        raise RefusedError(
            "duplicate/not-yours", "only the players of this table may watch this match"
        )
    if table.made.attempt is not None and person not in table.persons:
        raise RefusedError("challenge/not-yours", "this attempt belongs to another player")


def may_see(table: Table, person: PersonId | None) -> bool:
    """Return True if someone would learn nothing here for another table with the same cards."""
    if not table.made.compared or table.status == "waiting":
        return True
    return person is not None and (person in table.persons or table.has_left(person))
