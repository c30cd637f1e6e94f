"""Two people in two browsers at one table."""

from playwright.sync_api import expect

from support.person import Person, Task
from support.running import NewPage, Running


def link_of(host: Person) -> str:
    """The link that the host sends, once the page knows it."""
    field = host.page.locator("#link")
    expect(field).not_to_have_value("")
    return field.input_value()


def invited(running: Running, host: Person, guest: Person) -> None:
    """The host opens a table, the guest follows the link and sits down, the host starts."""
    host.begin(running.url, "standard", "Ada", friends=True)
    link = link_of(host)
    guest.page.goto(link)
    guest.page.locator("input[name=name]").fill("Bea")
    guest.page.locator("form button.primary").click()
    guest.page.get_by_role("button", name="Sit here").first.click()
    expect(host.page.get_by_text("Bea", exact=True)).to_be_visible()
    host.page.get_by_role("button", name="Start the game").click()


def asked(person: Person) -> Task | None:
    """What this person is to do at this moment; only one is asked at a time."""
    found: Task | None = person.page.evaluate(
        "() => document.querySelector('.playable') ? 'play' :"
        " document.querySelector('[data-action=look]') ? 'look' :"
        " document.querySelector('[data-bid]') ? 'bid' : null"
    )
    return found


def all_bid(*people: Person) -> None:
    """Each of them bids in their turn, whoever is the first of this deal."""
    waiting = [*people]
    while waiting:
        for person in [*waiting]:
            task = asked(person)
            assert task != "play"
            if task:
                person.do(task)
            if task == "bid":
                waiting.remove(person)


def test_two_people_play_a_round_at_one_table(running: Running, new_page: NewPage) -> None:
    host, guest = Person(new_page()), Person(new_page(), seed=2)
    invited(running, host, guest)
    dealt: dict[str, list[str]] = {}
    while not host.page.locator("#summary-title").count():
        for person, name in ((host, "Ada"), (guest, "Bea")):
            task = asked(person)
            if task:
                person.do(task)
            if name not in dealt and len(person.hand()) == 13:
                dealt[name] = person.hand()
    assert len({*dealt["Ada"], *dealt["Bea"]}) == 26
    expect(guest.page.locator("#summary-title")).to_be_visible()
    points = [person.page.locator(".summary .numbers") for person in (host, guest)]
    assert sorted(points[0].all_inner_texts()) == sorted(points[1].all_inner_texts()) != []
    host.page.locator("[data-action=continue]").click()
    expect(host.page.get_by_text("Waiting for Bea")).to_be_visible()
    guest.page.locator("[data-action=continue]").click()
    all_bid(host, guest)


def test_a_guest_may_watch_and_take_over_from_a_bot(running: Running, new_page: NewPage) -> None:
    host, guest = Person(new_page()), Person(new_page(), seed=2)
    host.begin_under(running.url, "preset=standard&end.floor=none", name="Ada")
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
    guest.page.get_by_role("button", name="Rather not").click()
    expect(host.page.get_by_text("then Bea", exact=True)).to_be_hidden()
    take_over.first.click()
    expect(guest.page.locator("[data-card]")).to_have_count(0)
    host.play_until("continue")
    expect(host.page.get_by_role("group", name="Bea", exact=True)).to_be_visible()
    for person in (host, guest):
        person.page.locator("[data-action=continue]").click()
    all_bid(host, guest)
