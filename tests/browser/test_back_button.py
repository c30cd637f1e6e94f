"""Back closes whatever is open on top of a page, and only then leaves the page."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from support.person import Person
from support.running import NewPage, Running
from support.stage import NO_BLIND, Stage

pytestmark = pytest.mark.every_browser

OPEN = "dialog[open]"


def menu(page: Page) -> None:
    page.locator("[data-tool=menu]").click()


def sheet_of_menu(tool: str) -> Callable[[Page], None]:
    """Open the menu, and something else from there."""

    def opens(page: Page) -> None:
        menu(page)
        page.locator(f"dialog [data-tool={tool}]").click()
        expect(page.locator("dialog ul [data-tool]")).to_have_count(0)

    return opens


AT_TABLE: dict[str, Callable[[Page], None]] = {
    "menu": menu,
    "last trick": lambda page: page.locator("[data-tool=trick]").first.click(),
    "score": lambda page: page.keyboard.press("s"),
    "help": lambda page: page.keyboard.press("?"),
    "home": lambda page: page.locator("a.home").click(),
    "settings": sheet_of_menu("settings"),
    "requests": sheet_of_menu("ask"),
    "rules": sheet_of_menu("rules"),
    "hint": lambda page: page.locator("[data-aside=hint]").click(),
}


@pytest.fixture
def table(running: Running, new_page: NewPage) -> Page:
    """Sit at a table on a phone, coming from the start page."""
    person = Person(new_page("phone"))
    person.begin(running.url, "standard")
    person.play_until("bid")
    return person.page


def test_back_closes_a_dialog_over_the_table(table: Page, subtests: pytest.Subtests) -> None:
    address, held = table.url, table.locator("[data-card]").count()
    for name, opens in AT_TABLE.items():
        with subtests.test(dialog=name):
            opens(table)
            expect(table.locator(OPEN)).to_have_count(1)
            table.go_back()
            expect(table.locator(OPEN)).to_have_count(0)
            assert table.url == address
            expect(table.locator("[data-card]")).to_have_count(held)
            table.go_back()
            expect(table.locator("[data-form=play], form").first).to_be_visible()
            assert table.url != address
            table.go_forward()
            expect(table.locator("[data-bid]").first).to_be_visible()
            assert table.url == address


def beside(page: Page) -> None:
    """Click outside the dialog, once it accepts clicks."""
    expect(page.locator("dialog:not([style*=pointer-events])")).to_have_count(1)
    page.mouse.click(5, 5)


def settled(page: Page) -> None:
    """Check that the history ends with the entry for the page itself."""
    page.wait_for_function("() => !(history.state?.dialogs > 0)", polling=50)


def test_closed_dialog_leaves_no_history_entry(table: Page) -> None:
    """This holds for any way of closing it and any number of times."""
    address = table.url
    before = table.evaluate("history.length")
    ways: tuple[Callable[[], None], ...] = (
        lambda: table.keyboard.press("Escape"),
        lambda: table.locator("dialog .close").click(),
        lambda: beside(table),
    )
    for close in ways:
        menu(table)
        expect(table.locator(OPEN)).to_have_count(1)
        close()
        expect(table.locator(OPEN)).to_have_count(0)
        settled(table)
    assert table.evaluate("history.length") <= before + 1
    table.go_back()
    table.wait_for_url(lambda url: url != address)


def test_forward_to_a_closed_dialog_shows_the_page(table: Page) -> None:
    address = table.url
    menu(table)
    table.go_back()
    expect(table.locator(OPEN)).to_have_count(0)
    table.evaluate("history.forward()")
    settled(table)
    expect(table.locator(OPEN)).to_have_count(0)
    assert table.url == address
    menu(table)
    expect(table.locator(OPEN)).to_have_count(1)
    table.go_back()
    expect(table.locator(OPEN)).to_have_count(0)
    assert table.url == address


def test_reload_with_an_open_dialog_adds_no_history_step(table: Page) -> None:
    address = table.url
    menu(table)
    expect(table.locator(OPEN)).to_have_count(1)
    table.reload()
    expect(table.locator("[data-card]").first).to_be_visible()
    settled(table)
    expect(table.locator(OPEN)).to_have_count(0)
    assert table.url == address
    table.go_back()
    table.wait_for_url(lambda url: url != address)


def test_back_returns_to_the_table_after_leaving_by_a_dialog(table: Page) -> None:
    address = table.url
    table.locator("a.home").click()
    table.locator("[data-action=leave]").click()
    expect(table.locator("[data-card]")).to_have_count(0)
    table.go_back()
    expect(table.locator("[data-card]").first).to_be_visible()
    assert table.url == address
    expect(table.locator(OPEN)).to_have_count(0)
    settled(table)


def test_back_closes_one_of_two_dialogs_at_a_time(new_page: NewPage) -> None:
    """A question before a costly bid covers nothing else; another dialog may cover a sheet."""
    page = new_page("phone")
    stage = Stage(page, NO_BLIND)
    stage.costly = True
    stage.open()
    menu(page)
    expect(page.locator(OPEN)).to_have_count(1)
    page.evaluate("document.querySelector('[data-bid]:last-of-type').click()")
    expect(page.locator(OPEN)).to_have_count(2)
    page.go_back()
    expect(page.locator(OPEN)).to_have_count(1)
    expect(page.locator("dialog ul [data-tool]").first).to_be_visible()
    page.go_back()
    expect(page.locator(OPEN)).to_have_count(0)
    expect(page.locator("[data-bid]").first).to_be_visible()


LATE = """() => {
  const go = history.go.bind(history);
  history.go = (by) => {
    history.go = go;
    window.step = () => go(by);
  };
}"""
"""Take the page's next step in the history only when the test says so."""


def test_late_step_in_the_history_leaves_a_new_dialog_open(table: Page) -> None:
    """A busy device may take longer for a step than the page waits for it."""
    address = table.url
    table.add_init_script("addEventListener('popstate', () => (window.arrived = true))")
    table.reload()
    menu(table)
    expect(table.locator(OPEN)).to_have_count(1)
    table.evaluate(LATE)
    table.locator("dialog .close").click()
    settled(table)  # it no longer waits
    menu(table)
    expect(table.locator(OPEN)).to_have_count(1)
    table.evaluate("window.step()")
    table.wait_for_function("() => window.arrived", polling=50)
    expect(table.locator(OPEN)).to_have_count(1)
    table.go_back()
    expect(table.locator(OPEN)).to_have_count(0)
    assert table.url == address


ELSEWHERE = {
    "home": ("", "[data-action=rules]"),
    "rules to play": ("#/rules", ".do .primary"),
}


@pytest.mark.parametrize(("path", "button"), ELSEWHERE.values(), ids=ELSEWHERE)
def test_back_closes_dialogs_of_other_pages(
    running: Running, new_page: NewPage, path: str, button: str
) -> None:
    page = new_page("phone")
    page.goto(f"{running.url}lobby")
    page.goto(f"{running.url}{path}")
    page.locator(button).first.click()
    expect(page.locator(OPEN)).to_have_count(1)
    address = page.url
    page.go_back()
    expect(page.locator(OPEN)).to_have_count(0)
    assert page.url == address
    page.locator(button).first.click()
    expect(page.locator(OPEN)).to_have_count(1)
    page.keyboard.press("Escape")
    settled(page)
    page.go_back()
    expect(page).to_have_url(re.compile("/lobby$"))
