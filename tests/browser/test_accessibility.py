"""No accessibility violations that axe can find, on any page, in any state, size or language."""

from typing import Literal

import pytest
from playwright.sync_api import expect

from support.at_page import FEW_CARDS_CODE, sit_with_bots
from support.looks import violations
from support.person import Person, Task, open_sheet
from support.running import NewPage, Running
from support.stage import NO_BLIND, Stage

FEW_CARDS = f"preset=standard&{FEW_CARDS_CODE}&end.floor=none"

RING = """() => {
  const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
  const brightness = (color) => {
    const [r, g, b] = numbers(color).map((part) => part / 255)
      .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    if ((numbers(backgroundColor)[3] ?? 1) === 1) return backgroundColor;
    return backgroundImage.match(/rgb\\([^)]+\\)/)?.[0] ?? ground(element.parentElement);
  };
  const focused = document.activeElement;
  if (focused === document.body) return null;
  const ringed = ['radio', 'checkbox'].includes(focused.type)
    ? focused.nextElementSibling ?? focused : focused;
  const { outlineColor, outlineOffset } = getComputedStyle(ringed);
  const below = ground(parseFloat(outlineOffset) < 0 ? ringed : ringed.parentElement);
  const [dark, light] = [brightness(outlineColor), brightness(below)].sort((a, b) => a - b);
  return [ringed.outerHTML.slice(0, 120), (light + 0.05) / (dark + 0.05)];
}"""
"""The focused element, and how clearly its ring contrasts with the background below it."""


@pytest.mark.every_browser
@pytest.mark.parametrize("path", ["", "sheet", "#/rules?preset=standard", "lessons/blind"])
def test_focus_ring_has_enough_contrast(running: Running, new_page: NewPage, path: str) -> None:
    page = new_page()
    page.goto(running.url + path)
    page.locator(":is(main, aside) :is(input, .primary)").first.wait_for(state="attached")
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        seen = []
        for _ in range(20):
            page.keyboard.press("Tab")
            if ring := page.evaluate(RING):
                seen.append(ring)
        assert len(seen) > 10
        assert [ring for ring in seen if ring[1] < 3] == []


@pytest.mark.every_browser
def test_page_change_is_announced_and_scrolls_to_the_top(
    running: Running, new_page: NewPage
) -> None:
    page = new_page()
    page.goto(running.url)
    told = page.locator("body > [aria-live=polite]")
    expect(told).to_have_text("")
    page.locator("main a[href='/lessons']").press("Enter")
    expect(told).to_have_text("Lessons · Spadille")
    page.locator("main a[href^='/lessons/']").last.press("Enter")
    expect(told).not_to_have_text("Lessons · Spadille")
    page.keyboard.press("Tab")
    expect(page.locator("header a").first).to_be_focused()
    page.go_back()
    expect(told).to_have_text("Lessons · Spadille")
    assert violations(page) == []


@pytest.mark.every_browser
@pytest.mark.parametrize(("size", "lang"), [("desktop", "en"), ("phone", "de")])
def test_every_table_state_is_accessible(
    running: Running, new_page: NewPage, size: str, lang: str
) -> None:
    person = Person(new_page(size, lang))
    page = person.page
    page.goto(running.url)
    page.locator("#summary", has_text="Standard").wait_for()
    assert violations(page) == []
    open_sheet(page, "rules")
    page.locator("input[name=preset]").first.wait_for(state="attached")
    assert violations(page) == []
    person.ask_about_blind_bids()
    begin(person, running.url, "preset=standard")
    assert looked_at(person, "play") >= {"look", "bid"}
    for key in ("s", "t", "?"):
        page.keyboard.press(key)
        page.locator("dialog[open]").wait_for()
        assert violations(page) == [], key
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
    begin(person, running.url, f"{FEW_CARDS}&end.max_rounds=2")
    assert "continue" in looked_at(person, "over")


def test_round_end_moves_the_focus_to_continue(running: Running, new_page: NewPage) -> None:
    person = Person(new_page(), keyboard=True)
    begin(person, running.url, FEW_CARDS)
    person.play_until("continue")
    person.page.wait_for_function("document.activeElement.matches('[data-action=continue]')")


def test_deal_check_result_keeps_the_focus(running: Running, new_page: NewPage) -> None:
    person = Person(new_page(), keyboard=True)
    page = person.page
    begin(person, running.url, FEW_CARDS)
    person.play_until("continue")
    person.press("[data-action=check-deal]")
    expect(page.locator("[data-checked=fair] .verdict")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("[data-checked] summary")).to_be_focused()
    expect(page.locator("[data-action=continue]")).to_be_visible()


@pytest.mark.every_browser
def test_arrows_reach_the_cards_if_nothing_has_focus(running: Running, new_page: NewPage) -> None:
    person = Person(new_page())
    page = person.page
    sit_with_bots(person.page, running.url)
    person.play_until("bid")
    expect(page.locator(".pad")).to_be_focused()
    person.play_until("play")
    for key, card in (
        ("ArrowLeft", person.playable().last),
        ("ArrowRight", person.playable().first),
    ):
        page.reload()
        card.wait_for()
        page.keyboard.press(key)
        expect(card).to_be_focused()
    page.goto(f"{running.url}lessons/following")
    person.playable().first.wait_for()
    page.keyboard.press("ArrowRight")
    expect(person.playable().first).to_be_focused()


@pytest.mark.every_browser
def test_chat_typing_triggers_no_table_keys(new_page: NewPage) -> None:
    page = new_page()
    stage = Stage(page, NO_BLIND)
    stage.talk = "free"
    stage.open()
    expect(page.locator(".pad")).to_be_visible()
    chat = page.locator("input[name=chat]")
    chat.focus()
    page.keyboard.type("not 5, this 1?")
    expect(chat).to_have_value("not 5, this 1?")
    expect(chat).to_be_focused()
    expect(page.get_by_role("dialog")).to_have_count(0)


def begin(person: Person, url: str, rules: str) -> None:
    sit_with_bots(person.page, url, rules)


def looked_at(person: Person, last: Task) -> set[Task]:
    """Play on to a task; axe checks each kind of task the first time it comes up."""
    seen: set[Task] = set()
    while True:
        task = person.task()
        if task not in seen:
            seen.add(task)
            assert violations(person.page) == [], task
        if task == last:
            return seen
        person.do(task)


def test_draft_is_accessible(running: Running, new_page: NewPage) -> None:
    person = Person(new_page("phone"))
    sit_with_bots(person.page, running.url, "preset=two-player")
    person.play_until("draft")
    assert violations(person.page) == []


@pytest.mark.parametrize(("size", "lang"), [("desktop", "de"), ("phone", "en")])
def test_waiting_room_is_accessible(
    running: Running, new_page: NewPage, size: str, lang: str
) -> None:
    host, guest = Person(new_page(size, lang)), Person(new_page(size, lang))
    host.begin(running.url, "two-player", "Ada", friends=True)
    host.page.locator("#link").wait_for()
    assert violations(host.page) == []
    guest.page.goto(host.page.locator("#link").input_value())
    guest.page.locator("input[name=name]").wait_for()
    assert violations(guest.page) == []


def test_missing_table_page_is_accessible(running: Running, new_page: NewPage) -> None:
    page = new_page()
    page.goto(running.url + "t/nowhere")
    page.get_by_role("alert").wait_for()
    assert violations(page) == []


@pytest.mark.parametrize(("size", "lang"), [("desktop", "en"), ("phone", "de")])
def test_group_tables_are_accessible(
    running: Running, new_page: NewPage, size: str, lang: str
) -> None:
    page = new_page(size, lang)
    page.goto(running.url)
    sheet = open_sheet(page, "group")
    page.locator("select[name=rules-4]").wait_for()
    assert violations(page) == []
    sheet.locator("input[name=name]").fill("Ada")
    sheet.locator("form button.primary").click()
    page.wait_for_url("**/g/*")
    page.locator("main li").first.wait_for()
    assert violations(page) == []
    page.locator("main button.primary").click()
    page.locator("nav [aria-current=page]").wait_for()
    assert violations(page) == []
