"""Events that must not cost a player the game: a reload, a lost connection, a killed server."""

import pytest
from playwright.sync_api import expect

from support.at_page import sit_with_bots
from support.dead_path import path_to
from support.person import Person, tap_choice
from support.running import NewPage, Running
from support.stage import THREE, where

COLLECTED = """(seats) => document.querySelectorAll(
  'ul.trick > li:not([aria-hidden])').length < seats"""
"""True on the page once a complete trick no longer lies on the table."""


def to_mid_trick(person: Person, seats: int = 4) -> tuple[list[str], list[str]]:
    """Play on until others have played to a trick and it is the person's turn."""
    while True:
        person.play_until("play")
        person.page.wait_for_function(COLLECTED, arg=seats)
        if trick := person.trick():
            return person.hand(), trick
        person.do("play")


@pytest.mark.every_browser
def test_reload_in_mid_trick_changes_nothing(running: Running, new_page: NewPage) -> None:
    person = Person(new_page())
    sit_with_bots(person.page, running.url)
    hand, trick = to_mid_trick(person)
    person.page.reload()
    assert person.task() == "play"
    assert (person.hand(), person.trick()) == (hand, trick)
    person.do("play")
    assert len(person.hand()) == len(hand) - 1


def test_killed_server_continues_in_mid_trick(running: Running, new_page: NewPage) -> None:
    person = Person(new_page("phone", "de"))
    sit_with_bots(person.page, running.url)
    hand, trick = to_mid_trick(person)
    told = person.page.locator("#app > [role=status]")  # already in place, so that it is read out
    expect(told).to_have_text("")
    running.kill()
    expect(told).to_contain_text("Verbindung verloren")
    person.click_card(person.playable().first)
    expect(told).to_contain_text("Ohne Verbindung")
    expect(person.page.get_by_role("alert")).to_have_count(0)  # one message for one cause
    assert person.hand() == hand
    running.start()
    expect(told).to_have_text("")
    assert person.task() == "play"
    assert (person.hand(), person.trick()) == (hand, trick)
    person.do("play")
    assert len(person.hand()) == len(hand) - 1


def test_killed_server_restores_tables_for_a_new_page(running: Running, new_page: NewPage) -> None:
    person = Person(new_page())
    sit_with_bots(person.page, running.url, "preset=two-player")
    hand, trick = to_mid_trick(person, 2)
    running.kill()
    running.start()
    person.page.reload()
    assert person.task() == "play"
    assert (person.hand(), person.trick()) == (hand, trick)


def test_language_change_at_a_table_returns_to_the_table(
    running: Running, new_page: NewPage
) -> None:
    person = Person(new_page("phone"))
    page = person.page
    sit_with_bots(person.page, running.url)
    person.task()
    page.reload()
    task = person.task()
    page.locator("[data-tool=menu]").click()
    page.locator("[data-tool=settings]").click()
    tap_choice(page, "de")
    page.keyboard.press("Escape")
    running.kill()
    lost = page.get_by_text("Verbindung verloren")
    expect(lost).to_be_visible()
    running.start()
    expect(lost).to_be_hidden()
    assert person.task() == task
    person.do(task)


def test_cards_marked_to_discard_stay_marked_if_sending_fails(
    new_page: NewPage,
) -> None:
    person = Person(new_page("phone"))
    page = person.page
    kitty = {"deal.leftover": "kitty_and_round", "deal.kitty_taker": "dealer"}
    stage = where(page, {**THREE, **kitty}, lambda dealt, you: dealt.pack.kitty_taker == you)
    for index in range(3):
        person.click_card(page.locator("[data-card]").nth(index))
    stage.lose()
    lost, give = page.locator("#app > [role=status]"), page.locator("[data-action=give]")
    expect(lost).to_have_text("Connection lost. Trying again…")
    give.click()
    expect(lost).to_contain_text("while you’re offline")
    expect(page.locator("[data-card][aria-pressed=true]")).to_have_count(3)
    stage.out_of_reach = False
    expect(lost).to_have_text("")
    give.click()
    expect(give).to_have_count(0)


@pytest.mark.every_browser
def test_silent_connection_is_noticed_on_both_sides(running: Running, new_page: NewPage) -> None:
    host, guest = Person(new_page()), Person(new_page())
    with path_to(running.port) as path:
        host.begin(path.url, "standard", "Ada", friends=True)
        host.page.wait_for_url("**/t/*")
        guest.page.goto(running.url + host.page.url.removeprefix(path.url))
        guest.page.locator("input[name=name]").fill("Bea")
        guest.page.locator("form button.primary").click()
        expect(guest.page.locator(".seats .name", has_text="Ada")).to_be_visible()
        path.cut()
        # It must come within ten seconds; `table-socket.test.ts` checks this with a fake clock.
        expect(host.page.get_by_text("Connection lost")).to_be_visible()
        path.mend()
        expect(host.page.get_by_text("Connection lost")).to_be_hidden()
        path.cut()
        host.page.close()
        expect(guest.page.get_by_text("away", exact=True)).to_be_visible()
