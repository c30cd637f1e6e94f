"""A trick ends in an order that people can follow, checked frame by frame."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import pytest
from playwright.sync_api import Page

from support.at_page import sit_with_bots
from support.person import Person, change_settings
from support.running import NewPage, Running

pytestmark = pytest.mark.every_browser

BEAT = 800
"""Milliseconds for which the last card lies there before the trick is decided."""

SAMPLE = """
window.frames = [];
const text = (what) =>
  [...document.querySelectorAll(what)].map((one) => one.innerText.replace(/\\s+/g, ' ')).join('|');
const sample = () => {
  const cards = [...document.querySelectorAll('ul.trick > li:not([aria-hidden])')];
  const moving = (one) => one.querySelector('.mover').getAnimations().length > 0;
  const frame = {
    cards: cards.length,
    flying: cards.some(moving),
    marked: cards.filter((one) => one.matches('.loses, .wins')).length,
    gray: cards.filter((one) => one.matches('.loses')).length,
    counts: text('[data-seat] .tricks') + text('.board') + text('aside .last'),
    turn: document.querySelectorAll('.plate.acting').length,
  };
  const shown = JSON.stringify(frame);
  if (shown !== window.before) window.frames.push({ at: performance.now(), ...frame });
  window.before = shown;
};
const everyFrame = () => {
  sample();
  requestAnimationFrame(everyFrame);
};
everyFrame();
// A busy machine may draw no frame between two changes of the page.
new MutationObserver(sample).observe(document.body, {
  attributes: true, characterData: true, childList: true, subtree: true,
});
"""


GATHERED = """(tricks) => tricks <= window.frames.filter(
  ({ cards }, index) => cards < 4 && window.frames[index - 1]?.cards === 4).length"""


class Frame(NamedTuple):
    """A change on the page, and when it occurred, in milliseconds."""

    at: float
    cards: int
    flying: bool
    marked: int
    gray: int
    counts: str
    turn: int


def tricks_of(frames: Sequence[Frame]) -> list[list[Frame]]:
    """Return the frames of each complete trick, from its last card until it is gathered."""
    tricks: list[list[Frame]] = []
    for before, frame in pairwise(frames):
        if frame.cards == 4 and before.cards < 4:
            tricks.append([before])
        if tricks and 4 in {frame.cards, before.cards}:
            tricks[-1].append(frame)
    return tricks


def ends_in_order(frames: Sequence[Frame]) -> None:
    """Check that the last card lands in color; a beat later, the winner is marked and counted."""
    before, *lying, gathered = frames
    judged = next(frame for frame in lying if frame.marked)
    drawn_at_rest = [frame for frame in lying if not frame.flying and frame.at < judged.at]
    landed = drawn_at_rest[0] if drawn_at_rest else lying[0]
    for frame in lying:
        if frame.at < judged.at:
            assert frame.counts == before.counts, "nothing is counted before"
            assert frame.turn == 0, "it is nobody's turn before"
    assert judged.marked == 4
    assert judged.gray == 3
    assert judged.counts != before.counts
    assert judged.at - landed.at >= BEAT
    assert gathered.cards < 4
    assert gathered.at > judged.at


@pytest.mark.parametrize(
    ("size", "pace", "motion"),
    [  # every two of the three
        ("phone", "quick", "reduce"),
        ("desktop", "quick", "no-preference"),
        ("phone", "normal", "no-preference"),
        ("desktop", "normal", "reduce"),
        ("phone", "slow", "reduce"),
        ("desktop", "slow", "no-preference"),
    ],
)
def test_trick_end_shows_last_card_before_winner(
    running: Running, new_page: NewPage, size: str, pace: str, motion: str
) -> None:
    page = new_page(size)
    page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    change_settings(page, pace=pace)
    person = Person(page)
    sit_with_bots(person.page, running.url)
    person.play_until("play")
    page.evaluate(SAMPLE)
    for tricks in (1, 2):
        person.play_until("play")
        person.do("play")
        page.wait_for_function(GATHERED, arg=tricks, polling=50)
    for trick in tricks_of(sampled(page)):
        ends_in_order(trick)


def sampled(page: Page) -> list[Frame]:
    return [Frame(**frame) for frame in page.evaluate("window.frames")]
