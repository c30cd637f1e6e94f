"""Fixtures shared by the server tests."""

import gc
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from support.house import House, house
from support.pages import SCRIPT, Http, client
from support.postgresql import Cluster, find_postgresql, shared_cluster
from support.stores import new_database


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a built client."""
    pages = tmp_path / "static"
    (pages / "assets").mkdir(parents=True)
    (pages / "index.html").write_text("<!doctype html><title>Spadille</title>")
    (pages / "assets" / "index-B4DF00D.js").write_text(SCRIPT)
    (pages / "icon.svg").write_text("<svg/>")
    (pages / ".built-from").write_text("secret of the build")
    return pages


@pytest.fixture
async def http(folder: Path) -> AsyncIterator[Http]:
    """Yield a client of the server's application."""
    async with client(folder) as opened:
        yield opened


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[House]:
    """Yield a server without a network; some modules override this."""
    async with house(tmp_path) as opened:
        yield opened


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Yield one cluster for all processes of a test run."""
    programs = find_postgresql()
    if programs is None:
        pytest.skip("PostgreSQL is not installed here")
    own = tmp_path_factory.getbasetemp()
    with shared_cluster(programs, own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) as it:
        yield it


@pytest.fixture(scope="session")
def own_name() -> str:
    """Return a database name that no other process in a test run uses."""
    return f"games_{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return a database of each kind that can store games."""
    if request.param == "SQLite":
        return new_database(tmp_path / "games.db")
    cluster: Cluster = request.getfixturevalue("postgresql")
    return cluster.empty_database(request.getfixturevalue("own_name"))


@pytest.fixture
def no_search_for_garbage() -> Iterator[None]:
    """Turn garbage collection off: unused objects must be freed without it."""
    gc.disable()
    yield
    gc.enable()
