"""Another game with the same people: no one is pulled away from the result of the last one."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from spadille.table.timers import READY_WITHIN
from support.looks import no_overflow, violations
from support.person import Person
from support.running import NewPage
from support.stopped_server import StoppedServer, stopped_server

RULES = "preset=standard&nil.blind=false"
TURN = 5
"""Seconds on the turn timer, if there is one."""


def begun_game(server: StoppedServer, new_page: NewPage, rules: str = RULES) -> tuple[Page, Page]:
    """Return the pages of Ada, who is the host, and Bea in a game with two bots."""
    ada, bea = new_page(), new_page("phone", "de")
    Person(ada).begin_under(server.url, rules, "Ada")
    bea.goto(ada.url)
    bea.locator("input[name=name]").fill("Bea")
    bea.locator("form button.primary").click()
    expect(ada.locator(".seats .name", has_text="Bea")).to_be_visible()
    ada.get_by_role("button", name="Start the game").click()
    bea.locator("[data-card]").first.wait_for()
    return ada, bea


def stopped_game(server: StoppedServer, new_page: NewPage) -> tuple[Page, Page]:
    """Return the pages of Ada and Bea after a game that they have stopped."""
    ada, bea = begun_game(server, new_page)
    ada.locator("[data-tool=ask]").click()
    ada.locator("[data-wish=stop]").click()
    bea.locator("[data-answer=yes]").click()
    expect(bea.locator("#end-title")).to_be_visible()
    return ada, bea


def finished_game(server: StoppedServer, new_page: NewPage) -> tuple[Page, Page]:
    """Return the pages of Ada and Bea after a one-round game, which the turn timer played."""
    ada, bea = begun_game(server, new_page, f"{RULES}&end.max_rounds=1&clock.turn_seconds={TURN}")
    server.finish_games(TURN * 2 * (1 + 13) + 60)
    for page in (ada, bea):
        expect(page.locator("#end-title")).to_be_visible()
    return ada, bea


def test_rematch_waits_until_other_players_are_ready(new_page: NewPage, tmp_path: Path) -> None:
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


def test_rematch_bot_replaces_unready_player_until_they_join(
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


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
@pytest.mark.parametrize("page_of", ["replay", "review"])
def test_rematch_asks_a_player_still_studying_the_game(
    new_page: NewPage, tmp_path: Path, page_of: str, size: tuple[int, int]
) -> None:
    with stopped_server(tmp_path) as server:
        ada, bea = finished_game(server, new_page)
        bea.set_viewport_size({"width": size[0], "height": size[1]})
        # A review would occupy this server's only thread.
        bea.route("**/review?*", lambda route: route.abort())
        bea.locator("[data-action=end-menu]").click()
        bea.locator(f"[data-action={page_of}]").click()
        there = bea.locator(
            {"replay": "[data-way=next-card]", "review": "select[name=seat]"}[page_of]
        )
        there.wait_for()
        address = bea.url.partition("#")[0]
        ada.locator("[data-action=again]").click()
        expect(bea.get_by_role("heading", name="Bereit?")).to_be_visible()
        expect(there).to_be_visible()
        assert bea.url.partition("#")[0] == address
        there.click()  # nothing covers it
        expect(bea.locator("[data-action=ready]")).to_be_visible()
        no_overflow(bea)
        assert violations(bea) == []
        bea.locator("[data-action=ready]").click()
        expect(bea.locator("[data-action=ready]")).to_have_count(0)
        server.pass_time(0)
        for page in (ada, bea):
            expect(page.locator("[data-card]")).to_have_count(13)
        assert bea.url == ada.url
