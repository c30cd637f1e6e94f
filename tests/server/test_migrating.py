"""A database is migrated completely or not at all, however often startup is interrupted."""

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from spadille.server.store import migrations

FIRST_VERSION = (Path(__file__).parent.parent / "cases" / "first_database.sql").read_text()


NOW = {"id", "made", "status", "used", "summary"}
"""The columns of a table that is up to date."""

NEXT_STEP = """
import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "{last}"

def upgrade():
    op.add_column("tables", sa.Column("first", sa.Integer))
    op.execute("UPDATE tables SET first = 1")
    op.add_column("tables", sa.Column("second", sa.Integer))
"""

KILLED = """
import asyncio, os, signal, sys
from sqlalchemy import event
from sqlalchemy.engine import Engine
from spadille.server.store import migrations
from spadille.server.store.store import Store

path, migrations.FOLDER = sys.argv[1:]

def open_store(killed_at):
    done = 0
    def count(*_, **__):
        nonlocal done
        done += 1
        if done == killed_at:
            os.kill(os.getpid(), signal.SIGKILL)
    event.listen(Engine, "before_cursor_execute", count)
    event.listen(Engine, "commit", count)
    async def main():
        await (await Store.open(path)).close()
    asyncio.run(main())

at = 0
while True:
    at += 1
    child = os.fork()
    if not child:
        open_store(at)
        os._exit(0)
    if os.waitpid(child, 0)[1] == 0:
        break
    print(at)
"""
"""Opens a database repeatedly, killed one statement later each time, until it is open."""


def steps(folder: Path) -> Path:
    """Return the migrations plus one more."""
    copy = folder / "steps"
    shutil.copytree(migrations.FOLDER, copy)
    last = migrations.steps().get_current_head()
    (copy / "next_more.py").write_text(NEXT_STEP.format(last=last))
    return copy


def killed_again_and_again(path: Path, scripts: Path) -> int:
    """Return how many times it was killed before it finished."""
    told = subprocess.run(
        [sys.executable, "-c", KILLED, str(path), str(scripts)],
        capture_output=True,
        text=True,
        check=True,
    )
    return len(told.stdout.split())


def forms(path: Path) -> tuple[set[str], str]:
    """Return the columns of a database's tables, and its version."""
    database = sqlite3.connect(path)
    columns = {name for _, name, *_ in database.execute("PRAGMA table_info(tables)")}
    (version,) = database.execute("SELECT version_num FROM alembic_version").fetchone()
    database.close()
    return columns, version


@pytest.mark.parametrize("there", ["nothing", "the first version"])
def test_migration_killed_at_any_statement_is_resumed(tmp_path: Path, there: str) -> None:
    path = tmp_path / "games.db"
    if there != "nothing":
        database = sqlite3.connect(path)
        database.executescript(FIRST_VERSION)
        database.close()
    assert killed_again_and_again(path, steps(tmp_path)) > 5
    assert forms(path) == (NOW | {"first", "second"}, "next")
    copy = tmp_path / "games.db.before-next"
    assert copy.exists() == (there != "nothing")
    if copy.exists():
        assert forms(copy) == ({"id", "made"}, "0001")
        assert sqlite3.connect(copy).execute("SELECT count(*) FROM events").fetchone() == (2,)


def test_migration_completes_half_created_old_database(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    database = sqlite3.connect(path)
    first, _, rest = FIRST_VERSION.partition("CREATE TABLE tables")
    database.executescript(f"CREATE TABLE tables{rest.partition(';')[0]}")
    database.close()
    assert first
    killed_again_and_again(path, steps(tmp_path))
    assert forms(path)[1] == "next"
