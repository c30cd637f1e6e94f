"""Players notice that the table waits for them, even if they look elsewhere."""

import re

import pytest
from playwright.sync_api import Page, expect

from support.at_page import FEW_CARDS, asked_by, join
from support.looks import no_overflow, violations
from support.person import POLLING, Person, change_settings
from support.running import NewPage, Running

BROWSER = """() => {
  window.away = false;
  Object.defineProperty(document, 'hidden', { get: () => window.away });
  window.look = (away) => {
    window.away = away;
    if (away) for (const lock of [...window.locks]) lock.release();
    document.dispatchEvent(new Event('visibilitychange'));
  };

  window.asked = 0;
  window.notes = [];
  class Note {
    static permission = sessionStorage.getItem('permission') ?? 'default';
    static requestPermission() {
      window.asked += 1;
      sessionStorage.setItem('permission', 'granted');
      return Promise.resolve((Note.permission = 'granted'));
    }
    constructor(title, options) {
      this.title = title;
      this.tag = options.tag;
      window.notes.push(this);
    }
    close() {
      window.notes = window.notes.filter((note) => note !== this);
    }
  }
  window.Notification = Note;

  window.locks = new Set();
  class Lock extends EventTarget {
    release() {
      window.locks.delete(this);
      this.dispatchEvent(new Event('release'));
      return Promise.resolve();
    }
  }
  const request = () => {
    const lock = new Lock();
    window.locks.add(lock);
    return Promise.resolve(lock);
  };
  Object.defineProperty(navigator, 'wakeLock', { value: { request } });

  window.pulses = 0;
  navigator.vibrate = () => Boolean((window.pulses += 1));

  // A busy machine may take longer to start its sound than the page waits for it.
  AudioContext.prototype.resume = () => Promise.resolve();
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    if (this.frequency.value > 600) window.tones += 1;
    start.apply(this, when);
  };
}"""
"""Replaces what the browser does for a page that the player does not see."""

TURN = re.compile("^Your turn · ")


def arrive(page: Page, link: str, name: str) -> None:
    page.add_init_script(f"({BROWSER})()")
    join(page, link, name)
    expect(page.get_by_text(f"{name} (You)")).to_be_visible()
    page.wait_for_load_state("networkidle")  # the part that calls players loads last


def come_back(page: Page, question: str) -> None:
    """Look away and back until the page asks its question; the part that asks loads last."""
    page.wait_for_function(
        "(selector) => [true, false].map(look) && document.querySelector(selector)",
        arg=question,
        polling=POLLING,
    )


def two_waiting(running: Running, new_page: NewPage) -> tuple[Person, Person]:
    """Return Ada, who hosts a table, and Bea, who sits there with a phone."""
    ada, bea = Person(new_page()), Person(new_page("phone"))
    fields = {"name": "Ada", "invite": True, "options": FEW_CARDS}
    table = asked_by(ada.page, running.url, "tables", fields)["table"]
    for person, name in ((ada, "Ada"), (bea, "Bea")):
        arrive(person.page, f"{running.url}t/{table}", name)
    expect(ada.page.locator(".seats")).to_contain_text("Bea")
    return ada, bea


def start(ada: Person) -> None:
    ada.page.get_by_role("button", name="Start the game").click()
    ada.page.locator("[data-card]").first.wait_for()


def until_turn(bea: Person, ada: Person) -> None:
    """Have Ada act until it is Bea's turn."""
    while not TURN.match(bea.page.title()):
        if TURN.match(ada.page.title()) and (task := ada.asked()):
            ada.do(task)
        ada.page.wait_for_timeout(POLLING)


def notes(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.notes.map(({ title }) => title)")
    return found


def test_title_shows_whose_turn_it_is(running: Running, new_page: NewPage) -> None:
    ada, bea = two_waiting(running, new_page)
    expect(bea.page).to_have_title("Standard, modified · Spadille")
    start(ada)
    until_turn(bea, ada)
    expect(ada.page).not_to_have_title(TURN)
    bea.do(bea.task())
    expect(bea.page).not_to_have_title(TURN)


def test_notification_is_asked_once_and_shown_while_the_page_is_hidden(
    running: Running, new_page: NewPage
) -> None:
    ada, bea = two_waiting(running, new_page)
    page = bea.page
    ask = page.locator("[data-action=alerts]")
    expect(ask).to_have_count(0)
    come_back(page, "[data-action=alerts]")
    ask.wait_for()
    no_overflow(page)
    assert violations(page) == []
    assert page.evaluate("window.asked") == 0
    ask.tap()
    page.wait_for_function("() => window.asked === 1")
    expect(ask).to_have_count(0)
    page.evaluate("window.look(true)")
    start(ada)
    until_turn(bea, ada)
    page.wait_for_function("() => window.notes.some(({ title }) => title === 'It’s your turn')")
    assert notes(page) == ["It’s your turn"]
    assert page.evaluate("window.notes[0].tag") in page.url
    page.evaluate("window.look(false)")
    page.wait_for_function("() => window.notes.length === 0")
    expect(ask).to_have_count(0)
    page.reload()
    page.locator("[data-card]").first.wait_for()
    page.evaluate("window.look(true)")
    page.evaluate("window.look(false)")
    expect(ask).to_have_count(0)
    assert page.evaluate("window.asked") == 0


def test_host_is_notified_of_a_friend_and_may_refuse(running: Running, new_page: NewPage) -> None:
    ada, bea = two_waiting(running, new_page)
    page = ada.page
    come_back(page, "[data-action=no-alerts]")
    page.locator("[data-action=no-alerts]").click()
    page.evaluate("window.look(true)")
    bea.page.get_by_role("button", name="Stand up").tap()
    expect(page.locator(".seats")).not_to_contain_text("Bea")
    bea.page.get_by_role("button", name="Sit here").first.tap()
    expect(page.locator(".seats")).to_contain_text("Bea")
    assert notes(page) == []
    assert page.evaluate("window.asked") == 0
    page.evaluate("sessionStorage.setItem('permission', 'granted')")
    change_settings(page, notify=True)
    page.reload()
    expect(page.locator(".seats")).to_contain_text("Bea")
    page.wait_for_load_state("networkidle")
    page.evaluate("window.look(true)")
    bea.page.get_by_role("button", name="Stand up").tap()
    expect(page.locator(".seats")).not_to_contain_text("Bea")
    bea.page.get_by_role("button", name="Sit here").first.tap()
    page.wait_for_function("() => window.notes.length === 1")
    assert notes(page) == ["New at the table: Bea"]


@pytest.mark.parametrize("reduced", [False, True])
def test_turn_rings_and_vibrates_unless_motion_is_reduced(
    running: Running, new_page: NewPage, *, reduced: bool
) -> None:
    ada, bea = two_waiting(running, new_page)
    bea.page.emulate_media(reduced_motion="reduce" if reduced else "no-preference")
    start(ada)
    until_turn(bea, ada)
    bea.page.wait_for_function("() => window.tones > 0")
    assert (bea.page.evaluate("window.pulses") > 0) is not reduced


def test_turn_is_silent_if_the_settings_say_so(running: Running, new_page: NewPage) -> None:
    ada, bea = two_waiting(running, new_page)
    change_settings(bea.page, turnSound=False, turnBuzz=False, awake=False)
    bea.page.reload()
    expect(bea.page.get_by_text("Bea (You)")).to_be_visible()
    bea.page.emulate_media(reduced_motion="no-preference")
    bea.page.locator("h1").tap()
    start(ada)
    until_turn(bea, ada)
    bea.do(bea.task())
    assert bea.page.evaluate("[window.tones, window.pulses, window.locks.size]") == [0, 0, 0]


def test_screen_stays_on_while_playing(running: Running, new_page: NewPage) -> None:
    ada, bea = two_waiting(running, new_page)
    page = bea.page
    assert page.evaluate("window.locks.size") == 0
    start(ada)
    page.wait_for_function("() => window.locks.size === 1")
    page.evaluate("window.look(true)")
    assert page.evaluate("window.locks.size") == 0
    page.evaluate("window.look(false)")
    page.wait_for_function("() => window.locks.size === 1")
    page.locator("[data-tool=menu]").tap()
    page.locator("dialog [data-tool=settings]").tap()
    stays_on = page.get_by_label("Keep the screen on during games")
    expect(stays_on).to_be_checked()
    assert violations(page) == []
    stays_on.uncheck()
    page.wait_for_function("() => window.locks.size === 0")
