"""Before a game the host has seats assigned by rating, and everyone sees that they were."""

from datetime import UTC, datetime

from playwright.sync_api import Page, expect

from support.at_page import register
from support.looks import no_overflow, violations
from support.person import Person
from support.rated import keep_games, outline, person_named
from support.running import NewPage, Running

BEGIN = datetime(2026, 7, 20, tzinfo=UTC)


def registered(page: Page, running: Running, name: str) -> str:
    """Have a person keep a name, and return the person."""
    register(page, running.url, name)
    return person_named(running.database, name)


def side_of(page: Page, name: str) -> str | None:
    return page.locator("ul.seats > li").filter(has_text=name).get_attribute("data-side")


def test_balanced_seating_puts_strong_players_on_two_sides(
    running: Running, new_page: NewPage
) -> None:
    ada, bea = new_page("phone", "de"), new_page()
    people = (registered(ada, running, "Adalind"), "x", registered(bea, running, "Beatrix"), "y")
    keep_games(running.database, [outline(0, people) for _ in range(8)], BEGIN)

    Person(ada).begin_under(running.url, "preset=standard", name="Adalind")
    balance = ada.locator("[data-action=balance]")
    expect(ada.locator("ul.seats > li")).to_have_count(4)
    expect(balance).to_have_count(0)  # no one else sits there yet
    bea.goto(ada.url)
    expect(ada.locator("ul.seats")).to_contain_text("Beatrix")
    assert side_of(ada, "Adalind") == side_of(ada, "Beatrix")
    no_overflow(ada)
    assert violations(ada) == []

    expect(bea.locator("[data-action=balance]")).to_have_count(0)
    balance.click()
    told = ada.get_by_role("status").filter(has_text="nach Wertung vergeben")
    expect(told).to_be_visible()
    expect(bea.get_by_role("status").filter(has_text="assigned by rating")).to_be_visible()
    for page in (ada, bea):
        assert side_of(page, "Adalind") != side_of(page, "Beatrix")
        no_overflow(page)
        assert violations(page) == []

    bea.get_by_role("button", name="Stand up").click()
    expect(bea.locator(".seats button").first).to_be_focused()
    expect(told).to_have_count(0)
    expect(balance).to_have_count(0)
