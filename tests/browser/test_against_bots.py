"""Features for playing with bots only: warnings, undo, and finishing or replaying a round."""

import re

from playwright.sync_api import Page, expect

from support.at_page import wait_until
from support.looks import violations
from support.person import Person, change_settings
from support.running import NewPage, Running
from support.stage import NO_BLIND, Stage


def open_ask(page: Page) -> None:
    page.locator("[data-tool=menu]").click()
    page.locator("dialog [data-tool=ask]").click()
    expect(page.get_by_role("dialog", name="Dieses Spiel")).to_be_visible()


MOST_HINTS = 60


def wait_for_coach(page: Page) -> None:
    """Wait for the coach: a server that has just started still compiles and loads it."""
    ready = "async () => (await (await fetch('/healthz')).json()).kernels"
    wait_until(page, ready, milliseconds=180_000)
    thumb = page.locator("dialog .reason + .quiet")  # a request from before it was ready
    hint, follow = page.locator("[data-aside=hint]"), page.locator("[data-action=follow]")
    for _ in range(MOST_HINTS):
        hint.click()
        # losing the connection closes the dialog, too
        expect(follow.or_(page.locator("body:not(:has(dialog))"))).to_be_visible(timeout=180_000)
        answered, by_thumb = follow.count() > 0, thumb.count() > 0
        if answered:
            page.locator("dialog button.close").click()
        if answered and not by_thumb:
            return
    raise AssertionError(f"no hint of the coach in {MOST_HINTS} requests")


def test_player_alone_confirms_undoes_and_replays_a_round(
    running: Running, new_page: NewPage
) -> None:
    page = new_page("phone", "de")
    change_settings(page, careful=5)
    person = Person(page)
    person.begin(running.url, "standard")
    person.play_until("bid")
    # next to blind nil, the coach considers few bids
    while page.get_by_text("Blinde Null").count():
        person.begin(running.url, "standard")
        person.play_until("bid")
    undo, anyway = page.locator("[data-aside=undo]"), page.locator("[data-action=anyway]")
    wait_for_coach(page)
    page.locator("[data-bid='13']").click()
    expect(anyway).to_be_visible()
    expect(page.locator("dialog p").first).to_contain_text(" mit 13, ")
    expect(page.locator("dialog .primary")).to_have_text(re.compile("^Lieber "))
    assert violations(page) == []
    page.locator("dialog [data-action=cancel]").click()
    page.locator("[data-bid='13']").click()  # asked once, and not a second time
    expect(undo).to_be_visible()
    undo.click()
    page.locator("[data-bid='13']").click()
    better = page.locator("[data-action=better]")  # asked again, if the coach is ready in time
    expect(better.or_(undo).first).to_be_visible()
    if better.is_visible():
        better.click()
    expect(page.locator("[data-bid]")).to_have_count(0)
    person.play_until("play")

    open_ask(page)
    page.locator("[data-wish=finish]").click()
    again, menu = page.locator("[data-action=same-cards]"), page.locator("[data-action=end-menu]")
    expect(menu.or_(again).first).to_be_visible()
    if menu.is_visible():  # the round has ended the game
        menu.click()
    again.click()
    assert violations(page) == []
    before = page.url
    page.locator("dialog [data-from='5']").click()
    expect(page).not_to_have_url(before)
    expect(page.locator("[data-card]")).to_have_count(9)
    expect(page.get_by_text("noch einmal gespielt", exact=True)).to_be_visible()
    open_ask(page)
    page.locator("[data-wish=finish]").click()
    expect(page.get_by_role("link", name="Zurück zu diesem Spiel")).to_have_attribute(
        "href", re.sub(r".*(/t/)", r"\1", before)
    )


def test_costly_action_question_closes_when_the_table_moves_on(
    new_page: NewPage,
) -> None:
    page = new_page()
    stage = Stage(page, NO_BLIND)
    stage.costly = True
    stage.open()
    asked = page.get_by_role("dialog").filter(has=page.locator("[data-action=anyway]"))
    page.locator("[data-bid='13']").click()
    expect(asked).to_be_visible()
    stage.game = stage.game.apply(stage.game.options(stage.you).actions[0], stage.you)
    stage.go_on()  # the time has run out
    expect(page.locator("[data-bid]")).to_have_count(0)
    expect(asked).to_have_count(0)
