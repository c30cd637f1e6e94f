"""What may be wrong with any page: what axe finds, and what is cut off."""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

_AT_REST = """() => Promise.allSettled(
  document.getAnimations()
    .filter((moving) => moving.effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished)
)"""

_TAKES_TAPS = "() => !document.querySelector('dialog[style*=pointer-events]')"
"""A dialog that has just appeared takes no tap; for axe it is none then, and what lies dimmed
behind it is judged."""


_FOUND = """() => axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)
)"""


def violations(page: Page) -> list[str]:
    """What axe has to say against the page when nothing moves any more, with the elements."""
    page.locator("h1").first.wait_for(state="attached")  # a page that is being fetched is blank
    page.evaluate(_AT_REST)
    page.wait_for_function(_TAKES_TAPS, polling=50)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(_FOUND)
    return found


def no_overflow(page: Page) -> None:
    """Nothing is cut off at the right."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
