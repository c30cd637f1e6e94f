"""A server interrupted during startup shuts down cleanly and leaves nothing behind."""

import asyncio
import logging
import socket
from pathlib import Path

import pytest

from spadille.server import serving
from spadille.server.limits import Hosting
from spadille.server.store.lock import served_by_nobody


async def test_interrupted_start_releases_database_and_tasks(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    database = str(tmp_path / "tables.db")

    def listen() -> socket.socket:
        beginning.cancel()
        return socket.create_server(("127.0.0.1", 0))

    beginning = asyncio.create_task(serving._serve(listen, database, 0.0, Hosting()))
    await asyncio.wait([beginning])
    assert beginning.cancelled()
    assert asyncio.all_tasks() == {asyncio.current_task()}
    async with served_by_nobody(database):
        pass
    assert [one.message for one in caplog.records if one.levelno >= logging.WARNING] == []
    assert capsys.readouterr().out == "", "an address was told"
