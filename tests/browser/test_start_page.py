"""From the start page to the cards, and back to them on another day."""

import json
from typing import Literal

import pytest
from playwright.sync_api import Page, Route, expect

from spadille.game import library
from spadille.locale import LANGUAGES
from support.at_page import switch_language
from support.looks import no_overflow, resize, violations
from support.person import Person, change_settings, open_sheet, tap_choice
from support.records import played_record
from support.running import NewPage, Running

PLAY = "form button.primary"

IN_SIGHT = """(button) => {
  const { top, bottom } = button.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


@pytest.mark.every_browser
@pytest.mark.parametrize(("width", "height"), [(360, 740), (320, 640), (844, 390), (640, 400)])
def test_start_page_deals_the_first_cards_with_one_tap(
    running: Running, new_page: NewPage, width: int, height: int
) -> None:
    page = new_page("phone", "de")
    resize(page, width, height)
    page.goto(running.url)
    assert page.locator(PLAY).evaluate(IN_SIGHT)
    no_overflow(page)
    page.locator(PLAY).tap()
    expect(page.locator("[data-card]")).to_have_count(13)
    expect(page.locator("[data-action=look]")).to_have_count(0)


def test_late_list_of_own_tables_removes_no_game(running: Running, new_page: NewPage) -> None:
    person = Person(new_page("phone"))
    page = person.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/my/tables?*", hold)
    with page.expect_request("**/api/my/tables?*"):
        page.goto(running.url)
    ready(page)
    [route] = held
    answer = route.fetch()
    page.locator(PLAY).tap()
    person.task()
    with page.expect_event("requestfinished", lambda request: request == route.request):
        route.fulfill(response=answer)
    page.reload()
    person.task()


def test_start_page_uses_last_rules_before_presets_load(
    running: Running, new_page: NewPage
) -> None:
    page = new_page("phone")
    change_settings(page, preset="whiz")
    page.route("**/api/presets?*", lambda _: None)  # no one has answered yet
    page.goto(running.url)
    own = page.get_by_role("link", name="Make your own rules")
    expect(own).to_have_attribute("href", "/#/rules?preset=whiz")


@pytest.mark.parametrize(
    ("failing", "shown"), [("tables", "[data-finished]"), ("games", "[data-game]")]
)
def test_running_and_finished_games_load_independently(
    running: Running, new_page: NewPage, failing: str, shown: str
) -> None:
    person = Person(new_page("phone"))
    page = person.page
    person.begin(running.url, "standard")
    person.task()
    record = {"record": played_record("standard", 1), "lang": "en"}
    assert page.request.post(f"{running.url}api/games", data=record).ok
    page.evaluate("localStorage.removeItem('spadille.games')")
    page.route(f"**/api/my/{failing}?*", lambda route: route.abort())
    page.goto(running.url)
    expect(page.locator(shown).first).to_be_visible()


@pytest.mark.every_browser
def test_offline_device_is_reported(running: Running, new_page: NewPage) -> None:
    page = new_page("phone")
    page.goto(running.url)
    ready(page)
    page.context.set_offline(offline=True)
    page.locator(PLAY).tap()
    said = page.get_by_text("This device is offline.")
    expect(said).to_be_focused()
    expect(said).to_have_count(1)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.context.set_offline(offline=False)
    page.locator(PLAY).tap()
    expect(page.locator("[data-card]")).to_have_count(13)


@pytest.mark.every_browser
def test_game_is_playable_without_browser_storage(running: Running, new_page: NewPage) -> None:
    page = new_page("phone")
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException(); } })"
    )
    page.goto(running.url)
    ready(page)
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("link", name="Spielzettel")).to_be_visible()
    page.locator(PLAY).tap()
    expect(page.locator("[data-card]")).to_have_count(13)


def ready(page: Page) -> None:
    """Wait until the presets are listed."""
    expect(page.locator("#summary")).to_contain_text(" · ")


def choices(page: Page) -> list[str]:
    """Open the sheet with the rules, and return what is chosen in it."""
    open_sheet(page, "rules")
    page.locator("input[name=preset]").first.wait_for(state="attached")
    checked = page.locator("input[type=radio]:checked")
    return [str(radio.get_attribute("value")) for radio in checked.all()]


def test_second_visit_remembers_all_choices(running: Running, new_page: NewPage) -> None:
    page = new_page("phone")
    page.goto(running.url)
    assert choices(page) == [
        "intermediate",
        "standard",
        "0",
        "0",
        "link",
        "between",
        "asked",
        "chosen",
    ]
    for value in ("expert", "puzzle-pirates"):
        tap_choice(page, value)
    summary = page.locator("#summary")
    expect(summary).to_have_text("Puzzle Pirates · bots: Expert · turn timer: 30 s")
    tap_choice(page, "60")
    page.locator("[data-part=friends] summary").click()
    tap_choice(page, "never")
    page.locator("input[name=name]").fill("Ada")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Deutsch").click()
    page.reload()
    expect(summary).to_have_text("Puzzle Pirates · Bots: Experte · Zeit pro Zug: 60 s")
    assert {"expert", "puzzle-pirates", "60", "never"} <= {*choices(page)}
    expect(page.locator("input[name=name]")).to_have_value("Ada")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator("[data-action=friends]").tap()
    expect(page.get_by_text("Ada (Du)")).to_be_visible()


@pytest.mark.every_browser
@pytest.mark.parametrize("lang", LANGUAGES)
def test_start_page_on_a_phone_shows_every_way_to_play_at_once(
    running: Running, new_page: NewPage, lang: str
) -> None:
    page = new_page("phone", lang)
    resize(page, 390, 844)
    page.goto(running.url)
    ready(page)
    page.locator(PLAY).tap()
    page.locator("[data-card]").first.wait_for()
    page.goto(running.url)
    ways = ["[data-action=friends]", "[data-action=rules]", "[data-action=match]"]
    for way in (PLAY, *ways, "a[href='/lobby']", "[data-game]"):
        assert page.locator(way).evaluate(IN_SIGHT), way
    no_overflow(page)
    resize(page, 320, 640)
    no_overflow(page)
    assert violations(page) == []


@pytest.mark.parametrize("sheet", ["rules", "friends", "group", "match"])
def test_sheets_of_the_start_page_fit_and_are_accessible(
    running: Running, new_page: NewPage, sheet: Literal["rules", "friends", "group", "match"]
) -> None:
    page = new_page("phone", "de")
    resize(page, 320, 640)
    page.goto(running.url)
    ready(page)
    opened = open_sheet(page, sheet)
    opened.locator("form").wait_for()
    assert violations(page) == []
    no_overflow(page)
    page.go_back()
    expect(opened).to_have_count(0)
    expect(page.locator(f"[data-action={sheet}]")).to_be_focused()


def test_friends_table_asks_for_a_name_only_once(running: Running, new_page: NewPage) -> None:
    page = new_page("phone")
    page.goto(running.url)
    sheet = open_sheet(page, "friends")
    expect(sheet.locator("input[name=name]")).to_be_focused()
    sheet.locator("form button.primary").tap()
    expect(sheet.get_by_role("alert")).to_contain_text("name")
    sheet.locator("input[name=name]").fill("Ada")
    sheet.locator("form button.primary").tap()
    expect(page.get_by_text("Ada (You)")).to_be_visible()
    page.goto(running.url)
    page.locator("[data-action=friends]").tap()
    expect(page.get_by_text("Ada (You)")).to_be_visible()


@pytest.mark.every_browser
def test_selected_choice_stands_out_in_forced_colors(running: Running, new_page: NewPage) -> None:
    page = new_page()
    page.emulate_media(forced_colors="active")
    page.goto(running.url)
    choices(page)
    page.locator("[data-part=friends] summary").click()
    colours = {
        page.locator(f"input[value={value}] + span").evaluate(
            "(e) => getComputedStyle(e).backgroundColor"
        )
        for value in ("standard", "whiz", "asked", "never")
    }
    assert len(colours) == 2
    heart, spade = (
        page.locator(".fan .face").nth(card).evaluate("(e) => getComputedStyle(e).color")
        for card in (0, 3)
    )
    assert heart != spade


def test_turn_timer_of_a_preset_runs_against_bots(running: Running, new_page: NewPage) -> None:
    person = Person(new_page())
    person.begin(running.url, "puzzle-pirates")
    person.play_until("bid")
    table = person.page.url.rpartition("/")[2]
    rules = person.page.request.get(f"{running.url}api/tables/{table}/rules").json()["rules"]
    assert rules["clock"]["turn_seconds"] == 30


def test_running_games_continue_from_the_start_page(running: Running, new_page: NewPage) -> None:
    person = Person(new_page("phone"))
    page = person.page
    person.begin(running.url, "standard")
    person.play_until("play")
    hand, table = person.hand(), page.url
    running.kill()
    running.start()
    page.goto(running.url)
    game = page.locator("[data-game]")
    expect(game).to_contain_text("Round 1")
    expect(game).to_contain_text("0 : 0")
    assert game.evaluate(IN_SIGHT)
    game.tap()
    expect(page).to_have_url(table)
    assert person.task() == "play"
    assert person.hand() == hand

    kept = json.loads(page.evaluate("localStorage.getItem('spadille.games')"))
    lost = {**kept[0], "table": "lost"}
    page.evaluate(
        "(kept) => localStorage.setItem('spadille.games', kept)", json.dumps([lost, *kept])
    )
    page.goto(running.url)
    expect(page.locator("[data-game]")).to_have_count(1)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_search_finds_club_rules_and_opens_them_in_the_editor(
    running: Running, new_page: NewPage
) -> None:
    page = new_page("phone", "de")
    page.goto(running.url)
    open_sheet(page, "rules")
    search = page.get_by_role("searchbox")
    search.fill("columbus")
    expect(page.get_by_text("Kein passendes Regelwerk.")).to_have_count(0)
    page.get_by_role("link", name="Columbus Whist").tap()
    list_of_rules = page.get_by_label("Ausgangspunkt")
    expect(list_of_rules).to_have_value("columbus-whist")
    group = list_of_rules.locator("optgroup[label='Vereine und Turniere'] option")
    expect(group).to_have_count(len(library()))
    expect(page.get_by_text("Ein Gleichstand nach vier Runden wird ausgespielt.")).to_be_visible()
    no_overflow(page)


def test_start_page_links_to_how_to_play(
    running: Running, new_page: NewPage, subtests: pytest.Subtests
) -> None:
    page = new_page("phone")
    page.goto(running.url)
    link = page.locator("nav a[href='/help']")
    for lang in LANGUAGES:
        with subtests.test(lang=lang):
            link.wait_for()
            switch_language(page, lang)
            link.tap()
            expect(page).to_have_url(f"{running.url}help")
            expect(page.locator("h2")).to_have_count(5)
            expect(page.locator("a[href='/lessons']")).to_be_visible()
            no_overflow(page)
            page.go_back()


@pytest.mark.parametrize(
    ("address", "heading"),
    [
        ("/tournaments", "Tournaments"),
        ("/challenges", "Challenges"),
        ("/help", "How to play Spades"),
    ],
)
def test_typed_address_opens_its_page(
    running: Running, new_page: NewPage, address: str, heading: str
) -> None:
    page = new_page("phone")
    page.goto(running.url + address[1:])
    expect(page.locator("h1")).to_have_text(heading)
