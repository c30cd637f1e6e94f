"""Whoever wants to be forgotten, or to have a copy of what is kept of them."""

from collections.abc import AsyncIterator

from ..asking.requests import Asker
from ..messages.protocol import Stand
from ..running.hub import Hub
from ..store.store import Store
from ..table.events import PersonId
from ..table.seating import persons


class Leaving:
    """Takes somebody out of all tables and out of the database."""

    def __init__(self, hub: Hub, store: Store) -> None:
        self._hub = hub
        self._store = store

    async def forget(self, person: PersonId) -> list[PersonId]:
        """Forgets somebody; tells which programs were theirs, whose tokens have ended.

        Where others sit a bot takes the seat; tables where nobody else does are forgotten. It can
        be asked for again where it was interrupted: the session ends last.
        """
        for table in await self._store.personal.tables_of(person):
            await self._leave(table, person)
        return await self._store.personal.forget(person)

    def data_of(self, person: PersonId) -> AsyncIterator[bytes]:
        """Everything that is kept of somebody, as JSON, a piece after the other."""
        return self._store.personal.data_of(person)

    async def _leave(self, id: str, person: PersonId) -> None:
        keeper = await self._hub.find(id)
        others = set(persons(keeper.table.seats)) - {person}
        if not (others or keeper.table.made.group or keeper.table.made.evening):
            await self._hub.remove(id)
            return
        if keeper.table.has(person):
            await keeper.do(Asker(person, ""), Stand(id))
        await self._hub.rewrite(id, self._store.personal.forget_at(id, person))
