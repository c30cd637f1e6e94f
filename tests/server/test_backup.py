"""Copies of a database in use, and restoring them."""

import json
import os
import sqlite3
import threading
from pathlib import Path

import pytest

from spadille.cli import main
from spadille.game import SpadesError
from spadille.server import backup, restore
from spadille.server.store.lock import claim
from support.house import some_tables
from support.servers import server


def code_of(call: object, *arguments: object) -> str:
    assert callable(call)
    with pytest.raises(SpadesError) as refusal:
        call(*arguments)
    return refusal.value.code


def test_backup_of_foreign_database_is_refused(tmp_path: Path) -> None:
    other, copy = tmp_path / "other.db", tmp_path / "copy.db"
    sqlite3.connect(other).execute("CREATE TABLE recipes (id)").connection.close()
    assert code_of(backup, str(other), copy) == "database/foreign"
    assert not copy.exists()


def test_backup_of_running_server_opens_and_games_continue(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    copies = [tmp_path / f"copy{number}.db" for number in range(3)]
    with server(path) as running:
        table = running.make(level="random")
        busy = threading.Event()

        def play() -> None:
            running.play(table, until=lambda view: len(view.tricks) > 8)
            busy.set()
            running.play(table)

        player = threading.Thread(target=play)
        player.start()
        busy.wait(60)
        copied = [backup(str(path), copy) for copy in copies]
        assert {copy.tables for copy in copied} == {1}
        player.join()
        running.kill()
    for copy in copies:
        assert not [other for other in tmp_path.iterdir() if other.name.startswith(f"{copy.name}-")]
        database = sqlite3.connect(copy)
        count, last = database.execute("SELECT count(*), max(version) FROM events").fetchone()
        database.close()
        assert count == last > 40
    goes_on(copies[0], table)


def goes_on(path: Path, table: str) -> None:
    """Check that a server finds the game in the file and plays it to the end."""
    with server(path) as again:
        again.play(table)


def test_restore_keeps_replaced_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, ids = some_tables(tmp_path, count=2)
    copy = tmp_path / "copy.db"
    assert main(["backup", "--database", str(path), str(copy)]) == 0
    assert "2 tables" in capsys.readouterr().out
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("DELETE FROM events WHERE table_id = ?", (ids[0],))
    database.commit()
    with claim(str(path)):
        assert main(["restore", "--database", str(path), str(copy)]) == 2
        assert "database/in-use" in capsys.readouterr().err
    database.close()
    assert main(["restore", "--database", str(path), "--json", str(copy)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["tables"] == 2
    assert tables(path) == set(ids)
    assert tables(Path(told["kept"])) == {ids[1]}
    path.write_bytes(b"nothing that could be read" * 1000)
    copied, kept = restore(copy, str(path))
    assert copied.tables == 2
    assert kept is not None
    assert kept.read_bytes().startswith(b"nothing")
    assert tables(path) == set(ids)


def tables(path: Path) -> set[str]:
    database = sqlite3.connect(path)
    ids = {id for (id,) in database.execute("SELECT DISTINCT table_id FROM events")}
    database.close()
    return ids


def test_restore_to_empty_place_succeeds(tmp_path: Path) -> None:
    path, _ = some_tables(tmp_path, count=1)
    copy = tmp_path / "copy.db"
    backup(str(path), copy)
    other = tmp_path / "new" / "other.db"
    assert code_of(restore, copy, str(other)) == "database/no-such-folder"
    assert not other.parent.exists()
    other.parent.mkdir()
    assert restore(copy, str(other))[1] is None
    assert tables(other) == tables(path)


def test_backup_to_missing_folder_does_not_create_it(tmp_path: Path) -> None:
    path, _ = some_tables(tmp_path, count=1)
    copy = tmp_path / "disk" / "copy.db"
    assert code_of(backup, str(path), copy) == "backup/failed"
    assert not copy.parent.exists()


def test_backup_of_unusable_source_is_refused(tmp_path: Path) -> None:
    path, _ = some_tables(tmp_path, count=1)
    text = tmp_path / "text.db"
    text.write_text("this is no database" * 100)
    foreign = tmp_path / "foreign.db"
    sqlite3.connect(foreign).execute("CREATE TABLE tables (id)").connection.close()
    assert code_of(backup, str(tmp_path / "none.db"), tmp_path / "copy.db") == "backup/missing"
    assert code_of(backup, str(path), text) == "backup/exists"
    assert code_of(backup, "postgresql://there/games", tmp_path / "x.db") == "backup/not-a-file"
    assert code_of(backup, str(text), tmp_path / "copy.db") == "backup/failed"
    assert not (tmp_path / "copy.db").exists()
    assert code_of(restore, tmp_path / "none.db", str(path)) == "backup/missing"
    for source in (text, foreign, tmp_path):
        assert code_of(restore, source, str(path)) == "backup/damaged"
    assert code_of(restore, path, "postgresql://there/games") == "backup/not-a-file"


@pytest.mark.skipif(not hasattr(os, "chown"), reason="files belong to nobody in particular")
def test_backup_by_root_belongs_to_owner_of_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _ = some_tables(tmp_path, count=1)
    folder = tmp_path / "theirs"
    folder.mkdir()
    given = list[str]()
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", lambda file, *_, **__: given.append(file.name))
    backup(str(path), folder / "copy.db")
    assert given == []  # the person who requests a backup keeps it
    restore(folder / "copy.db", str(folder / "games.db"))
    assert given == ["games.db", "games.db.lock", "games.db.restoring"]
    given.clear()
    kept = restore(folder / "copy.db", str(folder / "games.db"))[1]
    assert kept is not None
    assert given == ["games.db.restoring", kept.name]
