"""Two people play the same cards, each on a separate page, and see how they compare."""

import httpx
from playwright.sync_api import Page, expect

from spadille.client import protocol
from spadille.game import seal_of
from spadille.notation import parse_record
from support.at_page import FEW_CARDS, take_house_rules
from support.looks import resize, violations
from support.person import Person
from support.running import NewPage, Running
from support.servers import play_on


def looked_at(page: Page) -> None:
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def checked_against_seals(page: Page) -> None:
    seals = page.locator("details:has(ol)")
    seals.locator("summary").click()
    seal, seed, *_ = seals.locator("code").all_text_contents()
    assert seal_of(seed) == seal


def says_how_to_be_called(person: Person, name: str) -> None:
    """Enter a name, since the ranking lists everyone by name."""
    before = person.page.url
    person.press("[data-action=play]", gone=False)
    expect(person.page.locator("input[name=name]")).to_be_focused()
    assert person.page.url == before
    person.page.locator("input[name=name]").press_sequentially(name)


def asked_by(page: Page) -> list[str]:
    """Return the addresses that the page requests from now on."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    return asked


def plays_the_last_deal(person: Person) -> None:
    """Play the last deal and check that its cards are the same as the others'."""
    person.do(person.task())
    person.play_until("over")
    person.press("[data-action=check-deal]")
    expect(person.page.locator("[data-checked=fair]")).to_be_visible()


def test_challenge_is_made_sent_played_and_compared(running: Running, new_page: NewPage) -> None:
    """Ann plays with the keyboard alone."""
    ann = Person(new_page("desktop", "en"), keyboard=True)
    ben = Person(new_page("phone", "de"), seed=2)
    page = ann.page
    page.goto(running.url)
    page.locator("a[href='/challenges']").click()
    page.locator("form input[name=name]").fill("Ann")
    page.locator("select[name=make-level]").select_option("beginner")
    take_house_rules(page.locator("[data-form=make]"), running.url, FEW_CARDS, "Few cards")
    for _ in range(2):
        page.locator(".stepper button").first.click()
    looked_at(page)
    page.locator("[aria-labelledby=make-title] .primary").click()
    page.wait_for_url("**/c/*")
    link = page.locator("#link").input_value()
    expect(page.locator("main")).to_contain_text("once you’ve played the deal")
    looked_at(page)
    for person, name in ((ann, ""), (ben, "Ben")):
        page = person.page
        page.goto(link)
        page.locator("[data-action=play]").wait_for()
        if name:
            says_how_to_be_called(person, name)
        asked = asked_by(page)
        person.press("[data-action=play]")
        page.wait_for_url("**/t/*")
        person.play_until("continue")
        table = page.url.rsplit("/", 1)[1]
        assert not [url for url in asked if f"/api/challenges/{table}" in url], "the page is left"
        expect(page.locator(".middle.cover")).to_be_visible()
        looked_at(page)
        person.press("a[href^='/c/']", gone=False)
        expect(page.locator("tr[data-deal]")).to_have_count(1)
        person.press("[data-action=play]")
        plays_the_last_deal(person)
        person.press("a[href^='/c/']", gone=False)
        expect(page.locator("tr[data-deal]")).to_have_count(2)
        assert page.locator(".scroll").evaluate("(all) => all.scrollWidth <= all.clientWidth")
        person.press("details[data-details='1'] summary", gone=False)
        looked_at(page)
    expect(ben.page.locator("tbody th[scope=row]")).to_contain_text(["Ben"])
    ann.page.goto(link)
    ranking = ann.page.locator("[aria-labelledby=ranking-title] tbody tr")
    expect(ranking).to_have_count(2)
    with ann.page.expect_download() as download:
        ann.page.locator("summary").first.click()
        ann.page.locator("a[href$='/best']").first.click()
    record = parse_record(download.value.path().read_text(encoding="utf-8"))
    assert record.players
    checked_against_seals(ann.page)
    resize(ann.page, 320, 640)
    looked_at(ann.page)


def test_two_teams_play_the_same_deal_at_two_tables(running: Running, new_page: NewPage) -> None:
    """Ann is on a phone, and Ben is somewhere else without a page."""
    ann = Person(new_page("phone", "de"))
    page = ann.page
    page.goto(f"{running.url}c")
    form = page.locator("[data-form=match]")
    form.locator("input").first.fill("Kreuzritter")
    form.locator("select[name=match-level]").select_option("beginner")
    fewer = form.locator(".stepper button").first
    for _ in range(8):  # to the minimum, and no further
        fewer.press("Enter")
    expect(form.locator("output")).to_have_text("1")
    expect(fewer).to_be_focused()
    form.locator(".primary").click()
    page.wait_for_url("**/d/*")
    match, server = page.url.rsplit("/", 1)[1], running.server
    page.locator("input[name=name]").fill("Ann")
    looked_at(page)
    page.locator("[data-place='111']").click()
    page.wait_for_url("**/t/*")
    page.locator(".start").click()
    ann.play_until("over")
    page.locator(".summary a[href^='/d/']").click()
    expect(page.locator("main")).to_contain_text("sobald beide Tische sie gespielt haben")
    expect(page.locator("#link")).to_be_visible()
    expect(page.locator("[data-place]")).to_have_count(0)
    table = server.get(f"/api/duplicates/{match}").json()["tables"][1]["table"]["table"]
    taken = server.post(f"/api/duplicates/{match}/seats", "Ben", name="Ben", table=table, seat=0)
    assert taken.status_code == 201
    with server.client(table, "Ben") as ben:
        ben.send(protocol.Start(table))
        play_on(ben)
    expect(page.locator("tr[data-deal]")).to_have_count(1)
    expect(page.locator(".result")).to_be_visible()
    stranger = new_page()
    stranger.goto(page.url)
    expect(stranger.locator(".result")).to_be_visible()
    expect(stranger.locator("input[name=name], #link")).to_have_count(0)
    (deal,) = server.get(f"/api/duplicates/{match}").json()["results"]
    numbers = httpx.get(f"{running.url}api/duplicates/{match}/results.csv").text.splitlines()
    margins = [line["margin"] for line in deal["lines"]]
    told = ["1", *map(str, (*margins, deal["difference"], deal["imps"]))]
    assert numbers == ["deal,table_1,table_2,difference,imps", ",".join(told)]
    page.locator("details[data-details='1'] summary").click()
    for name in ("Ann", "Ben"):
        expect(page.locator("details[data-details='1']")).to_contain_text(f"{name}: Ansage")
    looked_at(page)
    checked_against_seals(page)
    page.locator("details[data-details='1'] .button").first.click()
    page.wait_for_url("**/game/*")
    page.goto(f"{running.url}c")
    page.get_by_role("region", name="Deine Teamkämpfe").get_by_role("link").click()
    page.wait_for_url(f"**/d/{match}")
