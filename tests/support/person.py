"""A person at the page who sees the current task and does it, by mouse or by keyboard alone."""

import json
from collections.abc import Callable
from random import Random
from typing import Any, Literal

from playwright.sync_api import Locator, Page, expect

DOUBLE_CLICK = 400
"""Milliseconds on the page's clock; a second card within them makes a double click with the first.
"""

POLLING = 40
"""Milliseconds; the page in another person's window draws no frames to wait for."""

Task = Literal[
    "over",
    "continue",
    "look",
    "bid",
    "adjust",
    "trump",
    "draft",
    "choose",
    "award",
    "agree",
    "play",
]

LOW_TO_HIGH = "23456789TJQKAELB"
"""The second characters of cards; jokers are the highest."""

_ONE_PRESS = {
    "continue": "[data-action=continue]",
    "adjust": "[data-adjust='0']",
    "trump": "[data-no-trump=false]",
    "award": "[data-award]",
    "agree": "[data-action=agree]",
}

_TASK = """() => {
  const there = (what) => [...document.querySelectorAll(what)].some((e) => e.checkVisibility());
  if (there('#end-title')) return 'over';
  if (there('[data-action=continue]')) return 'continue';
  if (there('[data-action=look]')) return 'look';
  if (there('[data-bid]')) return 'bid';
  if (there('[data-adjust]')) return 'adjust';
  if (there('[data-no-trump]')) return 'trump';
  if (there('[data-award]')) return 'award';
  if (there('[data-action=agree]')) return 'agree';
  if (there('[data-action=keep]')) return 'draft';
  if (there('[data-action=give]')) return 'choose';
  if (there('[data-card].playable')) return 'play';
  return null;
}"""

_VISIBLE_POINT = """async (card) => {
  const moving = card.parentElement.getAnimations({ subtree: true });
  await Promise.allSettled(moving.map(({ finished }) => finished));
  const { left, right, top, bottom } = card.getBoundingClientRect();
  for (let x = left + 4; x < right; x += 4)
    for (let y = top + 4; y < bottom; y += 4)
      if (card.contains(document.elementFromPoint(x, y))) return [x, y];
  return null;
}"""

_NOW = "performance.timeOrigin + performance.now()"
"""Milliseconds on one clock for all documents; a page's own clock restarts when it is reloaded."""

_LATER_THAN = f"(moment) => {_NOW} > moment"

_SETTINGS = """(settings) => {
  const kept = JSON.parse(localStorage.getItem('spadille.settings') ?? '{}');
  localStorage.setItem('spadille.settings', JSON.stringify({ ...kept, ...settings }));
}"""

_FOCUSED = "(what) => document.activeElement?.matches(what) ?? false"


def _names(cards: Locator) -> list[str]:
    names: list[str] = cards.evaluate_all("cards => cards.map((card) => card.dataset.card)")
    return names


def tap_choice(page: Page, value: str) -> None:
    """Tap the visible part of a choice, once it accepts taps."""
    radio = page.locator(f"input[type=radio][value='{value}']")
    page.locator("label").filter(has=radio).click()
    expect(radio).to_be_checked()


def change_settings(page: Page, **settings: Any) -> None:
    """Have every page from now on begin with these settings; all others stay as they are."""
    page.add_init_script(f"({_SETTINGS})({json.dumps(settings)})")


def open_sheet(
    page: Page, which: Literal["rules", "friends", "group", "match"], *, opened: bool = False
) -> Locator:
    """Open a sheet of the start page with its button, and return the sheet."""
    if not opened:
        page.locator(f"main [data-action={which}]").click()
    sheet = page.get_by_role("dialog")
    sheet.wait_for()
    return sheet


class Person:
    """Plays at `page`: bids too much and ducks, so that games end soon; `seed` decides the rest."""

    def __init__(self, page: Page, *, keyboard: bool = False, seed: int = 1) -> None:
        self.page = page
        self.keyboard = keyboard
        self._choose = Random(seed)
        self._next_click = 0.0

    def begin(self, url: str, preset: str, name: str = "", *, friends: bool = False) -> None:
        """Open the page and create a table with the rules of `preset`; friends need a name."""
        self.page.goto(url)
        if self.keyboard:
            self.press("[data-action=rules]", gone=False)
        sheet = open_sheet(self.page, "rules", opened=self.keyboard)
        self._pick(preset)
        if friends:
            sheet.locator("[data-part=friends] summary").click()
            sheet.locator("input[name=name]").fill(name)
            sheet.locator("[data-action=friends]").click()
        elif self.keyboard:
            self.page.keyboard.press("Enter")
        else:
            sheet.locator("form button.primary").click()

    def begin_under(self, url: str, code: str, name: str = "", level: str = "") -> None:
        """Open the link to a rule set and create a table with it; a name makes it for friends."""
        page = self.page
        page.goto(f"{url}#/rules?{code}")
        page.locator(".do .primary").click()
        if name:
            tap_choice(page, "friends")
            page.locator("dialog input[name=name]").fill(name)
        if level:
            tap_choice(page, level)
        page.locator("dialog .primary").click()
        page.wait_for_url("**/t/*")

    def ask_about_blind_bids(self) -> None:
        """Have every page from now on ask about blind bids before the cards are turned up."""
        change_settings(self.page, askBlind="always")

    def task(self) -> Task:
        """Wait until there is a task, and return it."""
        found: Task = self.page.wait_for_function(_TASK, polling=POLLING).json_value()
        return found

    def asked(self) -> Task | None:
        """Return the current task, if there is one."""
        found: Task | None = self.page.evaluate(_TASK)
        return found

    def do(self, task: Task) -> None:
        """Do a task, and wait until it is done."""
        match task:
            case "continue" | "adjust" | "trump" | "award" | "agree":
                self.press(_ONE_PRESS[task])
            case "look":
                self._look()
            case "bid":
                self._bid()
            case "draft":
                self._draft()
            case "choose":
                self._press_until_gone("[data-action=keep-hand]", fallback=self._give)
            case "play":
                self._play()
            case "over":
                raise AssertionError("there is nothing to do after the end")

    def play_until(self, wanted: Task) -> None:
        """Play on until `wanted` is the next task."""
        while (task := self.task()) != wanted:
            self.do(task)

    def hand(self) -> list[str]:
        """Return the player's cards as they appear on the page."""
        return _names(self.page.locator("[data-card]"))

    def trick(self) -> list[str]:
        """Return the cards of the current trick in words, each with the player."""
        expect(self.page.locator("ul.trick > li.wins")).to_have_count(0)
        return self.page.locator("ul.trick > li").all_text_contents()

    def click_card(self, card: Locator) -> None:
        """Click where the card is not covered by its neighbors."""
        self._let_a_moment_pass()
        point = card.evaluate(_VISIBLE_POINT)
        assert point, "every card of the hand can be touched"
        self.page.mouse.click(*point)
        self._next_click = self.page.evaluate(_NOW) + DOUBLE_CLICK  # also after a refused card

    def drag_card(self, card: Locator, upwards: int) -> None:
        """Pull a card up by that many pixels, and let go of it there."""
        x, y = card.evaluate(_VISIBLE_POINT)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x, y - upwards, steps=5)
        self.page.mouse.up()

    def playable(self) -> Locator:
        return self.page.locator("[data-card].playable")

    def _look(self) -> None:
        if self.keyboard:
            self.page.keyboard.press("l")
            self.page.locator("[data-action=look]").wait_for(state="detached")
        else:
            self.press("[data-action=look]")

    def _bid(self) -> None:
        share = max(1, 4 / 13 * len(self.hand()) / self.page.locator("[data-seat]").count())
        bid = str(round(share * self._choose.randint(9, 11)))
        if not self.page.locator(f"[data-bid='{bid}']").count():
            bid = str(self.page.locator("[data-bid]").last.get_attribute("data-bid"))
        if self.keyboard:
            self._type(bid)
            self.page.keyboard.press("Enter")
        else:
            self.page.locator(f"[data-bid='{bid}']").click()
        self.page.locator(f"[data-bid='{bid}']").wait_for(state="detached")

    def _type(self, bid: str) -> None:
        """Type a number until its key has the focus; digits only combine for a moment."""
        for digit in bid * 5:
            self.page.keyboard.press(digit)
            if self.page.evaluate(_FOCUSED, f"[data-bid='{bid}']"):
                return
        raise AssertionError(f"the key of {bid} cannot be reached")

    def _draft(self) -> None:
        before = len(self.hand())
        self.press(self._choose.choice(["[data-action=keep]", "[data-action=next]"]), gone=False)
        expect(self.page.locator("[data-card]")).to_have_count(before + 1)

    def _give(self) -> None:
        cards = self.page.locator("[data-card]")
        give = self.page.locator("[data-action=give]")
        for index in range(cards.count()):
            if give.is_enabled():
                break
            self.click_card(cards.nth(index))
        give.click()

    def _let_a_moment_pass(self) -> None:
        """Wait until a click on a card no longer makes a double click with the previous card."""
        self.page.wait_for_function(_LATER_THAN, arg=self._next_click, polling=POLLING)

    def _play(self) -> None:
        names = _names(self.playable())
        lowest = min(names, key=lambda name: LOW_TO_HIGH.index(name[1]))
        held = self.page.locator(f"[data-card={lowest}]")
        before = held.count()
        self.choose(lowest)
        self._next_click = self.page.evaluate(_NOW) + DOUBLE_CLICK
        expect(held).not_to_have_count(before)  # a claim may end the game, and the hand with it

    def choose(self, card: str) -> None:
        """Play a card that is allowed."""
        held = self.page.locator(f"[data-card={card}]")
        if not self.keyboard:
            self.click_card(held.last)
            return
        self._let_a_moment_pass()
        self.tab_to("[data-card].playable")
        self.page.keyboard.press("Home")
        for _ in range(_names(self.playable()).index(card)):
            self.page.keyboard.press("ArrowRight")
        expect(held.first).to_be_focused()
        self.page.keyboard.press("Enter")

    def _pick(self, value: str) -> None:
        radio = self.page.locator(f"input[type=radio][value={value}]")
        if not self.keyboard:
            tap_choice(self.page, value)
            return
        name = radio.get_attribute("name")
        self.tab_to(f"input[name={name}]")
        for _ in range(20):
            if radio.is_checked():
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError("the choice cannot be reached")

    def press(self, what: str, *, gone: bool = True) -> None:
        if self.keyboard:
            self.tab_to(what)
            self.page.keyboard.press("Enter")
        else:
            self.page.locator(what).click()
        if gone:
            self.page.locator(what).wait_for(state="detached")

    def _press_until_gone(self, what: str, fallback: Callable[[], None]) -> None:
        if self.page.locator(what).count():
            self.press(what)
        else:
            fallback()
            self.page.locator("[data-action=give]").wait_for(state="detached")

    def tab_to(self, what: str) -> None:
        """Move the focus with the Tab key until it is on `what`, once that appears."""
        self.page.locator(what).first.wait_for(state="attached")
        for _ in range(60):
            if self.page.evaluate(_FOCUSED, what):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{what} cannot be reached with the keyboard")
