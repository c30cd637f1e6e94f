"""The size and the refusals of the page."""

import gzip
import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from playwright.sync_api import WebSocketRoute, expect

import spadille.server
from spadille.locale import LANGUAGES
from support.at_page import asked_by, sit_with_bots
from support.looks import cut_choices, no_overflow, no_overflow_of_large_letters, violations
from support.person import Person, open_sheet, tap_choice
from support.running import NewPage, Running

STATIC = Path(spadille.server.__file__).parent / "static"


SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""A phone on a slow and distant network: milliseconds of latency, and bytes per second."""

LOADING = 180_000
"""Milliseconds within which a newly started server has loaded the levels that think."""


def weight(files: Iterable[Path]) -> int:
    return sum(len(gzip.compress(file.read_bytes())) for file in files)


def with_imports(script: Path) -> set[Path]:
    """Return a script and all the scripts that it needs."""
    found, left = set[Path](), [script]
    while left:
        file = left.pop()
        found.add(file)
        parts = re.findall(r'(?:from|import)"(\./[^"]+\.js)"', file.read_text())
        left += {file.parent / part for part in parts} - found
    return found


def test_scripts_stay_within_the_size_limit() -> None:
    page = (STATIC / "index.html").read_text()
    first = [STATIC / path for path in re.findall(r'(?:src|href)="/(assets/[^"]+)"', page)]
    assert {file.suffix for file in first} == {".js", ".css"}
    assert weight(first) < 50_000
    (start,) = (STATIC / path for path in re.findall(r'<script[^>]+src="/([^"]+)"', page))
    pages = list((STATIC / "assets").glob("*Page-*.js"))
    assert len(pages) > 10
    for script in pages:
        assert weight(with_imports(start) | with_imports(script)) < 110_000, script.name


@pytest.mark.every_browser
def test_slow_network_shows_the_page_frame_first(running: Running, new_page: NewPage) -> None:
    page = new_page("phone")
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", SLOW)
    page.goto(running.url)
    page.locator("form button.primary").wait_for()
    seen, scripted = page.evaluate(
        """() => [
          performance.getEntriesByName('first-contentful-paint')[0].startTime,
          Math.max(...performance.getEntriesByType('resource')
            .filter(({ name }) => /\\.(js|css)$/.test(name)).map(({ responseEnd }) => responseEnd)),
        ]"""
    )
    assert seen < scripted


@pytest.mark.every_browser
def test_failed_page_load_is_reported(running: Running, new_page: NewPage) -> None:
    page = new_page()
    page.route("**/assets/SheetPage-*", lambda route: route.abort())
    page.goto(running.url)
    page.get_by_role("link", name="Score sheet").click()
    expect(page.get_by_role("alert")).to_have_text("The server isn’t responding.")
    page.unroute("**/assets/SheetPage-*")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("select[name=preset]")).to_be_visible()


def test_table_is_playable_if_its_overlay_fails_to_load(
    running: Running, new_page: NewPage
) -> None:
    page = new_page()
    page.route("**/assets/OpenSheet-*", lambda route: route.abort())
    Person(page).begin(running.url, "standard")
    expect(page.locator("[data-bid]").first).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").get_by_role("alert")).to_have_text(
        "The server isn’t responding."
    )
    page.unroute("**/assets/OpenSheet-*")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("[data-bid]").first).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Help")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "asked", "wanted"),
    [
        ("me", "me", "input[name=name]"),
        ("my", "my/figures", "main > a"),
        ("c", "my/challenges", "a[href='/tournaments']"),
        ("e", "presets", "[data-form=tournament]"),
        ("ratings", "ratings", "h2"),
        ("bots", "my/tokens", "input[name=token]"),
    ],
)
def test_failed_request_can_be_retried(
    running: Running, new_page: NewPage, path: str, asked: str, wanted: str
) -> None:
    page = new_page("phone")
    page.route(f"**/api/{asked}?*", lambda route: route.abort(), times=1)
    page.goto(running.url + path)
    expect(page.get_by_role("alert")).to_have_text("The server isn’t responding.")
    expect(page.locator(wanted)).to_have_count(0)
    expect(page.get_by_role("status")).to_have_count(0)  # nothing is being loaded
    no_overflow(page)
    assert violations(page) == []
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(wanted).first).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.every_browser
def test_page_requests_nothing_from_other_hosts(running: Running, new_page: NewPage) -> None:
    page = new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    person = Person(page)
    person.begin(running.url, "standard")
    person.play_until("play")
    assert asked
    assert all(url.startswith((running.url, "data:")) for url in asked)


def test_illegal_card_is_rejected_in_words(running: Running, new_page: NewPage) -> None:
    person = Person(new_page())
    sit_with_bots(person.page, running.url)
    dimmed = person.page.locator("[data-card].dimmed")
    while True:
        person.play_until("play")
        if dimmed.count():
            break
        person.do("play")
    hand = person.hand()
    person.click_card(dimmed.first)
    expect(person.page.get_by_role("alert")).to_be_visible()
    assert person.hand() == hand
    assert person.task() == "play"


@pytest.mark.every_browser
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_card_is_played_by_dragging_it_to_the_table(
    running: Running, new_page: NewPage, size: str
) -> None:
    person = Person(new_page(size))
    sit_with_bots(person.page, running.url)
    person.play_until("play")
    hand = person.hand()
    card = person.playable().first
    name = card.get_attribute("data-card")
    person.drag_card(card, upwards=30)
    assert (person.task(), person.hand()) == ("play", hand)
    person.drag_card(card, upwards=150)
    expect(person.page.locator(f"[data-card={name}]")).to_have_count(0)
    assert len(person.hand()) == len(hand) - 1


def test_rule_set_is_found_by_words_and_chosen(running: Running, new_page: NewPage) -> None:
    page = new_page("phone", "de")
    page.goto(running.url)
    open_sheet(page, "rules")
    page.locator("input[type=search]").fill("drei paare")
    radio = page.locator("input[name=preset]")
    expect(radio).to_have_count(1)
    tap_choice(page, str(radio.get_attribute("value")))
    expect(page.locator(".chosen")).to_contain_text("Spades zu sechst")
    page.locator("input[type=search]").fill("bridge")
    expect(page.get_by_text("Kein passendes Regelwerk.")).to_be_visible()


def test_coach_shows_an_action_and_a_reason(running: Running, new_page: NewPage) -> None:
    person = Person(new_page("phone", "de"))
    page = person.page
    sit_with_bots(page, running.url, "preset=standard&play.claims=false")
    person.play_until("play")
    hint = page.locator("[data-aside=hint]")
    follow = page.locator("[data-action=follow]")
    dialog = page.locator("dialog")
    weighed = False
    while not weighed:
        person.play_until("play")
        hand = person.hand()
        hint.click()
        expect(follow).to_be_visible(timeout=LOADING)
        # A newly started server uses heuristics until it has loaded the thinking levels. Equivalent
        # cards count as one choice, which is not weighed.
        weighed = dialog.get_by_role("row").count() > 1
        assert violations(page) == []
        follow.click()
        expect(page.locator("[data-card]")).to_have_count(len(hand) - 1)
    expect(dialog).to_have_count(0)


def test_hint_says_if_heuristics_replace_the_coach(running: Running, new_page: NewPage) -> None:
    page = new_page("phone", "de")
    preparing = iter([40])

    def unready(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(told: str | bytes) -> None:
            said = json.loads(told)
            if said["type"] == "advice":
                said["preparing"] = next(preparing, None)
            socket.send(json.dumps(said))

        server.on_message(pass_on)

    page.route_web_socket("**/ws", unready)
    person = Person(page)
    sit_with_bots(person.page, running.url)
    person.play_until("play")
    page.locator("[data-aside=hint]").click()
    dialog = page.locator("dialog")
    expect(dialog).to_contain_text("Das ist ein schneller Tipp", timeout=LOADING)
    expect(dialog).to_contain_text("etwa 40 s")
    assert violations(page) == []
    dialog.locator("button.close").click()
    page.locator("[data-aside=hint]").click()  # the same turn: the coach can be asked by now
    expect(dialog.locator("[data-action=follow]")).to_be_visible()
    expect(dialog).not_to_contain_text("Das ist ein schneller Tipp")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_selected_option_is_not_cut_off_on_a_phone(
    running: Running, new_page: NewPage, lang: str
) -> None:
    page = new_page("phone", lang)
    for path in ("e", "c", "lobby", "sheet", "#/rules"):
        page.goto(running.url + path)
        expect(page.locator("select").first).to_be_visible()
        assert cut_choices(page) == [], path


@pytest.mark.every_browser
def test_double_text_size_cuts_off_no_page_on_a_phone(running: Running, new_page: NewPage) -> None:
    page = new_page("phone", "de")
    # The rules are reached from the start page without a page load, so its buttons are still there.
    for path in ("", "sheet", "#/rules", "lobby", "puzzles", "lessons", "c", "e", "me", "no/page"):
        page.goto(running.url + path)
        page.locator(":is(main, form) :is(a, button):visible").first.wait_for()
        no_overflow_of_large_letters(page)
    table = asked_by(page, running.url, "tables", {"name": "Ada", "invite": True})["table"]
    for path, shown in ((f"t/{table}", "input[name=name]"), ("t/nowhere", "[role=alert]")):
        page.goto(running.url + path)
        page.locator(shown).wait_for()
        no_overflow_of_large_letters(page)


@pytest.mark.every_browser
def test_shift_click_opens_a_link_in_a_new_window(running: Running, new_page: NewPage) -> None:
    page = new_page()
    page.goto(running.url)
    with page.context.expect_page() as opened:
        page.locator("a[href='/lobby']").click(modifiers=["Shift"])
    expect(opened.value).to_have_url(f"{running.url}lobby")
    expect(page).to_have_url(running.url)


@pytest.mark.every_browser
def test_sheet_stays_open_while_text_is_selected_beyond_it(
    running: Running, new_page: NewPage
) -> None:
    page = new_page()
    page.goto(running.url)
    open_sheet(page, "rules").locator("button.rules").click()
    expect(page.get_by_role("dialog")).to_have_count(2)
    sheet = page.get_by_role("dialog").last
    box = sheet.locator(".head h2").bounding_box()
    assert box is not None
    page.wait_for_timeout(500)  # new elements do not accept taps at first
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(5, box["y"] + 5)
    page.mouse.up()
    expect(page.get_by_role("dialog")).to_have_count(2)
    page.mouse.click(5, 5)
    expect(page.get_by_role("dialog")).to_have_count(1)
