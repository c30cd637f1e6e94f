"""Players see how their rating came about, and let others see it."""

from datetime import UTC, datetime

from playwright.sync_api import Page, expect

from support.at_page import register
from support.looks import no_overflow, no_overflow_of_large_letters, violations
from support.rated import keep_games, outline, person_named
from support.running import NewPage, Running

BEGIN = datetime(2026, 7, 1, tzinfo=UTC)
THREE = {
    "sides": ((0,), (1,), (2,)),
    "names": ("A", "B", "C"),
    "scores": (3, 2, 1),
    "levels": (None,) * 3,
}


def looked_at(page: Page) -> None:
    no_overflow(page)
    assert violations(page) == []


def number(page: Page, name: str) -> str:
    """Return the number below a label, such as the number of games."""
    return page.locator(f"dt:text-is('{name}') + dd").inner_text()


def test_rating_history_is_drawn_for_its_owner_and_for_others(
    running: Running, new_page: NewPage
) -> None:
    page = new_page()
    register(page, running.url, "Zoë & Lee")
    expect(page.get_by_text("None yet")).to_be_visible()

    own = person_named(running.database, "Zoë & Lee")
    keep_games(running.database, [outline(0, (own, "b"))], BEGIN)
    page.reload()
    expect(page.get_by_text("The chart appears after two games")).to_be_visible()
    expect(page.locator("figure")).to_have_count(0)

    games = [outline(winner, (own, "b")) for winner in (0, 1, 0, 0, 1)]
    keep_games(running.database, games, BEGIN.replace(day=2))
    alone = outline(0, (own, "b", "c"), **THREE)
    left = outline(0, ("b", "c"), left=(own,))
    keep_games(running.database, [alone, left], BEGIN.replace(day=3))
    page.reload()
    page.get_by_role("img", name="Strength, game by game").wait_for()
    looked_at(page)
    told = [number(page, name) for name in ("Games", "Won", "Lost", "Left early")]
    assert told == ["6", "4", "2", "1"]
    page.locator("figure summary").click()
    rows = page.locator("figure tbody tr")
    expect(rows).to_have_count(6)
    expect(rows.first).to_contain_text("Jul 2, 2026")
    expect(rows.first.locator("td").last).to_have_text("lost")
    looked_at(page)
    page.locator("select").select_option("3x1")
    expect(page.get_by_text("The chart appears after two games")).to_be_visible()
    assert number(page, "Games") == "1"

    stranger = new_page("phone", "de")
    stranger.goto(f"{running.url}person?name=Zo%C3%AB+%26+Lee")
    expect(stranger.get_by_role("alert")).to_contain_text("iemand dieses Namens")
    looked_at(stranger)
    with page.expect_response("**/api/me/shown"):
        page.get_by_label("Show my ratings").check()
    expect(page.get_by_label("Show my ratings")).to_be_checked()
    stranger.goto(f"{running.url}ratings")
    stranger.get_by_role("link", name="Zoë & Lee").wait_for()
    looked_at(stranger)
    no_overflow_of_large_letters(stranger)
    stranger.get_by_role("link", name="Zoë & Lee").click()
    expect(stranger.locator("h1")).to_have_text("Zoë & Lee")
    stranger.get_by_role("img").wait_for()
    expect(stranger.locator("select")).to_have_count(0)  # one game with three players is too few
    stranger.locator("figure summary").click()
    expect(stranger.locator("figure thead th")).to_have_count(3)
    looked_at(stranger)
