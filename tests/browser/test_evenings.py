"""A host makes an evening on a phone, plays at it with bots, and sees who has won."""

import json

from playwright.sync_api import Route, expect

from spadille.game import PACK
from support.looks import no_overflow, violations
from support.person import Person
from support.running import NewPage, Running

FEW_CARDS = {"deck.removed": [str(card) for card in PACK if card.rank < 9], "nil.blind": False}


def with_few_cards(route: Route) -> None:
    """Rounds of four tricks take less time."""
    asked: dict[str, object] = json.loads(route.request.post_data or "")
    assert asked["rounds"] == 0, "they are those of a Swiss tournament"
    route.continue_(post_data={**asked, "options": FEW_CARDS})


def test_an_evening_from_its_link_to_its_winner(running: Running, new_page: NewPage) -> None:
    ann = Person(new_page("phone", "de"))
    page = ann.page

    def looked_at() -> None:
        no_overflow(page)
        assert violations(page) == []

    page.goto(f"{running.url}e")
    form = page.locator("[data-form=evening]")
    form.locator("select[name=rounds]").select_option("3")
    form.locator("select[name=form]").select_option("knock-out")
    expect(form.locator("select[name=rounds]")).to_have_count(0)
    form.locator("select[name=deals]").select_option("1")
    form.locator("select[name=level]").select_option("random")
    looked_at()
    page.route("**/api/evenings", with_few_cards)
    form.locator(".primary").click()
    page.locator("[data-action=begin]").wait_for()
    page.locator("[data-action=enter]").click()
    expect(page.locator("input[name=name]")).to_be_focused()
    page.locator("input[name=name]").fill("Ann")
    page.locator("input[name=pair]").fill("Lerchen")
    page.locator("[data-action=enter]").click()
    expect(page.locator("ol li")).to_have_count(1)
    page.locator("[data-action=enter-bots]").click()
    expect(page.locator("ol li")).to_have_count(2)
    expect(page.locator(".stage")).to_contain_text("ein Durchgang mit diesen Paaren")
    looked_at()
    page.locator("[data-action=begin]").click()
    page.locator("[data-action=own-table]").wait_for()
    looked_at()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("[data-action=own-table]").click()
    page.wait_for_url("**/t/*")
    ann.play_until("over")
    table = page.url.rsplit("/", 1)[1]
    assert not [url for url in asked if f"/api/evenings/{table}" in url], "the page is left"
    page.locator(".summary a[href^='/e/']").click()
    expect(page.locator("tr[data-pair]").first.locator("td").nth(1)).to_have_text("2")
    looked_at()
    page.goto(f"{running.url}ratings")
    page.locator("main section").wait_for()
    looked_at()
