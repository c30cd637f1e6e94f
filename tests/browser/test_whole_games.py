"""Whole games in the browser, from the first page to the reason why somebody has won."""

import pytest
from playwright.sync_api import Page, expect

from browser.player import Person
from browser.running import NewPage, Running


def finish(person: Person) -> None:
    person.play_until("over")
    page = person.page
    expect(page.locator("#end-title")).to_be_visible()
    expect(page.locator(".reason")).not_to_be_empty()


def no_overflow(page: Page) -> None:
    """Nothing is cut off at the right."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    ("preset", "size", "lang", "keyboard"),
    [
        ("standard", "desktop", "en", False),
        ("puzzle-pirates", "phone", "de", True),
        ("two-player", "phone", "de", False),
        ("two-player", "desktop", "en", True),
        ("gold-blue", "phone", "en", False),
    ],
)
def test_a_whole_game(
    running: Running, new_page: NewPage, preset: str, size: str, lang: str, keyboard: bool
) -> None:
    person = Person(new_page(size, lang), keyboard=keyboard)
    person.begin(running.url, preset, "Ada")
    person.play_until("play")
    no_overflow(person.page)
    finish(person)
    no_overflow(person.page)
    assert person.page.locator("html").get_attribute("lang") == lang


def test_after_the_end_the_same_table_plays_again(running: Running, new_page: NewPage) -> None:
    person = Person(new_page())
    person.begin(running.url, "gold-blue", "Ada")
    finish(person)
    person.page.locator("[data-action=again]").click()
    person.play_until("play")
