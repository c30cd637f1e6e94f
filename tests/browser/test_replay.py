"""A finished game, replayed and reviewed."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from spadille.game import Game, Rules
from spadille.notation import format_record
from support.looks import all_reached, boxes, lie_apart, no_overflow, overlap, resize, violations
from support.person import Person
from support.records import played_record
from support.running import NewPage, Running

NOTHING_TO_SCROLL_TO = """() => {
  const { scrollHeight, clientHeight } = document.querySelector('.replayed > [tabindex]');
  return scrollHeight === clientHeight;
}"""

LATE_FRAMES = """
  window.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), 500);
"""
"""A busy browser, which draws only after people have already answered."""

LONGEST_REVIEW = 600_000
"""Milliseconds."""

LATER_THAN_ALL = 99_999
"""More events than any game has."""


def open_record(page: Page, url: str, text: str) -> str:
    """Upload a record, and return the address of its page."""
    page.goto(f"{url}game")
    page.locator("textarea").fill(text)
    page.locator("form button.primary").click()
    page.locator("[data-way=next-card]").wait_for()
    return re.sub("#.*", "", page.url)


def seq(page: Page) -> int:
    """Return how many events have happened in the game up to the step shown."""
    return int(page.evaluate("location.hash.slice(1)"))


def swipe(page: Page, step: int) -> None:
    """Swipe a finger across the felt."""
    page.locator(".cloth").evaluate(
        """(cloth, step) => {
          const at = (type, x) => cloth.dispatchEvent(new PointerEvent(type, {
            pointerType: 'touch', clientX: x, clientY: 300, bubbles: true,
          }));
          at('pointerdown', 200);
          at('pointerup', 200 + step);
        }""",
        step,
    )


@pytest.mark.every_browser
@pytest.mark.parametrize(("size", "lang"), [("desktop", "en"), ("phone", "de")])
def test_replay_steps_by_card_trick_and_round(
    running: Running, new_page: NewPage, size: str, lang: str
) -> None:
    page = new_page(size, lang)
    page.goto(f"{running.url}game")
    page.locator("textarea").fill("no record")
    assert violations(page) == []
    page.locator("form button.primary").click()
    expect(page.get_by_role("alert")).to_contain_text("spadille-record 1")
    expect(page.locator("form button.primary")).to_be_focused()
    address = open_record(page, running.url, played_record("standard", 1))
    assert violations(page) == []
    first = seq(page)
    page.locator("[data-way=next-card]").click()
    second = seq(page)
    assert second > first
    page.keyboard.press("ArrowLeft")
    assert seq(page) == first
    page.keyboard.press("ArrowDown")
    expect(page.locator(".trick li")).to_have_count(0)
    page.keyboard.press("ArrowDown")
    expect(page.locator(".trick li")).to_have_count(4)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".trick li")).to_have_count(1)
    here = seq(page)
    assert page.locator(".seat .chips").count() == 3  # the hands of the others
    assert violations(page) == []
    if size == "phone":
        swipe(page, -120)
        assert seq(page) == here + 1
        swipe(page, 120)
        assert seq(page) == here
        page.locator("[data-tool=options]").click()
    page.locator("input[type=checkbox]").uncheck()
    expect(page.locator(".seat .chips")).to_have_count(0)
    assert violations(page) == []
    with page.expect_download() as saved:
        page.locator("a[download$='.spades']").click()
    assert Path(saved.value.path()).read_text().startswith("spadille-record 1")
    with page.expect_download() as saved:
        page.locator("a[download$='-deals.pbn']").click()
    assert Path(saved.value.path()).read_text().startswith("% PBN 2.1")
    if size == "phone":
        page.keyboard.press("Escape")
    assert seq(page) == here
    page.locator("[data-way=next-round]").click()
    page.locator("[data-way=previous-card]").click()
    expect(page.locator(".summary")).to_be_visible()
    assert violations(page) == []
    page.goto(f"{address}#{here}")
    expect(page.locator(".trick li")).to_have_count(1)


@pytest.mark.parametrize("preset", ["five-player", "six-player"])
def test_replay_open_hands_of_many_players_do_not_overlap(
    running: Running, new_page: NewPage, preset: str
) -> None:
    page = new_page("phone", "de")
    open_record(page, running.url, played_record(preset, 1))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    for width, height in ((360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800)):
        resize(page, width, height)
        expect(page.locator(".seat .chips")).to_have_count(int(preset == "six-player") + 4)
        lie_apart(page, ".cloth .plate", ".seat .chips", ".cloth .hand > .hand")
        all_reached(page, "[data-way]")
    resize(page, 844, 390)
    assert violations(page) == []


@pytest.mark.parametrize("preset", ["standard", "six-player"])
def test_replay_trick_on_a_phone_leaves_open_hands_free(
    running: Running, new_page: NewPage, preset: str
) -> None:
    page = new_page("phone")
    players = 6 if preset == "six-player" else 4
    open_record(page, running.url, played_record(preset, 1))
    page.keyboard.press("ArrowDown")
    cards = page.locator(".trick li")
    for number in range(1, players + 1):
        page.keyboard.press("ArrowRight")
        expect(cards).to_have_count(number)
    for width, height in ((320, 640), (390, 844), (820, 1180)):
        resize(page, width, height)
        trick, chips = boxes(page, ".trick .mover"), boxes(page, ".seat .chip")
        assert len(trick) == players
        assert not [chip for chip in chips for card in trick if overlap(card, chip)]


def test_N4_replay_of_a_draft_shows_the_drawn_card(running: Running, new_page: NewPage) -> None:
    page = new_page("phone")
    open_record(page, running.url, played_record("two-player", 1))
    page.locator("[data-way=next-card]").click()
    expect(page.locator(".plate.bottom.acting")).to_be_visible()
    expect(page.locator(".offered")).to_have_count(1)
    assert page.evaluate(NOTHING_TO_SCROLL_TO)
    assert violations(page) == []


def test_V26_replay_of_a_no_trump_round_says_so(running: Running, new_page: NewPage) -> None:
    game = Game.new(Rules().with_options({"bidding.no_trump": True, "nil.blind": False}), seed=5)
    while game.phase != "play":
        game = game.apply(game.legal_actions().actions[-1 if game.phase == "trump" else 0])
    page = new_page("phone", "de")
    open_record(page, running.url, format_record(game.record()))
    expect(page.locator(".where")).not_to_contain_text("Ohne Trumpf")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".where")).to_contain_text("Ohne Trumpf")
    assert violations(page) == []


SIDEWAYS = ((640, 360), (844, 390))


@pytest.mark.parametrize(
    ("preset", "sizes"),
    [
        ("standard", ((360, 640), (390, 844), *SIDEWAYS, (1280, 600))),
        ("three-player", ((360, 640), *SIDEWAYS)),
        ("five-player", SIDEWAYS),
        ("six-player", ((844, 390), (1366, 650))),
    ],
)
def test_replay_front_hand_is_visible_on_low_screens(
    running: Running, new_page: NewPage, preset: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    page = new_page("phone", "de")
    open_record(page, running.url, played_record(preset, 1))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    for width, height in sizes:
        resize(page, width, height)
        expect(page.locator("header.slim")).to_have_count(int(width < 1000))
        page.wait_for_function(NOTHING_TO_SCROLL_TO)
        lie_apart(page, ".cloth .plate", ".seat .chips", ".cloth .hand > .hand", ".where", "nav")


def test_replay_step_during_a_round_load_starts_from_that_round(
    running: Running, new_page: NewPage
) -> None:
    page = new_page("desktop", "en")
    open_record(page, running.url, played_record("standard", 1))

    def step_back_meanwhile(route: Route) -> None:
        page.locator("[data-way=previous-card]").click()
        route.continue_()

    page.locator("[data-way=next-card]").click()
    page.route("**/steps?*", step_back_meanwhile, times=1)
    page.locator("[data-way=next-round]").click()
    expect(page.locator(".summary")).to_be_visible()
    page.locator("[data-way=previous-trick]").click()  # which the summary does not cover
    expect(page.locator(".summary")).to_have_count(0)
    page.keyboard.press("PageUp")
    page.locator("[data-action=play-from]").click()
    expect(page.locator(".chip", has_text="replayed")).to_be_visible()
    assert "/t/" in page.url


@pytest.mark.every_browser
def test_replay_opens_the_last_of_two_chosen_records(running: Running, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{running.url}game")
    field, held = page.locator("input[type=file]"), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/games", hold, times=1)
    for preset in ("standard", "whiz"):
        record = played_record(preset, 1).encode()
        with page.expect_request("**/api/games"):
            field.set_input_files({"name": preset, "mimeType": "text/plain", "buffer": record})
    expect(page).to_have_title(re.compile("Whiz"))


def first_as_worst(firsts: dict[int, int]) -> Callable[[Route], None]:
    """Report the first decision of each seat, its bid, as its worst: another bid was better."""

    def tell(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        for one in told["decisions"]:
            if firsts.setdefault(one["seat"], one["event"]) == one["event"]:
                others = [other for other in one["weighed"].values() if other != one["action"]]
                one |= {"best": others[0], "loss": 12.5, "unit": "points", "mark": "error"}
        for summary in told["seats"]:
            summary["worst"] = [firsts[summary["seat"]]]
        route.fulfill(response=answer, json=told)

    return tell


def tries_a_decision_again(page: Page) -> None:
    first = page.locator(".list button").first
    expect(first.locator(".label")).to_have_count(2)  # the bid, and the better one
    expect(first).to_contain_text("Mejor:")
    page.locator("section:has(#list-title) input").check()
    expect(page.locator(".list .card").first).to_be_visible()
    first.click()
    expect(page.locator("#decision .cloth")).to_be_visible()
    expect(page.locator("#decision .choices .label")).to_have_count(2)
    formula = page.get_by_text("100·e^")
    expect(formula).to_be_hidden()
    page.locator("[aria-expanded]").first.press("Enter")
    expect(formula).to_be_visible()
    page.locator("[data-try]").click()
    page.locator("#decision .bids button").first.press("Enter")
    expect(page.locator("#decision .verdict")).to_be_visible()
    expect(page.locator("#decision .answer")).to_be_focused()
    page.evaluate("new Promise(requestAnimationFrame)")
    assert page.locator("#decision .answer:focus").count() == 1  # no later frame removed it


@pytest.mark.parametrize(("size", "lang"), [("desktop", "de"), ("phone", "en")])
def test_finished_game_opens_its_replay_and_review(
    running: Running, new_page: NewPage, size: str, lang: str
) -> None:
    person = Person(new_page(size, lang))
    page = person.page
    person.begin_under(running.url, "preset=standard&end.target=50&nil.blind=false")
    person.play_until("over")
    winner = page.locator("#end-title").inner_text()
    page.locator("[data-action=end-menu]").click()
    page.locator("[data-action=replay]").click()
    page.locator("[data-way=next-card]").wait_for()
    expect(page.locator(".plate.bottom .name")).to_have_text({"en": "You", "de": "Du"}[lang])
    expect(page.get_by_text({"en": "Your hand: ", "de": "Dein Blatt: "}[lang])).to_have_count(1)
    game = re.sub("#.*", "", page.url)
    page.goto(f"{game}#{LATER_THAN_ALL}")
    expect(page.locator(".outcome strong")).to_have_text(winner)
    # the button is "Play on from here"
    expect(page.locator("[data-action=same-cards]")).to_have_count(0)
    expect(page.locator("[data-action=play-from]")).to_be_visible(visible=size == "desktop")
    if size == "desktop":
        # there is nothing left to play
        expect(page.locator("[data-action=play-from]")).to_be_disabled()
        page.locator("[data-way=previous-card]").click()
        expect(page.locator("[data-action=play-from]")).to_be_enabled()
        page.locator("[data-way=next-card]").click()
    page.locator("[data-action=check-deal]").press("Enter")
    fair = page.locator("[data-checked=fair]")
    # Five, including this browser's notes about the commitment: it was there, added a number, and
    # saw a hand.
    expect(fair.locator("li:not(.bad)")).to_have_count(5)
    expect(fair.locator("li", has_text="·")).to_have_count(0)
    expect(fair.locator(".verdict")).to_be_focused()
    assert violations(page) == []
    no_overflow(page)
    page.goto(running.url)
    page.locator("[data-finished] summary").click()
    expect(page.locator("[data-finished] a").first).to_have_attribute(
        "href", game.removeprefix(running.url.rstrip("/"))
    )
    page.route("**/review?*", first_as_worst({}))
    page.add_init_script(LATE_FRAMES)
    page.goto(f"{game}/review")
    expect(page.locator("main progress, #numbers-title").first).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Español").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Análisis")
    # How long it takes depends on the machine's other work, which has priority.
    expect(page.locator("main progress")).to_have_count(0, timeout=LONGEST_REVIEW)
    expect(page.locator("#numbers-title")).to_be_visible()
    tries_a_decision_again(page)
    page.locator("main summary").first.click()
    assert violations(page) == []
    no_overflow(page)
