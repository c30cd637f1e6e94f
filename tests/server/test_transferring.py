"""Copying all games from one database to another."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from spadille.cli import main as cli
from spadille.game import SpadesError
from spadille.server import administration, transfer
from spadille.server.store.lock import claim
from spadille.server.store.schema import METADATA
from spadille.server.store.store import Store
from support.house import some_tables
from support.postgresql import Cluster
from support.servers import server

ROWS = 1200
"""More than are copied at once."""


def value(column: sa.Column[Any], number: int) -> Any:
    """Return a value that a column may hold, a different one for each number."""
    if column.foreign_keys:  # from the rows created so far
        return value(next(iter(column.foreign_keys)).column, number)
    if column.nullable and number % 2:
        return None
    values = {
        str: f"{number} ♠ 'é'"[: getattr(column.type, "length", None)],
        int: 1,  # otherwise events would be missing before the first one
        float: number / 3,
        bool: number % 2 == 0,
        bytes: bytes([number % 256, 0, 255]),
        date: date(2026, 1, 1) + timedelta(days=number),
        datetime: datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(seconds=number / 7),
    }
    return values[getattr(column.type, "impl_instance", column.type).python_type]


async def fill(database: str) -> None:
    """Put rows into every table in the database."""
    store = await Store.open(database)
    async with store.writing() as connection:
        for table in METADATA.sorted_tables:
            rows = [
                {column.name: value(column, number) for column in table.columns}
                for number in range(ROWS)
            ]
            await connection.execute(table.insert(), rows)
    await store.close()


def content(path: Path) -> dict[str, list[Any]]:
    with closing(sqlite3.connect(path)) as file:
        return {
            table.name: sorted(file.execute(f"SELECT * FROM {table.name}"), key=repr)
            for table in METADATA.sorted_tables
        }


def refusal_of(database: str | None, to: str) -> str:
    with pytest.raises(SpadesError) as refusal:
        transfer(database, to)
    return refusal.value.code


def test_transfer_to_postgresql_and_back_keeps_everything(
    postgresql: Cluster, own_name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there, file, back = postgresql.empty_database(own_name), tmp_path / "a.db", tmp_path / "b.db"
    asyncio.run(fill(str(file)))
    before = content(file)
    assert cli(["transfer", "--database", str(file), there]) == 0
    assert f"{ROWS} tables, {ROWS * len(before)} rows" in capsys.readouterr().out
    assert cli(["transfer", "--database", there, str(back), "--json"]) == 0
    assert content(file) == before == content(back)
    assert all(len(rows) == ROWS for rows in before.values())


def test_transferred_game_continues(postgresql: Cluster, own_name: str, tmp_path: Path) -> None:
    with server(tmp_path / "games.db") as before:
        table = before.make(level="random")
        before.play(table, until=lambda view: bool(view.tricks))
        before.kill()
    there = postgresql.empty_database(own_name)
    transfer(str(tmp_path / "games.db"), there)
    with server(there) as after:
        after.play(table)


def test_transfer_that_loses_data_or_is_in_use_is_refused(tmp_path: Path) -> None:
    path, _ = some_tables(tmp_path, count=1)
    (tmp_path / "other").mkdir()
    other, _ = some_tables(tmp_path / "other", count=2)
    kept = content(other)
    assert refusal_of(str(path), str(other)) == "transfer/not-empty"
    assert refusal_of(str(path), str(path)) == "transfer/not-empty"
    assert refusal_of(str(tmp_path / "none.db"), str(tmp_path / "new.db")) == "backup/missing"
    with claim(str(path)):
        assert refusal_of(str(path), str(tmp_path / "new.db")) == "database/in-use"
    with claim(str(other)):
        assert refusal_of(str(path), str(other)) == "database/in-use"
    assert content(other) == kept


def test_transfer_to_database_with_only_a_token_is_refused(tmp_path: Path) -> None:
    path, _ = some_tables(tmp_path, count=1)
    (tmp_path / "other").mkdir()
    other, _ = some_tables(tmp_path / "other", count=0)
    administration.make_token(str(other), "Ours", ["play"])
    with pytest.raises(SpadesError, match="is not empty"):
        transfer(str(path), str(other))
