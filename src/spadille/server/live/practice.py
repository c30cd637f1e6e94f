"""Games against bots that last until someone joins the table where a player waits.

The links between tables are in memory only. After a restart, a practice game just continues.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from ...table.events import PersonId
from ...table.model import Table
from ..logs import log_failure
from ..store.database import FAILURES

log = logging.getLogger(__name__)


class PracticeTables:
    """Links each table where a player waits alone to their practice table."""

    def __init__(self, end: Callable[[str], Awaitable[None]]) -> None:
        self._end = end
        self._games: dict[str, str] = {}
        self._ending: set[asyncio.Task[None]] = set()

    def begin(self, waiting: str, practice: str) -> None:
        """Have the practice game end when someone joins the waiting player."""
        self._games[waiting] = practice

    def of(self, waiting: str) -> str | None:
        """Return the practice table that belongs to a waiting table, if there is one."""
        return self._games.get(waiting)

    def note(self, table: Table) -> None:
        """Note that a table has changed; end the practice game if its player no longer waits."""
        if table.id not in self._games:
            return
        if table.status != "waiting" or len(table.persons) > 1:
            ending = asyncio.create_task(self._over(self._games.pop(table.id)), name="practice")
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)
        elif not table.persons:  # the player has left, and may finish the practice game
            del self._games[table.id]

    def forget(self, table: str) -> None:
        """Forget a waiting table that is no longer in memory."""
        self._games.pop(table, None)

    async def stop(self) -> None:
        """Wait until every practice game that has to end is stored."""
        await asyncio.gather(*self._ending)

    async def _over(self, practice: str) -> None:
        try:
            await self._end(practice)
        except FAILURES as error:
            log_failure(log, f"practice table {practice} did not end", error)


def waits_alone(table: Table, person: PersonId) -> bool:
    """Return True if a person is the only one at a table that has not begun."""
    return table.status == "waiting" and set(table.persons) == {person}
