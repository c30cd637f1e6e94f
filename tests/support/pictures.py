"""Takes the pictures for README and documentation, still and animated, from the running product.

python3 dev.py pictures             takes all of them again
python3 dev.py pictures rules.jpg   or those that are named
"""

import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright

import dev
from support import clips
from support.person import Person
from support.running import Running

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SIZES = {"desktop": (1280, 800), "phone": (360, 740), "clip": (960, 600)}
SHARP = 2
"""Pixels of a phone for each CSS pixel."""

TRICKS = 2
"""Number of tricks after which an animated picture ends."""


class Guest(Person):
    """A player who bids as people do."""

    def _bid(self) -> None:
        self.press("[data-bid='3']")


# --- Still pictures --------------------------------------------------------------------------


def table(page: Page, url: str) -> None:
    """Show a trick in the middle of the first round, on the player's turn."""
    person = Guest(page)
    person.begin(url, "standard")
    while True:
        task = person.task()
        if task == "play" and len(person.hand()) < 10 and len(person.trick()) > 1:
            return
        person.do(task)


def rules(page: Page, url: str) -> None:
    """Show house rules, with one of them changed."""
    page.goto(f"{url}#/rules?preset=standard&end.target=300&play.claim_by=in_turn")
    page.locator(".do .primary").wait_for()


SCENES: dict[str, tuple[str, Callable[[Page, str], None]]] = {
    "table.jpg": ("desktop", table),
    "table-phone.jpg": ("phone", table),
    "rules.jpg": ("desktop", rules),
}


def take(browser: Browser, url: str, name: str) -> None:
    size, scene = SCENES[name]
    page = open_page(browser, size, motion="reduce")
    scene(page, url)
    page.screenshot(path=PICTURES / name, type="jpeg", quality=85, animations="disabled")
    page.context.close()


# --- Animated pictures -----------------------------------------------------------------------


def film_table(browser: Browser, url: str) -> None:
    """Film from the player's bid on."""
    page = open_page(browser, "clip", motion="no-preference")
    person = Guest(page)
    person.begin(url, "standard")
    person.play_until("bid")

    def play() -> None:
        while (task := person.task()) != "over":
            if task == "play" and len(person.hand()) == 13 - TRICKS:
                return
            person.do(task)

    clips.save(clips.film(page, play), PICTURES / "table.webp", quality=60)
    page.context.close()


def film_terminal(browser: Browser, _: str) -> None:
    """Film from the bids on; the last frame is the still picture."""
    page = open_page(browser, "clip", motion="reduce")
    with ThreadPoolExecutor(1) as elsewhere:  # another event loop is running here
        drawings = elsewhere.submit(clips.play_in_the_terminal, TRICKS).result()
    frames = clips.photographed(page, drawings, SIZES["clip"][0])
    clips.save(frames, PICTURES / "terminal.webp", quality=75)
    (PICTURES / "terminal.png").write_bytes(frames[-1].picture)
    page.context.close()


FILMS: dict[str, Callable[[Browser, str], None]] = {
    "table.webp": film_table,
    "terminal.webp": film_terminal,
}
STILLS = {"table.webp": "table.jpg", "terminal.webp": "terminal.png"}
"""The still picture for people who do not want to see animated ones."""


def open_page(browser: Browser, size: str, motion: Literal["reduce", "no-preference"]) -> Page:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=SHARP if size == "phone" else 1,
        locale="en",
        reduced_motion=motion,
        service_workers="block",
    )
    return context.new_page()


def main() -> int:
    wanted = sys.argv[1:] or [*SCENES, *FILMS]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Running(Path(folder)).start()
        try:
            browser = playwright.chromium.launch(
                executable_path=dev.find_chromium(), args=["--no-sandbox"]
            )
            for name in wanted:
                if name in FILMS:
                    FILMS[name](browser, server.url)
                else:
                    take(browser, server.url, name)
            browser.close()
        finally:
            server.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
