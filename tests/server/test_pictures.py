"""The face that a person chooses: who sees it, and that it leaves with the person."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, get_args

import sqlalchemy as sa
from litestar.testing import AsyncTestClient

from spadille.server.features.pictures import PICTURES, Picture
from spadille.server.live.lobby import MOST_SHOWN
from spadille.server.store.store import Store
from support.browsers import Browser
from support.pages import client


@asynccontextmanager
async def browser(folder: Path) -> AsyncIterator[Browser]:
    """Yield the browser of a guest who has not asked for anything else yet."""
    async with client(folder) as http:
        yield await Browser(http).come()


async def pictures(http: AsyncTestClient[Any], *tables: str) -> dict[str, list[str | None]]:
    """Return what a stranger sees."""
    http.cookies.clear()
    answer = await http.get("/api/pictures", params={"table": ",".join(tables)})
    assert answer.status_code == 200
    told: dict[str, list[str | None]] = answer.json()["pictures"]
    return told


async def own(browser: Browser) -> str | None:
    """Return the chosen picture as the person's export has it."""
    rows = (await browser.ask("/data"))["picture"]
    assert len(rows) <= 1
    return rows[0]["picture"] if rows else None


async def test_guest_chooses_picture_and_everyone_sees_it_at_seat(folder: Path) -> None:
    async with browser(folder) as ann:
        table = (await ann.ask("/api/tables", name="Ann"))["table"]
        assert await pictures(ann.http, table) == {table: [None] * 4}
        for picture in get_args(Picture):
            told = await ann.ask("picture", picture=picture)
            assert told == {"status": 200, "picture": picture}
            seen = await pictures(ann.http, table, "nothing")
            assert [one for one in seen.pop(table) if one] == [picture]
            assert seen == {}
        assert await own(ann) == picture


async def test_second_choice_replaces_first_and_none_removes_it(folder: Path) -> None:
    async with browser(folder) as ann:
        for chosen in ("fox", "owl", "owl", None, None):
            await ann.ask("picture", picture=chosen)
            assert await own(ann) == chosen


async def test_unknown_picture_is_refused_with_a_sentence(folder: Path) -> None:
    async with browser(folder) as ann:
        await ann.ask("picture", picture="cat")
        for fields in ({"picture": "dragon"}, {"picture": 7}, {}):
            told = await ann.ask("picture", **fields)
            assert (told["status"], told["code"]) == (400, "message/bad-field")
            assert "picture" in told["text"]
        assert await own(ann) == "cat"


async def test_stranger_has_no_picture_and_cannot_choose_one(folder: Path) -> None:
    async with client(folder) as http:
        assert (await http.get("/api/me/picture")).json() == {"picture": None}
        assert (await Browser(http).ask("picture", picture="cat"))["code"] == "session/none"


async def test_deleted_person_has_no_picture(folder: Path) -> None:
    async with browser(folder) as ann:
        ben = await Browser(ann.http).come()
        for one, picture in ((ann, "pig"), (ben, "frog")):
            await one.ask("picture", picture=picture)
        await ann.ask("delete", forget="everything")
        store: Store = ann.http.app.state.deps.store
        assert await store.scalars(sa.select(PICTURES.c.picture)) == ["frog"]


async def test_picture_of_guest_whose_session_ended_is_removed_when_tidying_up(
    folder: Path,
) -> None:
    async with browser(folder) as ann:
        ben, cal, dee = [await Browser(ann.http).come() for _ in range(3)]
        for one, picture in ((ann, "pig"), (ben, "frog"), (cal, "owl"), (dee, "cat")):
            await one.ask("picture", picture=picture)
        await ben.ask("register", name="Ben", password="correct horse")
        await cal.ask("/api/my/tokens", name="a bot of Cal")
        state = ann.http.app.state
        for one in (ann, ben, cal):
            await one.ask("sign-out")
        await state.registry.tidy_up()
        found = await state.deps.store.scalars(sa.select(PICTURES.c.picture))
        assert sorted(found) == ["cat", "frog"]


async def test_picture_that_no_longer_exists_is_not_shown(folder: Path) -> None:
    async with browser(folder) as ann:
        table = (await ann.ask("/api/tables", name="Ann"))["table"]
        await ann.ask("picture", picture="lion")
        async with ann.http.app.state.deps.store.writing() as connection:
            await connection.execute(PICTURES.update().values(picture="unicorn"))
        assert await pictures(ann.http, table) == {table: [None] * 4}


async def test_request_covers_as_many_tables_as_the_lobby_shows(folder: Path) -> None:
    async with browser(folder) as ann:
        table = (await ann.ask("/api/tables", name="Ann"))["table"]
        before = ["nothing"] * (MOST_SHOWN - 1)
        assert table in await pictures(ann.http, *before, table)
        assert await pictures(ann.http, *before, "nothing", table) == {}
        assert await pictures(ann.http) == {}
