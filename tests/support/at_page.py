"""A page and the person using it: their name, their requests to the server, and their clock."""

import json
from datetime import UTC, datetime
from typing import Any

from playwright.sync_api import Locator, Page, expect

from spadille.game import PACK
from spadille.locale import Lang
from spadille.notation.rule_codes import read_code
from support.person import tap_choice

PASSWORD = "four green herons"

FEW_CARDS = {"deck.removed": [str(card) for card in PACK if str(card)[1] < "A"]}
"""Options that leave five tricks instead of thirteen."""

FEW_CARDS_CODE = f"deck.removed={','.join(FEW_CARDS['deck.removed'])}"
"""The same in the link of a rule set."""

BUSY = 120_000
"""Milliseconds that a machine may take for anything while it runs many tests; no test waits so
long for a page that works."""

NOON, LATER = datetime(2026, 1, 1, 12, tzinfo=UTC), datetime(2026, 1, 1, 13, tzinfo=UTC)
"""When the clock of a page is set, and the later moment at which it can be stopped."""


def register(page: Page, url: str, name: str) -> None:
    """Have the person at a page keep a name, using their account page."""
    page.goto(f"{url}me")
    tap_choice(page, "register")
    page.locator("input[name=name]").fill(name)
    page.locator("input[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("h2").first).to_have_text(name)


def join(page: Page, link: str, name: str) -> None:
    """Open a link to a table, and give a name there."""
    page.goto(link)
    page.locator("input[name=name]").fill(name)
    page.locator("form button.primary").click()


def asked_by(page: Page, url: str, path: str, data: dict[str, Any]) -> Any:
    """Return the server's answer to the person at the page."""
    page.request.post(f"{url}api/session", data={})
    answer = page.request.post(f"{url}api/{path}", data=data)
    assert answer.ok, answer.text()
    return answer.json()


_NOTE_GAME = """(game) => {
  const games = JSON.parse(localStorage.getItem('spadille.games') ?? '[]');
  if (games.some(({ table }) => table === game.table)) return;
  localStorage.setItem('spadille.games', JSON.stringify([game, ...games]));
}"""
"""Makes the browser know that the person has a seat, so the page does not ask for their name."""


def sit_with_bots(page: Page, url: str, rules: str = "preset=standard") -> None:
    """Open the page at a new table with bots, as if it had made the table with its form."""
    preset, options, title = read_code(rules)
    fields = {"preset": preset, "options": options, "title": title, "name": "Guest"}
    table = asked_by(page, url, "tables", {**fields, "begin": False})["table"]
    game = {"table": table, "title": "", "others": [], "round": 0, "scores": [], "seen": 0}
    page.add_init_script(f"({_NOTE_GAME})({json.dumps(game)})")
    page.goto(f"{url}t/{table}")


def switch_language(page: Page, lang: Lang) -> None:
    """Choose another language with the page's controls, which at a table are in its settings."""
    html = page.locator("html")
    if html.get_attribute("lang") == lang:
        return
    key = page.locator(f"header button[lang={lang}]")
    if key.count():
        key.click()
    else:
        page.locator("[data-tool=menu]").click()
        page.locator("dialog [data-tool=settings]").click()
        tap_choice(page, lang)
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
    expect(html).to_have_attribute("lang", lang)


def stop_the_clock(page: Page) -> None:
    """Stop the clock of the page, so that nothing timed happens until it runs again."""
    page.clock.install(time=NOON)
    page.clock.pause_at(LATER)


def take_house_rules(form: Locator, url: str, options: dict[str, Any], title: str) -> None:
    """Choose rules in a form using the link that the rule editor would produce."""
    asked = {"options": options, "title": title}
    answer = form.page.request.post(f"{url}api/rules/check", data=asked)
    link = form.locator("input[name=link]")
    if not link.is_visible():
        form.locator("details:has(input[name=link]) summary").click()
    link.fill(f"{url}#/rules?{answer.json()['code']}")
    form.locator("[data-action=house]").click()


def wait_until(page: Page, holds: str, milliseconds: int = BUSY) -> None:
    """Wait until an asynchronous function returns true.

    `wait_for_function` would take its promise for an answer, whatever it resolves to.
    """
    page.evaluate(f"""async () => {{
        const holds = {holds};
        const end = performance.now() + {milliseconds};
        while (!(await holds())) {{
            if (performance.now() > end) throw new Error("waited in vain");
            await new Promise((resolve) => setTimeout(resolve, 50));
        }}
    }}""")
