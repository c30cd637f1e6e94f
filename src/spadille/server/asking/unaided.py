"""Limits at tables whose cards are also played elsewhere, so that everyone has equal chances."""

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
"""The requests allowed during an attempt: no advice, and nothing that changes its course."""


NOT_IN_MATCH = Again | Balance | Finish | Hint | Resign
"""The requests that are refused in matches and tournaments, where people play each other."""


def check_request(table: Table, request: ClientMessage) -> None:
    """Refuse requests that are not allowed in attempts or in matches.

    Raises:
        RefusedError: if the request is not allowed here.
    """
    if table.made.attempt is not None and not isinstance(request, ALLOWED):
        raise RefusedError("challenge/not-here", "challenges have no help and cannot be stopped")
    myself = isinstance(request, Finish) and not request.on
    salt = isinstance(request, AddSalt) and table.made.compared  # others play the same cards
    if table.made.in_match and (salt or isinstance(request, NOT_IN_MATCH)) and not myself:
        raise RefusedError("duplicate/not-here", "matches have no help and cannot be stopped")


def check_sight(table: Table, person: PersonId | None) -> None:
    """Refuse to show cards that are also played elsewhere, except to the players at this table.

    Raises:
        RefusedError: if the person may not look.
    """
    if not may_see(table, person):
        raise RefusedError(
            "duplicate/not-yours", "only the players of this table may watch this match"
        )
    if table.made.attempt is not None and person not in table.persons:
        raise RefusedError("challenge/not-yours", "this attempt belongs to another player")


def may_see(table: Table, person: PersonId | None) -> bool:
    """Return True if looking at this table reveals nothing about the same cards elsewhere."""
    if not table.made.compared or table.status == "waiting":
        return True
    return person is not None and (person in table.persons or table.has_left(person))
