"""A guest keeps a name, is the same person on another device, and has all data forgotten."""

from playwright.sync_api import Page, expect

from support.at_page import PASSWORD, register
from support.looks import no_overflow, violations
from support.person import tap_choice
from support.running import NewPage, Running


def come_in(page: Page, way: str, password: str = PASSWORD) -> None:
    tap_choice(page, way)
    page.locator("input[name=name]").fill("Ann")
    page.locator("input[name=password]").fill(password)
    page.keyboard.press("Enter")


def test_account_name_is_kept_on_two_devices_and_deleted(
    running: Running, new_page: NewPage
) -> None:
    desktop, phone = new_page("desktop"), new_page("phone", "de")
    for page in (desktop, phone):
        page.goto(running.url)
        page.locator("header a[href='/me']").click()
        page.locator("form").wait_for()
        no_overflow(page)
        assert violations(page) == []
    come_in(desktop, "register", "liverpool1")
    expect(desktop.get_by_role("alert")).to_contain_text("most common passwords")
    come_in(desktop, "register")
    expect(desktop.locator("h2").first).to_have_text("Ann")
    assert violations(desktop) == []
    come_in(phone, "sign-in")
    expect(phone.locator("h2").first).to_have_text("Ann")
    expect(phone.locator("[data-kept]")).to_contain_text("noch 400 Tage bekannt")
    phone.locator("summary", has_text="wie lange").click()
    expect(phone.get_by_text("ein Hash deines Passworts")).to_be_visible()
    no_overflow(phone)
    assert violations(phone) == []
    with phone.expect_download() as saved:
        phone.locator("[data-action=data]").click()
    assert "four green" not in saved.value.path().read_text(encoding="utf-8")
    desktop.reload()
    desktop.locator("[data-action=sign-out-everywhere]").click()
    desktop.locator("input[name=name]").wait_for()
    phone.reload()
    come_in(phone, "sign-in")
    phone.locator("[data-action=delete]").click()
    phone.locator("dialog input").fill("not her password")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("alert")).to_be_in_viewport()
    phone.locator("[data-action=delete]").click()
    phone.locator("dialog input").fill(PASSWORD)
    assert violations(phone) == []
    phone.keyboard.press("Enter")
    deleted = phone.get_by_role("status").filter(has_text="wurden gelöscht")
    expect(deleted).to_be_in_viewport()
    come_in(desktop, "sign-in")
    expect(desktop.get_by_role("alert")).to_be_visible()


def test_sign_out_is_shown_without_further_server_answers(
    running: Running, new_page: NewPage
) -> None:
    page = new_page()
    register(page, running.url, "Eve")
    for path in ("session", "me?*"):
        page.route(f"**/api/{path}", lambda route: route.abort())
    page.locator("[data-action=sign-out]").click()
    expect(page.locator("input[name=name]")).to_be_visible()
    page.unroute_all()
    page.locator("input[name=name]").fill("Eve the Second")
    page.locator("input[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("h2").first).to_have_text("Eve the Second")
