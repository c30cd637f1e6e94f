"""The client as an app: it can be installed, and opens without a network."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from support.at_page import wait_until
from support.looks import no_overflow
from support.running import Running
from support.scorekeeper import Scorekeeper

pytestmark = pytest.mark.every_browser

PUT_ASIDE = """async (text) => {
  const [build] = await caches.keys();
  const page = new Response(text, { headers: { 'content-type': 'text/html' } });
  await (await caches.open(build)).put('/', page);
}"""

KEPT = """async () => {
  const list = await caches.match('/api/lessons?lang=de');
  for (const { name } of list ? (await list.json()).lessons : [])
    if (!(await caches.match(`/api/lessons/${name}?lang=de`))) return false;
  return Boolean(list && (await caches.match('/api/presets?lang=de')));
}"""
"""Whether the presets, the list of lessons and every lesson in it are cached."""


TAP = """async (path) => {
  const [shown, works] = [[], []];
  WindowClient.prototype.focus = function () {
    shown.push('focus');
    return Promise.resolve(this);
  };
  clients.openWindow = (opened) => {
    shown.push(`open ${opened}`);
    return Promise.resolve(null);
  };
  const tap = new ExtendableEvent('notificationclick');
  tap.notification = { data: path, close: () => shown.push('close') };
  tap.waitUntil = (work) => works.push(work);
  dispatchEvent(tap);
  await Promise.all(works);
  return shown;
}"""
"""Does in the service worker what a tap on a notification does.

Browsers without a window show no notifications, and let a worker focus or open a window only after
a real tap. So these are replaced.
"""


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
    """Wait until everything needed offline is cached."""
    page.evaluate("async () => void (await navigator.serviceWorker.ready)")


def test_app_is_installable(own_server: Running, page: Page) -> None:
    page.goto(own_server.url)
    ready(page)
    devtools = page.context.new_cdp_session(page)
    found = devtools.send("Page.getAppManifest")
    assert found["errors"] == []
    assert json.loads(found["data"])["display"] == "standalone"
    faults = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [fault["errorId"] for fault in faults if fault["errorId"] != "in-incognito"] == []


def test_S19_started_score_sheet_continues_without_a_server(
    own_server: Running, page: Page
) -> None:
    page.goto(own_server.url)
    ready(page)
    keeper = Scorekeeper(page, own_server.url)
    keeper.begin("standard", 4)
    own_server.kill()
    page.context.set_offline(True)
    keeper.round((3, 4, 3, 3), 8)
    expect(page.locator(".entry .status")).not_to_be_empty()
    page.reload()
    expect(page.locator("#entry-title")).to_be_visible()
    own_server.start()
    page.context.set_offline(False)
    keeper.expect_scores("71", "−60")


def test_S19_score_sheet_starts_without_a_server(own_server: Running, page: Page) -> None:
    """It is kept locally, and scored when the server can be reached again."""
    page.goto(own_server.url)
    wait_until(page, KEPT)
    own_server.kill()
    page.context.set_offline(True)
    keeper = Scorekeeper(page, own_server.url)
    keeper.begin("gold-blue", 4)
    keeper.round((3, 4, 3, 3), 8)
    expect(page.get_by_text("Gold", exact=True).first).to_be_visible()
    page.reload()
    expect(page.locator(".entry .status")).not_to_be_empty()
    own_server.start()
    page.context.set_offline(False)
    keeper.expect_scores("71", "−60")


def test_lessons_open_offline_without_a_previous_visit(own_server: Running, page: Page) -> None:
    page.goto(own_server.url)
    wait_until(page, KEPT)
    own_server.kill()
    page.context.set_offline(True)
    page.goto(own_server.url)
    page.locator("a[href='/lessons']").click()
    page.locator("a[href^='/lessons/']").nth(1).click()
    expect(page.locator("[data-card]").first).to_be_visible()


def test_offline_device_is_reported_once(own_server: Running, page: Page) -> None:
    page.goto(own_server.url)
    wait_until(page, KEPT)
    own_server.kill()
    page.context.set_offline(True)
    page.goto(own_server.url)
    said = page.get_by_text("offline")
    expect(said).to_have_count(1)
    expect(said).to_contain_text("Spielzettel und Lektionen funktionieren auch ohne Netz")
    no_overflow(page)
    page.locator("form button.primary").click()
    expect(said).to_be_focused()
    expect(said).to_have_count(1)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_page_comes_from_the_server_if_it_is_reachable(own_server: Running, page: Page) -> None:
    page.goto(own_server.url)
    ready(page)
    page.evaluate(PUT_ASIDE, "<h1>An older page</h1>")
    page.reload()
    expect(page.locator("form button.primary")).to_be_visible()
    own_server.kill()
    page.reload()
    expect(page.locator("h1")).to_have_text("An older page")


def test_tap_on_notification_shows_the_table(own_server: Running, page: Page) -> None:
    page.goto(own_server.url)
    ready(page)
    page.locator("main form button.primary").click()
    page.wait_for_url("**/t/*")
    table = urlsplit(page.url).path
    (worker,) = page.context.service_workers
    assert worker.evaluate(TAP, table) == ["close", "focus"]
    page.goto(f"{own_server.url}lessons")
    assert worker.evaluate(TAP, table) == ["close", f"open {table}"]
