"""Puzzles and lessons in a real browser: an answer, its consequences, and the saved results."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from spadille.locale import LANGUAGES, Lang
from spadille.study import puzzles
from support.at_page import NOON, switch_language
from support.looks import boxes, no_overflow, overlap, resize, violations
from support.person import Person
from support.running import NewPage, Running

INDEX_FROM_EDGE = """(cards) => cards.map((card) => {
  const [rank, edge] = [card.querySelector('.ten'), card].map((one) => one.getBoundingClientRect());
  return (rank.left - edge.left) / card.offsetWidth;
})"""
"""For each card, how far its rank is from the left edge, in card widths."""

OPEN = next(n for n, one in enumerate(puzzles.puzzles(), start=1) if one.sees == "all")


@pytest.mark.parametrize(("size", "lang"), [("desktop", "en"), ("phone", "de")])
def test_puzzle_is_answered_played_out_and_saved(
    running: Running, new_page: NewPage, size: str, lang: str
) -> None:
    """On a desktop, with the keyboard alone."""
    person = Person(new_page(size, lang), keyboard=size == "desktop")
    page = person.page
    page.goto(f"{running.url}puzzles/{OPEN}")
    wrong = puzzles.puzzle(OPEN).choices[-1].actions[0]
    page.locator(f'[data-card="{wrong}"]').wait_for()
    person.choose(wrong)
    expect(page.locator("h2.bad")).to_be_in_viewport(ratio=1)
    last = len(puzzles.puzzle(OPEN).choices[-1].line) // 2 + 1
    person.press('[data-step="back"]', gone=False)
    for _ in range(last):  # back to its beginning: until now it has been playing automatically
        page.keyboard.press("ArrowLeft")
    expect(page.get_by_text(f"0 / {last}")).to_be_visible()
    expect(page.locator('[data-step="back"]')).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text(f"1 / {last}")).to_be_visible()
    person.press(".which [aria-pressed=false]", gone=False)
    expect(page.locator(".which button").last).to_have_attribute("aria-pressed", "true")
    page.locator('[data-step="back"]').click()
    assert violations(page) == []
    page.goto(f"{running.url}puzzles")
    expect(page.locator("[data-theme]").first).to_be_visible()
    kept = page.evaluate("JSON.parse(localStorage.getItem('spadille.puzzles')).answers")
    assert kept == {str(OPEN): False}
    assert violations(page) == []


def come_back(page: Page) -> None:
    """Return to a page that was open behind others."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_daily_puzzle_changes_with_the_day(running: Running, new_page: NewPage) -> None:
    page = new_page()
    first, second, third = (NOON + timedelta(days) for days in range(3))
    page.clock.set_fixed_time(first)
    page.goto(f"{running.url}puzzles/today")
    page.locator("[data-card], [data-bid]").first.wait_for()
    page.clock.set_fixed_time(second)
    with page.expect_response(f"**/api/puzzles/days/{second:%Y-%m-%d}?*"):
        come_back(page)
    page.locator(".card.playable, [data-bid]").first.click()
    said = page.locator("aside h2")
    expect(said).to_have_class(re.compile("good|bad"))
    told = said.inner_text()
    page.clock.set_fixed_time(third)
    come_back(page)
    expect(said).to_have_text(told)
    kept = page.evaluate("JSON.parse(localStorage.getItem('spadille.puzzles')).days")
    assert list(kept) == [f"{second:%Y-%m-%d}"]
    page.get_by_role("link", name="All puzzles").click()
    expect(page.locator(".today")).to_contain_text("The same for everyone today.")
    with page.expect_response(f"**/api/puzzles/days/{third:%Y-%m-%d}?*"):
        page.locator(".today a").click()


def test_lesson_explains_a_mistake_and_is_passed(running: Running, new_page: NewPage) -> None:
    """With the keyboard alone."""
    person = Person(new_page("phone", "en"), keyboard=True)
    page = person.page
    page.goto(f"{running.url}lessons")
    page.locator('[data-lesson="following"]').wait_for()
    person.press('[data-lesson="following"]', gone=False)
    page.locator('[data-card="H9"]').wait_for()
    person.choose("H9")
    expect(page.get_by_text("East wins the trick")).to_be_visible()
    person.press(".after .primary", gone=False)
    expect(page.locator(".after")).to_have_count(0)
    person.choose("HA")
    expect(page.locator("h2.good")).to_be_visible()
    assert violations(page) == []
    person.press(".after .primary", gone=False)
    expect(page).to_have_url(f"{running.url}lessons/trumping")
    page.goto(f"{running.url}lessons/blind")
    page.locator("[data-action=look]").wait_for()
    assert violations(page) == []
    person.press("[data-action=look]")
    expect(page.locator("h2.good")).to_be_visible()
    person.press(".after .primary", gone=False)
    expect(page.locator("[data-bid]").first).to_be_visible()
    page.reload()
    person.press("[data-bid]")
    expect(page.locator("h2.good")).to_contain_text("Blind nil")
    expect(page.locator(".plate.acting")).to_have_count(0)
    assert violations(page) == []
    page.goto(f"{running.url}lessons")
    expect(page.locator('[data-lesson="following"]')).to_contain_text("Done")
    assert violations(page) == []


def test_lesson_keeps_its_marks_clear_of_the_cards(
    running: Running, new_page: NewPage, subtests: pytest.Subtests
) -> None:
    page = new_page("phone")
    page.goto(f"{running.url}lessons/following")
    expect(page.locator(".trick .mover")).to_have_count(2)
    for width, height in ((320, 640), (375, 667), (390, 844), (820, 1180), (1440, 900)):
        with subtests.test(width=width):
            resize(page, width, height)
            cards, trick = boxes(page, ".hand .face"), boxes(page, ".trick .face")
            (spades,) = boxes(page, ".spades")
            assert not any(overlap(spades, card) for card in cards)
            plates = boxes(page, "[data-seat]")
            assert not any(overlap(card, plate) for card in trick for plate in plates)
            tens = page.locator(".face:has(.ten)").evaluate_all(INDEX_FROM_EDGE)
            assert min(tens) > 0.01
            no_overflow(page)


def in_each_language(page: Page) -> Iterator[Lang]:
    """Show a lesson in one language after another, in English first."""
    for lang in LANGUAGES:
        if lang != "en":
            before = page.title()
            resize(page, 1280, 800)  # on a phone, a lesson has no keys for the language
            switch_language(page, lang)
            resize(page, 360, 740)
            expect(page).not_to_have_title(before)
        yield lang


@pytest.mark.parametrize("lesson", ["following", "breaking"])
def test_lesson_explains_every_illegal_card(
    running: Running, new_page: NewPage, lesson: str, subtests: pytest.Subtests
) -> None:
    person = Person(new_page("phone"))
    page = person.page
    page.goto(f"{running.url}lessons/{lesson}")
    forbidden = page.locator("[data-card].dimmed")
    forbidden.first.wait_for()
    for lang in in_each_language(page):
        for card in forbidden.all():
            with subtests.test(lang=lang, card=card.get_attribute("data-card")):
                person.click_card(card)
                told = page.get_by_role("alert")
                expect(told).to_be_visible()
                expect(page.locator(".exercise aside h2:is(.good, .bad)")).to_have_count(0)
                told.get_by_role("button").click()
                expect(told).to_have_count(0)
        with subtests.test(lang=lang):
            person.click_card(page.locator("[data-card].playable").first)
            expect(page.locator(".exercise aside h2:is(.good, .bad)")).to_be_visible()
        page.reload()
        forbidden.first.wait_for()


def test_lesson_on_a_phone_shows_both_choices_before_the_cards(
    running: Running, new_page: NewPage, subtests: pytest.Subtests
) -> None:
    page = new_page("phone")
    page.goto(f"{running.url}lessons/blind")
    page.locator("#blind-title").wait_for()
    for lang in in_each_language(page):
        with subtests.test(lang=lang):
            for height in (740, 640):
                resize(page, 360, height)
                for one in ("#blind-title", "[data-action=look]", "[data-bid]"):
                    expect(page.locator(one)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("path", "link", "title"),
    [("puzzles", "[data-theme]", "Puzzles"), ("lessons", "[data-lesson]", "Lessons")],
)
def test_exercise_list_title_returns_on_back(
    running: Running, new_page: NewPage, path: str, link: str, title: str
) -> None:
    page = new_page()
    page.goto(f"{running.url}{path}")
    page.locator(link).first.click()
    page.locator(".exercise").wait_for()
    expect(page).not_to_have_title(f"{title} · Spadille")
    page.go_back()
    expect(page).to_have_title(f"{title} · Spadille")


@pytest.mark.parametrize("path", ["puzzles/1", "lessons/following"])
def test_exercise_can_be_requested_again_after_a_server_error(
    running: Running, new_page: NewPage, path: str
) -> None:
    page = new_page("phone")
    failed = {"type": "error", "code": "server/failed", "text": "the server has failed"}
    page.route(f"**/api/{path}?*", lambda it: it.fulfill(status=500, json=failed), times=1)
    page.goto(f"{running.url}{path}")
    expect(page.get_by_role("alert")).to_have_text("the server has failed")
    assert violations(page) == []
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("[data-card], [data-bid]").first).to_be_visible()


def test_lessons_in_another_language_can_be_requested_again(
    running: Running, new_page: NewPage
) -> None:
    page = new_page()
    page.goto(f"{running.url}lessons")
    page.locator("[data-lesson]").first.wait_for()
    page.route("**/api/lessons?*", lambda route: route.abort(), times=1)
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("[data-lesson=following]")).to_contain_text("Following suit")
    assert violations(page) == []
    page.get_by_role("button", name="Noch einmal versuchen").click()
    expect(page.locator("[data-lesson=following]")).to_contain_text("Farbe bedienen")
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize(
    ("path", "told"),
    [("puzzles/9999", "puzzles are numbered"), ("lessons/none", "there is no lesson of that name")],
)
def test_missing_exercise_is_reported(
    running: Running, new_page: NewPage, path: str, told: str
) -> None:
    page = new_page("phone")
    page.goto(f"{running.url}{path}")
    expect(page.get_by_role("alert")).to_contain_text(told)
    assert violations(page) == []
    page.locator("main a.button").click()
    expect(page.locator("[data-theme], [data-lesson]").first).to_be_visible()


def test_exercise_focus_moves_to_the_button_and_the_next_hand(
    running: Running, new_page: NewPage
) -> None:
    person = Person(new_page(), keyboard=True)
    page = person.page
    page.goto(f"{running.url}lessons/following")
    page.locator('[data-card="H9"]').wait_for()
    told = page.locator("#app > [role=status]")
    expect(told).to_contain_text("hearts")
    person.choose("H9")
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    expect(told).to_have_text("")
    page.keyboard.press("Enter")
    expect(person.playable().first).to_be_focused()
    expect(told).to_contain_text("hearts")
    person.choose("HA")
    expect(told).to_have_text("")
    expect(page.get_by_role("link", name="Next lesson")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{running.url}lessons/trumping")
    expect(person.playable().first).to_be_focused()
    page.goto(f"{running.url}lessons/blind")
    expect(page.locator("[data-action=look]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Next step")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-action=look]")).to_be_focused()


def test_last_lesson_links_to_a_game(running: Running, new_page: NewPage) -> None:
    person = Person(new_page("phone", "de"))
    person.page.goto(f"{running.url}lessons/endgame")
    person.choose("HK")
    play = person.page.get_by_role("link", name="Spielen", exact=True)
    expect(play).to_be_focused()
    play.click()
    expect(person.page).to_have_url(running.url)


def test_arrow_moves_to_the_nearest_playable_card(running: Running, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{running.url}lessons/following")
    playable = page.locator("[data-card].playable")
    playable.first.wait_for()
    dimmed = page.locator("[data-card].dimmed").first
    dimmed.focus()
    page.keyboard.press("ArrowRight")
    expect(playable.first).to_be_focused()
    dimmed.focus()
    page.keyboard.press("ArrowLeft")
    expect(playable.last).to_be_focused()
