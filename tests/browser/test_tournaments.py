"""A host creates a tournament on a phone, plays in it with bots, and sees the winner."""

import json

import pytest
from playwright.sync_api import Page, Route, expect

from spadille.game import PACK
from spadille.locale import LANGUAGES
from support.at_page import asked_by
from support.looks import no_overflow, violations, whole_words
from support.person import Person
from support.running import NewPage, Running

FEW_CARDS = {"deck.removed": [str(card) for card in PACK if card.rank < 9], "nil.blind": False}


def with_few_cards(route: Route) -> None:
    """Use rounds of four tricks, which take less time."""
    asked: dict[str, object] = json.loads(route.request.post_data or "")
    assert asked["rounds"] == 0, "they are those of a Swiss tournament"
    route.continue_(post_data={**asked, "options": FEW_CARDS})


def let_countdown_stand(page: Page) -> None:
    """Keep a tournament page from opening a table before the test has looked at it."""
    page.add_init_script("performance.now = () => 0")


def evening_of(page: Page, running: Running, **asked: object) -> str:
    """Return the id of a new tournament without pairs whose host is at the page."""
    page.goto(f"{running.url}e")
    page.locator("[data-form=tournament]").wait_for()
    friday = {"name": "Friday", "deals": 1, "level": "random", **asked}
    return str(asked_by(page, running.url, "evenings", friday)["evening"])


def test_tournament_runs_from_its_link_to_its_winner(running: Running, new_page: NewPage) -> None:
    ann = Person(new_page("phone", "de"))
    page = ann.page
    let_countdown_stand(page)

    def looked_at() -> None:
        no_overflow(page)
        assert violations(page) == []

    page.goto(f"{running.url}e")
    form = page.locator("[data-form=tournament]")
    form.locator("select[name=rounds]").select_option("3")
    form.locator("select[name=form]").select_option("knock-out")
    expect(form.locator("select[name=rounds]")).to_have_count(0)
    form.locator("select[name=deals]").select_option("1")
    form.locator("select[name=level]").select_option("random")
    looked_at()
    page.route("**/api/evenings", with_few_cards)
    form.locator(".primary").click()
    page.locator("[data-action=begin]").wait_for()
    page.locator("[data-action=enter]").click()
    expect(page.locator("input[name=name]")).to_be_focused()
    page.locator("input[name=name]").fill("Ann")
    page.locator("input[name=pair]").fill("Lerchen")
    page.locator("[data-action=enter]").click()
    expect(page.locator("ol li")).to_have_count(1)
    page.locator("[data-action=enter-bots]").click()
    expect(page.locator("ol li")).to_have_count(2)
    expect(page.locator(".stage")).to_contain_text("ein Durchgang mit diesen Paaren")
    looked_at()
    page.locator("[data-action=begin]").click()
    page.locator("[data-action=own-table]").wait_for()
    looked_at()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("[data-action=own-table]").click()
    page.wait_for_url("**/t/*")
    page.evaluate("delete performance.now")
    ann.play_until("over")
    table = page.url.rsplit("/", 1)[1]
    assert not [url for url in asked if f"/api/evenings/{table}" in url], "the page is left"
    page.locator(".summary a[href^='/e/']").click()
    first = page.locator("tr[data-pair]").first
    expect(first.locator("td").nth(1)).to_have_text("2")
    pair = first.locator("th").evaluate("(name) => name.firstChild.textContent.trim()")
    expect(page.locator(".stage")).to_have_text(f"Das Turnier ist vorbei · Sieg: {pair}")
    looked_at()
    page.goto(f"{running.url}ratings")
    page.locator("main section").wait_for()
    looked_at()


def test_tournament_leave_late_entry_and_end_are_explained(
    running: Running, new_page: NewPage
) -> None:
    page = new_page("phone", "en")
    let_countdown_stand(page)
    evening = evening_of(page, running, form="round-robin", turn_seconds=120)
    page.goto(f"{running.url}e/{evening}")
    page.locator("input[name=name]").fill("Ann")
    page.locator("[data-action=enter]").click()
    for count in (2, 3, 4):
        page.locator("[data-action=enter-bots]").click()
        expect(page.locator("ol li")).to_have_count(count)
    page.locator("[data-action=begin]").click()
    page.locator("[data-action=leave]").click()
    expect(page.get_by_text("A bot will play for you from the next round on.")).to_be_visible()
    expect(page.locator("[data-action=leave]")).to_have_count(0)
    expect(page.locator("tr[data-pair='0'] small")).to_have_text("Ann, then a bot · Bot")
    no_overflow(page)
    assert violations(page) == []
    late = new_page("phone", "en")
    late.goto(f"{running.url}e/{evening}")
    closed = "The first round has started, so no more pairs can enter."
    expect(late.get_by_text(closed)).to_be_visible()
    expect(page.get_by_text(closed)).to_have_count(0)
    no_overflow(late)
    assert violations(late) == []
    page.locator("[data-action=own-table]").click()
    page.locator("[data-bid], [data-action=look]").first.wait_for()
    page.goto(f"{running.url}e/{evening}")
    own_match = page.locator("li[data-match='0'] .noted")
    expect(own_match).to_have_text("in progress")
    page.locator("details summary").click()
    page.locator("[data-action=end]").click()
    expect(own_match).to_have_text("no longer counts")
    no_overflow(page)


def test_tournament_whole_game_end_offers_no_next_game(running: Running, new_page: NewPage) -> None:
    ann = Person(new_page("phone", "en"))
    page = ann.page
    one_round = {**FEW_CARDS, "end.max_rounds": 1}
    page.goto(f"{running.url}e/{evening_of(page, running, deals=0, options=one_round)}")
    page.locator("input[name=name]").fill("Ann")
    page.locator("[data-action=enter]").click()
    page.locator("[data-action=enter-bots]").click()
    expect(page.locator("ol li")).to_have_count(2)
    page.locator("[data-action=begin]").click()
    page.wait_for_url("**/t/*")  # the page goes there without a tap
    ann.play_until("over")
    expect(page.locator(".end a[href^='/e/']")).to_be_visible()
    expect(page.locator(".end")).not_to_contain_text("host")
    no_overflow(page)


def test_tournament_break_shows_the_next_round_and_opens_its_table(
    running: Running, new_page: NewPage
) -> None:
    """The server's answers are preset at each moment: a break takes 45 seconds."""
    page = new_page("phone", "en")
    let_countdown_stand(page)
    evening = evening_of(page, running, form="round-robin")
    page.goto(f"{running.url}e/{evening}")
    page.locator("input[name=name]").fill("Ann")
    page.locator("[data-action=enter]").click()
    for count in (2, 3):
        page.locator("[data-action=enter-bots]").click()
        expect(page.locator("ol li")).to_have_count(count)
    told = asked_by(page, running.url, f"evenings/{evening}/run", {"what": "begin"})
    now: dict[str, object] = {"table": None}
    page.route(f"**/api/evenings/{evening}?*", lambda it: it.fulfill(json={**told, **now}))
    stage = page.locator(".stage")
    expect(stage).to_contain_text(
        "Other tables are still playing · The next round starts automatically"
    )
    expect(page).to_have_title("Friday · Spadille")
    now["next_in"] = 30.2
    expect(stage).to_have_text("Round 1 of 3 is over; the next starts in 31 s")
    expect(stage.locator("[aria-live=off]")).to_have_text("31")  # not read out every time
    with page.expect_request(f"**/api/evenings/{evening}/run") as begun:
        page.get_by_role("button", name="Start now").click()
    assert begun.value.post_data_json == {"what": "begin", "lang": "en"}
    now |= {"next_in": None, "table": "w7k2m9vtq3xh", "rounds": [*told["rounds"], []]}
    expect(stage).to_have_text("Round 2 of 3 · Your table is waiting")
    expect(page).to_have_title("Your table is waiting · Friday · Spadille")
    expect(page.locator("[data-action=own-table]")).to_have_attribute("href", "/t/w7k2m9vtq3xh")
    going = page.get_by_text("Round 2 is starting. Going to your table in 5 s.")
    expect(going).to_be_visible()
    no_overflow(page)
    page.locator("[data-action=stay]").click()
    expect(going).to_have_count(0)
    expect(page.locator("[data-action=own-table]")).to_be_visible()
    now |= {"table": None, "rounds": [*told["rounds"], [], []]}
    expect(stage).to_have_text("Round 3 of 3 · Other tables are still playing")
    now["status"] = "over"  # and none of the games counted
    expect(stage).to_have_text("The tournament is over")


def test_tournament_round_start_opens_the_table_once(running: Running, new_page: NewPage) -> None:
    page = new_page("phone", "en")
    evening = evening_of(page, running, form="round-robin", turn_seconds=120)
    page.goto(f"{running.url}e/{evening}")
    page.locator("input[name=name]").fill("Ann")
    page.locator("[data-action=enter]").click()
    page.locator("[data-action=enter-bots]").click()
    expect(page.locator("ol li")).to_have_count(2)
    page.locator("[data-action=begin]").click()
    page.wait_for_url("**/t/*")
    page.locator("[data-bid], [data-action=look]").first.wait_for()
    page.go_back()
    own = page.locator("[data-action=own-table]")
    expect(own).to_be_visible()
    expect(page.locator("[data-action=stay]")).to_have_count(0)
    page.reload()
    expect(own).to_be_visible()
    expect(page.locator("[data-action=stay]")).to_have_count(0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tournament_pair_names_stay_whole_next_to_table_status(
    running: Running, new_page: NewPage, lang: str
) -> None:
    """The server's answer is preset: one table is done while the other one is still playing."""
    page = new_page("phone", lang)
    evening = evening_of(page, running, form="round-robin")
    page.goto(f"{running.url}e/{evening}")
    for count, name in enumerate(("Mitternachts", "Golondrinas", "Nachtigallen", "Eulen"), 1):
        page.locator("input[name=pair]").fill(name)
        page.locator("[data-action=enter-bots]").click()
        expect(page.locator("ol li")).to_have_count(count)
    told = asked_by(page, running.url, f"evenings/{evening}/run", {"what": "begin"})
    first, second = told["rounds"][0]
    played = {"gains": None, "difference": 0}
    rounds = [[{**first, **played, "over": True}, {**second, **played, "over": False}]]
    page.route(
        f"**/api/evenings/{evening}?*",
        lambda it: it.fulfill(json={**told, "status": "playing", "rounds": rounds}),
    )
    page.reload()
    expect(page.locator("[data-match]")).to_have_count(2)
    whole_words(page, "[data-match] span")
    no_overflow(page)


def test_tournament_is_listed_and_its_host_can_end_it_early(
    running: Running, new_page: NewPage
) -> None:
    page = new_page("phone", "en")
    evenings = [evening_of(page, running, name=name) for name in ("Friday", "Saturday", "Sunday")]
    page.goto(f"{running.url}e")
    yours = page.locator("section[aria-labelledby] a.panel:has(.state)")
    expect(yours.locator("strong")).to_have_text(["Sunday", "Saturday", "Friday"])
    expect(yours.first).to_contain_text("Open for entries · you’re the host")
    page.locator("[data-form=tournament] .primary").click()
    expect(page.get_by_text("you already host 3 unfinished tournaments")).to_be_visible()
    no_overflow(page)
    assert violations(page) == []
    yours.last.click()
    page.wait_for_url(f"**/e/{evenings[0]}")
    page.locator("details summary").click()
    no_overflow(page)
    page.locator("[data-action=end]").click()
    expect(page.locator(".stage")).to_have_text("The tournament is over")
    expect(page.locator("table")).to_have_count(0)
    page.goto(f"{running.url}e")
    expect(yours.locator("strong")).to_have_text(["Sunday", "Saturday"])


def test_tournament_needs_two_pairs_with_unused_names(running: Running, new_page: NewPage) -> None:
    page = new_page("phone", "en")
    page.goto(f"{running.url}e/{evening_of(page, running)}")
    names = page.locator("ol li strong")
    begin = page.locator("[data-action=begin]")
    too_few = page.get_by_text("A tournament needs at least two pairs.")
    for count, words in ((0, "0 pairs"), (1, "1 pair"), (2, "2 pairs")):
        if count:
            page.locator("[data-action=enter-bots]").click()
        expect(names).to_have_count(count)
        expect(begin).to_have_text(f"Start with {words}")
        expect(begin).to_be_enabled(enabled=count == 2)
        expect(too_few).to_have_count(0 if count == 2 else 1)
    no_overflow(page)
    assert violations(page) == []
    page.get_by_role("button", name="Pair 1: Remove").click()
    expect(names).to_have_text(["Pair 2"])
    typed = page.locator("input[name=pair]")
    typed.fill("pair 2")
    page.locator("[data-action=enter-bots]").click()
    expect(page.get_by_text("there is already a pair of this name")).to_be_visible()
    expect(typed).to_have_value("pair 2")
    page.locator("[data-action=enter]").click()
    expect(page.locator("input[name=name]")).to_be_focused()
    expect(typed).to_have_value("pair 2")
    typed.fill("")
    for taken in (["Pair 2", "Pair 1"], ["Pair 2", "Pair 1", "Pair 3"]):
        page.locator("[data-action=enter-bots]").click()
        expect(names).to_have_text(taken)
    typed.fill("Larks")
    page.locator("[data-action=enter-bots]").click()
    expect(names).to_have_count(4)
    expect(typed).to_have_value("")
