"""Taps at the table, and flying cards, with time under our control."""

from itertools import pairwise
from math import dist

import pytest
from playwright.sync_api import Locator, Page, expect

from spadille.game import Card, Game, Play, PlayerAction, Seat
from support.at_page import LATER, NOON
from support.running import NewPage
from support.stage import Stage

pytestmark = pytest.mark.every_browser

MOMENT = 400
FRAME_LENGTH = 20
JUDGED = 900
GATHERED = 650
FLIGHT = 360

HOLD_ANIMATIONS = """
const animate = Element.prototype.animate;
window.held = [];
window.holding = false;
Element.prototype.animate = function (frames, options) {
  const animation = animate.call(this, frames, options);
  if (options.duration > 0) {
    animation.addEventListener('finish', () => this.setAttribute('data-landed', ''));
    if (window.holding) {
      animation.pause();
      window.held.push(animation);
    }
  }
  return animation;
};
"""

FRAME = "(at) => { for (const animation of window.held) animation.currentTime = at; }"

CENTRES = """(cards) => cards.map((card) => {
  const { x, y, width, height } = card.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})"""


class Neighbours:
    """Take the first action they may, unless they wait; between tricks they may wait as well."""

    def __init__(self, *, pausing: bool = False) -> None:
        self.waiting = False
        self.pausing = pausing

    def __call__(self, game: Game, seat: Seat) -> PlayerAction | None:
        assert game.round is not None
        between = bool(game.round.tricks) and not game.round.trick
        if self.waiting or (self.pausing and between):
            return None
        return game.options(seat).actions[0]


def tap(page: Page, what: Locator) -> None:
    """Put a finger on an element, whether or not it accepts the tap."""
    box = what.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_new_elements_ignore_taps_briefly_and_bids_can_be_undone(
    new_page: NewPage,
) -> None:
    page = new_page("phone")
    page.clock.install(time=NOON)
    neighbours = Neighbours()
    stage = Stage(page, {}, neighbour=neighbours)
    stage.prepare()
    neighbours.waiting = True
    stage.open()
    look, nine = page.locator("[data-action=look]"), page.locator("[data-bid='9']")
    expect(look).to_be_visible()
    page.clock.pause_at(LATER)
    page.clock.run_for(MOMENT)
    tap(page, look)
    expect(nine).to_be_visible()
    tap(page, nine)
    page.clock.run_for(MOMENT - 100)
    tap(page, nine)
    page.clock.run_for(MOMENT - 100)
    assert stage.game.phase == "bidding"
    assert stage.game.to_act == stage.you
    page.clock.run_for(MOMENT)
    tap(page, nine)
    back = page.get_by_role("button", name="Take bid back")
    expect(back).to_be_visible()
    page.clock.run_for(MOMENT)
    tap(page, back)
    expect(nine).to_be_visible()
    page.keyboard.press("4")  # keys need not wait: nothing appears where they are
    page.keyboard.press("Enter")
    expect(nine).to_have_count(0)
    assert stage.game.round is not None
    bid = stage.game.round.bids[stage.you]
    assert bid is not None
    assert bid.tricks == 4


def before_a_trick_of_somebody_else(page: Page) -> tuple[Stage, Card]:
    """Return a table and the card that completes a trick there for another seat."""
    for seed in range(100):
        stage = Stage(page, {"nil.blind": False}, seed=seed, neighbour=Neighbours(pausing=True))
        stage.prepare()
        bids = stage.game.options(stage.you).actions
        stage.game = stage.game.apply(bids[3], stage.you)
        stage.let_others_act()
        assert stage.game.round is not None
        if len(stage.game.round.trick) < 3:
            continue
        play = stage.game.options(stage.you).actions[0]
        assert isinstance(play, Play)
        if stage.game.apply(play, stage.you).to_act != stage.you:
            return stage, play.card
    raise AssertionError("no deal is as wanted")


def test_trick_flies_to_its_winner_on_one_path(new_page: NewPage) -> None:
    page = new_page("phone")
    page.emulate_media(reduced_motion="no-preference")
    page.clock.install(time=NOON)
    page.add_init_script(HOLD_ANIMATIONS)
    stage, card = before_a_trick_of_somebody_else(page)
    stage.open()
    page.clock.pause_at(LATER)
    cards = page.locator(".trick .mover")
    page.locator(f"[data-card={card}]").press("Enter")
    expect(cards).to_have_count(4)
    expect(cards.last).to_have_attribute("data-landed", "")
    lying = cards.evaluate_all(CENTRES)
    winner = stage.game.to_act
    assert winner is not None
    (there,) = page.locator(f"[data-seat='{winner:d}']").evaluate_all(CENTRES)

    page.clock.run_for(FRAME_LENGTH)
    page.clock.run_for(JUDGED)
    expect(page.locator(".trick > .loses")).to_have_count(3)
    page.evaluate("window.holding = true")
    page.clock.run_for(GATHERED)
    flying = page.locator(".trick [inert]")
    expect(flying).to_have_count(4)
    page.wait_for_function("window.held.length === 4")
    frames = []
    for at in range(0, FLIGHT + 1, 30):
        page.evaluate(FRAME, at)
        frames.append(flying.evaluate_all(CENTRES))
    for flown, start in enumerate(lying):
        assert dist(start, frames[0][flown]) < 2, "it flies from where it lies"
        left = [dist(frame[flown], there) for frame in frames]
        assert all(later < earlier for earlier, later in pairwise(left)), "and straight there"
        assert left[-1] < 2

    page.evaluate(FRAME, FLIGHT / 2)
    halfway = flying.evaluate_all(CENTRES)
    assert isinstance(stage.neighbour, Neighbours)
    stage.neighbour.pausing = False
    stage.go_on()
    expect(page.locator(".trick > li:not([aria-hidden])")).not_to_have_count(0)
    assert flying.evaluate_all(CENTRES) == halfway, "the next card does not call it back"
    lists = page.get_by_role("list", name="Cards on the table")
    expect(lists).to_have_count(1)
    assert stage.game.round is not None
    expect(lists.get_by_role("listitem")).to_have_count(len(stage.game.round.trick))
    page.evaluate("window.held.forEach((flight) => flight.finish())")
    expect(flying).to_have_count(0)


def test_cards_are_arranged_and_a_tap_does_not_leave_the_game(new_page: NewPage) -> None:
    page = new_page("phone")
    Stage(page, {"nil.blind": False}).open()
    cards = page.locator("[data-card]")
    before = [card.get_attribute("data-card") for card in cards.all()]
    first = cards.first
    first.focus()
    page.keyboard.press("Shift+ArrowRight")
    arranged = [before[1], before[0], *before[2:]]
    expect(cards.nth(1)).to_have_attribute("data-card", str(before[0]))
    page.reload()
    expect(cards.first).to_be_visible()
    assert [card.get_attribute("data-card") for card in cards.all()] == arranged
    page.locator("a.home").click()
    expect(page.get_by_role("dialog")).to_contain_text("Your seat is kept")
    assert "/t/" in page.url
