"""A match between two teams, as its page shows it to its players and to latecomers."""

from playwright.sync_api import Page, expect

from support.at_page import asked_by
from support.looks import violations
from support.running import NewPage, Running


def match_of(page: Page, url: str) -> str:
    """Return a new match in which the person at the page sits as Ann, South at the first table."""
    made = asked_by(page, url, "duplicates", {"teams": ["Larks", "Owls"], "level": "random"})
    id = str(made["duplicate"])
    asked_by(page, url, f"duplicates/{id}/seats", {"name": "Ann", "table": id, "seat": 2})
    return id


def test_match_page_marks_the_players_own_seat(running: Running, new_page: NewPage) -> None:
    page, other = new_page("phone", "es"), new_page()
    id = match_of(page, running.url)
    for one, name in ((page, "Ann (Tú)"), (other, "Ann")):
        one.goto(f"{running.url}d/{id}")
        expect(one.locator(".team li").nth(1)).to_have_text(name)
        assert violations(one) == []


def test_match_table_rejects_strangers_without_asking_a_name(
    running: Running, new_page: NewPage
) -> None:
    ann, stranger = new_page(), new_page("phone", "de")
    table = f"{running.url}t/{match_of(ann, running.url)}"
    ann.goto(table)
    ann.locator("input[name=name]").fill("Ann")
    ann.keyboard.press("Enter")
    ann.locator(".start").click()
    ann.locator(".plate").first.wait_for()
    stranger.goto(table)
    expect(stranger.get_by_role("alert")).to_contain_text("darf nur sehen, wer hier spielt")
    expect(stranger.locator("input[name=name]")).to_have_count(0)
    assert violations(stranger) == []
