"""Challenges, matches, tournaments and open tables with custom rules (T4)."""

import pytest
from playwright.sync_api import Page, Route, expect

from support.at_page import take_house_rules
from support.looks import no_overflow, violations
from support.person import open_sheet
from support.running import NewPage, Running

OPTIONS = {"end.target": 250}
FIVE = {"table.players": 5, "table.teams": "solo", "deck.removed": ["C2", "D2"]}


@pytest.mark.parametrize(
    ("form", "kind"),
    [("make", "challenges"), ("match", "duplicates"), ("tournament", "evenings")],
)
@pytest.mark.parametrize("look", [("phone", "de"), ("desktop", "en")])
def test_custom_rules_are_loaded_by_link(
    running: Running, new_page: NewPage, form: str, kind: str, look: tuple[str, str]
) -> None:
    page = new_page(*look)
    page.goto(f"{running.url}{'e' if form == 'tournament' else 'c'}")
    asked = page.locator(f"[data-form={form}]")
    asked.locator(".primary").wait_for()
    if form == "make":
        asked.locator("input[name=name]").fill("Ann")
    take_house_rules(asked, running.url, OPTIONS, "To 250")
    expect(asked.locator("select[name$=preset] option:checked")).to_have_text("To 250 (4)")
    no_overflow(page)
    assert violations(page) == []
    asked.locator(".primary").click()
    page.wait_for_url(f"**/{kind[0]}/*")
    made = running.server.get(f"/api/{kind}/{page.url.rsplit('/', 1)[1]}").json()
    assert made["title"] == "To 250"
    assert "end.target=250" in made["code"]
    expect(page.locator("main")).to_contain_text("To 250")


def test_N19_group_tables_use_custom_rules_of_their_size(
    running: Running, new_page: NewPage
) -> None:
    page = new_page("phone", "de")
    page.goto(running.url)
    form = open_sheet(page, "group").locator("form")
    page.get_by_role("button", name="Wie viele seid ihr?: einer weniger").click()
    expect(page.locator("select[name=rules-3]")).to_be_visible()
    take_house_rules(form, running.url, OPTIONS, "Bis 250")
    expect(page.locator("select[name=rules-4] option:checked")).to_have_text("Bis 250 (4)")
    take_house_rules(form, running.url, FIVE, "Alle fünf")
    expect(page.get_by_role("alert")).to_contain_text("Kein Tisch hat 5 Plätze")
    no_overflow(page)
    assert violations(page) == []
    page.locator("input[name=name]").fill("Ada")
    page.get_by_role("button", name="Tische eröffnen").click()
    tables = page.locator("main li")
    expect(tables).to_have_count(2)
    expect(tables.filter(has_text="Bis 250")).to_have_count(1)
    expect(tables.filter(has_text="Spades zu dritt")).to_have_count(1)


@pytest.mark.parametrize(("path", "form"), [("c", "match"), ("e", "tournament")])
def test_unsuitable_custom_rules_are_rejected_in_the_form(
    running: Running, new_page: NewPage, path: str, form: str
) -> None:
    page = new_page("phone", "de")
    page.goto(f"{running.url}{path}")
    asked = page.locator(f"[data-form={form}]")
    take_house_rules(asked, running.url, {"table.teams": "solo"}, "Allein")
    expect(asked.get_by_role("alert")).to_have_text("Dafür sind Regeln für zwei Paare nötig.")
    expect(asked.locator("select[name$=preset] option:checked")).to_have_text("Standard")
    no_overflow(page)
    assert violations(page) == []


def hold_answers(page: Page) -> list[Route]:
    """Return the requests about rules from now on, and leave them unanswered."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/rules/check", hold)
    return held


def test_form_waits_for_its_custom_rules(running: Running, new_page: NewPage) -> None:
    page = new_page("phone")
    page.goto(f"{running.url}e")
    form = page.locator("[data-form=tournament]")
    held = hold_answers(page)
    with page.expect_request("**/api/rules/check"):
        take_house_rules(form, running.url, OPTIONS, "To 250")
    form.locator(".primary").click()
    held.pop().continue_()
    page.wait_for_url("**/e/*")
    expect(page.locator("main")).to_contain_text("To 250")


def test_form_with_rejected_rules_is_not_sent(running: Running, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{running.url}e")
    form = page.locator("[data-form=tournament]")
    held = hold_answers(page)
    form.locator("details:has(input[name=link]) summary").click()
    form.locator("input[name=link]").fill("no rules")
    with page.expect_request("**/api/rules/check"):
        form.locator("[data-action=house]").click()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    form.locator(".primary").click()
    held.pop().continue_()
    expect(form.get_by_role("alert")).to_be_visible()
    assert not any(url.endswith("/api/evenings") for url in asked)


def test_enter_in_the_link_field_loads_only_the_rules(running: Running, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{running.url}c")
    form = page.locator("[data-form=match]")
    form.locator("details:has(input[name=link]) summary").click()
    form.locator("input[name=link]").fill(f"{running.url}#/rules?preset=whiz&title=Ours")
    page.keyboard.press("Enter")
    expect(form.locator("select[name=match-preset] option:checked")).to_have_text("Ours (4)")
    assert page.url.endswith("/c")


def test_open_table_shows_how_its_rules_differ(running: Running, new_page: NewPage) -> None:
    ada, bea = new_page(), new_page("phone", "de")
    ada.goto(f"{running.url}lobby")
    ada.locator("input[name=name]").fill("Ada")
    take_house_rules(ada.locator("form"), running.url, OPTIONS, "To 250")
    expect(ada.locator("select[name=preset] option:checked")).to_have_text("To 250 (4)")
    ada.get_by_role("button", name="Find players").click()
    expect(ada.locator("main .title")).to_have_text("To 250")
    bea.goto(f"{running.url}lobby")
    table = bea.locator("[data-open-table]", has_text="To 250")
    expect(table.locator(".differences")).to_have_text("Ziel: 250")
