"""Two people become friends on their pages, meet at an open table, and end the friendship."""

from playwright.sync_api import Page, expect

from support.at_page import register
from support.looks import no_overflow, violations
from support.running import NewPage, Running


def looked_at(page: Page) -> None:
    no_overflow(page)
    assert violations(page) == []


def test_friends_are_asked_accepted_seen_at_a_table_and_removed(
    running: Running, new_page: NewPage
) -> None:
    wide = "Wilhelmine Oberhausener"
    ann, ben = new_page("desktop"), new_page("phone", "de")
    register(ann, running.url, "Anna-Sophie")
    register(ben, running.url, wide)
    friends = {page: page.locator("[data-friends]") for page in (ann, ben)}

    ann.goto(f"{running.url}me?friend=Wilhelmine+Oberhausener")
    expect(ann.locator("input[name=friend]")).to_have_value(wide)
    ann.locator("[data-action=friend-ask]").click()
    expect(friends[ann].get_by_role("alert")).to_contain_text("shows their ratings")
    with ben.expect_response("**/api/me/shown"):
        ben.locator("label", has_text="Meine Wertungen anderen zeigen").click()
    expect(ben.get_by_role("checkbox")).to_be_checked()
    ann.locator("[data-action=friend-ask]").click()
    expect(friends[ann]).to_contain_text("hasn’t answered yet")
    looked_at(ann)

    expect(friends[ben]).to_contain_text("Anna-Sophie hat dir")  # without reloading
    looked_at(ben)
    ben.locator("[data-action=friend-yes]").click()
    expect(friends[ben].locator("strong")).to_have_text("Anna-Sophie")
    expect(friends[ann].locator("strong")).to_have_text(wide)
    expect(friends[ann].get_by_role("link")).to_have_count(0)

    ann.goto(f"{running.url}lobby")
    ann.locator("form button.primary").click()
    ann.wait_for_url("**/t/*")
    link = friends[ben].get_by_role("link", name="zum Tisch")
    link.wait_for()
    assert ann.url.endswith(str(link.get_attribute("href")))
    looked_at(ben)

    ben.locator("[data-action=friend-end]").click()
    looked_at(ben)
    ben.locator("[data-action=friend-end-now]").click()
    expect(friends[ben].locator("strong")).to_have_count(0)
    ann.goto(f"{running.url}me")
    friends[ann].locator("input[name=friend]").fill(wide)
    ann.locator("[data-action=friend-ask]").click()
    expect(friends[ann].get_by_role("alert")).to_contain_text("ask again in a few weeks")
