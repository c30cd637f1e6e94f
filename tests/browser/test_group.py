"""N19: when there are more people than one table holds, one link leads them to their tables."""

from playwright.sync_api import Page, expect

from support.at_page import join
from support.looks import resize
from support.person import open_sheet
from support.running import NewPage, Running


def open_tables(page: Page, url: str, *, name: str) -> str:
    """Have eight people ask for tables with the rules of Gold and Blue; return the one link."""
    page.goto(url)
    open_sheet(page, "group")
    people = page.get_by_role("group", name="How many players?")
    expect(people.locator("output")).to_have_text("8")
    page.locator("select[name=rules-4]").select_option("gold-blue")
    page.locator("input[name=name]").fill(name)
    page.get_by_role("button", name="Open the tables").click()
    return page.locator("#link").input_value()


def test_N19_eight_people_find_two_tables_through_one_link(
    running: Running, new_page: NewPage
) -> None:
    host, guest = new_page("phone"), new_page("phone")
    link = open_tables(host, running.url, name="Ada")
    tables = host.locator("main li")
    expect(tables).to_have_count(2)
    expect(tables.first).to_contain_text("Gold and Blue")

    host.get_by_role("button", name="Get a random seat").click()
    at = host.locator("nav [aria-current=page]")
    drawn = at.inner_text()
    expect(host.get_by_text("Ada (you)")).to_be_visible()
    assert host.locator("#link").input_value() == link

    join(guest, link, "Bea")
    expect(guest.locator("main li", has_text=drawn)).to_contain_text("Ada")
    other = next(name for name in ("Table 1", "Table 2") if name != drawn)
    guest.get_by_role("button", name=f"{other}: Sit here").click()
    expect(guest.get_by_text("Bea (you)")).to_be_visible()
    expect(guest.locator("nav [aria-current=page]")).to_have_text(other)

    running.kill()
    running.start()
    guest.get_by_role("link", name="All tables").click()
    for table, name in ((drawn, "Ada"), (other, "Bea")):
        expect(guest.locator("main li", has_text=table)).to_contain_text(name)
    guest.get_by_role("link", name=f"{drawn}: Go to table").click()
    guest.get_by_role("button", name="Sit here").first.click()
    expect(guest.get_by_role("alert")).to_contain_text("another table of this group")


def test_N19_table_splits_are_offered(running: Running, new_page: NewPage) -> None:
    page = new_page("phone", "de")
    page.goto(running.url)
    sheet = open_sheet(page, "group")
    for width, height in ((320, 640), (1440, 900)):
        resize(page, width, height)
        expect(sheet.locator("button.primary")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Wie viele seid ihr?: einer mehr").click()
    tables = page.get_by_role("group", name="Tische", exact=True)
    expect(tables.get_by_role("radio")).to_have_count(2)
    expect(page.locator("select")).to_have_count(2)
    tables.get_by_text("3 × 3").click()
    expect(page.locator("select")).to_have_count(1)
    page.locator("input[name=name]").fill("Ada")
    page.get_by_role("button", name="Tische eröffnen").click()
    expect(page.locator("main li")).to_have_count(3)
    expect(page.locator("main li").first).to_contain_text("Spades zu dritt")


def test_N19_tables_open_before_the_split_is_known(running: Running, new_page: NewPage) -> None:
    """Rules that were chosen for other tables are not asked for."""
    page = new_page("phone")
    page.goto(running.url)
    open_sheet(page, "group")
    page.get_by_role("button", name="How many players?: one less").click()
    expect(page.locator("select[name=rules-3]")).to_be_visible()
    page.route("**/api/split?people=8", lambda route: route.abort())
    page.get_by_role("button", name="How many players?: one more").click()
    page.locator("input[name=name]").fill("Ada")
    page.get_by_role("button", name="Open the tables").click()
    expect(page.locator("main li")).to_have_count(2)
