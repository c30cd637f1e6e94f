"""Removes a person who wants to be forgotten from all tables and from the database."""

import logging
from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from sqlalchemy.exc import DatabaseError

from ..live.registry import Registry
from ..logs import log_failure
from ..store.database import is_out_of_reach
from ..store.schema import ForgetPeople
from ..store.store import Store
from ..table.commands import Asker
from ..table.events import PersonId
from ..table.model import Table
from ..wire.protocol import Stand
from .personal_data import PersonalData

log = logging.getLogger(__name__)


async def forget(
    registry: Registry, store: Store, gone: AbstractSet[PersonId], also: Iterable[ForgetPeople]
) -> None:
    """Forget a person and their bots; `gone` has the ids of all of them.

    If others sit at a table, a bot takes the person's seat. Tables without anyone else are
    forgotten, and so are the readable parts of damaged tables. An interrupted request can be
    repeated, because the session and the tokens are the last to end.
    """
    await _leave_all(registry, store, gone, await store.section(PersonalData).tables_of(gone))
    # The person may have sat down in another window while the stored data was searched.
    seats = [await store.register.tables_of(person) for person in gone]
    await _leave_all(registry, store, gone, [listed.table for some in seats for listed in some])
    await store.section(PersonalData).forget(gone, also)


async def _leave_all(
    registry: Registry, store: Store, gone: AbstractSet[PersonId], tables: Iterable[str]
) -> None:
    for table in tables:
        try:
            await _leave(registry, store, table, gone)
        except DatabaseError as error:
            if is_out_of_reach(error):
                raise
            log_failure(log, f"not all of table {table} can be forgotten", error)


async def _leave(registry: Registry, store: Store, id: str, gone: AbstractSet[PersonId]) -> None:
    actor = await registry.find_unless_lost(id)
    stays = actor is None or _belongs_to_others(actor.table, gone)
    for person in gone:
        if actor is not None and stays and actor.table.has(person):
            await actor.do(Asker(person, ""), Stand(id))
    await registry.rewrite(id, store.section(PersonalData).forget_at(id, gone))
    if not stays:
        await registry.rewrite(id, store.register.remove([id]))


def _belongs_to_others(table: Table, gone: AbstractSet[PersonId]) -> bool:
    others = set(table.persons) - gone
    return bool(others or table.made.group or table.made.format == "pairs")
