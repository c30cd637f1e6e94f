"""Damaged rows, each in turn: everyone else is still served, and no card is logged."""

import json
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError, InternalError

from spadille.server.app import make_app
from spadille.server.limits import USUAL
from spadille.server.live.actor import Services
from spadille.server.store.database import engine_of, is_out_of_reach, url_of
from spadille.server.store.maintenance import TableCheck
from spadille.server.store.schema import GAMES, METADATA, TABLES, Moment
from spadille.server.store.store import Store
from support.kept_person import Kept, keep_everything
from support.servers import server

NO_LIMIT = USUAL._replace(
    requests_per_second=1e6, requests_per_second_in_all=1e6, records_per_minute=1e6,
    records_per_minute_in_all=1e6, guests_per_minute=1e6, guests_per_minute_in_all=1e6,
    passwords_per_minute=1e6, passwords_per_minute_in_all=1e6, passwords_per_minute_for_a_name=1e6,
)  # fmt: skip

SITE = "http://testserver.local"

JSON = {"body", "summary", "luck"}

NOT_UTF8 = b'{"type":"acted","card":"SA\xff"}'

PAGES = (
    "/api/me/data", "/api/me", "/api/my/tables", "/api/my/games", "/api/my/figures",
    "/api/my/tokens", "/api/my/challenges", "/api/my/evenings", "/api/friends", "/api/ratings",
    "/api/me/course", "/api/ratings/course?name=Annabella", "/api/tables/{running}",
    "/api/games/{game}", "/api/games/{game}/record", "/api/games/{game}/review",
    "/api/challenges/{challenge}", "/api/challenges/{challenge}/results.csv",
    "/api/evenings/{evening}", "/api/evenings/{evening}/results.csv", "/healthz",
)  # fmt: skip


def damages(column: sa.Column[Any], kind: str) -> list[Any]:
    """Values that a column may have in a damaged database."""
    if column.name in JSON and isinstance(column.type, sa.Text):
        return [
            "{",
            "[]",
            "{}",
            '"SA"',
            *([sa.cast(NOT_UTF8, sa.Text)] if kind == "sqlite" else []),
        ]
    if kind != "sqlite":
        return []
    if isinstance(column.type, sa.LargeBinary):
        return [b"\x00", sa.literal("text", sa.Text)]
    if isinstance(column.type, Moment | sa.Date | sa.Integer | sa.Float):
        return [sa.cast(b"SA\xff", sa.Text)]
    return [sa.cast(b"SA\xff", sa.Text)]


async def filled(database: str) -> Kept:
    """Fill a database with data of every kind."""
    store = await Store.open(database)
    try:
        return await keep_everything(store)
    finally:
        await store.close()


@asynccontextmanager
async def served(database: str, folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    store = await Store.open(database)
    deps = Services(store, ThreadPoolExecutor(1), pace=0)
    app = make_app(deps, folder, limits=NO_LIMIT, origins=frozenset({SITE}))
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)  # type: ignore[arg-type]
    # Not the framework's client, which runs the application in a different loop from the store.
    async with app.lifespan(), httpx.AsyncClient(transport=transport, base_url=SITE) as client:
        yield client


async def statuses(
    http: httpx.AsyncClient, kept: Kept, pages: Sequence[str] = PAGES
) -> dict[str, int]:
    http.cookies.clear()
    found = {}
    for page in pages:
        answer = await http.get(
            page.format(**kept._asdict()), headers={"cookie": f"spadille={kept.cookie}"}
        )
        found[page] = answer.status_code
        if page == "/api/me/data" and answer.status_code == 200:
            json.loads(answer.content)
    return found


async def test_damaged_value_affects_only_its_row(
    folder: Path, database: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Each column of each table takes each damaged value in turn, while the server runs."""
    kept = await filled(database)
    engine = engine_of(url_of(database))
    async with served(database, folder) as http:
        sound = await statuses(http, kept)
        assert set(sound.values()) == {200}, sound
        failed = []
        for table in METADATA.sorted_tables:
            for column in table.c:
                if column.primary_key or column.foreign_keys or column.unique:
                    continue
                for number, value in enumerate(damages(column, engine.dialect.name)):
                    async with engine.begin() as connection:
                        before = (await connection.execute(sa.select(table))).mappings().all()
                    # SQLite cannot turn a read into a write if the server has written since.
                    async with engine.begin() as connection:
                        await connection.execute(sa.update(table).values({column.name: value}))
                    # Exporting everything takes as long as all other pages together.
                    found = await statuses(http, kept, PAGES[bool(number) :])
                    failed += [
                        f"{column} {value} {page}"
                        for page, status in found.items()
                        if status >= 500
                    ]
                    async with engine.begin() as connection:
                        for row in before:
                            own = sa.and_(*(one == row[one] for one in table.primary_key))
                            again = {column.name: row[column]}
                            await connection.execute(sa.update(table).where(own).values(again))
    await engine.dispose()
    assert not failed, "\n".join(failed)
    assert '"SA' not in caplog.text


async def test_unreadable_summary_of_a_game_is_named_and_skipped(
    folder: Path, database: str, caplog: pytest.LogCaptureFixture
) -> None:
    kept = await filled(database)
    engine = engine_of(url_of(database))
    async with engine.begin() as connection:
        await connection.execute(GAMES.update().values(summary='{"names":["SA"', rated=False))
    await engine.dispose()
    async with served(database, folder) as http:
        found = await statuses(http, kept)
        assert {page for page, status in found.items() if status != 200} <= {
            "/api/games/{game}",
            "/api/games/{game}/record",
            "/api/games/{game}/review",
        }
        guest = await http.post("/api/session", json={})
        assert guest.status_code == 200
        name, password = "Dora", "four green herons"
        for way, status in (("register", 201), ("sign-in", 200)):
            answer = await http.post(f"/api/me/{way}", json={"name": name, "password": password})
            assert answer.status_code == status, answer.text
        assert f"summary of game {kept.game}" in caplog.text
    assert '"SA' not in caplog.text


DAMAGE = {
    "not JSON": "{",
    "another event": '{"type":"acted","seat":0,"action":{"type":"play","card":"SA"}}',
    "another table": '{"type":"made"}',
    "an impossible event": '{"type":"granted","at":1.0}',
}


async def damage_event(database: str, table: str, body: str | bytes | None) -> None:
    """Damage an event of a table; without a body, it is deleted."""
    store = await Store.open(database)
    async with store.writing() as connection:
        which = "table_id = :table AND version = 12"
        if body is None:
            statement = sa.text(f"DELETE FROM events WHERE {which}")
            await connection.execute(statement, {"table": table})
        else:
            new = "CAST(:body AS TEXT)" if isinstance(body, bytes) else ":body"
            statement = sa.text(f"UPDATE events SET body = {new} WHERE {which}")
            await connection.execute(statement, {"table": table, "body": body})
    await store.close()


@pytest.mark.parametrize("body", [*DAMAGE.values(), None], ids=[*DAMAGE, "a missing event"])
async def test_check_names_every_damaged_table_unopened(
    database: str, body: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    store = await Store.open(database)
    await keep_everything(store)
    await store.close()
    await damage_event(database, "k3v8", body)
    caplog.clear()
    store = await Store.open(database)
    checking = TableCheck(store)
    await checking.start()
    assert checking._task is not None
    await checking._task
    assert "k3v8" in store.damaged
    assert "k3v7" not in store.damaged
    assert await store.load("k3v7") is not None
    await store.close()
    named = [line for line in caplog.text.splitlines() if "k3v8" in line]
    assert len(named) == 1
    assert "table k3v8 is damaged and is not used" in named[0]
    assert "Traceback" not in caplog.text
    assert "SA" not in caplog.text
    assert "k3v7" not in caplog.text


def spoiled(path: Path) -> Iterator[str]:
    """Damage a file in several places at once; yield the tables that are lost."""
    with closing(sqlite3.connect(path)) as file:
        ids = [id for (id,) in file.execute("SELECT id FROM tables ORDER BY id")]
        for id, change in zip(
            ids,
            (
                f"UPDATE events SET body = CAST(x'{NOT_UTF8.hex()}' AS TEXT)",
                'UPDATE events SET body = \'{"card":"SA\'',
                "DELETE FROM events",
            ),
            strict=False,
        ):
            file.execute(f"{change} WHERE table_id = ? AND version = 2", (id,))
            yield id
        file.execute("UPDATE games SET summary = CAST(x'7bff' AS TEXT)")
        file.execute("UPDATE tables SET summary = CAST(x'7bff' AS TEXT)")
        file.execute("UPDATE accounts SET name = CAST(x'41ff' AS TEXT)")
        file.commit()


def test_server_start_names_damaged_places_and_serves_the_rest(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games.db"
    with server(path) as running:
        tables = [running.make() for _ in range(5)]
        running.interrupt()
    lost = list(spoiled(path))
    assert len(lost) == 3
    with server(path) as running:
        for id in tables:
            told = running.get(f"/api/tables/{id}")
            assert (told.status_code == 200) == (id not in lost), told.text
        assert running.get("/api/ratings").status_code == 200
        assert running.post("/api/tables", preset="standard", name="Ann").status_code == 201
        _, complaints = running.interrupt()
    for id in lost:
        assert f"table {id} is damaged and is not used" in complaints
    assert "Traceback" not in complaints
    assert '"SA' not in complaints


async def test_check_does_not_delay_the_start_for_long(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Rows that are not decoded before the start are decoded after it."""
    store = await Store.open(str(tmp_path / "games.db"))
    await keep_everything(store)
    async with store.writing() as connection:
        count = await connection.scalar(sa.select(sa.func.count()).select_from(TABLES))
        await connection.execute(sa.text("UPDATE events SET body = '{' WHERE version = 3"))
    checking = TableCheck(store)
    await checking.start(seconds=0.0)
    assert "is damaged" not in caplog.text
    assert checking._task is not None
    await checking._task
    assert caplog.text.count("is damaged") == count
    await store.close()


@pytest.mark.parametrize("kind", [DatabaseError, InternalError])
def test_failure_of_a_lost_connection_is_no_damage(kind: type[DatabaseError]) -> None:
    """A database that shuts down may break off a query with an error about its data."""
    assert is_out_of_reach(kind("SELECT", (), Exception(), connection_invalidated=True))
    assert not is_out_of_reach(kind("SELECT", (), Exception()))
