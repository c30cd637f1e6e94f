"""How long games are kept that no one uses any more: the host says so."""

import asyncio
from collections.abc import Awaitable, Callable, Container
from functools import partial

from ..clock import Clock
from ..limits import Retention
from ..refusals import RefusedError
from ..table.events import Abandoned
from ..table.sequel import Sequel
from ..table.table import Table
from .clock_guard import ClockGuard
from .guests import SECONDS_A_DAY
from .register import summary_of
from .store import Store


async def tidy_up(  # noqa: PLR0913, PLR0917 - what is old, by which clock, and what stays
    store: Store,
    clock: Clock,
    retention: Retention,
    in_use: Container[str],
    loading: asyncio.Lock,
    guard: ClockGuard,
) -> None:
    """End games that were abandoned, and forget tables and guests that are out of date.

    Nothing is ended or forgotten while the `guard` does not trust the clock. Tables that are
    `in_use` stay as they are, and none comes into use while someone is `loading`.
    Some are done at a time, the oldest first, and others can be loaded in between.
    """
    if not guard.is_trusted():
        return
    now = clock.time_of_day()
    await store.guests.forget(clock)
    await store.programs.forget(clock)
    if not (retention.keep_days or retention.abandon_days):
        return

    async def with_unused(
        since: float, status: str | None, do: Callable[[Table], Awaitable[object]]
    ) -> None:
        """Do that with some tables in that state, as far as they can be read."""
        for id in await store.register.unused(since, status):
            async with loading:
                # Someone may have used it since, and have gone again.
                if id in in_use or id not in await store.register.unused(since, status):
                    continue
                try:
                    table = await store.load(id)
                except RefusedError:  # damaged: a backup may bring it back
                    continue
                if table is not None:
                    await do(table)

    await with_unused(now, None, store.register.note)  # of an older version, which noted nothing
    if retention.keep_days:
        since = now - retention.keep_days * SECONDS_A_DAY
        await store.challenges.forget(since)
        await store.evenings.forget(since)
        async with loading:
            old = await store.register.unused(since, "waiting", "over")
            await store.register.remove([table for table in old if table not in in_use])
        await store.games.forget(since)
    if retention.abandon_days:
        since = now - retention.abandon_days * SECONDS_A_DAY
        await with_unused(since, "playing", partial(abandon, store))


async def abandon(store: Store, table: Table) -> bool:
    """End a game that continues, without an outcome; says whether there was one."""
    if table.status != "playing":
        return False
    over = Sequel(table).then(Abandoned())
    await store.append(table.id, table.version, over.events, summary_of(over.table))
    return True
