"""The right to be the only server of a database, and the store that it opens.

Another server may wait on standby until the active one shuts down.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager

from ..errors import RefusedError
from .database import claim
from .failures import IN_USE, UNUSABLE
from .store import Store

log = logging.getLogger(__name__)

SECONDS_BETWEEN_TRIES = 0.5

SECONDS_BETWEEN_LOOKS = 2.0

Taken = tuple[Store, ExitStack]
"""A store, and the holder of the right to serve it if the connections do not hold that right."""


@asynccontextmanager
async def right_to_serve(
    database: str | None, *, standby: bool = False, create_folder: bool = False
) -> AsyncIterator[Store]:
    """Yield the store of a database while this process alone may serve it; the caller closes it.

    If another server has the right, a standby server waits until that server shuts down, even if
    the database is unavailable for a while. `create_folder` is for `claim`.

    Raises:
        RefusedError: if the database cannot be used, or another server has the right and this one
            is not on standby.
    """
    taking = _take_when_free if standby else _take
    store, held = await taking(database, create_folder=create_folder)
    with held:
        yield store


@asynccontextmanager
async def served_by_nobody(database: str | None) -> AsyncIterator[Store]:
    """Yield the store of a database that no server is using, and keep all servers out."""
    async with right_to_serve(database) as store:
        try:
            yield store
        finally:
            await store.close()


async def _take_when_free(database: str | None, *, create_folder: bool) -> Taken:
    waited = False
    while True:
        try:
            taken = await _take(database, create_folder=create_folder)
        except RefusedError as refusal:
            if refusal.code not in {IN_USE, UNUSABLE if waited else IN_USE}:
                raise
        else:
            if waited:
                log.warning("the other server has stopped; this one is active now")
            return taken
        if not waited:
            log.warning("another server uses the database; this one waits on standby")
            waited = True
        await asyncio.sleep(SECONDS_BETWEEN_TRIES)


async def _take(database: str | None, *, create_folder: bool) -> Taken:
    with ExitStack() as held:
        held.enter_context(claim(database, create_folder=create_folder))
        opening = asyncio.create_task(Store.open(database), name="opening")
        try:
            return await asyncio.shield(opening), held.pop_all()
        except asyncio.CancelledError:  # a canceled driver leaves a half-open connection
            await (await opening).close()
            raise


@asynccontextmanager
async def watch(store: Store, lost: Callable[[], object]) -> AsyncIterator[None]:
    """Call `lost` if another server gets the right, as can happen after a lost connection."""

    async def look() -> None:
        """Check every few seconds, and call `lost` once."""
        while True:
            if await store.is_lost():
                log.warning("another server has taken over the database")
                lost()
                return
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)

    looking = asyncio.create_task(look(), name="right to serve")
    try:
        yield
    finally:
        looking.cancel()
