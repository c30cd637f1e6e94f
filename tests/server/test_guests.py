"""A browser's identity: its cookie carries it, is replaced at times, and leads to its tables."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import aiosqlite
import httpx
import pytest
import sqlalchemy as sa

from spadille.game import Seat
from spadille.server.net.credentials import FORGOTTEN_AFTER, RENEWED_AFTER, SessionStore
from spadille.server.net.identity import SECRET
from spadille.server.store.store import Store
from spadille.table.requests import Sit, Stand, Start
from support.house import House
from support.pages import Http
from support.servers import Guest, Server, server, token
from support.tabletop import ANN, BEN, FakeClock, settle


@pytest.fixture
async def guests(tmp_path: Path) -> AsyncIterator[SessionStore]:
    """Yield the sessions of a database in the test's folder."""
    store = await Store.open(str(tmp_path / "games.db"))
    yield store.section(SessionStore)
    await store.close()


async def test_session_secret_is_replaced_and_old_one_stays_until_used(
    guests: SessionStore,
) -> None:
    clock = FakeClock()
    first = await guests.welcome(clock)
    assert first.secret
    same = await guests.come_back(clock, first.secret)
    assert same == (first.person, None)
    clock.midnight += RENEWED_AFTER + 1
    second = await guests.come_back(clock, first.secret)
    assert second is not None
    assert second.person == first.person
    assert second.secret not in {None, first.secret}
    # The answer was lost: the browser's cookie is still valid, and it is sent another one.
    third = await guests.come_back(clock, first.secret)
    assert third is not None
    assert third.secret not in {None, first.secret, second.secret}
    assert await guests.known(second.secret) is None
    assert await guests.known(third.secret) == first.person
    assert await guests.come_back(clock, third.secret) == (first.person, None)
    assert await guests.come_back(clock, first.secret) is None
    assert await guests.known(first.secret) is None


async def test_returning_guest_is_recognized_during_other_writes(
    guests: SessionStore, tmp_path: Path
) -> None:
    """On SQLite, a reader that then writes finds that others have written in the meantime."""
    clock = FakeClock()
    other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    first = await guests.welcome(clock)

    def write(_connection: object, cursor: object, statement: str, *_more: object) -> None:
        if statement.startswith("SELECT"):
            other.execute("UPDATE sessions SET seen = seen")

    engine = guests.engine.sync_engine
    sa.event.listen(engine, "after_cursor_execute", write)
    with closing(other):
        assert await guests.come_back(clock, first.secret) is not None


async def test_returning_guest_cut_off_does_not_block_writes(
    guests: SessionStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This happens to late requests when the server stops and tables store their last events."""
    clock = FakeClock()
    first = await guests.welcome(clock)
    answering = asyncio.Event()

    async def fetch(_cursor: aiosqlite.Cursor) -> list[Any]:
        answering.set()
        return await asyncio.get_running_loop().create_future()  # type: ignore[no-any-return]

    with monkeypatch.context() as patched:
        patched.setattr(aiosqlite.Cursor, "fetchall", fetch)
        coming = asyncio.create_task(guests.come_back(clock, first.secret))
        await answering.wait()
        coming.cancel()
        await asyncio.wait([coming])
    with closing(sqlite3.connect(tmp_path / "games.db", timeout=0)) as other:
        other.execute("UPDATE sessions SET seen = seen")


async def test_unused_sessions_are_forgotten(guests: SessionStore) -> None:
    clock = FakeClock()
    old = await guests.welcome(clock)
    clock.midnight += FORGOTTEN_AFTER + 1
    fresh = await guests.welcome(clock)
    await guests.forget(clock)
    assert await guests.known(old.secret) is None
    assert await guests.known(fresh.secret) == fresh.person
    for nobody in (None, "", "x" * 1000, "'; drop table sessions"):
        assert await guests.known(nobody) is None


@pytest.mark.parametrize(
    ("headers", "https", "name", "secure"),
    [
        ({"host": "localhost:8000"}, False, "spadille-8000", False),
        ({"host": "spades.example"}, True, "spadille", True),
        (
            {"host": "10.0.0.7:8000", "origin": "https://spades.example"},
            False,
            "spadille-8000",
            True,
        ),
    ],
)
def test_session_cookie_is_hidden_from_scripts_and_other_sites(
    headers: dict[str, str], *, https: bool, name: str, secure: bool
) -> None:
    cookie = SECRET.of(headers, "secret", secure=https)
    assert (cookie.key, cookie.httponly, cookie.samesite, cookie.secure) == (
        name, True, "strict", secure,
    )  # fmt: skip


def test_session_cookie_overrides_token_in_request(tmp_path: Path) -> None:
    """A seated person cannot use another token in the request to take a second seat there."""
    with (
        server(tmp_path / "games.db") as running,
        httpx.Client(base_url=running.address) as browser,
    ):
        table = running.make(name="Ann", invite=True)
        assert browser.get("/api/my/tables").json() == {"mine": []}
        assert browser.post("/api/session", json={}).json() == {"fresh": True}
        assert browser.post("/api/session", json={}).json() == {"fresh": False}
        cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        for number, seat in enumerate((0, 1)):
            with running.connect(additional_headers={"cookie": cookie}) as socket:
                guest = Guest(socket, table)
                guest.send("hello", token=token(f"made up {number}"), name="Ben")
                guest.receive()
                guest.send("sit", seat=seat)
                while guest.state["you"] != seat:
                    guest.receive()
                names = [info["name"] for info in guest.state["seats"]]
                assert names.count("Ben") == 1
        (mine,) = browser.get("/api/my/tables?lang=de").json()["mine"]
        assert (mine["table"], mine["status"], mine["others"]) == (table, "waiting", ["Ann"])
        _a_hello_without_either_is_refused(running, table)


def _a_hello_without_either_is_refused(running: Server, table: str) -> None:
    with running.connect() as socket:
        guest = Guest(socket, table)
        guest.send("hello", name="Eve")
        assert guest.refusal() == "session/none"
        guest.send("hello", token=token("a person whom nobody knows"), name="Eve")
        assert guest.refusal() == "token/unknown"
        answer = httpx.post(f"{running.address}/api/tables", json={"name": "Eve"})
        assert (answer.status_code, answer.json()["code"]) == (401, "session/none")


def test_old_browser_secret_becomes_a_session(tmp_path: Path) -> None:
    with (
        server(tmp_path / "games.db") as running,
        httpx.Client(base_url=running.address) as browser,
    ):
        table = running.make(name="Ann")
        browser.post("/api/session", json={"token": token("Ann")})
        (mine,) = browser.get("/api/my/tables").json()["mine"]
        assert (mine["table"], mine["status"]) == (table, "playing")


async def test_new_guests_of_one_client_are_limited(http: Http) -> None:
    codes = []
    for _ in range(70):
        http.cookies.clear()
        codes.append((await http.post("/api/session", json={})).status_code)
    assert codes[:60] == [200] * 60
    assert codes[-1] == 429


async def test_my_tables_lists_own_seats_and_current_state(here: House) -> None:
    actor = await here.make("puzzle-pirates", invite=True)
    alone = await here.make("two-player")
    ann, ben = await here.enter(actor, ANN), await here.enter(actor, BEN)
    actor.ask(ben, Sit(actor.table.id, Seat.NORTH))
    actor.ask(ann, Start(actor.table.id))
    await settle(actor)
    ((listed, summary),) = await here.registry.tables_of(BEN.person)
    assert (listed.table, summary.status, summary.round) == (actor.table.id, "playing", 1)
    actor.ask(ben, Stand(actor.table.id))
    await settle(actor)
    assert await here.registry.tables_of(BEN.person) == []
    mine = {listed.table for listed, _ in await here.registry.tables_of(ANN.person)}
    assert mine == {actor.table.id, alone.table.id}
