"""The demo: whole games from plain files in a subfolder, without any server of ours."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Browser, expect

import demo
from support.at_page import BUSY
from support.looks import no_overflow
from support.person import Person
from support.running import NewPage

SHORT = "preset=standard&end.floor=-50"

KEPT = "() => navigator.serviceWorker.controller !== null"

ENGINE_KEPT = """async () => {
  const cache = await caches.open('spadille packed ');
  return (await cache.keys()).map(({ url }) => url);
}"""
"""The addresses of the engine's files that the browser has."""

KEEP_OLDER = """async (url) => {
  const cache = await caches.open('spadille packed ');
  await cache.put(url, new Response('an older engine'));
}"""

ACTIVATE = """async () => {
  const works = [];
  const event = new ExtendableEvent('activate');
  event.waitUntil = (work) => works.push(work);
  dispatchEvent(event);
  await Promise.all(works);
}"""
"""Does in the service worker what a new build does."""


class Files(SimpleHTTPRequestHandler):
    """Sends plain files, as simple hosts do."""

    def log_message(self, *_: object) -> None:
        """Keep the output of the tests clean."""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of the demo, in a subfolder of a host of files."""
    folder = tmp_path_factory.mktemp("files")
    demo.build(folder / "spades" / "demo")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=folder)) as host:
        Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_port}/spades/demo/"
        host.shutdown()


@pytest.mark.every_browser
def test_whole_game_is_playable_from_plain_files(url: str, new_page: NewPage) -> None:
    page = new_page("phone")
    page.set_default_timeout(BUSY)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    person = Person(page)
    person.begin_under(url, SHORT)
    person.play_until("play")
    hand = page.locator("[data-card]").count()
    page.reload()
    expect(page.locator("[data-card]")).to_have_count(hand)
    no_overflow(page)
    person.play_until("over")
    expect(page.locator("p.reason")).not_to_be_empty()
    assert [one for one in asked if not one.startswith((url, "data:", "blob:"))] == []
    assert [one for one in asked if "/api/" in one] == []


def test_links_of_demo_lead_to_pages_that_work_without_a_server(
    url: str, new_page: NewPage
) -> None:
    page = new_page()
    page.goto(url)
    for path in ("/lessons", "/puzzles", "/help", "/sheet", "/my", "/#/rules?preset=standard"):
        page.locator(f"main a[href='{path}']").first.click()
        expect(page.locator("h1").first).to_be_visible()
        page.go_back()
        expect(page.locator("main a[href='/lessons']").first).to_be_visible()
    for path in ("/lobby", "/tournaments", "/ratings", "/me", "/c/today"):
        for link in page.locator(f"a[href='{path}']").all():
            expect(link).to_be_hidden()
    page.goto(f"{url}?/lobby")
    expect(page.locator("main a[href='/'], a.button[href='/']").first).to_be_visible()


def test_demo_has_a_strict_policy_and_no_absolute_addresses(url: str, new_page: NewPage) -> None:
    page = new_page()
    text = page.request.get(url).text()
    assert "script-src 'self';" in text
    assert 'src="/' not in text
    assert 'href="/' not in text
    files = page.request.get(f"{url}engine/manifest.json").json()["files"]
    assert all(path.startswith("engine/") for path in files)


def test_rules_and_lessons_of_demo_need_no_engine(url: str, new_page: NewPage) -> None:
    page = new_page("phone", "de")
    page.route("**/engine/**", lambda route: route.abort())
    page.goto(url)
    page.locator("main [data-action=rules]").click()
    expect(page.get_by_role("dialog").locator("input[value='puzzle-pirates']")).to_be_attached()
    page.goto(f"{url}?/lessons/own-nil")
    expect(page.locator("[data-card]").first).to_be_visible()


@pytest.mark.parametrize("how", ["control", "middle"])
def test_link_of_demo_opened_elsewhere_leads_to_its_page(
    url: str, new_page: NewPage, how: str
) -> None:
    page = new_page()
    page.goto(url)
    link = page.locator("main a[href='/lessons']").first
    with page.context.expect_page() as opened:
        if how == "control":
            link.click(modifiers=["Control"])
        else:
            link.click(button="middle")
    expect(opened.value).to_have_url(f"{url}?/lessons")
    expect(opened.value.locator("main a[href^='/lessons/']").first).to_be_visible()
    expect(page).to_have_url(url)
    link.click()  # the link still works here
    expect(page).to_have_url(f"{url}?/lessons")


def test_demo_plays_without_a_network_after_first_visit(url: str, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(BUSY)
    page = context.new_page()
    page.goto(url)
    page.wait_for_function(KEPT)
    person = Person(page)
    person.begin_under(url, SHORT)
    person.play_until("play")
    hand = page.locator("[data-card]")
    left = hand.count()
    context.set_offline(True)
    page.reload()
    expect(hand).to_have_count(left)
    person.play_until("over")
    context.close()


def test_new_build_of_demo_deletes_older_engines(url: str, browser: Browser) -> None:
    context = browser.new_context()
    context.set_default_timeout(BUSY)
    page = context.new_page()
    page.goto(url)
    page.wait_for_function(KEPT)
    kept = page.evaluate(ENGINE_KEPT)
    assert kept
    older = f"{url}engine/0/engine.zip"
    page.evaluate(KEEP_OLDER, older)
    assert older in page.evaluate(ENGINE_KEPT)
    (worker,) = context.service_workers
    worker.evaluate(ACTIVATE)
    assert set(page.evaluate(ENGINE_KEPT)) >= set(kept)
    assert older not in page.evaluate(ENGINE_KEPT)
    context.close()
