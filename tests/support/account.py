"""Somebody who keeps a name."""

from playwright.sync_api import Page, expect

from support.person import tap_choice

PASSWORD = "four green herons"


def register(page: Page, url: str, name: str) -> None:
    """Has whoever is at a page keep a name, on the page about oneself."""
    page.goto(f"{url}me")
    tap_choice(page, "register")
    page.locator("input[name=name]").fill(name)
    page.locator("input[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("h2").first).to_have_text(name)
