"""The server's application, called without a network."""

from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar.testing import AsyncTestClient

from spadille.server.app import make_app
from spadille.server.limits import FOR_EVER, Retention
from spadille.server.live.actor import Services
from spadille.server.net.origin import FoundAt, nowhere
from spadille.server.store.store import Store
from support.stores import new_database

Http = AsyncTestClient[Any]

SCRIPT = "console.log('a card')\n" * 200


@asynccontextmanager
async def client(
    folder: Path, found_at: FoundAt = nowhere, retention: Retention = FOR_EVER
) -> AsyncIterator[Http]:
    store = await Store.open(new_database(folder.parent / "games.db"))
    deps = Services(store, ThreadPoolExecutor(1), pace=0, retention=retention)
    app = make_app(deps, folder, found_at=found_at, origins=frozenset({"http://testserver.local"}))
    async with AsyncTestClient(app, raise_server_exceptions=False) as one:
        yield one
