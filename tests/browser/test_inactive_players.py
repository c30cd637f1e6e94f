"""A player is present but does nothing: the options of the others appear automatically."""

from playwright.sync_api import Locator, Page, expect

from spadille.table.consent import SILENCE
from support.at_page import stop_the_clock
from support.person import Person
from support.running import NewPage, Running

PING_AFTER = 4
"""Seconds without a message from the server after which a page asks whether it is there."""


def two_people(running: Running, new_page: NewPage) -> tuple[Person, Person]:
    """Have Ada host a table at which Bea sits."""
    host, guest = Person(new_page()), Person(new_page(), seed=2)
    host.begin(running.url, "standard", "Ada", friends=True)
    host.page.wait_for_url("**/t/*")
    guest.page.goto(host.page.url)
    guest.page.locator("input[name=name]").fill("Bea")
    guest.page.locator("form button.primary").click()
    expect(host.page.locator(".seats .name", has_text="Bea")).to_be_visible()
    return host, guest


def silence_passes(page: Page, meanwhile: Locator, *, wanted: Locator) -> None:
    """Open the page again, and let time pass until `wanted` appears, which is not there yet.

    During that time the server only says that it is there. `meanwhile` is visible as soon as the
    table is.
    """
    stop_the_clock(page)
    with page.expect_websocket() as opened:
        page.reload()
    expect(meanwhile).to_be_visible()
    expect(wanted).to_have_count(0)
    for _ in range(2 * int(SILENCE) // PING_AFTER):
        with opened.value.expect_event("framereceived"):
            page.clock.run_for(PING_AFTER * 1000)
        if wanted.is_visible():
            return
    raise AssertionError("it never comes")


def test_guest_may_start_the_game_of_an_inactive_host(running: Running, new_page: NewPage) -> None:
    _, guest = two_people(running, new_page)
    page = guest.page
    start = page.get_by_role("button", name="Start the game")
    silence_passes(page, page.get_by_text("Waiting for the host to start."), wanted=start)
    expect(page.get_by_role("status").get_by_text("Ada hasn’t started the game.")).to_be_visible()


def test_other_players_are_asked_about_an_inactive_player(
    running: Running, new_page: NewPage
) -> None:
    host, guest = two_people(running, new_page)
    host.page.get_by_role("button", name="Start the game").click()
    turn, waits = guest.page.locator("[data-bid]").first, "Waiting for {}’s bid"
    expect(turn.or_(guest.page.get_by_text(waits.format("Ada")))).to_be_visible()
    silent, other = ("Bea", host) if turn.is_visible() else ("Ada", guest)
    page = other.page
    panel = page.get_by_role("status").filter(has_text=f"{silent} has been inactive for a while.")
    silence_passes(page, page.get_by_text(waits.format(silent)), wanted=panel)
    expect(panel.get_by_role("button", name=f"Let a bot play for {silent}")).to_be_visible()
