"""Games against bots on the player's device, with the server killed and the network cut."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from spadille.notation import load_game
from spadille.server.net.answers import FOLDER
from support.at_page import BUSY, FEW_CARDS_CODE
from support.looks import no_overflow, violations
from support.person import Person
from support.running import Running

pytestmark = pytest.mark.skipif(
    not (FOLDER / "engine" / "manifest.json").is_file(), reason="the engine is not built"
)

ONE_ROUND = "end.max_rounds=1"

TICKS = """performance.getEntriesByName('spadille tick').map(({ duration }) => duration)"""


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Running]:
    server = Running(tmp_path).start()
    yield server
    server.kill()


class Way(NamedTuple):
    """Which game is played, and where."""

    rules: str
    size: tuple[int, int]
    lang: str


PHONE, DESKTOP = (360, 740), (1280, 800)

GAMES = {
    "standard": ("preset=standard", "de"),
    "puzzle-pirates": ("preset=puzzle-pirates", "en"),
    "gold-blue": ("preset=gold-blue", "es"),
    "two-player": ("preset=two-player", "de"),
    # a claim could end so short a round before the page is loaded again
    "own": (f"{FEW_CARDS_CODE}&play.claims=false&title=Five tricks", "en"),
}

WAYS = {
    f"{name}-{on}": Way(rules, size, lang)
    for name, (rules, lang) in GAMES.items()
    for on, size in (("phone", PHONE), ("desktop", DESKTOP))
}


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Yield a page with a service worker, in the size and language of the test's way."""
    way: Way = getattr(request, "param", WAYS["standard-phone"])
    width, height = way.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale=way.lang,
        has_touch=way.size == PHONE,
        reduced_motion="reduce",
    )
    context.set_default_timeout(BUSY)
    yield context.new_page()
    context.close()


def download_engine(page: Page, server: Running) -> None:
    """Visit the start page and download what games without a server need."""
    page.goto(server.url)
    page.evaluate("async () => void (await navigator.serviceWorker.ready)")
    page.reload()  # the page now comes with the scripts that the worker keeps
    page.locator("[data-action=download]").click()
    expect(page.locator("[data-action=play-here]")).to_be_visible()


def cut_network(page: Page, server: Running) -> None:
    server.kill()
    page.context.set_offline(True)


@pytest.mark.parametrize(
    ("page", "rules"), [(way, way.rules) for way in WAYS.values()], ids=WAYS, indirect=["page"]
)
def test_whole_game_is_playable_without_a_network(
    own_server: Running, page: Page, rules: str
) -> None:
    download_engine(page, own_server)
    cut_network(page, own_server)
    person = Person(page)
    person.begin_under(own_server.url, f"{rules}&{ONE_ROUND}")
    expect(page).to_have_url(re.compile("/t/0"))
    person.play_until("play")
    person.do("play")
    person.play_until("play")
    no_overflow(page)
    hand = person.hand()
    page.reload()  # in the middle of a trick
    person.play_until("play")
    assert sorted(person.hand()) == sorted(hand)
    person.play_until("over")
    expect(page.locator("#end-title")).to_be_visible()
    assert page.workers[0].evaluate(TICKS), "`benchmarks/page.py decisions` times these"
    page.locator("[data-action=end-menu]").click()
    with page.expect_download() as download:
        page.locator("a[download]").first.click()
    record = load_game(download.value.path().read_text(encoding="utf-8"))
    assert record.outcome is not None


def test_play_now_starts_a_game_on_the_device_if_the_server_is_away(
    own_server: Running, page: Page
) -> None:
    download_engine(page, own_server)
    expect(page.locator(".more > section:last-of-type #offline-title")).to_be_visible()
    cut_network(page, own_server)
    page.goto(own_server.url)
    expect(page.locator(".more > section:first-of-type #offline-title")).to_be_visible()
    expect(page.locator(".without-network")).to_contain_text("Auf diesem Gerät kannst du")
    assert violations(page) == []
    no_overflow(page)
    page.locator("form button.primary").click()
    page.wait_for_url("**/t/0*")
    person = Person(page)
    person.play_until("bid")
    page.goto(own_server.url)
    running = page.locator("a[data-game^='0']")
    expect(running).to_contain_text("auf diesem Gerät")
    running.click()
    person.play_until("bid")


def test_finished_game_is_replayed_offline_and_uploaded_later(
    own_server: Running, page: Page
) -> None:
    download_engine(page, own_server)
    cut_network(page, own_server)
    person = Person(page)
    person.begin_under(own_server.url, f"{FEW_CARDS_CODE}&{ONE_ROUND}")
    person.play_until("over")
    page.goto(own_server.url)
    page.locator("details[data-finished] summary").click()
    page.locator("details[data-finished] a").click()
    expect(page.locator(".replayed")).to_be_visible()
    own_server.start()
    page.context.set_offline(False)
    page.goto(own_server.url)
    page.locator("details[data-finished] summary").click()
    page.locator("[data-action=upload]").click()
    expect(page.locator("details[data-finished] a:not([data-game^='0'])")).to_be_visible()
    expect(page.locator("details[data-finished] a[data-game^='0']")).to_have_count(0)
    expect(page.locator("[data-action=upload]")).to_have_count(0)


def test_game_belongs_to_the_tab_that_opened_it_last(own_server: Running, page: Page) -> None:
    download_engine(page, own_server)
    page.locator("[data-action=play-here]").click()
    page.wait_for_url("**/t/0*")
    Person(page).play_until("bid")
    other = page.context.new_page()
    other.goto(page.url)
    Person(other).play_until("bid")
    expect(page.get_by_role("alert")).to_contain_text("in einem anderen Tab")


def test_game_at_the_server_says_what_goes_on_while_the_device_is_offline(
    own_server: Running, page: Page
) -> None:
    person = Person(page)
    person.begin_under(own_server.url, "preset=standard")
    person.play_until("bid")
    page.context.set_offline(True)
    own_server.kill()
    expect(page.locator(".lost")).to_contain_text("wartet auf dem Server")
