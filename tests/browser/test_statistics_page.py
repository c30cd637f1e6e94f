"""The page with a person's bids and tricks."""

import pytest
from playwright.sync_api import expect

from support.looks import violations
from support.person import Person
from support.running import NewPage, Running


@pytest.mark.every_browser
def test_finished_games_are_counted_and_downloadable(running: Running, new_page: NewPage) -> None:
    page = new_page("phone", "de")
    page.goto(f"{running.url}my")
    expect(page.get_by_text("Noch nichts")).to_be_visible()
    assert violations(page) == []
    person = Person(page)
    person.begin(running.url, "short")
    person.play_until("over")
    page.goto(running.url)
    page.locator("a[href='/my']").click()
    expect(page.locator("dl dd").first).to_have_text("1")
    assert violations(page) == []
    with page.expect_download() as saved:
        page.locator("[data-action=csv]").click()
    lines = saved.value.path().read_text(encoding="utf-8").splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("ended,game,rules,against,won,apart,rounds,")
    rules = page.locator("select").last
    rules.select_option(index=1)
    title = rules.input_value()
    page.get_by_role("button", name="English").click()
    expect(rules).not_to_have_value(title)
    expect(rules.locator("option:checked")).to_have_count(1)
    expect(page.locator("dl dd").first).to_have_text("1")
