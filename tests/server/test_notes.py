"""Notes about other players: only their author sees them, and they go with either person."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from spadille.server.features import notes
from spadille.server.features.notes import LONGEST_NOTE, NOTES
from support.browsers import NAME, Browser
from support.pages import client

PASSWORD = "four green herons"


@asynccontextmanager
async def ann_and_ben(folder: Path) -> AsyncIterator[tuple[Browser, Browser]]:
    """Yield the browsers of two registered players, who show their ratings."""
    async with client(folder) as http:
        both = [await Browser(http).come() for _ in range(2)]
        for browser, name in zip(both, ("Ann", "Ben"), strict=True):
            await browser.ask("register", name=name, password=PASSWORD)
            await browser.ask("shown", shown=True)
        yield both[0], both[1]


async def notes_of(browser: Browser) -> list[str]:
    """Return the texts of a person's notes, as in their export."""
    return [row["text"] for row in (await browser.ask("/data"))["notes"]]


async def seen(browser: Browser) -> dict[str, str]:
    """Return what a browser gets when it asks for its note about Ben."""
    browser.http.cookies.clear()
    headers = {"cookie": f"{NAME}={browser.cookie}"}
    answer = await browser.http.get("/api/notes", params={"name": "Ben"}, headers=headers)
    found: dict[str, str] = answer.json()
    return found


async def test_only_author_sees_a_note(folder: Path) -> None:
    async with ann_and_ben(folder) as (ann, ben):
        kept = await ann.ask("/api/notes", name="ben", text=" bids high \n")
        assert kept == {"status": 200, "name": "Ben", "text": "bids high"}
        assert await seen(ann) == {"name": "Ben", "text": "bids high"}
        assert await seen(ben) == {"name": "Ben", "text": ""}
        assert "bids high" not in str(await ben.ask("/data"))


async def test_new_note_replaces_the_old_one_and_empty_text_removes_it(folder: Path) -> None:
    async with ann_and_ben(folder) as (ann, _):
        for text in ("bids high", "bids low", "  "):
            await ann.ask("/api/notes", name="Ben", text=text)
            assert await notes_of(ann) == [text.strip()] * bool(text.strip())


async def test_notes_are_exported_with_names(folder: Path) -> None:
    async with ann_and_ben(folder) as (ann, _):
        await ann.ask("/api/notes", name="Ben", text="bids high")
        (row,) = (await ann.ask("/data"))["notes"]
        assert (row["name"], row["text"]) == ("Ben", "bids high")


async def test_note_goes_with_its_author_and_with_the_person_it_is_about(folder: Path) -> None:
    async with ann_and_ben(folder) as (ann, ben):
        await ann.ask("/api/notes", name="Ben", text="about Ben")
        await ben.ask("/api/notes", name="Ann", text="about Ann")
        assert await notes_of(ben) == ["about Ann"]
        await ann.ask("delete", forget="everything", password=PASSWORD)
        assert await notes_of(ben) == []


async def test_note_of_guest_whose_session_ended_is_removed_when_tidying_up(folder: Path) -> None:
    async with ann_and_ben(folder) as (ann, ben):
        cyd, dee = [await Browser(ann.http).come() for _ in range(2)]
        for author in (ann, cyd, dee):
            await author.ask("/api/notes", name="Ben", text="bids high")
        for gone in (ann, ben, cyd):
            await gone.ask("sign-out")
        state = ann.http.app.state
        await state.registry.tidy_up()
        found = await state.deps.store.scalars(sa.select(NOTES.c.text))
        assert found == ["bids high"] * 2  # those of Ann, who can sign in again, and of Dee


async def test_strangers_and_unknown_names_are_refused(folder: Path) -> None:
    async with ann_and_ben(folder) as (ann, ben):
        assert (await ann.ask("/api/notes", name="Cyd", text="?"))["code"] == "ratings/nobody"
        await ben.ask("shown", shown=False)
        assert (await ann.ask("/api/notes", name="Ben", text="?"))["code"] == "ratings/nobody"
        stranger = Browser(ann.http)
        assert (await stranger.ask("/api/notes", name="Ann", text="?"))["code"] == "session/none"
        assert await notes_of(ann) == []


async def test_notes_are_limited_in_length_and_number(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with ann_and_ben(folder) as (ann, _):
        told = await ann.ask("/api/notes", name="Ben", text="x" * (LONGEST_NOTE + 1))
        assert told["code"] == "message/bad-field"
        assert (await ann.ask("/api/notes", name="Ben", text="x" * LONGEST_NOTE))["status"] == 200
        monkeypatch.setattr(notes, "MOST_NOTES", 1)
        assert (await ann.ask("/api/notes", name="Ben", text="another"))["status"] == 200
        refused = await ann.ask("/api/notes", name="Ann", text="about myself")
        assert (refused["status"], refused["code"]) == (409, "note/too-many")
        assert await notes_of(ann) == ["another"]
