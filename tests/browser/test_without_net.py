"""The client as an application: it can be installed, and opens where there is no net."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from support.at_page import wait_until
from support.looks import no_overflow
from support.running import Running
from support.scorekeeper import Scorekeeper

PUT_ASIDE = """async (text) => {
  const [build] = await caches.keys();
  const page = new Response(text, { headers: { 'content-type': 'text/html' } });
  await (await caches.open(build)).put('/', page);
}"""

LESSONS_KEPT = """async () => {
  const list = await caches.match('/api/lessons?lang=de');
  for (const { name } of list ? (await list.json()).lessons : [])
    if (!(await caches.match(`/api/lessons/${name}?lang=de`))) return false;
  return Boolean(list);
}"""
"""Whether the list is there and every lesson in it."""


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Running]:
    server = Running(tmp_path).start()
    yield server
    server.kill()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="de")
    yield context.new_page()
    context.close()


def ready(page: Page) -> None:
    """Waits until all is there that is wanted without a net."""
    page.evaluate("async () => void (await navigator.serviceWorker.ready)")


def test_it_can_be_installed(own_server: Running, page: Page) -> None:
    page.goto(own_server.url)
    ready(page)
    devtools = page.context.new_cdp_session(page)
    found = devtools.send("Page.getAppManifest")
    assert found["errors"] == []
    assert json.loads(found["data"])["display"] == "standalone"
    faults = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [fault["errorId"] for fault in faults if fault["errorId"] != "in-incognito"] == []


def test_S19_a_score_sheet_that_was_begun_goes_on_without_a_server(
    own_server: Running, page: Page
) -> None:
    page.goto(f"{own_server.url}lessons")
    ready(page)
    page.reload()
    page.locator("a[href^='/lessons/']").nth(1).wait_for()
    wait_until(page, LESSONS_KEPT)
    keeper = Scorekeeper(page, own_server.url)
    keeper.begin("standard", 4)
    own_server.kill()
    page.goto(own_server.url)
    page.context.set_offline(True)
    expect(page.get_by_text("Ein begonnener Spielzettel geht ohne Netz weiter")).to_be_visible()
    no_overflow(page)
    page.goto(f"{own_server.url}lessons")
    page.locator("a[href^='/lessons/']").nth(1).click()
    expect(page.locator("[data-card]").first).to_be_visible()
    page.goto(own_server.url)
    page.locator('a[href="/sheet"]').click()
    keeper.round((3, 4, 3, 3), 8)
    expect(page.locator(".entry .status")).not_to_be_empty()
    page.reload()
    expect(page.locator("#entry-title")).to_be_visible()
    own_server.start()
    page.context.set_offline(False)
    keeper.expect_scores("71", "−60")


def test_a_page_comes_from_the_server_wherever_there_is_one(
    own_server: Running, page: Page
) -> None:
    page.goto(own_server.url)
    ready(page)
    page.evaluate(PUT_ASIDE, "<h1>An older page</h1>")
    page.reload()
    expect(page.locator("form button.primary")).to_be_visible()
    own_server.kill()
    page.reload()
    expect(page.locator("h1")).to_have_text("An older page")
