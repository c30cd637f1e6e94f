"""Whole games in the browser, from their rules to the reason for the win."""

import re
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from spadille.notation import load_game
from support.looks import no_overflow
from support.person import Person
from support.running import NewPage, Running


def finish(person: Person) -> None:
    person.play_until("over")
    page = person.page
    expect(page.locator("#end-title")).to_be_visible()
    expect(page.locator("p.reason")).not_to_be_empty()


def rounds_of_sheet(page: Page) -> list[str]:
    """Return the numbers of the rounds on the score sheet, newest first."""
    page.get_by_role("button", name=re.compile("Score sheet|Spielzettel")).first.click()
    rounds = page.get_by_role("dialog").locator("li h3")
    expect(rounds.first).to_be_visible()
    return [heading.split()[-1] for heading in rounds.all_inner_texts()]


class Way(NamedTuple):
    """Which game is played, and how."""

    preset: str
    size: str
    lang: str
    by: str


SHORT = "end.floor=-50"
"""The code of an option that ends a bad player's game after a round or two."""

WAYS = (Way("standard", "desktop", "en", "mouse"), Way("puzzle-pirates", "phone", "de", "keyboard"))


@pytest.mark.parametrize("way", WAYS, ids="-".join)
def test_whole_game_is_playable(running: Running, new_page: NewPage, way: Way) -> None:
    person = Person(new_page(way.size, way.lang), keyboard=way.by == "keyboard")
    person.begin_under(running.url, f"preset={way.preset}&{SHORT}")
    person.play_until("play")
    no_overflow(person.page)
    finish(person)
    no_overflow(person.page)
    person.press("[data-action=end-menu]", gone=False)
    with person.page.expect_download() as download:
        person.page.locator("a[download]").click()
    record = load_game(download.value.path().read_text(encoding="utf-8"))
    assert record.outcome is not None
    assert {"en": "Guest", "de": "Gast"}[way.lang] in record.players  # which fits in sentences
    assert person.page.locator("html").get_attribute("lang") == way.lang


@pytest.mark.every_browser
@pytest.mark.parametrize(
    ("way", "rounds"),
    [
        (Way("two-player", "phone", "de", "mouse"), ["2", "1"]),
        (Way("two-player", "desktop", "en", "keyboard"), ["1"]),
    ],
    ids=["mouse", "keyboard"],
)
def test_rounds_for_two_players_are_playable(
    running: Running, new_page: NewPage, way: Way, rounds: list[str]
) -> None:
    """Without a floor, a bad player's game for two is long; its end is tested in the terminal."""
    person = Person(new_page(way.size, way.lang), keyboard=way.by == "keyboard")
    person.begin(running.url, way.preset)
    for _ in rounds:
        person.play_until("continue")
        no_overflow(person.page)
        person.do("continue")
    person.play_until("draft")
    assert rounds_of_sheet(person.page) == rounds
    person.page.reload()
    assert rounds_of_sheet(person.page) == rounds


def test_same_table_plays_again_after_the_end(running: Running, new_page: NewPage) -> None:
    person = Person(new_page("phone"))
    person.begin_under(running.url, f"preset=gold-blue&{SHORT}")
    finish(person)
    person.page.locator("[data-action=again]").click()
    expect(person.page.locator("#end-title")).to_have_count(0)
    person.play_until("play")
