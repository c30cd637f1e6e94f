"""The right to be the only server of a database, and the store that it opens.

Another server may wait on standby until the active one shuts down.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, ExitStack, asynccontextmanager, closing, nullcontext

from ...processes import give, lock
from ...table.errors import RefusedError
from . import database as db
from .store import Store

log = logging.getLogger(__name__)

SECONDS_BETWEEN_TRIES = 0.5
SECONDS_BETWEEN_LOOKS = 2.0


def claim(database: str | None, *, create_folder: bool = False) -> AbstractContextManager[object]:
    """Claim the right to be the only server of a database until the returned claim is closed.

    A database that is not a file needs no lock here: its connections hold the right. The file's
    folder is created only if `create_folder` is set or the database is the default one. Raise
    RefusedError if the file cannot be used, in particular because a server is using it.
    """
    url = db.url_of(database)
    path = db.file_of(url)
    if path is None:
        return nullcontext()
    if db.is_foreign(path):
        raise db.foreign(path)
    try:
        if not path.parent.exists():
            if database is not None and not create_folder:
                raise RefusedError(
                    "database/no-such-folder",
                    "the folder {name} of the database does not exist; "
                    "check the path, or create it ({option})",
                    name=str(path.parent),
                    option="spadille serve --create-folder",
                )
            for folder in reversed([parent for parent in path.parents if not parent.exists()]):
                folder.mkdir(db.OWN_FOLDER, exist_ok=True)
        is_new = not path.exists()
        db.prepare_file(path)
        if is_new:
            give(path, path.absolute().parent)
        return closing(lock(path))
    except BlockingIOError as error:
        raise db.in_use(str(path)) from error
    except OSError as error:
        raise db.unusable(url, error) from error


@asynccontextmanager
async def right_to_serve(
    database: str | None, *, standby: bool = False, create_folder: bool = False
) -> AsyncIterator[Store]:
    """Yield the store of a database while this process alone may serve it; the caller closes it.

    If another server has the right, a standby server waits until that server shuts down, even if
    the database is unavailable for a while; otherwise, raise RefusedError.
    """
    waited, taken = False, None
    while taken is None:
        try:
            taken = await _take(database, create_folder=create_folder)
        except RefusedError as refusal:
            if not standby or refusal.code not in {db.IN_USE, db.UNUSABLE if waited else db.IN_USE}:
                raise
            if not waited:
                log.warning("another server uses the database; this one waits on standby")
            waited = True
            await asyncio.sleep(SECONDS_BETWEEN_TRIES)
    if waited:
        log.warning("the other server has stopped; this one is active now")
    store, held = taken
    with held:
        yield store


async def _take(database: str | None, *, create_folder: bool) -> tuple[Store, ExitStack]:
    """Return a store, and the holder of the right to serve it if its connections do not hold it."""
    with ExitStack() as held:
        held.enter_context(claim(database, create_folder=create_folder))
        opening = asyncio.create_task(Store.open(database), name="opening")
        try:
            return await asyncio.shield(opening), held.pop_all()
        except asyncio.CancelledError:  # a canceled driver leaves a half-open connection
            await (await opening).close()
            raise


@asynccontextmanager
async def served_by_nobody(database: str | None) -> AsyncIterator[Store]:
    """Yield the store of a database that no server is using, and keep all servers out."""
    async with right_to_serve(database) as store:
        try:
            yield store
        finally:
            await store.close()


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
