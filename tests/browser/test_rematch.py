"""Another game with the same people: nobody is pulled out of the result of the last one."""

from pathlib import Path

from playwright.sync_api import Page, expect

from spadille.server.table.due import READY_WITHIN
from support.looks import no_overflow, violations
from support.person import Person
from support.running import NewPage
from support.stopped_server import StoppedServer, stopped_server


def stopped_game(server: StoppedServer, new_page: NewPage) -> tuple[Page, Page]:
    """Ada and Bea after a game that they have stopped."""
    ada, bea = new_page(), new_page("phone", "de")
    Person(ada).begin_under(server.url, "preset=standard&nil.blind=false", "Ada")
    bea.goto(ada.url)
    bea.locator("input[name=name]").fill("Bea")
    bea.locator("form button.primary").click()
    expect(ada.get_by_text("Bea", exact=True)).to_be_visible()
    ada.get_by_role("button", name="Start the game").click()
    bea.locator("[data-card]").first.wait_for()
    ada.locator("[data-tool=ask]").click()
    ada.locator("[data-wish=stop]").click()
    bea.locator("[data-answer=yes]").click()
    expect(bea.locator("#end-title")).to_be_visible()
    return ada, bea


def test_the_others_say_when_they_are_ready(new_page: NewPage, tmp_path: Path) -> None:
    with stopped_server(tmp_path) as server:
        ada, bea = stopped_game(server, new_page)
        ada.locator("[data-action=again]").click()
        expect(ada.get_by_text("Waiting for Bea")).to_be_visible()
        expect(bea.get_by_role("heading", name="Bereit?")).to_be_visible()
        for page in (ada, bea):
            expect(page.locator("#end-title")).to_be_visible()
            no_overflow(page)
            assert violations(page) == []
        bea.locator("[data-action=ready]").click()
        expect(bea.locator("[data-action=ready]")).to_have_count(0)
        server.pass_time(0)
        for page in (ada, bea):
            expect(page.locator("[data-card]")).to_have_count(13)


def test_who_is_not_ready_reads_on_while_a_bot_plays_and_joins_later(
    new_page: NewPage, tmp_path: Path
) -> None:
    with stopped_server(tmp_path) as server:
        ada, bea = stopped_game(server, new_page)
        ada.locator("[data-action=again]").click()
        expect(bea.locator("[data-action=ready]")).to_be_visible()
        server.pass_time(READY_WITHIN)
        expect(ada.locator("[data-card]")).to_have_count(13)
        joins = bea.locator("[data-action=to-next-game]")
        expect(joins).to_be_visible()
        expect(bea.locator("#end-title")).to_be_visible()
        no_overflow(bea)
        assert violations(bea) == []
        joins.click()
        expect(bea.locator("[data-card]")).to_have_count(13)
        expect(bea.locator("#end-title")).to_have_count(0)
