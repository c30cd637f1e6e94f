"""On every screen, all of a table with two to six players can be seen, read and reached."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from spadille.game import Bid, Game, PlayerAction, Seat
from spadille.locale import LANGUAGES, Lang
from spadille.table.protocol import Consent, Question
from support.at_page import FEW_CARDS, sit_with_bots
from support.looks import (
    all_reached,
    boxes,
    cut_choices,
    lie_apart,
    no_overflow,
    overlap,
    resize,
    violations,
    whole_words,
)
from support.person import Person, tap_choice
from support.running import NewPage, Running
from support.stage import FIVE, NO_BLIND, SIX, SOLO, THREE, Stage, where


@pytest.mark.every_browser
@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("options", [THREE, FIVE, SIX], ids=["three", "five", "six"])
def test_T3_every_seat_has_its_own_place(
    new_page: NewPage, size: str, options: dict[str, Any]
) -> None:
    person = Person(new_page(size))
    Stage(person.page, options).open()
    person.play_until("play")
    page = person.page
    plates = boxes(page, "[data-seat]")
    assert len(plates) == options["table.players"]
    width, height = page.viewport_size["width"], page.viewport_size["height"]  # type: ignore[index]
    for index, plate in enumerate(plates):
        assert plate[0] >= 0
        assert plate[2] <= width
        assert plate[3] <= height
        assert not any(overlap(plate, other) for other in plates[:index])
    no_overflow(page)
    assert violations(page) == []


BETWEEN = """(sides) => sides.map((side) => {
  const drawn = (what) => {
    const range = document.createRange();
    range.selectNodeContents(what);
    return range.getBoundingClientRect();
  };
  const contract = drawn(side.querySelector('.contract > :last-child'));
  return contract.left - drawn(side.querySelector('.score').lastChild).right;
})"""
"""For each side on the strip, the space between its score and its contract."""

TOO_WIDE = """(keys) => keys.filter((key) => key.scrollWidth > key.clientWidth)
  .map((key) => key.textContent)"""

PHONES = ((360, 640), (390, 844), (640, 360), (844, 390))


def turned(page: Page, *sizes: tuple[int, int]) -> Iterator[None]:
    """Show the page on one screen after another."""
    for width, height in sizes:
        resize(page, width, height)
        expect(page.locator("header.slim")).to_be_visible()
        yield


def test_S17_time_left_is_visible_on_every_screen(running: Running, new_page: NewPage) -> None:
    person = Person(new_page())
    sit_with_bots(person.page, running.url, "preset=standard&end.minutes=30")
    left = person.page.get_by_text(re.compile("30 min left"))
    expect(left).to_be_visible()
    for _ in turned(person.page, *PHONES):
        expect(left).to_be_visible()
        no_overflow(person.page)


def test_N9_every_tool_is_tappable_at_a_table_with_chat(
    new_page: NewPage, subtests: pytest.Subtests
) -> None:
    page = new_page("phone")
    stage = Stage(page, NO_BLIND).open()
    for lang in LANGUAGES:
        with subtests.test(lang=lang):
            stage.switch_language(lang)
            for _ in turned(page, *PHONES, (740, 360), (932, 430)):
                expect(page.locator("header [data-tool]")).to_have_count(3)
                all_reached(page, "header [data-tool], header .home")
                lie_apart(page, "header [data-tool]", "header .home", "main")


def test_away_label_is_one_word_on_a_narrow_plate(
    new_page: NewPage, subtests: pytest.Subtests
) -> None:
    page = new_page("phone")
    stage = Stage(page, SIX)
    stage.away = frozenset(stage.game.rules.seats) - {stage.you}
    stage.open()
    for lang in LANGUAGES:
        with subtests.test(lang=lang):
            stage.switch_language(lang)
            expect(page.locator("[data-seat].away")).to_have_count(5)
            whole_words(page, "[data-seat] .gone")


@pytest.mark.every_browser
@pytest.mark.parametrize("options", [{}, SOLO, FIVE, SIX], ids=["pairs", "solo", "five", "six"])
def test_N9_bid_pad_leaves_the_own_row_free(new_page: NewPage, options: dict[str, Any]) -> None:
    page = new_page("phone", "de")
    blind = {"nil.blind": True, "nil.blind_deficit": 0}
    stage = Stage(page, {**options, **blind}, lang="de")
    stage.ask_blind = "behind"
    stage.open()
    expect(page.locator("[data-bid]").first).to_be_visible()
    for _ in turned(page, *PHONES, (375, 667), (740, 360)):
        all_reached(page, ".me .plate, .me > p")
        whole_words(page, "[data-bid]")
        for what in ("[data-bid]", "[data-action=ask-blind]"):
            page.locator(what).last.click(trial=True)


@pytest.mark.parametrize("options", [FIVE, SIX], ids=["five", "six"])
def test_N9_number_pad_of_many_players_shows_all_keys(
    new_page: NewPage, options: dict[str, Any], subtests: pytest.Subtests
) -> None:
    page = new_page("phone")
    stage = Stage(page, options)
    stage.ask_blind = "behind"
    stage.open()
    page.locator("[data-bid]").first.click(trial=True)
    for lang in LANGUAGES:
        with subtests.test(lang=lang):
            stage.switch_language(lang)
            for _ in turned(page, (360, 640), (375, 667), (390, 844)):
                all_reached(page, "[data-bid]")
            for _ in turned(page, (740, 360), (844, 390), (932, 430)):
                all_reached(page, "[data-bid]")
                lie_apart(page, ".plate", ".pad")
            assert page.locator("[data-bid]").evaluate_all(TOO_WIDE) == []


@pytest.mark.parametrize(
    ("options", "lang"), [(SIX, "de"), (FIVE, "es"), ({}, "es")], ids=["six", "five", "pairs"]
)
def test_N9_spectator_on_a_phone_can_take_any_seat(
    new_page: NewPage, options: dict[str, Any], lang: Lang
) -> None:
    page = new_page("phone", lang)
    stage = Stage(page, {**options, **NO_BLIND}, lang=lang)
    stage.watching = True
    stage.open()
    for _ in turned(page, *PHONES, (740, 360)):
        lie_apart(page, ".plate", ".middle > p")
        lie_apart(page, ".plate .text", ".plate .avatar", ".plate .sit")
        all_reached(page, ".plate .sit")
        assert page.locator(".plate").evaluate_all(TOO_WIDE) == []


def test_table_question_is_readable_for_spectators_on_a_phone(new_page: NewPage) -> None:
    page = new_page("phone", "es")
    asked = Question(Seat(0), "pause", yes=(), awaited=(Seat(1), Seat(2)), seconds_left=60)
    stage = Stage(page, NO_BLIND, lang="es")
    stage.watching = True
    stage.consent = Consent((), asked, paused=False, granted=0, last=None)
    stage.open()
    for _ in turned(page, *PHONES):
        lie_apart(page, ".plate", ".middle > p", ".news")


@pytest.mark.every_browser
def test_P14_last_trick_of_five_is_in_one_row(new_page: NewPage) -> None:
    person = Person(new_page())
    Stage(person.page, FIVE).open()
    person.play_until("play")
    cards = person.page.locator(".last [role=img]")
    while not cards.count():
        person.do("play")
        person.play_until("play")
    assert len({round(top) for _, top, _, _ in boxes(person.page, ".last [role=img]")}) == 1
    lie_apart(person.page, ".last [role=img]")


def test_S1_scores_of_three_sides_do_not_overlap(new_page: NewPage) -> None:
    page = new_page("phone", "de")
    behind = {"end.floor": -500, "end.start_scores": [-110, -450, -110]}
    Stage(page, {**SIX, **behind}, lang="de").open()
    Person(page).play_until("play")
    for _ in turned(page, *PHONES):
        rooms = page.locator(".slim .side").evaluate_all(BETWEEN)
        assert len(rooms) == 3
        assert min(rooms) > 0


@pytest.mark.parametrize(("preset", "size"), [("six-player", "phone"), ("three-player", "desktop")])
def test_N9_N13_round_at_a_table_of_another_size_is_playable(
    running: Running, new_page: NewPage, preset: str, size: str
) -> None:
    person = Person(new_page(size, "de"))
    sit_with_bots(person.page, running.url, f"preset={preset}&end.floor=none")
    person.play_until("play")
    assert len(person.hand()) == 17
    no_overflow(person.page)
    person.play_until("continue")
    no_overflow(person.page)
    assert violations(person.page) == []


@pytest.mark.every_browser
def test_selected_setting_is_not_cut_off_on_a_phone(
    new_page: NewPage, subtests: pytest.Subtests
) -> None:
    page = new_page("phone")
    stage = Stage(page, NO_BLIND)
    stage.ask_blind = "behind"
    stage.open()
    page.locator("[data-tool=menu]").click()
    page.locator("dialog [data-tool=settings]").click()
    expect(page.locator("dialog select").first).to_be_visible()
    for lang in LANGUAGES:
        with subtests.test(lang=lang):
            tap_choice(page, lang)
            expect(page.locator("html")).to_have_attribute("lang", lang)
            assert cut_choices(page) == []
            keys = page.locator("dialog .row").evaluate_all(ROWS)
            assert set(keys) == {1}, "the keys of a choice stand in one row"


ROWS = "(all) => all.map((row) => new Set([...row.children].map((key) => key.offsetTop)).size)"


def bids_four(game: Game, seat: Seat) -> PlayerAction:
    return Bid(4) if game.phase == "bidding" else game.options(seat).actions[0]


def test_bid_pad_hides_no_plate_and_shows_every_key(
    new_page: NewPage, subtests: pytest.Subtests
) -> None:
    page = new_page("phone")
    stage = where(page, NO_BLIND, lambda dealt, you: dealt.order[-1] == you, neighbour=bids_four)
    expect(page.locator("[data-bid]").first).to_be_visible()
    for lang in LANGUAGES:
        with subtests.test(lang=lang):
            resize(page, 390, 844)
            stage.switch_language(lang)
            for width, height in ((320, 568), (390, 844), (820, 1180), (1000, 800), (1280, 800)):
                resize(page, width, height)
                lie_apart(page, "[data-seat]", ".pad", ".hand")
                expect(page.locator(".pad:not([style*=pointer-events])")).to_be_visible()
                all_reached(page, "[data-bid]")
                assert page.evaluate("document.documentElement.scrollHeight") == height


@pytest.mark.parametrize("screen", [(320, 568), (390, 844)])
def test_round_result_of_four_sides_starts_at_its_title(
    new_page: NewPage, screen: tuple[int, int]
) -> None:
    person = Person(new_page("phone"))
    page = person.page
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    Stage(page, {**SOLO, **FEW_CARDS, "end.floor": -1000}, neighbour=bids_four).open()
    person.play_until("continue")
    expect(page.locator("#summary-title")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-action=continue]")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-action=continue]")).to_be_focused()
    expect(page.locator(".summary:not([style*=pointer-events])")).to_be_visible()
    all_reached(page, "#summary-title")


def test_refused_card_explanation_covers_no_scores_or_cards(
    new_page: NewPage, subtests: pytest.Subtests
) -> None:
    person = Person(new_page("phone"))
    page = person.page
    stage = Stage(page, NO_BLIND).open()
    forbidden = page.locator("[data-card].dimmed")
    while not (person.task() == "play" and forbidden.count()):
        person.do(person.task())
    told = page.get_by_role("alert")
    for lang in LANGUAGES:
        resize(page, 390, 844)
        stage.switch_language(lang)
        for width, height in ((320, 568), (390, 844), (1000, 800)):
            with subtests.test(lang=lang, width=width):
                resize(page, width, height)
                person.click_card(forbidden.first)
                expect(told).to_be_visible()
                lie_apart(page, "[role=alert]", "[data-seat]", ".board")
                lie_apart(page, "[role=alert]", ".hand")
                told.get_by_role("button").click()
                expect(told).to_have_count(0)
