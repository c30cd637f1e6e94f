"""Unused games end and are deleted if the admin wants it, and never otherwise."""

import asyncio
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from spadille.game import Seat
from spadille.server.clock import SECONDS_A_DAY
from spadille.server.limits import FOR_EVER, Retention
from spadille.server.live import registry as tidying
from spadille.server.live.actor import TableActor
from spadille.server.live.registry import SECONDS_BETWEEN_TIDYING, NewGroup, Registry
from spadille.server.net.credentials import SessionStore
from spadille.server.store import maintenance
from spadille.server.store.store import Store
from spadille.table.errors import RefusedError
from spadille.table.model import Table
from spadille.table.requests import Sit
from support.house import House, house
from support.servers import PATIENCE
from support.tabletop import ANN, settle

OLD, YOUNG = 100.0, 3.0


async def two_tables(here: House) -> tuple[str, str]:
    """Return a waiting table and one with a game in progress; no one is viewing either."""
    waiting, playing = await here.make(invite=True), await here.make()
    await settle(waiting, playing)
    await here.registry.stop()
    return waiting.table.id, playing.table.id


def later(here: House, days: float, retention: Retention) -> Registry:
    """Return the server as restarted that many days later."""
    here.clock.midnight = datetime.now(UTC).timestamp() + days * SECONDS_A_DAY
    here.registry = Registry(here.deps._replace(retention=retention))
    return here.registry


@pytest.mark.parametrize("retention", [Retention(keep_days=7), Retention(abandon_days=7)])
async def test_tidy_up_after_clock_jump_deletes_nothing_for_a_day(
    retention: Retention, caplog: pytest.LogCaptureFixture, here: House
) -> None:
    waiting, playing = await two_tables(here)
    registry = later(here, 0.0, retention)
    await registry.tidy_up()
    # for example, a date that was set by mistake
    here.clock.midnight += OLD * SECONDS_A_DAY
    await registry.tidy_up()
    assert "check the clock" in caplog.text
    here.clock.fire(here.clock.time() + SECONDS_A_DAY / 2)
    await registry.tidy_up()
    assert await is_there(registry, waiting)
    assert (await registry.find(playing)).table.status == "playing"
    await registry.stop()
    here.clock.fire(here.clock.time() + SECONDS_A_DAY)
    await registry.tidy_up()
    assert await is_there(registry, waiting) == (not retention.keep_days)
    assert (await registry.find(playing)).table.status == (
        "over" if retention.abandon_days else "playing"
    )


async def test_tidy_up_after_long_downtime_deletes_nothing_for_a_day(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A wrong clock looks the same as a server that was off for a long time."""
    async with house(tmp_path) as here:
        waiting, _ = await two_tables(here)
    async with house(tmp_path) as here:
        registry = later(here, OLD, Retention(keep_days=7))
        await registry.tidy_up()
        assert "check the clock" in caplog.text
        assert await is_there(registry, waiting)
        await registry.stop()
        here.clock.fire(here.clock.time() + 2 * SECONDS_A_DAY)
        await registry.tidy_up()
        assert not await is_there(registry, waiting)


async def is_there(registry: Registry, table: str) -> bool:
    try:
        await registry.find(table)
    except RefusedError as refusal:
        assert refusal.code == "table/unknown"
        return False
    return True


@pytest.mark.parametrize(
    ("retention", "days", "waits", "status"),
    [
        (FOR_EVER, OLD, True, "playing"),
        (Retention(keep_days=7), YOUNG, True, "playing"),
        (Retention(keep_days=7), OLD, False, "playing"),
        (Retention(abandon_days=7), YOUNG, True, "playing"),
        (Retention(abandon_days=7), OLD, True, "over"),
        (Retention(abandon_days=7, keep_days=7), OLD, False, "over"),
    ],
)
async def test_unused_games_end_and_are_forgotten_if_configured(
    tmp_path: Path, retention: Retention, days: float, waits: object, status: str
) -> None:
    async with house(tmp_path) as here:
        waiting, playing = await two_tables(here)
        registry = later(here, days, retention)
        await registry.tidy_up()
        assert await is_there(registry, waiting) == waits
        table = (await registry.find(playing)).table
        assert table.status == status
        assert table.game is not None
        assert table.game.outcome is None
        listed = {found.table for found, _ in await registry.tables_of(ANN.person)}
        assert listed == {playing} | ({waiting} if waits else set())
    with sqlite3.connect(tmp_path / "tables.db") as database:
        counts = [
            database.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
            for name in ("tables", "places")
        ]
        orphans = database.execute(
            "SELECT count(*) FROM events WHERE table_id NOT IN (SELECT id FROM tables)"
        ).fetchone()
    database.close()
    assert counts == [1 + bool(waits)] * 2
    assert orphans == (0,)


async def test_tidy_up_runs_by_itself_and_keeps_table_in_use(here: House) -> None:
    waiting, playing = await two_tables(here)
    registry = later(here, OLD, Retention(7, 7))
    actor = await registry.find(playing)
    await here.enter(actor, ANN)
    registry.start()
    here.clock.fire(here.clock.time() + SECONDS_BETWEEN_TIDYING)
    here.clock.fire(here.clock.time() + SECONDS_BETWEEN_TIDYING)
    await registry._tidying.stop()  # once it is done
    assert (await registry.find(playing)).table.status == "playing"
    assert not await is_there(registry, waiting)


async def test_table_in_use_is_entered_during_tidy_up(
    monkeypatch: pytest.MonkeyPatch, here: House
) -> None:
    actor, found = await here.make(), list[TableActor]()

    async def forget(_clock: object) -> None:
        found.append(await here.registry.find(actor.table.id))

    monkeypatch.setattr(here.store.section(SessionStore), "forget", forget)
    async with asyncio.timeout(PATIENCE):
        await here.registry.tidy_up()
    assert found == [actor]


async def test_old_game_is_entered_during_tidy_up_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, here: House
) -> None:
    """A game that has resumed is not ended either."""
    tables = [await here.make() for _ in range(4)]
    await settle(*tables)
    await here.registry.stop()
    registry = later(here, OLD, Retention(abandon_days=7))
    ended, back = list[str](), list[TableActor]()
    coming: list[asyncio.Task[None]] = []

    async def come_back() -> None:
        back.append(await registry.find(tables[3].table.id))

    async def abandon(store: Store, table: Table) -> None:
        ended.append(table.id)
        if len(ended) == 1:
            coming.append(asyncio.create_task(come_back()))
            await asyncio.sleep(0)
        await end(store, table)

    end = maintenance.abandon
    monkeypatch.setattr(tidying, "abandon", abandon)
    await registry.tidy_up()
    assert ended == [actor.table.id for actor in tables[:3]]
    assert [actor.table.status for actor in back] == ["playing"]


async def test_group_tables_are_kept_while_one_is_used(tmp_path: Path, here: House) -> None:
    first, second = await here.registry.make_group(NewGroup(8))
    await here.registry.stop()
    with sqlite3.connect(tmp_path / "tables.db") as database:
        database.execute("UPDATE tables SET used = '2001-01-01 00:00:00'")
    registry = later(here, YOUNG, Retention(keep_days=7))
    await (await registry.find(first)).do(ANN, Sit(first, Seat.NORTH))
    await registry.stop()
    await registry.tidy_up()
    assert await is_there(registry, second)
    assert len(await registry.find_group(first)) == 2


async def test_tables_of_older_version_are_checked_before_deletion(
    tmp_path: Path, here: House
) -> None:
    waiting, playing = await two_tables(here)
    with sqlite3.connect(tmp_path / "tables.db") as database:
        database.execute("UPDATE tables SET status = NULL, summary = NULL")
    database.close()
    registry = later(here, OLD, Retention(keep_days=7))
    await registry.tidy_up()
    assert not await is_there(registry, waiting)
    assert await is_there(registry, playing)
