"""A person who keeps the score sheet of a real table in the browser."""

import json
from typing import Any

from playwright.sync_api import Page, expect

from support.at_page import take_house_rules

NAMES = ("Ada", "Bea", "Cem", "Dan", "Eva", "Fay")


class Scorekeeper:
    """The page with the score sheet, and a person who fills it in."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        page.goto(f"{url}sheet")

    def begin(self, preset: str, players: int, **choices: str) -> None:
        """Agree on the rules and seat Ada, Bea, Cem, ...; the first player deals."""
        self.page.locator("select[name=preset]").select_option(preset)
        self.seat(players, **choices)

    def take_house_rules(self, options: dict[str, Any], title: str = "Ours") -> None:
        """Choose rules using the link that the rule editor would produce."""
        page = self.page
        take_house_rules(page.locator("form"), page.url.removesuffix("sheet"), options, title)
        expect(page.locator("select[name=preset]")).to_have_value("house")

    def seat(self, players: int, **choices: str) -> None:
        """Seat people for the chosen rules, settle the penalties, and begin."""
        page = self.page
        expect(page.locator("input[name^=player-]")).to_have_count(players)
        for seat, name in enumerate(NAMES[:players]):
            page.locator(f"input[name=player-{seat}]").fill(name)
        if choices:
            page.locator("summary", has_text="Penalties").click()
        for name, value in choices.items():
            page.locator(f"select[name={name}]").select_option(value)
        page.locator("form button.primary").click()
        expect(page.locator("#entry-title")).to_be_visible()

    def bid(self, *bids: int | str) -> None:
        """Enter the bids in turn, starting from the left of the dealer."""
        for bid in bids:
            self.page.locator(f'[data-sheet-bid="{bid}"]').click()

    def tricks(self, *tricks: int) -> None:
        """Enter the tricks pile by pile; the page fills in the last pile."""
        for pile, won in enumerate(tricks):
            self.page.locator(f'[data-pile="{pile}"]').click()
            self.page.locator(f'[data-tricks="{won}"]').click()

    def write_down(self) -> None:
        self.press("score")

    def round(self, bids: tuple[int | str, ...], *tricks: int) -> None:
        self.bid(*bids)
        self.tricks(*tricks)
        self.write_down()

    def press(self, action: str) -> None:
        self.page.locator(f"[data-action={action}]").click()

    def call(self, breach: str, who: str, trick: int) -> None:
        """Have the referee record a breach."""
        self.press("referee")
        dialog = self.page.locator("dialog")
        dialog.locator("select[name=breach]").select_option(breach)
        dialog.locator("select[name=who]").select_option(label=who)
        dialog.locator("select[name=trick]").select_option(str(trick))
        dialog.locator("button.primary").click()
        dialog.wait_for(state="detached")

    def expect_scores(self, *scores: str) -> None:
        expect(self.page.locator("li[data-side] strong")).to_have_text(list(scores))

    def kept(self) -> dict[str, Any]:
        """Return the data that the browser keeps."""
        kept: dict[str, Any] = json.loads(
            self.page.evaluate("localStorage.getItem('spadille.sheet')")
        )
        return kept
