"""The result of a finished game: the moment, the next steps, the curve and the picture to share."""

import re
from collections.abc import Callable
from pathlib import Path
from struct import unpack
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from spadille.bots import load
from spadille.game import Game, Rules
from spadille.locale import LANGUAGES
from support.looks import all_reached, boxes, no_overflow, resize, violations
from support.running import NewPage
from support.stage import NO_BLIND, SOLO, Stage

SCREENS = ((320, 640), (390, 844), (1440, 900))
SHORT = {**NO_BLIND, "end.max_rounds": 3}

SHARES = """
  navigator.canShare = ({ files }) => files.length === 1;
  navigator.share = async ({ files: [file], title }) => {
    window.shared = { title, type: file.type, name: file.name, size: file.size };
  };
"""
"""A browser that can share files, and notes what it shares."""

CANCELS = SHARES + "navigator.share = () => Promise.reject(new DOMException('', 'AbortError'));"


def won(stage: Stage) -> bool:
    outcome = stage.game.outcome
    assert outcome is not None
    return outcome.winner is not None and stage.you in stage.game.rules.sides[outcome.winner]


def lost(stage: Stage) -> bool:
    outcome = stage.game.outcome
    assert outcome is not None
    return outcome.winner is not None and not won(stage)


def ended(
    page: Page, wanted: Callable[[Stage], bool], options: dict[str, Any] | None = None
) -> Stage:
    """Open the page at the end of the first game, seed by seed, that ended as wanted."""
    rules = {**SHORT, **(options or {})}
    bot = load("beginner")
    for seed in range(200):
        game = Game.new(Rules().with_options(rules), seed=seed)
        while not game.over:
            game = game.apply(bot.act(game.view_to_act))
        stage = Stage(page, rules, seed=seed)
        stage.game, stage.finished = game, "k3v8"
        if wanted(stage):
            return stage.open()
    raise AssertionError("no game ends as wanted")


def test_game_end_offers_one_primary_action_and_a_review(
    new_page: NewPage, subtests: pytest.Subtests
) -> None:
    page = new_page("phone")
    stage = ended(page, won)
    menu = page.locator("[data-action=end-menu]")
    for lang in LANGUAGES:
        resize(page, 390, 844)
        stage.switch_language(lang)
        for width, height in SCREENS:
            with subtests.test(lang=lang, width=width):
                resize(page, width, height)
                expect(page.locator(".end .primary")).to_have_count(1)
                expect(page.locator("[data-action=review]")).to_be_visible()
                expect(page.locator("[data-action=replay]")).to_be_hidden()
                if width > 320:
                    primary, review = boxes(page, ".end .primary, [data-action=review]")
                    assert primary[1] == review[1]
                no_overflow(page)
                menu.click()
                for action in ("share-result", "replay", "same-cards"):
                    page.locator(f"[data-action={action}]").click(trial=True)
                page.locator(".end a[download]").click(trial=True)
                assert violations(page) == []
                no_overflow(page)
                menu.click()


@pytest.mark.parametrize("wanted", [won, lost])
@pytest.mark.parametrize("screen", [(320, 640), (390, 844)])
def test_game_end_starts_at_its_heading(
    new_page: NewPage, wanted: Callable[[Stage], bool], screen: tuple[int, int]
) -> None:
    page = new_page("phone")
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    ended(page, wanted, SOLO)
    expect(page.locator("#end-title")).to_be_in_viewport(ratio=1)
    expect(page.locator(".end .moment")).to_be_in_viewport(ratio=1)
    expect(page.locator(".end:not([style*=pointer-events])")).to_be_visible()
    all_reached(page, "#end-title")


def test_game_end_celebrates_a_win_without_hiding_a_button(new_page: NewPage) -> None:
    page = new_page()
    page.emulate_media(reduced_motion="no-preference")
    stage = ended(page, won)
    expect(page.locator(".end .won .piece")).not_to_have_count(0)
    expect(page.locator(".end .moment")).to_contain_text("ahead")
    page.locator("[data-action=review]").click(trial=True)
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator(".end .piece").first).to_be_hidden()
    stage.watching = True
    stage.show()
    expect(page.locator(".end .piece")).to_have_count(0)


def test_game_end_consoles_the_losers(new_page: NewPage) -> None:
    page = new_page()
    ended(page, lost)
    expect(page.locator(".end .lost")).to_be_visible()
    expect(page.locator(".end .piece")).to_have_count(0)
    expect(page.locator(".end .moment")).not_to_be_empty()


def test_game_end_curve_names_the_sides_and_labels_both_axes(new_page: NewPage) -> None:
    page = new_page()
    stage = ended(page, won, SOLO)
    names = ["Nora", "Emil", "You", "Wim"]
    expect(page.locator(".end .legend li")).to_have_text(names)
    expect(page.locator(".end .rounds span")).to_have_text(["1", "2", "3"])
    expect(page.locator(".end .scores .goal")).to_have_text("500")
    chart = page.locator(".end .chart")
    expect(page.get_by_role("img", name="Score by round")).to_have_count(1)
    for name, result in zip(names, stage.game.results[-1].sides, strict=True):
        ending = re.compile(rf"{name}: [^.]*\b{abs(result.score)}\.")
        expect(chart).to_have_attribute("aria-label", ending)


@pytest.mark.parametrize("options", [{}, SOLO])
def test_game_end_saves_a_picture_if_the_browser_cannot_share(
    new_page: NewPage, options: dict[str, Any]
) -> None:
    page = new_page("phone", "de")
    page.add_init_script("navigator.canShare = undefined;")
    asked: list[str] = []
    ended(page, won, options)
    page.on("request", lambda request: asked.append(request.url))
    page.locator("[data-action=end-menu]").click()
    with page.expect_download() as saved:
        page.locator("[data-action=share-result]").click()
    content = Path(saved.value.path()).read_bytes()
    assert content.startswith(b"\x89PNG")
    assert unpack(">II", content[16:24]) == (1080, 1080)
    expect(page.locator(".end .shared")).not_to_be_empty()
    assert all(url.startswith((Stage.origin, "blob:")) for url in asked)


def test_game_end_shares_the_picture_where_the_browser_can(new_page: NewPage) -> None:
    page = new_page("phone")
    page.add_init_script(SHARES)
    ended(page, won)
    page.locator("[data-action=end-menu]").click()
    page.locator("[data-action=share-result]").click()
    shared = page.wait_for_function("window.shared").json_value()
    assert (shared["type"], shared["name"]) == ("image/png", "spadille.png")
    assert shared["size"] > 5_000
    assert shared["title"] == "Nora and Ada win"  # the others do not know who "you" are


def test_game_end_says_nothing_after_sharing_is_cancelled(new_page: NewPage) -> None:
    page = new_page("phone")
    page.add_init_script(CANCELS)
    ended(page, won)
    page.locator("[data-action=end-menu]").click()
    share = page.locator("[data-action=share-result]")
    share.click()
    expect(share).to_have_attribute("aria-disabled", "false")
    expect(page.locator(".end .shared")).to_be_empty()
