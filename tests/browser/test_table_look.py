"""Details around the cards of the table, and the settings for its look."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from spadille.game import Game, PlayerAction, Seat
from spadille.locale import LANGUAGES
from support.at_page import LATER, NOON
from support.looks import boxes, lie_apart, no_overflow, overlap, resize, violations
from support.person import Person, change_settings
from support.running import NewPage
from support.stage import NO_BLIND, THREE, Stage, where

CARD_WIDTH = "(card) => card.offsetWidth"


def choose(page: Page, **settings: Any) -> None:
    """Change settings of the page, and load it again with them."""
    change_settings(page, **settings)
    page.reload()


def places(page: Page) -> dict[str, list[str]]:
    """Return where each card of the hand lies."""
    found: dict[str, list[str]] = page.locator(".hand [data-card]").evaluate_all(
        """(cards) => Object.fromEntries(cards.map((card) => {
          const { style } = card.parentElement;
          const place = ['--x', '--y'].map((name) => style.getPropertyValue(name));
          return [card.dataset.card, place];
        }))"""
    )
    return found


@pytest.mark.every_browser
def test_cards_on_a_phone_keep_their_places_until_played(new_page: NewPage) -> None:
    person = Person(new_page("phone"))
    Stage(person.page, NO_BLIND).open()
    person.play_until("play")
    before = places(person.page)
    assert len(before) == 13
    person.do("play")
    person.play_until("play")
    after = places(person.page)
    assert len(after) == 12
    assert after == {card: place for card, place in before.items() if card in after}


def test_trick_waits_for_a_tap_if_the_player_chose_so(new_page: NewPage) -> None:
    person = Person(new_page("phone"))
    page = person.page
    Stage(page, NO_BLIND).open()
    choose(page, collect=True)
    person.play_until("play")
    person.do("play")
    collect = page.locator("[data-action=collect]")
    expect(collect).to_be_visible()
    expect(page.locator(".trick > li")).to_have_count(4)
    assert violations(page) == []
    collect.press("Enter")
    expect(collect).to_have_count(0)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_chat_line_shows_at_the_seat_and_covers_no_score(new_page: NewPage, size: str) -> None:
    page = new_page(size)
    page.clock.install(time=NOON)
    stage = Stage(page, NO_BLIND).open()
    page.clock.pause_at(LATER)
    stage.say(Seat.NORTH, "Nora", "Well played!")
    stage.say(Seat.EAST, "Emil", "Thank you, that was close")
    stage.say(None, "Zoe", "Good luck")
    for text in ("Well played!", "Thank you, that was close", "Zoe: Good luck"):
        expect(page.locator(".bubble", has_text=text)).to_be_visible()
    lie_apart(page, ".bubble", ".board", "header")
    (plate,) = boxes(page, "[data-seat='0']")
    bubble = page.locator(".seat:has([data-seat='0']) .bubble").bounding_box()
    assert bubble is not None
    assert 0 <= bubble["y"] - plate[3] < 80
    no_overflow(page)
    page.clock.run_for(5_000)
    expect(page.locator(".bubble")).to_have_count(0)


def test_dealer_mark_and_ring_are_clear_of_the_name(
    new_page: NewPage, subtests: pytest.Subtests
) -> None:
    page = new_page("phone")
    stage = Stage(page, NO_BLIND).open()
    for lang in LANGUAGES:
        stage.switch_language(lang)
        for width, height in ((320, 568), (390, 844), (844, 390), (820, 1180), (1920, 1080)):
            with subtests.test(lang=lang, width=width):
                resize(page, width, height)
                names = boxes(page, ".plate .name")
                (ring,) = boxes(page, ".plate .avatar > svg:has(.track)")
                (dealer,) = boxes(page, ".dealer")
                assert not any(overlap(ring, name) for name in names)
                assert not any(overlap(dealer, name) for name in names)


def test_phone_shows_round_target_and_closed_spades(
    new_page: NewPage, subtests: pytest.Subtests
) -> None:
    person = Person(new_page("phone"))
    page = person.page
    Stage(page, NO_BLIND).open()
    person.play_until("play")
    for width, height in ((320, 568), (390, 844), (844, 390)):
        with subtests.test(width=width):
            resize(page, width, height)
            expect(page.get_by_text("Round 1")).to_be_in_viewport(ratio=1)
            expect(page.get_by_text("to 500")).to_be_in_viewport(ratio=1)
            expect(page.get_by_text("Spades not broken")).to_be_in_viewport(ratio=1)
            no_overflow(page)


SCREENS = ((320, 640, 60), (390, 844, 84), (820, 1180, 110), (1920, 1080, 140))
"""Sizes of screens, each with the least width of a card in a trick."""


def all_but_one(game: Game, seat: Seat) -> PlayerAction | None:
    """Act, but leave each trick without its last card."""
    assert game.round is not None
    return None if len(game.round.trick) == 3 else game.options(seat).actions[0]


def test_trick_cards_grow_with_the_screen_and_lie_apart_from_the_seats(
    new_page: NewPage, subtests: pytest.Subtests
) -> None:
    person = Person(new_page("phone"))
    page = person.page
    Stage(page, NO_BLIND, neighbour=all_but_one).open()
    person.play_until("play")
    cards = page.locator(".trick .mover")
    if cards.count() < 3:
        person.click_card(person.playable().first)
    expect(cards.first).to_be_visible()
    for width, height, least in SCREENS:
        with subtests.test(width=width):
            resize(page, width, height)
            assert cards.first.evaluate(CARD_WIDTH) >= least
            plates = boxes(page, "[data-seat]")
            trick = boxes(page, ".trick .face")
            assert not any(overlap(card, plate) for card in trick for plate in plates)


MARKS = """(what) => [...document.querySelectorAll(what)].map((one) => {
  const { outlineStyle } = getComputedStyle(one);
  const { borderStyle } = getComputedStyle(one, '::after');
  return [outlineStyle, borderStyle].find((style) => style === 'solid') ?? 'none';
})"""
"""Whether each element has an outline, or a border around it."""


def test_turn_legal_cards_and_winner_have_marks_in_forced_colors(new_page: NewPage) -> None:
    person = Person(new_page("phone"))
    page = person.page
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    stage = Stage(page, NO_BLIND).open()
    choose(page, collect=True)
    person.play_until("play")

    def marks(what: str) -> set[str]:
        return set(page.evaluate(MARKS, what))

    assert marks(".plate.acting") == {"solid"}
    assert marks(".plate:not(.acting)") == {"none"}
    ring, track = (
        page.locator(f".avatar .{part}").evaluate("(part) => getComputedStyle(part).stroke")
        for part in ("rest", "track")
    )
    assert ring != track
    assert marks("[data-card].playable") == {"solid"}
    assert marks("[data-card].dimmed") <= {"none"}
    person.do("play")
    page.locator("[data-action=collect]").wait_for()
    assert marks(".trick .wins .mover") == {"solid"}
    assert marks(".trick .loses .mover") == {"none"}
    assert len(stage.game.round.tricks if stage.game.round else ()) == 1


def test_chosen_cards_have_a_mark_in_forced_colors(new_page: NewPage) -> None:
    person = Person(new_page("phone"))
    page = person.page
    page.emulate_media(forced_colors="active")
    kitty = {"deal.leftover": "kitty_and_round", "deal.kitty_taker": "dealer"}
    where(page, {**THREE, **kitty}, lambda dealt, you: dealt.pack.kitty_taker == you)
    card = page.locator("[data-card]").first
    person.click_card(card)
    expect(card).to_have_attribute("aria-pressed", "true")
    width = "(card) => getComputedStyle(card, '::before').borderTopWidth"
    assert card.evaluate(width) == "5px"


def test_look_of_the_table_can_be_chosen(new_page: NewPage) -> None:
    page = new_page("desktop")
    Stage(page, NO_BLIND).open()
    html = page.locator("html")
    usual = page.locator(".hand [data-card]").first.evaluate(CARD_WIDTH)
    choose(page, cloth="wine", back="dots", largeCards=True)
    expect(html).to_have_attribute("data-cloth", "wine")
    expect(html).to_have_attribute("data-back", "dots")
    expect(page.locator(".back").first).to_have_css("background-image", re.compile("back-dots"))
    assert page.locator(".hand [data-card]").first.evaluate(CARD_WIDTH) > usual
    assert violations(page) == []
