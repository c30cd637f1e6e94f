"""A page that no one touches requests nothing more from the server."""

from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from support.at_page import asked_by, register, stop_the_clock
from support.person import change_settings
from support.running import NewPage, Running

pytestmark = pytest.mark.every_browser


def group(page: Page, running: Running) -> str:
    change_settings(page, name="Ada")
    return f"g/{asked_by(page, running.url, 'groups', {'people': 8})['group'][0]}"


def evening(page: Page, running: Running) -> str:
    asked = {"name": "Friday", "deals": 1, "level": "random"}
    return f"e/{asked_by(page, running.url, 'evenings', asked)['evening']}"


def challenge(page: Page, running: Running) -> str:
    return (
        f"c/{asked_by(page, running.url, 'challenges', {'name': 'Ada', 'deals': 1})['challenge']}"
    )


def match(page: Page, running: Running) -> str:
    asked = {"teams": ["Larks", "Owls"], "deals": 1}
    return f"d/{asked_by(page, running.url, 'duplicates', asked)['duplicate']}"


def friends(page: Page, running: Running) -> str:
    register(page, running.url, "Quiet Ada")
    return "me"


def at(path: str) -> Callable[[Page, Running], str]:
    return lambda _page, _running: path


PLACES = {
    path or "first": at(path)
    for path in ("", "lobby", "c", "e", "me", "my", "ratings", "bots", "puzzles", "lessons")
    + ("sheet", "game", "#/rules", "puzzles/1", "lessons/following")
} | {one.__name__: one for one in (group, evening, challenge, match, friends)}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_idle_page_requests_nothing_twice(
    running: Running, new_page: NewPage, place: Callable[[Page, Running], str]
) -> None:
    """The clock is stopped, so no scheduled refresh is due."""
    page = new_page()
    path = place(page, running)
    stop_the_clock(page)
    asked = Counter[str]()
    page.on("request", lambda request: asked.update([request.url]))
    page.goto(running.url + path, wait_until="networkidle")
    assert asked
    icons = page.eval_on_selector_all("link[rel~=icon]", "links => links.map(link => link.href)")
    for icon in icons:  # a headed browser reads it again whenever the address changes
        del asked[icon]
    expect(page.get_by_text("This page does not exist.")).to_have_count(0)
    assert {url: times for url, times in asked.items() if times > 1} == {}
