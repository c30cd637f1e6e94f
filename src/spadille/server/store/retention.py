"""How long games are kept that nobody uses any more: the host says so."""

from collections.abc import AsyncIterator, Container

from ..clock import Clock
from ..limits import Retention
from ..refusals import RefusedError
from ..table.events import Abandoned
from ..table.sequel import Sequel
from ..table.table import Table
from .guests import SECONDS_A_DAY
from .register import summary_of
from .store import Store


async def tidy_up(store: Store, clock: Clock, retention: Retention, in_use: Container[str]) -> None:
    """Ends games that were abandoned, and forgets tables and guests that are out of date.

    Tables that are `in_use` stay as they are. Some are done at a time, the oldest first.
    """
    now = clock.time_of_day()
    await store.guests.forget(clock)
    await store.programs.forget(clock)
    if not (retention.keep_days or retention.abandon_days):
        return
    async for table in _unused(store, now, None, in_use):
        await store.register.note(table)  # of an older version, which noted nothing
    if retention.keep_days:
        since = now - retention.keep_days * SECONDS_A_DAY
        await store.challenges.forget(since)
        await store.evenings.forget(since)
        old = await store.register.unused(since, "waiting", "over")
        await store.register.remove([table for table in old if table not in in_use])
        await store.games.forget(since)
    if retention.abandon_days:
        since = now - retention.abandon_days * SECONDS_A_DAY
        async for table in _unused(store, since, "playing", in_use):
            await abandon(store, table)


async def _unused(
    store: Store, since: float, status: str | None, in_use: Container[str]
) -> AsyncIterator[Table]:
    """Some tables in that state that nobody has used since then, as far as they can be read."""
    for id in await store.register.unused(since, status):
        try:
            table = None if id in in_use else await store.load(id)
        except RefusedError:  # damaged: a backup may bring it back
            continue
        if table is not None:
            yield table


async def abandon(store: Store, table: Table) -> bool:
    """Ends a game that goes on, without an outcome; tells whether there was one."""
    if table.status != "playing":
        return False
    over = Sequel(table).then(Abandoned())
    await store.append(table.id, table.version, over.events, summary_of(over.table))
    return True
