"""Friends come by a link: it is shared, scanned and opened, and the host sees who has come."""

import json
from collections.abc import Iterator
from io import BytesIO
from urllib.parse import urlsplit

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from spadille.locale import LANGUAGES
from support.at_page import asked_by, join
from support.looks import no_overflow, resize, violations
from support.running import NewPage, Running
from support.servers import Server

SHARE = """(problem) => {
  window.shared = [];
  navigator.share = (data) => {
    window.shared.push(data);
    return problem ? Promise.reject(new DOMException('', problem)) : Promise.resolve();
  };
}"""
"""Replaces the device's share sheet by one that reports what it got, or that fails."""

COUNT_TAPS = "window.taps = 0; addEventListener('click', () => (window.taps += 1), true);"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the local URL of a server that other machines on the network can reach too."""
    database = tmp_path_factory.mktemp("games") / "games.db"
    limits = [f"--limit={name}=600" for name in ("tables_per_minute", "guests_per_minute")]
    server = Server(database, serve=["--host", "0.0.0.0", *limits])
    yield f"http://127.0.0.1:{server.port}/"
    server.kill()


def network_link(page: Page, url: str) -> str:
    """Return the link to the page's table for other machines; skip without a network."""
    addresses = page.request.get(f"{url}api/reach").json()["addresses"]
    if not addresses:
        pytest.skip("this machine has no network")
    return f"{addresses[0].rstrip('/')}{urlsplit(page.url).path}"


def hosted(page: Page, url: str) -> str:
    """Have Ada wait at a new table, and return its local link."""
    table = asked_by(page, url, "tables", {"name": "Ada", "invite": True})["table"]
    join(page, f"{url}t/{table}", "Ada")
    expect(page.get_by_text("Ada (You)")).to_be_visible()
    return f"{url}t/{table}"


def decoded(code: Locator) -> str:
    """Return the text of a QR code as a camera sees it."""
    (found,) = zxingcpp.read_barcodes(Image.open(BytesIO(code.screenshot())))
    return str(found.text)


def test_share_sheet_gets_the_address_that_friends_can_open(house: str, new_page: NewPage) -> None:
    page = new_page("phone")
    page.add_init_script(f"({SHARE})()")
    hosted(page, house)
    link = network_link(page, house)
    page.get_by_role("button", name="Share").tap()
    page.wait_for_function("() => window.shared.length === 1")
    (shared,) = page.evaluate("window.shared")
    assert shared["url"] == link
    assert "localhost" not in json.dumps(shared)
    assert "127.0.0.1" not in json.dumps(shared)
    assert shared["text"]


@pytest.mark.parametrize(("problem", "copied"), [("AbortError", 0), ("NotAllowedError", 1)])
def test_link_is_copied_only_if_the_share_sheet_fails(
    house: str, new_page: NewPage, problem: str, copied: int
) -> None:
    page = new_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script(f"({SHARE})({json.dumps(problem)})")
    hosted(page, house)
    network_link(page, house)
    page.locator("[data-action=share]").click()
    page.wait_for_function("() => window.shared.length === 1")
    expect(page.get_by_role("button", name="Copied")).to_have_count(copied)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_qr_code_decodes_to_the_link(house: str, new_page: NewPage, size: str) -> None:
    page = new_page(size)
    hosted(page, house)
    link = network_link(page, house)
    code = page.get_by_role("img", name="QR code")
    if size == "phone":
        expect(code).to_have_count(0)
        page.get_by_role("button", name="QR code").tap()
    assert decoded(code) == link
    assert page.locator("#link").input_value() == link
    no_overflow(page)
    assert violations(page) == []
    page.emulate_media(forced_colors="active", color_scheme="dark")
    assert decoded(code) == link
    button = page.locator("[data-action=qr]")
    if size == "phone":
        button.click()
        expect(code).to_have_count(0)
    else:
        expect(button).to_have_count(0)  # there, the code has room all the time


def test_link_that_only_this_machine_opens_is_not_offered_to_friends(
    running: Running, new_page: NewPage
) -> None:
    page = new_page()
    page.add_init_script(f"({SHARE})()")
    hosted(page, running.url)
    expect(page.get_by_text("This link opens only on this computer.")).to_be_visible()
    expect(page.locator("[data-action=share], [data-action=qr]")).to_have_count(0)


def test_friend_gets_the_first_card_two_taps_after_opening_the_link(
    running: Running, new_page: NewPage
) -> None:
    ada, bea = new_page(), new_page("phone")
    link = hosted(ada, running.url)
    resize(bea, 390, 844)
    bea.add_init_script(COUNT_TAPS)
    bea.goto(link)
    expect(ada.locator(".room")).to_contain_text("Guest, choosing a name")
    bea.locator("input[name=name]").tap()
    bea.keyboard.type("Bea")
    bea.locator("form button.primary").tap()
    expect(ada.locator(".seats")).to_contain_text("Bea")
    expect(ada.locator(".room li")).to_have_count(0)
    ada.get_by_role("button", name="Start the game").click()
    expect(bea.locator("[data-card]").first).to_be_visible()
    assert bea.evaluate("window.taps") == 2


def drag(page: Page, name: str, seat: int) -> None:
    """Drag a player by their handle to a seat."""
    handle = page.get_by_role("button", name=name, exact=True).bounding_box()
    goal = page.locator(f"[data-place='{seat}']").bounding_box()
    assert handle is not None
    assert goal is not None
    page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    page.mouse.down()
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=5)
    page.mouse.up()


def place_of(page: Page, name: str) -> str:
    """Return the number of a player's seat."""
    place = page.locator(".seats > li", has_text=name).get_attribute("data-place")
    assert place is not None
    return place


def test_players_move_by_dragging(running: Running, new_page: NewPage) -> None:
    ada, bea = new_page(), new_page()
    for page in (ada, bea):
        resize(page, 1280, 1200)
    link = hosted(ada, running.url)
    join(bea, link, "Bea")
    expect(ada.locator(".seats")).to_contain_text("Bea")
    before = place_of(ada, "Bea")
    (free, other) = (seat for seat in "0123" if seat not in {before, place_of(ada, "Ada")})
    drag(ada, "Move Bea", int(free))
    for page in (ada, bea):
        expect(page.locator(f"[data-place='{free}']")).to_contain_text("Bea")
    drag(ada, "Move Bea", int(place_of(ada, "Ada")))
    for page in (ada, bea):
        expect(page.locator(f"[data-place='{free}']")).to_contain_text("Ada")
    drag(bea, "Move to another seat", int(other))
    for page in (ada, bea):
        expect(page.locator(f"[data-place='{other}']")).to_contain_text("Bea")
    drag(bea, "Move to another seat", int(place_of(ada, "Ada")))
    expect(bea.locator(f"[data-place='{other}']")).to_contain_text("Bea")
    expect(bea.locator("[data-move]")).to_have_count(1)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_host_buttons_fit_at_every_seat_on_a_phone(
    running: Running, new_page: NewPage, lang: str
) -> None:
    ada, bea = new_page("phone", lang), new_page()
    table = asked_by(ada, running.url, "tables", {"name": "Ada", "invite": True})["table"]
    link = f"{running.url}t/{table}"
    join(ada, link, "Ada")
    join(bea, link, "Bea")
    expect(bea.get_by_text("Bea (You)")).to_be_visible()
    for seat in set("0123") - {place_of(ada, "Ada")}:
        if seat != place_of(bea, "Bea"):
            bea.locator(f"[data-place='{seat}'] .button").click()
        expect(ada.locator(f"[data-place='{seat}'] span > .button")).to_have_count(2)
        for width in (320, 360):
            resize(ada, width, 740)
            no_overflow(ada)


def test_players_move_by_keyboard(running: Running, new_page: NewPage) -> None:
    ada, bea = new_page(), new_page()
    link = hosted(ada, running.url)
    join(bea, link, "Bea")
    handle = ada.get_by_role("button", name="Move Bea", exact=True)
    handle.focus()
    ada.keyboard.press("Enter")
    expect(handle).to_have_attribute("aria-pressed", "true")
    assert violations(ada) == []
    ada.keyboard.press("Escape")
    expect(handle).to_be_focused()
    expect(ada.locator("[data-action=move-here]")).to_have_count(0)
    ada.keyboard.press("Enter")
    ada.get_by_role("button", name="Swap Bea and Ada").focus()
    before = place_of(ada, "Ada")
    ada.keyboard.press("Enter")
    expect(ada.locator(f"[data-place='{before}']")).to_contain_text("Bea")
    expect(handle).to_be_focused()
