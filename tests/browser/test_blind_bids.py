"""Blind bids: they are offered before a player sees any card; other players need no tap."""

import pytest
from playwright.sync_api import Page, WebSocket, expect

from spadille.locale import LANGUAGES, Lang
from support.at_page import LATER, NOON, sit_with_bots, stop_the_clock
from support.looks import no_overflow, violations
from support.person import Person, change_settings
from support.running import NewPage, Running
from support.stage import Stage

OFFER, LOOK_NOW = "[data-action=bid-blind]", "[data-action=look-now]"
CARDS = "[data-card]"
TURNED = 5_000
"""Milliseconds on the page's clock after which cards that turn over on their own have done so."""

HEARD = """window.heard = [];
new MutationObserver(() => {
  const log = document.querySelector('[role=log]');
  if (log) window.heard.push(log.textContent);
}).observe(document, { childList: true, subtree: true, characterData: true });"""
"""Collects what a screen reader reads out."""

QUIET = ["standard", "gold-blue", "two-player"]
"""Presets whose texts have blind nil at any score."""


def begin_without_time(page: Page, url: str, preset: str) -> None:
    """Begin a game on a page whose clock is stopped."""
    change_settings(page, preset=preset)
    page.clock.install(time=NOON)
    page.goto(url)
    expect(page.locator("#summary")).to_contain_text(" · ")
    page.clock.pause_at(LATER)
    page.locator("form button.primary").click()
    page.clock.run_for(100)


def sent_cards(page: Page) -> list[str]:
    """Collect the server's messages that contain one of the player's cards."""
    found: list[str] = []

    def note(text: str | bytes) -> None:
        if '"hand":[' in str(text) or '"offered":["' in str(text):
            found.append(str(text))

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", note)

    page.on("websocket", listen)
    return found


@pytest.mark.parametrize("preset", QUIET)
def test_blind_bid_is_offered_before_the_server_sends_cards(
    running: Running, new_page: NewPage, preset: str
) -> None:
    page = new_page("phone")
    sent = sent_cards(page)
    begin_without_time(page, running.url, preset)
    expect(page.locator(OFFER)).to_be_visible()
    assert sent == []
    page.locator(OFFER).click()
    nil = page.locator(".decide [data-bid='Blind nil']")
    expect(page.locator("#blind-title")).to_be_visible()
    page.clock.run_for(TURNED)
    expect(nil.or_(page.get_by_text("You can look now"))).to_be_visible()
    assert sent == []


@pytest.mark.parametrize("preset", QUIET)
def test_cards_turn_over_without_a_tap(running: Running, new_page: NewPage, preset: str) -> None:
    page = new_page("phone")
    begin_without_time(page, running.url, preset)
    expect(page.locator(OFFER)).to_be_visible()
    page.clock.resume()
    expect(page.locator(CARDS).or_(page.locator("[data-action=keep]")).first).to_be_visible()
    expect(page.locator(OFFER)).to_have_count(0)
    expect(page.locator("[data-action=ask-blind]")).to_be_visible()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_blind_bid_offer_fits_a_phone(new_page: NewPage, lang: Lang) -> None:
    page = new_page("phone", lang)
    stage = Stage(page, {"nil.blind": True, "nil.blind_deficit": 0}, lang=lang)
    stage.ask_blind = "behind"
    stop_the_clock(page)
    stage.open()
    for width, height in ((390, 844), (320, 568), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        for button in (LOOK_NOW, OFFER):
            expect(page.locator(button)).to_be_in_viewport(ratio=1)
            page.locator(button).click(trial=True)
        no_overflow(page)


def test_look_now_shows_the_cards_at_once(running: Running, new_page: NewPage) -> None:
    page = new_page("phone")
    begin_without_time(page, running.url, "gold-blue")
    page.locator(LOOK_NOW).click()
    expect(page.locator(CARDS)).to_have_count(13)


def test_key_b_asks_for_a_blind_bid(running: Running, new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script(HEARD)
    begin_without_time(page, running.url, "two-player")
    page.locator(OFFER).wait_for()
    page.keyboard.press("b")
    expect(page.locator("[data-action=look]")).to_be_focused()
    page.clock.resume()
    assert violations(page) == []
    assert any("Press B to bid blind" in text for text in page.evaluate("heard"))


def test_blind_bid_is_not_offered_if_a_side_must_be_behind(
    running: Running, new_page: NewPage
) -> None:
    page = new_page("phone")
    sit_with_bots(page, running.url, "preset=puzzle-pirates")
    expect(page.locator(CARDS)).to_have_count(13)
    expect(page.locator(f"{OFFER}, [data-action=ask-blind]")).to_have_count(0)


def test_blind_bid_is_offered_next_round_after_a_player_asks(
    running: Running, new_page: NewPage
) -> None:
    person = Person(new_page("phone"))
    person.begin(running.url, "standard")
    person.play_until("bid")
    person.page.locator("[data-action=ask-blind]").click()
    expect(person.page.get_by_text("From the next round on")).to_be_visible()
    person.begin(running.url, "standard")
    assert person.task() == "look"
    expect(person.page.locator(".decide")).to_contain_text("win or lose 200 points")
    expect(person.page.locator("[data-card]")).to_have_count(0)
    person.do("look")
    expect(person.page.locator("[data-card]")).to_have_count(13)
