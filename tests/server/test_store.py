"""The database: stored data is kept, and older databases are brought up to date."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from shutil import disk_usage
from threading import get_ident
from time import sleep
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import OperationalError

from spadille.game import Rules, Seat
from spadille.server import backup
from spadille.server.features.games.store import GameStore, ReviewStore
from spadille.server.store import commits as committing
from spadille.server.store.commits import ConflictError
from spadille.server.store.database import url_of
from spadille.server.store.events import told_by
from spadille.server.store.lock import claim
from spadille.server.store.migrations import steps
from spadille.server.store.schema import METADATA
from spadille.server.store.store import Store
from spadille.table.errors import RefusedError
from spadille.table.events import Hosted, PlayerReady, SeatTaken, TableCreated
from spadille.table.finished import finished_game
from spadille.table.model import Table
from support.servers import PATIENCE
from support.tabletop import Room

FIRST_VERSION = (Path(__file__).parent.parent / "cases" / "first_database.sql").read_text()


MADE = TableCreated("standard", Rules(), "beginner", invite=True, host="ann")


async def test_stored_game_is_loaded_unchanged(database: str) -> None:
    room = Room("two-player", seed=2)
    room.play_until(lambda table: table.status == "over")
    store = await Store.open(database)
    await store.add({"room": room.events[:10]})
    await store.append("room", 10, room.events[10:])
    await store.close()
    store = await Store.open(database)
    assert await store.load("room") == room.table
    assert await store.load("other") is None
    await store.close()


async def test_store_rebuilds_table_off_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Months of play at a table take seconds to load, while other tables must continue."""
    threads = []

    def look(*told: Any) -> Table:
        threads.append(get_ident())
        return told_by(*told)

    store = await Store.open(str(tmp_path / "games.db"))
    await store.add({"a": [MADE]})
    monkeypatch.setattr("spadille.server.store.store.told_by", look)
    assert await store.load("a") is not None
    await store.close()
    assert len(threads) == 1
    assert get_ident() not in threads


async def test_store_builds_records_one_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each one takes all events of a table, and anyone may request many at once."""
    at_once, most = 0, 0

    def look(*_: Any) -> None:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        sleep(0.01)
        at_once -= 1

    store = await Store.open(str(tmp_path / "games.db"))
    await store.add({"a": [MADE]})
    monkeypatch.setattr("spadille.server.store.store.record_of", look)
    await asyncio.gather(*(store.record("a", 1) for _ in range(5)))
    await store.close()
    assert most == 1


async def test_game_of_earlier_version_continues_with_its_rules(tmp_path: Path) -> None:
    """Its rules were stored without the options that have been added since."""
    file = tmp_path / "games.db"
    store = await Store.open(str(file))
    await store.add({"a": [MADE]})
    with sqlite3.connect(file) as database:
        (body,) = database.execute("SELECT body FROM events").fetchone()
        stored = json.loads(body)
        del stored["rules"]["end"]["after_tie"], stored["rules"]["exchange"]["between_nils"]
        database.execute("UPDATE events SET body = ?", (json.dumps(stored),))
    table = await store.load("a")
    assert table is not None
    assert table.rules == Rules().with_options({"end.after_tie": "play_on"})
    await store.close()


async def test_table_version_is_stored_once_and_atomically(database: str) -> None:
    store = await Store.open(database)
    await store.add({"a": [MADE, SeatTaken(Seat.SOUTH, "ann", "Ann")]})
    await store.append("a", 2, [Hosted("ben")])
    with pytest.raises(ConflictError):
        await store.append("a", 1, [Hosted("cyd")])
    with pytest.raises(ConflictError):
        await store.append("a", 1, [Hosted("cyd"), Hosted("dan"), PlayerReady(Seat.EAST)])
    table = await store.load("a")
    assert table is not None
    assert (table.version, table.host) == (3, "ben")
    await store.close()


async def test_events_of_many_tables_are_stored_together_and_fail_separately(database: str) -> None:
    tables = [f"t{number}" for number in range(40)]
    store = await Store.open(database)
    await store.add({table: [MADE] for table in tables})
    await store.append("t7", 1, [Hosted("cyd")])
    others = [table for table in tables if table != "t7"]
    await asyncio.gather(*(store.append(table, 1, [Hosted("ben")]) for table in others))
    errors: list[BaseException | None] = await asyncio.gather(
        *(store.append(table, 2 - (table == "t3"), [Hosted("dan")]) for table in tables),
        return_exceptions=True,
    )
    assert [type(error) for error in errors if error is not None] == [ConflictError]
    hosts = {table: loaded.host for table in tables if (loaded := await store.load(table))}
    assert hosts == dict.fromkeys(tables, "dan") | {"t3": "ben"}
    await store.close()


@contextmanager
def transactions() -> Iterator[list[int]]:
    """Count the transactions that begin inside the block."""
    begun: list[int] = []

    def count(_connection: object) -> None:
        begun.append(1)

    event.listen(Engine, "begin", count)
    try:
        yield begun
    finally:
        event.remove(Engine, "begin", count)


async def test_events_of_many_tables_need_few_transactions(database: str) -> None:
    store = await Store.open(database)
    tables = [f"t{number}" for number in range(200)]
    await store.add({table: [MADE] for table in tables})
    with transactions() as begun:
        await asyncio.gather(*(store.append(table, 1, [Hosted("ben")]) for table in tables))
    assert len(begun) <= 2
    await store.close()


async def test_write_after_a_busy_batch_waits_to_join_the_next(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(committing, "APART", 0.5)
    store = await Store.open(database)
    await store.add({table: [MADE] for table in "abcd"})
    await asyncio.gather(
        store.append("a", 1, [Hosted("ben")]), store.append("b", 1, [Hosted("ben")])
    )
    with transactions() as begun:
        first = asyncio.create_task(store.append("c", 1, [Hosted("ben")]))
        for _ in range(100):
            await asyncio.sleep(0)
        assert not first.done()
        await asyncio.gather(first, store.append("d", 1, [Hosted("ben")]))
    assert len(begun) == 1
    await store.close()


async def test_unwritable_event_fails_alone_without_delaying_others(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_events = committing._write_events

    def refuse(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
        if any(row["table_id"] == "b" for row in rows):
            raise OverflowError("a number that no column holds")
        write_events(connection, rows)

    monkeypatch.setattr(committing, "_write_events", refuse)
    monkeypatch.setattr(committing, "MOST_AT_ONCE", 2)
    store = await Store.open(database)
    await store.add({table: [MADE] for table in "abc"})
    appended = (store.append(table, 1, [Hosted("ben")]) for table in "abc")
    done = await asyncio.wait_for(asyncio.gather(*appended, return_exceptions=True), PATIENCE)
    assert [type(one) for one in done] == [type(None), OverflowError, type(None)]
    await store.close()


@pytest.mark.parametrize(
    "away",
    [OperationalError("", {}, Exception()), ConnectionError(), RefusedError("database/in-use", "")],
    ids=lambda error: type(error).__name__,
)
async def test_unreachable_database_is_tried_once_for_all_tables(
    database: str, monkeypatch: pytest.MonkeyPatch, away: Exception
) -> None:
    """Each attempt may take half a minute, and people at every table wait for it."""

    def fail(*_: object) -> None:
        raise away

    store = await Store.open(database)
    await store.add({table: [MADE] for table in "abc"})
    with monkeypatch.context() as meanwhile, transactions() as begun:
        meanwhile.setattr(committing, "_write_events", fail)
        appended = (store.append(table, 1, [Hosted("ben")]) for table in "abc")
        assert await asyncio.gather(*appended, return_exceptions=True) == [away] * 3
    assert len(begun) == 1
    await asyncio.gather(*(store.append(table, 1, [Hosted("ben")]) for table in "abc"))
    await store.close()


async def test_write_of_single_table_does_not_wait(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(committing, "APART", 3600.0)
    store = await Store.open(database)
    await store.add({"a": [MADE]})
    for version in range(1, 4):
        await store.append("a", version, [Hosted("ben")])
    await store.close()


async def test_read_then_write_survives_concurrent_write(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    room = Room("short")
    room.play_until(lambda table: table.status == "over")
    game = finished_game(room.table)
    assert game is not None

    def meanwhile(*executed: Any) -> None:
        """Store something between two statements, if that is possible."""
        with (
            suppress(sqlite3.OperationalError),
            closing(sqlite3.connect(file, timeout=0)) as other,
            other,
        ):
            other.execute("UPDATE tables SET used = '2001-01-01'")

    store = await Store.open(str(file))
    await store.add({"a": [MADE]})
    event.listen(Engine, "after_cursor_execute", meanwhile)
    try:
        await store.section(GameStore).keep(game)
        assert (await store.section(GameStore).find(game.id)).record == game.record
        assert (await store.section(ReviewStore).ask(game.id, "ann")).status == "asked"
        await store.section(GameStore).forget(0.0)
    finally:
        event.remove(Engine, "after_cursor_execute", meanwhile)
        await store.close()


async def test_stored_event_is_on_disk_at_once(tmp_path: Path) -> None:
    store = await Store.open(str(tmp_path / "games.db"))
    await store.add({"a": [MADE]})
    with sqlite3.connect(tmp_path / "games.db") as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert other.execute("SELECT version FROM events").fetchall() == [(1,)]
    other.close()
    await store.close()


async def test_store_on_full_disk_refuses_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(str(tmp_path / "games.db"))
    assert await store.is_writable()
    used = disk_usage(tmp_path)._replace(free=4096)
    monkeypatch.setattr("spadille.server.store.store.disk_usage", lambda _: used)
    assert not await store.is_writable()
    await store.close()


def test_store_contains_no_secrets(tmp_path: Path) -> None:
    room = Room(invite=True)
    assert "secret" not in repr(room.events)


def test_database_claim_creates_missing_folders_only_if_asked(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "games.db"
    with pytest.raises(RefusedError) as refusal:
        claim(str(path))
    assert refusal.value.code == "database/no-such-folder"
    assert not path.parent.parent.exists()
    with claim(str(path), create_folder=True):
        assert path.is_file()


async def test_database_without_name_is_in_user_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    with claim(None):
        await (await Store.open()).close()
    assert len(list(tmp_path.rglob("spadille.db"))) == 1  # noqa: ASYNC240


def refusal_of(database: str) -> RefusedError:
    with pytest.raises(RefusedError) as refusal:
        asyncio.run(Store.open(database))
    return refusal.value


def test_impossible_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text(
        "this is no database, but long enough to be taken for one" * 9
    )
    (tmp_path / "file").touch()
    assert refusal_of("no://such").code == "database/bad-url"
    assert refusal_of("://").code == "database/bad-url"
    for memory in (":memory:", "", "sqlite://", "sqlite:///:memory:", "sqlite+aiosqlite://"):
        assert refusal_of(memory).code == "database/in-memory"
    assert refusal_of(str(tmp_path / "text.db")).code == "database/unusable"
    assert refusal_of(str(tmp_path)).code == "database/unusable"
    assert refusal_of(str(tmp_path / "file" / "games.db")).code == "database/unusable"


def test_database_without_user_folder_asks_for_a_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nowhere(*_: object, **__: object) -> Path:
        raise RuntimeError

    monkeypatch.setattr("spadille.server.store.database.user_data_path", nowhere)
    with pytest.raises(RefusedError) as refusal:
        url_of(None)
    assert refusal.value.code == "database/no-folder"


def test_database_password_is_not_shown() -> None:
    refusal = refusal_of("postgresql+nothing://ann:hidden@127.0.0.1:1/games")
    assert "hidden" not in str(refusal)


def test_database_name_is_shown_without_driver(tmp_path: Path) -> None:
    assert str(refusal_of(str(tmp_path))).startswith(f"the database {tmp_path} cannot be used:")
    with pytest.raises(RefusedError) as refusal:
        backup("postgresql://ann:hidden@there/games", tmp_path / "copy.db")
    assert str(refusal.value).startswith("postgresql://ann:***@there/games is not a file")


async def test_database_of_newer_version_is_left_alone(tmp_path: Path) -> None:
    await (await Store.open(str(tmp_path / "games.db"))).close()
    with sqlite3.connect(tmp_path / "games.db") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    refusal = await asyncio.to_thread(refusal_of, str(tmp_path / "games.db"))
    assert refusal.code == "database/newer"


@pytest.mark.parametrize("names", [["notes"], ["events", "alembic_version"]])
def test_database_of_another_application_is_left_alone(tmp_path: Path, names: list[str]) -> None:
    path = tmp_path / "theirs.db"
    with sqlite3.connect(path) as database:
        for name in names:
            database.execute(f"CREATE TABLE {name} (id INTEGER PRIMARY KEY AUTOINCREMENT)")
    database.close()
    path.chmod(0o644)
    there = path.read_bytes(), path.stat().st_mode
    with pytest.raises(RefusedError) as refusal, claim(str(path)):
        pass
    assert refusal.value.code == "database/foreign"
    assert (path.read_bytes(), path.stat().st_mode) == there
    assert [*tmp_path.iterdir()] == [path]


async def test_migrations_create_the_tables_of_the_store(database: str) -> None:
    """The steps of the migrations agree with the definitions in the store."""

    def differences(connection: Connection) -> object:
        return compare_metadata(MigrationContext.configure(connection), METADATA)

    store = await Store.open(database)
    async with store._engines.general.connect() as connection:
        assert await connection.run_sync(differences) == []
    await store.close()


async def test_database_of_first_version_keeps_its_games(tmp_path: Path) -> None:
    """The file is created by the original statements of the first migration, with a game in it."""
    path = tmp_path / "games.db"
    database = sqlite3.connect(path)
    database.executescript(FIRST_VERSION)
    database.close()
    store = await Store.open(str(path))
    table = await store.load("abc")
    assert table is not None
    assert table.names == {Seat.SOUTH: "Ann"}
    assert table.rules.end.target == 250
    assert table.rules.scoring.nil_value == 100  # an option that the file does not know
    await store.append("abc", 2, [Hosted("ben")])
    await store.close()
    database = sqlite3.connect(path)
    versions = database.execute("SELECT version_num FROM alembic_version").fetchall()
    database.close()
    assert versions == [(steps().get_current_head(),)]
