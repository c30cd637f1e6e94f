"""Strangers find each other: a table that is open to all is seen, chosen and played at."""

import json

import pytest
from playwright.sync_api import Page, Route, expect

from spadille.server.live.chat import LINES
from support.looks import no_overflow, violations
from support.person import change_settings
from support.running import NewPage, Running


@pytest.mark.every_browser
def test_strangers_find_each_other_chat_and_agree(running: Running, new_page: NewPage) -> None:
    ada, bea = new_page(), new_page("phone", "de")
    bea.goto(running.url)
    bea.get_by_role("link", name="An einen Tisch setzen").tap()
    expect(bea.get_by_text("Gerade wartet niemand.")).to_be_visible()
    assert violations(bea) == []

    ada.goto(f"{running.url}lobby")
    ada.locator("select[name=preset]").select_option("whiz")
    ada.get_by_role("button", name="Find players").click()
    expect(ada.get_by_role("alert")).to_contain_text("name")
    ada.locator("input[name=name]").fill("Ada")
    ada.get_by_role("button", name="Find players").click()
    expect(ada.get_by_text("The table is open to everyone.")).to_be_visible()
    assert violations(ada) == []

    table = bea.locator("[data-open-table]")
    expect(table).to_contain_text("Ada")
    expect(table).to_contain_text("Zeit pro Zug: 60 s")
    assert violations(bea) == []
    assert bea.evaluate("document.documentElement.scrollWidth <= innerWidth")
    bea.locator("input[name=name]").fill("Bea")
    table.get_by_role("button", name="Platz 1").tap()
    expect(ada.locator(".seats .name", has_text="Bea")).to_be_visible()
    ada.get_by_role("button", name="Start the game").click()
    for page, other in ((ada, "Bea"), (bea, "Ada")):
        expect(page.locator("[data-seat]", has_text=other)).to_be_visible()
    they_talk(ada, bea)
    they_agree(ada, bea)


SAY_AT_ONCE = """async (field, count) => {
  for (let number = 0; number < count; number += 1) {
    field.value = `line ${number}`;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await Promise.resolve();
    field.form.requestSubmit();
    await Promise.resolve();
  }
}"""


def test_lobby_chat_over_the_limit_is_not_lost(running: Running, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{running.url}lobby")
    page.locator("input[name=name]").fill("Ada")
    page.get_by_role("button", name="Find players").click()
    field = page.locator("input[name=chat]")
    taken = int(LINES.burst)
    field.focus()
    field.evaluate(SAY_AT_ONCE, taken + 1)  # tapping them one by one may take long enough
    expect(page.get_by_role("alert")).to_contain_text("too many messages")
    expect(field).to_have_value(f"line {taken}")
    expect(field).to_be_focused()
    expect(page.locator("[data-line]")).to_have_count(taken)


def they_talk(ada: Page, bea: Page) -> None:
    bea.locator("[data-tool=talk]").tap()
    bea.locator("[data-phrase=good_luck]").tap()
    said = ada.locator("aside [data-line]")
    expect(said).to_contain_text("Good luck!")
    expect(bea.locator("dialog [data-line]")).to_contain_text("Viel Glück!")
    expect(bea.locator("input[name=chat]")).to_have_count(0)
    expect(bea.locator("dialog[open]")).to_be_visible()
    assert violations(bea) == []
    bea.keyboard.press("Escape")
    ada.locator("[data-phrase=thank_you]").click()
    expect(bea.get_by_role("log").filter(has_text="Danke!")).to_be_visible()
    assert violations(ada) == []
    ada.get_by_role("button", name="Mute Bea").click()
    ada.get_by_role("button", name="Report Bea").click()
    expect(ada.get_by_text("Bea was reported.")).to_be_visible()
    expect(said).to_have_count(1)
    ada.get_by_role("button", name="Unmute Bea").click()
    expect(said).to_have_count(2)


def they_agree(ada: Page, bea: Page) -> None:
    """Have one player stop the game and play another one."""
    bea.locator("[data-tool=menu]").tap()
    bea.locator("[data-tool=ask]").tap()
    expect(bea.locator("[data-wish=stop]")).to_be_visible()
    assert violations(bea) == []
    bea.locator("[data-wish=stop]").tap()
    expect(ada.locator("section", has_text="Bea requests: Stop")).to_be_visible()
    assert violations(ada) == []
    ada.locator("[data-answer=yes]").click()
    expect(ada.get_by_role("heading", name="Game ended by agreement")).to_be_visible()
    ada.locator("[data-action=again]").click()
    bea.locator("[data-action=ready]").tap()
    expect(bea.locator("[data-card]")).to_have_count(13)


def test_lobby_search_waits_for_the_chosen_rules(running: Running, new_page: NewPage) -> None:
    page = new_page("phone")
    change_settings(page, name="Ada", preset="puzzle-pirates")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/presets?*", hold, times=1)
    page.route("**/api/match", lambda route: route.abort())
    with page.expect_request("**/api/presets?*"):
        page.goto(f"{running.url}lobby")
    find = page.get_by_role("button", name="Find players")
    expect(find).to_be_disabled()
    held.pop().continue_()
    with page.expect_request("**/api/match") as asked:
        find.click()
    wanted = json.loads(asked.value.post_data or "")
    assert (wanted["preset"], wanted["turn_seconds"]) == ("puzzle-pirates", 30)


def test_lobby_focus_stays_on_a_rejected_request(running: Running, new_page: NewPage) -> None:
    page = new_page()
    refusal = {"type": "error", "code": "match/full", "text": "nobody is looked for just now"}
    page.route("**/api/match", lambda route: route.fulfill(status=409, json=refusal))
    page.goto(f"{running.url}lobby")
    page.locator("input[name=name]").fill("Ada")
    find = page.get_by_role("button", name="Find players")
    # the presets are loaded: a key press, unlike a click, does not wait
    expect(find).to_be_enabled()
    find.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("nobody is looked for")
    expect(find).to_be_focused()


def test_lobby_without_connection_shows_no_waiting_players(
    running: Running, new_page: NewPage
) -> None:
    page = new_page("phone")
    page.goto(f"{running.url}lobby")
    expect(page.get_by_text("No one is waiting right now.")).to_be_visible()
    page.context.set_offline(True)
    expect(page.get_by_role("alert")).to_contain_text("This device is offline.")
    expect(page.get_by_text("No one is waiting right now.")).to_have_count(0)
    page.context.set_offline(False)
    expect(page.get_by_text("No one is waiting right now.")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_lobby_search_uses_last_rules_before_presets_load(
    running: Running, new_page: NewPage
) -> None:
    page = new_page("phone")
    page.goto(f"{running.url}lobby")
    page.locator("select[name=preset]").select_option("whiz")
    page.route("**/api/presets?*", lambda route: route.abort(), times=1)
    page.reload()
    expect(page.get_by_role("alert")).to_have_text("The server isn’t responding.")
    page.locator("input[name=name]").fill("Ada")
    page.get_by_role("button", name="Find players").click()
    expect(page.locator("main .title")).to_have_text("Whiz")
    page.route("**/api/presets?*", lambda route: route.abort(), times=1)
    page.goto(f"{running.url}lobby")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("select[name=preset]")).to_have_value("whiz")


def test_lobby_without_server_shows_one_error(running: Running, new_page: NewPage) -> None:
    page = new_page("phone")
    page.route("**/api/presets?*", lambda route: route.abort())
    page.route_web_socket("**/ws", lambda socket: socket.close())
    page.goto(f"{running.url}lobby")
    expect(page.locator("main > [role=alert]")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(1)
    expect(page.get_by_role("button", name="Find players")).to_be_enabled()


@pytest.mark.every_browser
def test_quick_match_practices_until_someone_joins(running: Running, new_page: NewPage) -> None:
    ada, bea = new_page("phone"), new_page("desktop", "de")
    for page, name in ((ada, "Ada"), (bea, "Bea")):
        change_settings(page, name=name, preset="mirror")
    ada.goto(running.url)
    find = ada.locator("[data-action=match]")
    expect(find).to_contain_text("practice until someone joins")
    find.tap()
    waits = ada.get_by_text("Looking for players: 1 of 4")
    expect(waits).to_be_visible()
    expect(ada.locator("[data-card]").first).to_be_visible()
    practice = ada.url
    no_overflow(ada)
    assert violations(ada) == []
    ada.reload()
    expect(waits).to_be_visible()
    bea.goto(running.url)
    find = bea.locator("[data-action=match]")
    expect(find).to_contain_text("eine Person wartet")
    find.click()
    expect(bea.get_by_text("Bea (Du)")).to_be_visible()
    expect(ada.get_by_text("Ada (You)")).to_be_visible()  # without a tap
    assert ada.url == bea.url
    expect(waits).to_have_count(0)
    ada.goto(practice)
    expect(ada.locator("[data-action=again], #end-title").first).to_be_visible()


def test_quick_match_is_stopped_and_the_practice_goes_on(
    running: Running, new_page: NewPage
) -> None:
    page, other = new_page("phone", "es"), new_page()
    for one in (page, other):
        change_settings(one, name="Ada", preset="three-player")  # no other test waits with these
    page.goto(running.url)
    page.locator("[data-action=match]").tap()
    page.get_by_role("button", name="Dejar de buscar").tap()
    expect(page.locator("aside", has_text="Buscando")).to_have_count(0)
    expect(page.locator("[data-card]").first).to_be_visible()
    page.goto(f"{running.url}lobby")
    expect(page.get_by_text("Ahora no espera nadie.")).to_be_visible()
    other.goto(running.url)
    other.locator("[data-action=match]").click()
    expect(other.get_by_text("Looking for players: 1 of 3")).to_be_visible()
