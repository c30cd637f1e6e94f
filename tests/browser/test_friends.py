"""Two people in two browsers at one table."""

import pytest
from playwright.sync_api import expect

from support.at_page import FEW_CARDS_CODE, asked_by
from support.looks import no_overflow, violations
from support.person import POLLING, Person, Task
from support.running import NewPage, Running


def link_of(host: Person) -> str:
    """Return the link that the host sends, once the page has it."""
    field = host.page.locator("#link")
    expect(field).not_to_have_value("")
    return field.input_value()


def asked(person: Person) -> Task | None:
    """Return what this person has to do right now; only one person is asked at a time."""
    found: Task | None = person.page.evaluate(
        "() => document.querySelector('.playable') ? 'play' :"
        " document.querySelector('[data-action=look]') ? 'look' :"
        " document.querySelector('[data-bid]') ? 'bid' : null"
    )
    return found


def all_bid(*people: Person) -> None:
    """Have each of them bid in turn, no matter who bids first in this deal."""
    waiting = [*people]
    while waiting:
        for person in [*waiting]:
            task = asked(person)
            assert task != "play"
            if task:
                person.do(task)
            if task == "bid":
                waiting.remove(person)
        people[0].page.wait_for_timeout(POLLING)


@pytest.mark.parametrize(
    ("held", "gets"), [("[data-card]", ".pad"), ("[data-tool=settings]", "[data-tool=settings]")]
)
def test_number_pad_takes_focus_only_from_the_hand(
    running: Running, new_page: NewPage, held: str, gets: str
) -> None:
    people = host, guest = Person(new_page()), Person(new_page(), seed=2)
    host.begin_under(running.url, "preset=standard", name="Ada")
    guest.page.goto(link_of(host))
    guest.page.locator("input[name=name]").fill("Bea")
    guest.page.locator("form button.primary").click()
    expect(host.page.get_by_text("Bea")).to_be_visible()
    host.page.get_by_role("button", name="Start the game").click()
    for person in people:
        person.page.locator("[data-card]").first.wait_for()
    while not (bidder := next((person for person in people if asked(person)), None)):
        host.page.wait_for_timeout(POLLING)
    other = guest if bidder is host else host
    other.page.locator(held).first.focus()
    bidder.do("bid")
    other.page.locator(".pad").wait_for()
    expect(other.page.locator(gets)).to_be_focused()
    if gets == ".pad":
        other.page.keyboard.press("Tab")
        expect(other.page.locator("[data-bid]").first).to_be_focused()
        other.page.keyboard.press("ArrowRight")
        expect(other.page.locator("[data-card]").first).to_be_focused()


def test_removed_player_sees_a_notice_until_seated_again(
    running: Running, new_page: NewPage
) -> None:
    host, guest = Person(new_page()), Person(new_page("phone"))
    host.begin(running.url, "standard", name="Ada", friends=True)
    guest.page.goto(link_of(host))
    guest.page.locator("input[name=name]").fill("Bea")
    guest.page.locator("form button.primary").click()
    told = guest.page.get_by_text("You no longer have a seat here.")
    sit = guest.page.get_by_role("button", name="Sit here").first
    host.page.get_by_role("button", name="Remove Bea").click()
    expect(told).to_be_visible()
    guest.page.reload()
    expect(guest.page.get_by_text("You are watching. Sit down to play.")).to_be_visible()
    host.page.get_by_role("button", name="Start the game").wait_for()
    expect(host.page.locator(".room li")).to_have_text("Bea")
    sit.click()
    expect(guest.page.get_by_text("Bea (You)")).to_be_visible()
    expect(told).to_be_hidden()


def test_T4_invited_player_can_read_the_rules_before_sitting(
    running: Running, new_page: NewPage
) -> None:
    host, guest = Person(new_page()), new_page("phone")
    host.begin_under(running.url, "preset=standard&end.target=250&title=Ours", name="Ada")
    guest.goto(link_of(host))
    guest.locator("input[name=name]").fill("Bea")
    guest.locator("form button.primary").click()
    guest.locator("[data-tool=rules]").click()
    expect(guest.get_by_role("dialog")).to_contain_text("a side has 250 points")
    no_overflow(guest)
    assert violations(guest) == []


def test_guest_can_watch_and_replace_a_bot(running: Running, new_page: NewPage) -> None:
    host, guest = Person(new_page()), Person(new_page(), seed=2)
    host.begin_under(running.url, f"preset=standard&{FEW_CARDS_CODE}&end.floor=none", name="Ada")
    link = link_of(host)
    expect(host.page.get_by_text("--host 0.0.0.0")).to_be_visible()
    host.page.get_by_role("button", name="Start the game").click()
    host.play_until("play")
    guest.page.goto(link)
    guest.page.locator("input[name=name]").fill("Bea")
    guest.page.locator("form button.primary").click()
    expect(guest.page.locator("[data-card]")).to_have_count(0)
    take_over = guest.page.get_by_role("button", name="Take over from")
    take_over.first.click()
    expect(guest.page.get_by_text("You play from the next round on")).to_be_visible()
    expect(host.page.get_by_text("then Bea", exact=True)).to_be_visible()
    guest.page.get_by_role("button", name="Cancel").click()
    expect(host.page.get_by_text("then Bea", exact=True)).to_be_hidden()
    take_over.first.click()
    expect(host.page.get_by_text("then Bea", exact=True)).to_be_visible()
    expect(guest.page.locator("[data-card]")).to_have_count(0)
    host.play_until("continue")
    expect(host.page.get_by_role("group", name="Bea", exact=True)).to_be_visible()
    for person in (host, guest):
        person.page.locator("[data-action=continue]").click()
    all_bid(host, guest)


def test_waiting_room_load_error_can_be_retried(running: Running, new_page: NewPage) -> None:
    page = new_page("phone")
    page.route("**/WaitingRoom-*.js", lambda route: route.abort())
    table = asked_by(page, running.url, "tables", {"name": "Ada", "invite": True})["table"]
    page.goto(f"{running.url}t/{table}")
    page.locator("input[name=name]").fill("Ada")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("The server isn’t responding.")
    assert violations(page) == []
    page.unroute("**/WaitingRoom-*.js")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("main .title")).to_have_text("Standard")
