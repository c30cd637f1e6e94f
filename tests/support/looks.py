"""What may be wrong with any page: what axe finds, and what is cut off."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_AT_REST = """() => Promise.allSettled(
  document.getAnimations()
    .filter((moving) => moving.effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished)
)"""


def violations(page: Page) -> list[str]:
    """What axe has to say against the page when nothing moves any more, with the elements."""
    page.evaluate(_AT_REST)
    found = Axe().run(page).response["violations"]
    return [f"{entry['id']}: {[node['html'] for node in entry['nodes']]}" for entry in found]


def no_overflow(page: Page) -> None:
    """Nothing is cut off at the right."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
