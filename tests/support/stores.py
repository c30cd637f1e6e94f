"""New databases, copied from one that was made once instead of upgraded step by step."""

import asyncio
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from spadille.server.store.store import Store


def new_database(path: Path) -> str:
    """Return the name of a database file, which is made if it does not exist.

    Tests about making a database do without it.
    """
    if not path.exists():
        path.write_bytes(_contents())
    return str(path)


@cache
def _contents() -> bytes:
    """Return the contents of a database that the store has just made."""

    async def make(path: Path) -> None:
        await (await Store.open(str(path))).close()

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        path = Path(folder, "new.db")
        thread.submit(lambda: asyncio.run(make(path))).result()  # the caller may be in a loop
        assert [*path.parent.iterdir()] == [path], "the database is not in one file"
        return path.read_bytes()
