"""Removes a person who wants to be forgotten from all tables and from the database."""

import logging
from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from sqlalchemy.exc import DatabaseError

from ..feature import Feature
from ..live.registry import Hub
from ..logs import log_failure
from ..store.failures import is_out_of_reach
from ..store.store import Store
from ..table.commands import Asker
from ..table.events import PersonId
from ..table.model import Table
from ..wire.protocol import Stand
from .personal_data import Personal

log = logging.getLogger(__name__)


async def forget(
    hub: Hub, store: Store, gone: AbstractSet[PersonId], features: Iterable[Feature]
) -> None:
    """Forget a person and their bots; `gone` has the ids of all of them.

    If others sit at a table, a bot takes the person's seat. Tables without anyone else are
    forgotten, and so are the readable parts of damaged tables. An interrupted request can be
    repeated, because the session and the tokens are the last to end.
    """
    await _leave_all(hub, store, gone, await store.section(Personal).tables_of(gone))
    # The person may have sat down in another window while the stored data was searched.
    seats = [await store.register.tables_of(person) for person in gone]
    await _leave_all(hub, store, gone, [listed.table for some in seats for listed in some])
    await store.section(Personal).forget(gone, features)


async def _leave_all(
    hub: Hub, store: Store, gone: AbstractSet[PersonId], tables: Iterable[str]
) -> None:
    for table in tables:
        try:
            await _leave(hub, store, table, gone)
        except DatabaseError as error:
            if is_out_of_reach(error):
                raise
            log_failure(log, f"not all of table {table} can be forgotten", error)


async def _leave(hub: Hub, store: Store, id: str, gone: AbstractSet[PersonId]) -> None:
    keeper = await hub.find_unless_lost(id)
    stays = keeper is None or _belongs_to_others(keeper.table, gone)
    for person in gone:
        if keeper is not None and stays and keeper.table.has(person):
            await keeper.do(Asker(person, ""), Stand(id))
    await hub.rewrite(id, store.section(Personal).forget_at(id, gone))
    if not stays:
        await hub.rewrite(id, store.register.remove([id]))


def _belongs_to_others(table: Table, gone: AbstractSet[PersonId]) -> bool:
    others = set(table.persons) - gone
    return bool(others or table.made.group or table.made.evening)
