"""Possible faults on any page: axe's findings, and parts that are cut off."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

_AT_REST = """() => Promise.allSettled(
  document.getAnimations()
    .filter((moving) => moving.effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished)
)"""

_TAKES_TAPS = "() => !document.querySelector('dialog[style*=pointer-events]')"
"""A dialog that has just appeared accepts no taps. Until it does, axe does not recognize it as a
dialog and checks the dimmed page behind it."""


_FOUND = """() => axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)
)"""


_TWO_FRAMES = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
}"""


def resize(page: Page, width: int, height: int) -> None:
    """Resize a page's screen; the page is notified a frame after it is drawn."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(_TWO_FRAMES)


def violations(page: Page) -> list[str]:
    """Return axe's violations on the page, with their elements, once nothing moves any more."""
    page.locator("h1").first.wait_for(state="attached")  # a page that is still loading is blank
    page.evaluate(_AT_REST)
    page.wait_for_function(_TAKES_TAPS, polling=50)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(_FOUND)
    return found


def no_overflow(page: Page) -> None:
    """Check that nothing is cut off on the right."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def no_overflow_of_large_letters(page: Page) -> None:
    """Check that nothing is cut off with letters twice as large either."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    no_overflow(page)
    page.evaluate("document.documentElement.style.fontSize = ''")


_BROKEN = """(all) => all.flatMap((one) => {
  const broken = [];
  const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); )
    for (const { 0: word, index } of text.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => top));
      if (lines.size > 1) broken.push(word);
    }
  return broken;
})"""


def whole_words(page: Page, what: str) -> None:
    """Check that no word or number in any matching element breaks at the end of a line."""
    assert page.locator(what).count() > 0
    broken = page.locator(what).evaluate_all(_BROKEN)
    assert not broken, broken


Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


_BOXES = """(all) => all.flatMap((what) => [...document.querySelectorAll(what)]
  .filter((one) => one.getClientRects().length)
  .map((one) => one.getBoundingClientRect())
  .map(({ left, top, right, bottom }) => [what, [left, top, right, bottom]]))"""
"""Everything is measured at once: successive requests might see two different layouts."""


def placed(page: Page, *what: str) -> list[tuple[str, Box]]:
    """Return all elements that match each selector, with their positions."""
    found = page.evaluate(_BOXES, list(what))
    return [(some, (left, top, right, bottom)) for some, (left, top, right, bottom) in found]


def boxes(page: Page, what: str) -> list[Box]:
    """Return the positions of all elements that match."""
    return [box for _, box in placed(page, what)]


def overlap(one: Box, other: Box) -> bool:
    """Return True if one covers part of the other."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def lie_apart(page: Page, *what: str) -> None:
    """Check that none of these elements covers another, or extends past the edge at the side."""
    found = placed(page, *what)
    width = page.viewport_size["width"] if page.viewport_size else 0
    over = [(some, box) for some, box in found if box[0] < 0 or box[2] > width]
    assert not over, over
    pairs = [(a, b) for index, a in enumerate(found) for b in found[:index] if overlap(a[1], b[1])]
    assert not pairs, pairs


_REACHED = """(all) => all.filter((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((one) => one.outerHTML)"""


def all_reached(page: Page, what: str) -> None:
    """Check that a finger in the middle of each element hits it, and nothing that covers it."""
    assert page.locator(what).count() > 0
    covered = page.locator(what).evaluate_all(_REACHED)
    assert not covered, covered


_CUT = """(lists) => lists.filter((list) => list.checkVisibility()).flatMap((list) => {
  const { font, paddingLeft, paddingRight } = getComputedStyle(list);
  const arrow = 18;
  const room = list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = font;
  const words = [...list.options].map((option) => option.textContent.trim());
  return words.filter((text) => pen.measureText(text).width > room);
})"""


def cut_choices(page: Page) -> list[str]:
    """Return the choices in dropdowns on the page that do not fit there when selected."""
    cut: list[str] = page.locator("select").evaluate_all(_CUT)
    return cut
