"""Features specific to a server that keeps its games in PostgreSQL."""

import asyncio
import subprocess
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.exc import SQLAlchemyError

from spadille.cli import main as cli
from spadille.game import Rules, Seat
from spadille.server.clock import SECONDS_A_DAY
from spadille.server.features import ratings as stored_ratings
from spadille.server.features.accounts import AccountStore
from spadille.server.features.contests.store import ChallengeStore
from spadille.server.features.games.store import GameStore
from spadille.server.features.moderation import SanctionStore
from spadille.server.features.ratings import Ratings
from spadille.server.limits import Retention
from spadille.server.live.registry import Registry
from spadille.server.net.credentials import HOST, SessionStore, TokenStore
from spadille.server.store import database as of_server
from spadille.server.store.database import url_of
from spadille.server.store.store import Store
from spadille.table.errors import RefusedError
from spadille.table.events import Hosted, SeatTaken, TableCreated
from spadille.table.finished import KeptGame
from support.challenges import rivals
from support.house import house
from support.postgresql import Cluster
from support.rated import outline
from support.servers import server
from support.tabletop import ANN, BEN, FakeClock, refused, settle

MADE = TableCreated("standard", Rules(), "beginner", invite=True, host="ann")

Place = tuple[str, Path]
"""The URL of a database, and the folder by which it is reached."""


@pytest.fixture
def place(postgresql: Cluster, own_name: str, tmp_path: Path) -> Place:
    postgresql.empty_database(own_name)
    door = postgresql.door_to(tmp_path)
    return postgresql.url(own_name, door), door


def refusal_of(database: str) -> RefusedError:
    with pytest.raises(RefusedError) as refusal:
        asyncio.run(Store.open(database))
    return refusal.value


def test_postgresql_url_in_common_forms_is_accepted() -> None:
    for text in ("postgres://ann@db/games", "postgresql+asyncpg://ann@db/games"):
        assert url_of(text).drivername == "postgresql+asyncpg"
    assert url_of("postgres://db/games?sslmode=require").query == {"ssl": "require"}
    for text in (
        "postgresql+psycopg://db/games",
        "postgresql://db/games?foo=1",
        "mysql://db/games",
    ):
        assert refusal_of(text).code == "database/bad-url"


def test_postgresql_without_driver_names_package_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    refusal = refusal_of("postgresql://ann:hidden@db/games")
    assert refusal.code == "database/no-driver"
    assert "spadille[postgresql]" in str(refusal)
    assert "hidden" not in str(refusal)


def test_postgresql_that_is_missing_is_reported(tmp_path: Path) -> None:
    assert refusal_of(f"postgresql:///games?host={tmp_path}").code == "database/unusable"


async def test_postgresql_database_is_used_by_one_server_at_a_time(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(of_server, "SECONDS_FOR_RIGHT", 0.05)
    database, _ = place
    store = await Store.open(database)
    with pytest.raises(RefusedError) as refusal:
        await Store.open(database)
    assert refusal.value.code == "database/in-use"
    await store.close()
    await (await Store.open(database)).close()


async def test_server_that_lost_postgresql_to_another_stores_nothing(
    place: Place, postgresql: Cluster, own_name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(of_server, "SECONDS_FOR_RIGHT", 0.05)
    database, _ = place
    first = await Store.open(database)
    await first.add({"a": [MADE]})
    await asyncio.to_thread(postgresql.hang_up, own_name)
    second = await Store.open(database)
    with pytest.raises(RefusedError) as refusal:
        await first.append("a", 1, [Hosted("ben")])
    assert refusal.value.code == "database/in-use"
    assert not await first.is_writable()
    await second.append("a", 1, [Hosted("cyd")])
    await second.close()
    assert await first.is_writable()
    table = await first.load("a")
    assert table is not None
    assert table.host == "cyd"
    await first.close()


async def test_postgresql_stores_ratings_and_their_history(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_ratings, "MOST_KEPT", 2)
    database, _ = place
    store = await Store.open(database)
    await store.section(SessionStore).welcome(FakeClock(), "a")
    for number in range(3):
        await store.section(GameStore).keep(KeptGame(f"game{number}", "", outline(number % 2)))
    course = await Ratings(store).own_course("a", None)
    assert [(one.number, one.won) for one in course.games] == [(2, False), (3, True)]
    assert all(one.ended for one in course.games)
    await store.close()


async def test_deleted_name_does_not_return_while_losses_are_stored(
    place: Place, postgresql: Cluster, own_name: str
) -> None:
    database, _ = place
    told = outline(0, names=("Ann", "E", "S", "W"))
    forgotten: list[str] = []

    def meanwhile(*executed: Any) -> None:
        """Remove a name between two statements, if that is possible."""
        if str(executed[2]).startswith("SELECT") and "games" in executed[2]:
            with suppress(subprocess.CalledProcessError):
                forgotten.extend(
                    postgresql.tell(
                        "SET lock_timeout = '200ms'; UPDATE games SET summary = "
                        f"replace(summary, '{told.names[0]}', 'Somebody') RETURNING id",
                        own_name,
                    )
                )

    store = await Store.open(database)
    await store.section(GameStore).keep(KeptGame("game", "", told))
    event.listen(Engine, "after_cursor_execute", meanwhile)
    try:
        await store.section(GameStore).note_losses("game", ())
    finally:
        event.remove(Engine, "after_cursor_execute", meanwhile)
    (summary,) = postgresql.tell("SELECT summary FROM games", own_name)
    assert ("Somebody" in summary) == ("game" in forgotten)
    await store.close()


async def test_postgresql_outage_stores_nothing_and_marks_no_damage(
    place: Place, postgresql: Cluster, own_name: str
) -> None:
    database, door = place
    store = await Store.open(database)
    await store.add({"a": [MADE], "b": [MADE]})
    with postgresql.away(own_name, door):
        errors = await asyncio.gather(
            *(store.append(table, 1, [Hosted("ben")]) for table in "ab"),
            store.load("a"),
            return_exceptions=True,
        )
        assert [isinstance(error, OSError | SQLAlchemyError) for error in errors] == [True] * 3
        assert not await store.is_writable()
    await store.append("a", 1, [Hosted("cyd")])
    hosts = [table.host for one in "ab" if (table := await store.load(one))]
    assert hosts == ["cyd", "ann"]
    await store.close()


async def test_postgresql_with_null_character_does_not_fail(place: Place) -> None:
    store = await Store.open(place[0])
    await store.add({"a": [MADE]})
    await store.append("a", 1, [SeatTaken(Seat.SOUTH, "ann", "A\0n")])
    table = await store.load("a")
    assert table is not None
    assert table.names == {Seat.SOUTH: "A\0n"}
    assert await refused(store.section(ChallengeStore).find("\0")) == "challenge/unknown"
    assert await store.section(AccountStore).named("\0") is None
    await store.close()


async def test_admin_commands_work_while_server_runs_on_postgresql(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    def admin(*words: str) -> str:
        assert cli(["admin", words[0], "--database", place[0], *words[1:]]) == 0
        return capsys.readouterr().out

    async with house(place[0]) as here:
        table = (await here.make()).table.id
        assert table in await asyncio.to_thread(admin, "tables")
        await asyncio.to_thread(admin, "token", "Robot" + " of the club" * 10)
        await asyncio.to_thread(admin, "ban", ANN.person, "--days", "1")
        await asyncio.to_thread(admin, "close", table)
        now = here.clock.time_of_day()
        decided = await here.store.section(SanctionStore).now(now)
        assert decided.banned == frozenset({ANN.person})
        assert decided.closing == frozenset({table})
        assert len(await here.store.section(TokenStore).tokens_of(HOST)) == 1
    assert "Robot" in await asyncio.to_thread(admin, "tokens")
    assert ANN.person in await asyncio.to_thread(admin, "sanctions")


async def test_postgresql_old_games_end_and_are_forgotten(place: Place) -> None:
    async with house(place[0]) as here:
        waiting, playing = await here.make(invite=True), await here.make()
        await settle(waiting, playing)
        await here.registry.stop()
        here.clock.midnight = datetime.now(UTC).timestamp() + 100 * SECONDS_A_DAY
        registry = here.registry = Registry(here.deps._replace(retention=Retention(7, 7)))
        await registry.tidy_up()
        assert (await registry.find(playing.table.id)).table.status == "over"
        with pytest.raises(RefusedError) as refusal:
            await registry.find(waiting.table.id)
        assert refusal.value.code == "table/unknown"


def test_game_continues_after_server_kill_and_postgresql_outage(
    place: Place, postgresql: Cluster, own_name: str
) -> None:
    database, door = place
    with server(database) as before:
        table = before.make()
        before.play(table, lambda view: bool(view.trick and view.tricks))
        with before.enter(table) as ann:
            before.kill()
            seen = ann.state
    view = seen["view"]
    with server(database) as after:
        with after.enter(table) as ann:
            assert ann.state == seen
            with postgresql.away(own_name, door):
                assert not after.get("/healthz").json()["database"]
                first, *_ = view["options"]["actions"]
                ann.send("act", seat=view["seat"], seq=seen["seq"], action=first)
                assert "store/failed" in ann.listen_to_the_end()
        with after.enter(table) as ann:
            assert ann.state == seen
        after.play(table, lambda now: len(now.tricks) > len(view["tricks"]))


async def test_postgresql_compares_the_results_of_a_challenge(place: Place) -> None:
    database, _ = place
    async with rivals(database) as here:
        challenge = await here.challenge(deals=1, level="random")
        for asker in (ANN, BEN):
            await here.play_all(challenge, asker)
        info = await here.info(challenge, BEN)
        assert [one.players for one in info.results] == [2]
        assert info.ranking is not None
        assert {row.name for row in info.ranking.rows} == {"Ann", "Ben"}
        assert await here.challenge_service.kept.tried_by(BEN.person) == [(challenge, 1)]
