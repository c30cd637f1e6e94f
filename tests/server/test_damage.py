"""Damaged, shared or public files: the server finds them at the start, and no one else suffers."""

import asyncio
import os
import sqlite3
import stat
import threading
from pathlib import Path

import pytest

from spadille.game import Seat, SpadesError
from spadille.server import serve
from spadille.server.app import FORGET_PEOPLE
from spadille.server.features.moderation import ModerationService, SanctionStore
from spadille.server.features.personal_data import forget
from spadille.server.live.registry import Registry
from spadille.server.net.credentials import SessionStore
from spadille.server.net.state import AppState, Sockets
from spadille.server.store.events import find_damage
from spadille.server.store.lock import claim
from spadille.server.store.store import Store
from spadille.table.errors import RefusedError
from spadille.table.requests import Sit
from support.command import assert_refused, spadille
from support.house import House, house, some_tables
from support.servers import server
from support.tabletop import ANN, BEN, new_table, settle


def change(path: Path, statement: str, *values: object) -> None:
    database = sqlite3.connect(path)
    database.execute(statement, values)
    database.commit()
    database.close()


def set_aside(path: Path) -> set[str]:
    """Return the tables that can no longer be loaded."""
    database = sqlite3.connect(path)
    ids = [id for (id,) in database.execute("SELECT DISTINCT table_id FROM events")]
    database.close()

    async def unloadable() -> set[str]:
        refused = set()
        store = await Store.open(str(path))
        for id in ids:
            try:
                assert await store.load(id) is not None
            except RefusedError as refusal:
                assert refusal.code == "table/damaged"
                refused.add(id)
        await store.close()
        return refused

    return asyncio.run(unloadable())


@pytest.mark.parametrize("missing", ["version = 1", "version = 3"])
def test_table_with_missing_events_is_set_aside_and_others_play_on(
    tmp_path: Path, missing: str, caplog: pytest.LogCaptureFixture
) -> None:
    path, ids = some_tables(tmp_path)
    change(path, f"DELETE FROM events WHERE table_id = ? AND {missing}", ids[1])
    assert set_aside(path) == {ids[1]}
    assert f"table {ids[1]} is damaged" in caplog.text
    assert ids[0] not in caplog.text


def test_table_with_senseless_event_is_set_aside(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, ids = some_tables(tmp_path)
    change(path, "UPDATE events SET body = '{' WHERE table_id = ? AND version = 2", ids[0])
    change(path, "UPDATE events SET body = (SELECT body FROM events WHERE version = 1)"
           " WHERE table_id = ? AND version = 2", ids[2])  # fmt: skip
    assert set_aside(path) == {ids[0], ids[2]}
    assert "Card." not in caplog.text


def spoil(path: Path, page: int) -> None:
    """Make a page, counted from 1, unreadable."""
    data = bytearray(path.read_bytes())
    size = int.from_bytes(data[16:18], "big")
    data[(page - 1) * size : (page - 1) * size + 100] = bytes([0xEE]) * 100
    path.write_bytes(data)


def spoil_page_of(path: Path, table: str) -> None:
    """Make the page that contains an event of that table unreadable."""
    change(path, "VACUUM")
    database = sqlite3.connect(path)
    (size,) = database.execute("PRAGMA page_size").fetchone()
    body = database.execute(
        "SELECT body FROM events WHERE table_id = ? AND version = 4", (table,)
    ).fetchone()[0]
    database.close()
    spoil(path, path.read_bytes().index(body.encode()) // size + 1)


def test_unreadable_page_affects_only_its_tables(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, ids = some_tables(tmp_path, count=12)
    spoil_page_of(path, ids[5])
    lost = set_aside(path)
    assert ids[5] in lost
    assert len(lost) < len(ids)
    assert all(f"table {id} is damaged" in caplog.text for id in lost)


async def test_deletion_works_despite_damaged_events(tmp_path: Path) -> None:
    """The events stay without the name, even one that is cut off in the middle of it."""
    path, name = tmp_path / "tables.db", "Annabella"

    def dump() -> str:
        database = sqlite3.connect(path)
        told = "\n".join(database.iterdump())
        database.close()
        return told

    async with house(tmp_path) as here:
        ids = []
        for _ in range(3):
            actor = await here.registry.make(new_table(invite=True), ANN._replace(name=name))
            await actor.do(BEN, Sit(actor.table.id, Seat.NORTH))
            ids.append(actor.table.id)
            await here.registry.rewrite(actor.table.id, asyncio.sleep(0))  # none is loaded
        change(path, "DELETE FROM events WHERE version = 1 AND table_id = ?", ids[0])
        change(path, "UPDATE events SET body = substr(body, 1, instr(body, ?) + 5)"
               " WHERE version = 2 AND table_id = ?", name, ids[1])  # fmt: skip
        session = await here.store.section(SessionStore).welcome(here.clock, ANN.person)
        before = dump()
        assert name[:6] in before
        await forget(here.registry, here.store, {ANN.person}, FORGET_PEOPLE)
        after = dump()
        assert name[:6] not in after
        # for her departure
        assert after.count('INTO "events"') == before.count('INTO "events"') + 1
        assert await here.store.section(SessionStore).known(session.secret) is None
        assert await here.store.count_tables(ANN.person) == 0
        for id in ids[:2]:
            with pytest.raises(RefusedError, match="damaged"):
                await here.registry.find(id)
        whole = (await here.registry.find(ids[2])).table
        assert (whole.seat_of(ANN.person), whole.seat_of(BEN.person)) == (None, Seat.NORTH)


async def test_deletion_works_despite_unreadable_page(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, ids = await asyncio.to_thread(some_tables, tmp_path, count=12)
    spoil_page_of(path, ids[5])
    async with house(tmp_path) as here:
        await forget(here.registry, here.store, {ANN.person}, FORGET_PEOPLE)
        assert await here.store.count_tables(ANN.person) == 0
    database = sqlite3.connect(path)
    left = dict(database.execute("SELECT id, summary FROM tables"))
    database.close()
    assert ids[5] in left
    assert len(left) < len(ids)
    for id, summary in left.items():
        assert f"table {id}" in caplog.text
        assert '"Ann"' not in summary


def _app(here: House, registry: Registry) -> AppState:
    """Return the state of an application without connections."""
    return AppState({"deps": here.deps, "registry": registry, "sockets": Sockets()})


async def test_close_of_damaged_table_does_not_block_others(tmp_path: Path, here: House) -> None:
    ids = []
    for _ in range(3):
        actor = await here.registry.make(new_table(), ANN)
        ids.append(actor.table.id)
        await here.registry.rewrite(actor.table.id, asyncio.sleep(0))  # none is loaded
        await here.store.section(SanctionStore).impose("close", actor.table.id, 0.0)
    change(tmp_path / "tables.db", "DELETE FROM events WHERE version = 1 AND table_id = ?",
           ids[1])  # fmt: skip
    await ModerationService(_app(here, here.registry)).look()
    assert await here.store.section(SanctionStore).listed(0.0) == ()


async def test_close_of_table_works_when_memory_is_full(here: House) -> None:
    registry = Registry(here.deps, most_tables=1)
    *away, used = [await registry.make(new_table(), ANN) for _ in range(10)]
    listener = await here.enter(used, ANN)
    for actor in (*away, used):
        await here.store.section(SanctionStore).impose("close", actor.table.id, 0.0)
    moderation = ModerationService(_app(here, registry))
    await moderation.look()
    assert used.table.status == "over"
    assert len(await here.store.section(SanctionStore).listed(0.0)) == len(away)
    used.leave(listener)
    await settle(used)
    for _ in away:
        await moderation.look()
    assert await here.store.section(SanctionStore).listed(0.0) == ()
    await registry.stop()


@pytest.mark.parametrize("place", ["events", "sqlite_autoindex_events_1"])
def test_damage_check_may_time_out_during_recovery(
    place: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _ = some_tables(tmp_path, count=12)
    database = sqlite3.connect(path)
    wanted = "SELECT rootpage FROM sqlite_master WHERE name = ?"
    (page,) = database.execute(wanted, (place,)).fetchone()
    database.close()
    spoil(path, page)
    monkeypatch.setattr("spadille.server.store.events._INSTRUCTIONS", 1)
    monkeypatch.setattr(
        "spadille.server.store.events.time.monotonic",
        lambda: 100.0 * ("is damaged" in caplog.text),
    )
    assert not find_damage(path)
    assert "was not fully checked" in caplog.text


def test_damage_check_of_large_file_is_cut_short(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, _ = some_tables(tmp_path)
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE large AS WITH RECURSIVE n(i) AS"
                     " (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)"
                     " SELECT i, hex(randomblob(20)) FROM n")  # fmt: skip
    database.close()
    assert not find_damage(path, seconds=-1)
    assert "was not fully checked" in caplog.text


def test_server_that_cannot_start_reports_failure(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, _ = some_tables(tmp_path)
    change(path, "DROP TABLE reviews")
    working = set(threading.enumerate())
    with pytest.raises(SpadesError) as refusal:
        serve(port=0, database=str(path))
    assert set(threading.enumerate()) <= working  # and no database work continues
    assert refusal.value.code == "server/not-begun"
    assert "no such table: reviews" in caplog.text


def test_database_files_are_readable_by_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "games.db"
    before = os.umask(0o022)
    try:
        with server(path, serve=["--create-folder"]) as running:
            running.make()
            modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
            assert {"games.db", "games.db-wal", "games.db-shm", "games.db.lock"} <= modes.keys()
            assert set(modes.values()) == {0o600}
            for folder in (path.parent, path.parent.parent):
                assert stat.S_IMODE(folder.stat().st_mode) == 0o700
            running.kill()
        path.chmod(0o644)
        path.with_name("games.db-wal").chmod(0o644)
        asyncio.run(open_and_close(path))
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    finally:
        os.umask(before)


def test_serve_with_missing_folder_is_refused_and_creates_nothing(tmp_path: Path) -> None:
    path = tmp_path / "srv" / "spadlle" / "games.db"
    for name in (str(path), f"sqlite:///{path}"):
        assert_refused(
            spadille("serve", "--port", "0", "--database", name),
            "database/no-such-folder",
            str(path.parent),
            "--create-folder",
        )
    copy, _ = some_tables(tmp_path, count=1)
    for words in (["restore", str(copy)], ["transfer", str(copy)]):
        refused = spadille(*words, "--database", str(path))
        assert refused.returncode == 2
    assert not path.parent.parent.exists()


async def open_and_close(path: Path) -> None:
    await (await Store.open(str(path))).close()


def test_database_lock_failure_is_not_reported_as_in_use(tmp_path: Path) -> None:
    """For example, on a full disk."""
    (tmp_path / "games.db.lock").mkdir()
    with pytest.raises(SpadesError, match=r"\(games\.db\.lock\)") as refusal:
        serve(port=0, database=str(tmp_path / "games.db"))
    assert refusal.value.code == "database/unusable"


def test_second_server_on_same_database_is_refused(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games.db"
    link = tmp_path / "link.db"
    with server(path) as first:
        link.symlink_to(path)
        for name in (str(path), str(link), f"sqlite:///{path}"):
            with pytest.raises(SpadesError) as refusal:
                serve(port=0, database=name)
            assert refusal.value.code == "database/in-use"
            assert ".db" in str(refusal.value)
        first.kill()
    with claim(str(path)):
        pass
    with server(path) as second:
        assert second.make()
