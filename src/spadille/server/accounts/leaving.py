"""Takes whoever wants to be forgotten out of all tables and out of the database."""

import logging

from sqlalchemy.exc import DatabaseError

from ..asking.requests import Asker
from ..logs import log_failure
from ..messages.protocol import Stand
from ..refusals import LOST, RefusedError
from ..running.hub import Hub
from ..store.store import Store
from ..store.unusable import is_out_of_reach
from ..table.events import PersonId
from ..table.table import Table

log = logging.getLogger(__name__)


async def forget(hub: Hub, store: Store, person: PersonId) -> list[PersonId]:
    """Forgets somebody; tells which programs were theirs, whose tokens have ended.

    Where others sit a bot takes the seat; tables where nobody else does are forgotten, and so is
    of those that are damaged what can be read. It can be asked for again where it was interrupted:
    the session ends last.
    """
    for table in await store.personal.tables_of(person):
        try:
            await _leave(hub, store, table, person)
        except DatabaseError as error:
            if is_out_of_reach(error):
                raise
            log_failure(log, f"not all of table {table} can be forgotten", error)
    return await store.personal.forget(person)


async def _leave(hub: Hub, store: Store, id: str, person: PersonId) -> None:
    try:
        keeper = await hub.find(id)
    except RefusedError as refusal:
        if refusal.code not in LOST:
            raise
        await hub.rewrite(id, store.personal.forget_at(id, person))
        return
    stays = _belongs_to_others(keeper.table, person)
    if stays and keeper.table.has(person):
        await keeper.do(Asker(person, ""), Stand(id))
    await hub.rewrite(id, store.personal.forget_at(id, person))
    if not stays:
        await hub.remove(id)


def _belongs_to_others(table: Table, person: PersonId) -> bool:
    others = set(table.persons) - {person}
    return bool(others or table.made.group or table.made.evening)
