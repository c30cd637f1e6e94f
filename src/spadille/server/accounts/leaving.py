"""Takes whoever wants to be forgotten out of all tables and out of the database."""

from ..asking.requests import Asker
from ..messages.protocol import Stand
from ..running.hub import Hub
from ..store.store import Store
from ..table.events import PersonId


async def forget(hub: Hub, store: Store, person: PersonId) -> list[PersonId]:
    """Forgets somebody; tells which programs were theirs, whose tokens have ended.

    Where others sit a bot takes the seat; tables where nobody else does are forgotten. It can
    be asked for again where it was interrupted: the session ends last.
    """
    for table in await store.personal.tables_of(person):
        await _leave(hub, store, table, person)
    return await store.personal.forget(person)


async def _leave(hub: Hub, store: Store, id: str, person: PersonId) -> None:
    keeper = await hub.find(id)
    others = set(keeper.table.persons) - {person}
    if not (others or keeper.table.made.group or keeper.table.made.evening):
        await hub.remove(id)
        return
    if keeper.table.has(person):
        await keeper.do(Asker(person, ""), Stand(id))
    await hub.rewrite(id, store.personal.forget_at(id, person))
