"""Games with house rules from the rule editor to the end, on a real server."""

from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from support.person import Person
from support.running import NewPage, Running

SHORT = "end.max_rounds=1"


class Way(NamedTuple):
    """Which rules are played, and how."""

    code: str
    size: str
    lang: str


WAYS = {
    "N14-six-with-two-packs": Way(f"preset=six-player&{SHORT}", "desktop", "en"),
    "N10-three-with-jokers": Way(
        f"preset=three-player&deck.removed=[]&deck.jokers=2&{SHORT}", "phone", "de"
    ),
    "V5-joker-joker-deuce-deuce": Way(f"preset=jokers&{SHORT}", "phone", "en"),
    "N2-two-draft-one-of-two": Way(
        f"preset=two-player&deal.method=pick_of_two&{SHORT}", "desktop", "de"
    ),
    "D12-kitty-V34-bids-at-once": Way(
        "preset=standard&deck.jokers=2&deal.leftover=kitty&deal.kitty_taker=dealer"
        f"&bidding.order=at_once&{SHORT}",
        "phone",
        "de",
    ),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_whole_variant_game_is_playable(running: Running, new_page: NewPage, way: Way) -> None:
    person = Person(new_page(way.size, way.lang))
    person.begin_under(running.url, way.code)
    person.play_until("over")
    page = person.page
    expect(page.locator("p.reason")).not_to_be_empty()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_R1_R4_revoke_is_called_and_proven(running: Running, new_page: NewPage) -> None:
    """Two people watch each other: one revokes, the other calls, and the contract is lost."""
    host, guest = Person(new_page()), Person(new_page(), seed=2)
    rules = "enforcement.mode=honour&nil.blind=false"
    host.begin_under(running.url, rules, name="Ada", level="beginner")  # others call it themselves
    guest.page.goto(host.page.locator("#link").input_value())
    guest.page.locator("input[name=name]").fill("Bea")
    guest.page.locator("form button.primary").click()
    expect(guest.page.get_by_text("Bea (You)")).to_be_visible()
    seat = host.page.locator(".seats li", has_text="Bea")
    place = seat.get_attribute("class") or ""
    guest.page.get_by_role("button", name="Sit here").last.click()
    expect(seat).not_to_have_attribute("class", place)
    host.page.get_by_role("button", name="Start the game").click()

    against = guest.page.locator("[data-card].tolerated")
    revoked_in = 0
    while not revoked_in or len(guest.hand()) > 12 - revoked_in:
        for person in (host, guest):
            task = person.page.evaluate(
                "() => document.querySelector('.playable') ? 'play' :"
                " document.querySelector('[data-bid]') ? 'bid' : null"
            )
            if person is guest and task == "play" and not revoked_in and against.count():
                revoked_in = 14 - len(guest.hand())
                guest.click_card(against.first)
                guest.page.get_by_role("dialog").locator("[data-action=revoke]").click()
                expect(against).to_have_count(0)
            elif task:
                person.do(task)
    host.page.locator("[data-aside=call]").click()
    dialog = host.page.locator("dialog")
    dialog.locator("select[name=trick]").select_option(str(revoked_in))
    dialog.get_by_text("Bea", exact=True).click()
    dialog.locator("[data-action=call]").click()
    expect(host.page.locator(".notice")).to_contain_text("Revoke by Bea")
    expect(host.page.locator(".notice")).to_contain_text("upheld")
    expect(guest.page.locator(".notice")).to_contain_text("upheld")
