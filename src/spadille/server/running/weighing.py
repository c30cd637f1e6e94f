"""The strengths of people, worked out before their seats are balanced."""

import logging
from collections.abc import Awaitable, Callable

from ..asking.balancing import Strengths, check_balance
from ..logs import log_failure
from ..messages.protocol import Balance, ClientMessage
from ..refusals import failure
from ..store.unusable import FAILURES
from ..table.events import PersonId
from ..table.table import Table

log = logging.getLogger(__name__)

FindStrengths = Callable[[Table], Awaitable[Strengths]]


async def nothing_known(_table: Table) -> Strengths:
    """Return no strengths, for a server without ratings."""
    return Strengths()


async def strengths_for(
    request: ClientMessage, table: Table, person: PersonId, find: FindStrengths
) -> Strengths:
    """Return the strengths that a request needs.

    For a person who may not use strengths, no games are rated.

    Raises:
        RefusedError: if they may not, or the database is unavailable.
    """
    if not isinstance(request, Balance):
        return Strengths()
    check_balance(table, person)
    try:
        return await find(table)
    except FAILURES as error:
        log_failure(log, f"the seats of table {table.id} were not balanced", error)
        raise failure() from error
