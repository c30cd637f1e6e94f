"""Enforces how long unused games are kept, as decided by the admin."""

import asyncio
from collections.abc import Awaitable, Callable, Container, Iterable
from functools import partial

from ..clock import SECONDS_A_DAY, Clock
from ..errors import RefusedError
from ..limits import Retention
from ..table.apply import Transition
from ..table.events import Abandoned
from ..table.model import Table
from .clock_guard import ClockGuard
from .store import Store
from .tables import summary_of

ForgetOld = Callable[[Store, Clock, float | None], Awaitable[None]]
"""Deletes what was last used before a time; see `Feature.forget_old`."""


async def tidy_up(  # noqa: PLR0913, PLR0917 - the data, its clock and age limit, and exceptions
    store: Store,
    clock: Clock,
    retention: Retention,
    in_use: Container[str],
    loading: asyncio.Lock,
    guard: ClockGuard,
    forget_old: Iterable[ForgetOld] = (),
) -> None:
    """End abandoned games, and forget expired tables and what features keep.

    Nothing is ended or forgotten unless the `guard` trusts the clock. Tables that are `in_use` are
    left alone, and no table can come into use while `loading` is locked. Each call handles a few
    tables, oldest first, and other tables can be loaded in between.
    """
    if not guard.is_trusted():
        return
    now = clock.time_of_day()
    since = now - retention.keep_days * SECONDS_A_DAY if retention.keep_days else None
    await _forget_old(store, clock, since, forget_old)
    if not (retention.keep_days or retention.abandon_days):
        return

    async def with_unused(
        since: float, status: str | None, do: Callable[[Table], Awaitable[object]]
    ) -> None:
        """Call `do` for some tables in that state, skipping unreadable ones."""
        for id in await store.register.unused(since, status):
            async with loading:
                # The table may have been used again since then.
                if id in in_use or id not in await store.register.unused(since, status):
                    continue
                try:
                    table = await store.load(id)
                except RefusedError:  # damaged: a backup may restore it
                    continue
                if table is not None:
                    await do(table)

    await with_unused(now, None, store.register.note)  # an older version stored no summary
    if since is not None:
        async with loading:
            old = await store.register.unused(since, "waiting", "over")
            await store.register.remove([table for table in old if table not in in_use])
    if retention.abandon_days:
        since = now - retention.abandon_days * SECONDS_A_DAY
        await with_unused(since, "playing", partial(abandon, store))


async def _forget_old(
    store: Store, clock: Clock, since: float | None, forget_old: Iterable[ForgetOld]
) -> None:
    for forget in forget_old:
        await forget(store, clock, since)


async def abandon(store: Store, table: Table) -> bool:
    """End a running game without an outcome; return whether there was one."""
    if table.status != "playing":
        return False
    over = Transition(table).then(Abandoned())
    await store.append(table.id, table.version, over.events, summary_of(over.table))
    return True
