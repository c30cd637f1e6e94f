"""How long games are kept that nobody uses any more: the host says so."""

from collections.abc import Container

from ..clock import Clock
from ..limits import Retention
from ..refusals import RefusedError
from ..table.events import Abandoned
from ..table.sequel import Sequel
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
    await _look_at_older(store, now, in_use)
    if retention.keep_days:
        since = now - retention.keep_days * SECONDS_A_DAY
        await store.challenges.forget(since)
        await store.evenings.forget(since)
        old = await store.register.unused(since, "waiting", "over")
        await store.register.remove([table for table in old if table not in in_use])
        await store.games.forget(since)
    if retention.abandon_days:
        since = now - retention.abandon_days * SECONDS_A_DAY
        for table in await store.register.unused(since, "playing"):
            if table not in in_use:
                await abandon(store, table)


async def _look_at_older(store: Store, now: float, in_use: Container[str]) -> None:
    """Notes how tables stand that an older version has written."""
    for id in await store.register.unused(now, None):
        if id in in_use:
            continue
        try:
            table = await store.load(id)
        except RefusedError:  # damaged: a backup may bring it back
            continue
        if table is not None:
            await store.register.note(table)


async def abandon(store: Store, id: str) -> bool:
    """Ends a game that goes on, without an outcome; tells whether there was one."""
    try:
        table = await store.load(id)
    except RefusedError:
        return False
    if table is None or table.status != "playing":
        return False
    over = Sequel(table).then(Abandoned())
    await store.append(id, table.version, over.events, summary_of(over.table))
    return True
