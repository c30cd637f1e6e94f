"""A guest creates a token for a program on the page; the program is marked where it sits."""

import re

import pytest
from playwright.sync_api import expect
from websockets.sync.client import connect

from support.looks import no_overflow, no_overflow_of_large_letters, violations
from support.person import open_sheet
from support.running import NewPage, Running
from support.servers import Guest


@pytest.mark.parametrize(("size", "lang"), [("desktop", "en"), ("phone", "de")])
def test_bot_joins_by_token_and_is_marked(
    running: Running, new_page: NewPage, size: str, lang: str
) -> None:
    page = new_page(size, lang)
    page.goto(f"{running.url}bots")
    page.locator("input[name=token]").fill("Careful")
    expect(page.locator("input[value=play]")).to_be_checked()
    page.locator("form button").click()
    secret = page.locator("[data-secret]").text_content() or ""
    assert re.fullmatch(r"spadille_[\w-]{43}", secret)
    no_overflow(page)
    no_overflow_of_large_letters(page)
    assert violations(page) == []

    page.goto(running.url)
    sheet = open_sheet(page, "friends")
    sheet.locator("input[name=name]").fill("Ada")
    sheet.locator("form button.primary").click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2]
    with connect(running.url.replace("http", "ws") + "ws") as socket:
        program = Guest(socket, table)
        program.send("hello", token=secret, name="Careful")
        program.send("sit", seat=0)
        marked = "bot" if lang == "en" else "Bot"
        expect(page.locator("li", has_text="Careful")).to_contain_text(marked)
        assert violations(page) == []

        page.goto(f"{running.url}bots")
        page.locator("main li button").click()
        expect(page.locator("main li")).to_have_count(0)
        expect(page.locator("main")).to_be_focused()  # its button is gone, and the list with it
        program.listen_to_the_end()
        assert socket.close_code == 1008
