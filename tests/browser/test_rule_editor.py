"""House rules created on the page: found, changed, explained, exported and played."""

import json
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Locator, Page, expect

from support.at_page import sit_with_bots
from support.looks import no_overflow, violations
from support.person import Person, open_sheet, tap_choice
from support.running import NewPage, Running


def open_editor(page: Page, url: str, code: str = "") -> None:
    page.goto(f"{url}#/rules{code}")
    page.locator("[data-option]").first.wait_for()


def find(page: Page, words: str) -> None:
    page.get_by_role("searchbox").fill(words)


def option(page: Page, path: str) -> Locator:
    return page.locator(f"[data-option='{path}']")


def play_button(page: Page) -> Locator:
    return page.locator(".do .primary")


def unfold(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach((group) => { group.open = true })")


def test_custom_rules_are_made_and_played(running: Running, new_page: NewPage) -> None:
    page = new_page()
    page.goto(running.url)
    open_sheet(page, "rules")
    tap_choice(page, "whiz")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Make your own rules").click()
    expect(page.locator("select[name=preset]")).to_have_value("whiz")
    page.locator("select[name=preset]").select_option("short")
    find(page, "target")
    option(page, "end.target").locator("input[type=number]").fill("350")
    expect(option(page, "end.target")).to_contain_text("changed")
    expect(page.locator(".sheet")).to_contain_text("350")
    page.locator("input[name=title]").fill("Grandma's")
    expect(page.locator(".sheet h2")).to_have_text("Grandma's")
    play_button(page).click()
    page.locator("dialog .primary").click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2]
    with urlopen(f"{running.url}api/tables/{table}/rules") as answer:
        assert json.load(answer)["code"] == "preset=short&end.target=350&title=Grandma%27s"


@pytest.mark.parametrize(
    ("rules", "told", "about"), [("end.target=250", "250", 0), ("end.target=500", "500", 1)]
)
def test_table_shows_its_changed_rules(
    running: Running, new_page: NewPage, rules: str, told: str, about: int
) -> None:
    """The text about a preset is not shown for rules that someone has changed."""
    page = new_page()
    sit_with_bots(page, running.url, f"preset=standard&{rules}")
    page.locator("[data-tool=rules]").click()
    sheet = page.locator("dialog")
    expect(sheet).to_contain_text(f"The game ends when a side has {told} points.")
    expect(sheet.get_by_text("Four players in pairs play to 500 points")).to_have_count(about)
    assert violations(page) == []


def bidding(running: Running, page: Page) -> None:
    """Wait until a player is asked for a bid."""
    person = Person(page)
    sit_with_bots(person.page, running.url)
    person.play_until("bid")


def test_table_rules_can_be_requested_again_after_an_error(
    running: Running, new_page: NewPage
) -> None:
    page = new_page()
    bidding(running, page)
    page.route("**/rules?*", lambda route: route.abort(), times=1)
    page.locator("[data-tool=rules]").click()
    sheet = page.locator("dialog")
    expect(sheet.get_by_role("alert")).to_have_text("The server isn’t responding.")
    sheet.get_by_role("button", name="Try again").click()
    expect(sheet).to_contain_text("The game ends when a side has 500 points.")


def test_table_rules_are_requested_once(running: Running, new_page: NewPage) -> None:
    page = new_page()
    bidding(running, page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("[data-tool=rules]").click()
    sheet = page.locator("dialog")
    expect(sheet).to_contain_text("The game ends when a side has 500 points.")
    page.locator("[data-bid='3']").evaluate("(key) => key.click()")
    expect(page.locator(".me .plate")).to_contain_text("3")
    assert len([url for url in asked if "/rules?" in url]) == 1


def test_options_are_found_by_the_words_of_players(running: Running, new_page: NewPage) -> None:
    page = new_page("phone")
    open_editor(page, running.url)
    for words, path in (
        ("renege", "enforcement.revoke_penalty"),
        ("undo", "play.take_back"),
        ("sand-bag", "scoring.bag_limit"),
        ("rückgängig", "play.take_back"),
    ):
        find(page, words)
        expect(option(page, path)).to_be_visible()
    expect(option(page, "play.take_back")).not_to_contain_text("play.take_back")
    page.get_by_role("checkbox", name="Show keys").check()
    expect(option(page, "play.take_back")).to_contain_text("play.take_back · P13")


def test_input_field_stays_within_its_option(running: Running, new_page: NewPage) -> None:
    page = new_page()
    open_editor(page, running.url)
    find(page, "mirror")
    field = option(page, "bidding.bids").locator("input").bounding_box()
    around = option(page, "bidding.bids").bounding_box()
    assert field
    assert around
    left = field["x"] - around["x"]
    assert around["x"] + around["width"] - (field["x"] + field["width"]) >= left / 2


def test_changed_option_is_marked_and_can_be_undone(running: Running, new_page: NewPage) -> None:
    page = new_page()
    open_editor(page, running.url, "?preset=standard&nil.blind=false&end.target=250")
    page.get_by_role("checkbox", name="Only changed options (2)").check()
    expect(page.locator("[data-option]")).to_have_count(2)
    page.get_by_role("button", name="Target: back to 500").click()
    expect(page.locator("[data-option]")).to_have_count(1)
    expect(page.locator(".edit")).to_be_focused()  # its group is gone as well
    page.get_by_role("button", name="Blind nil: back to on").click()
    expect(page.locator("[data-option]")).to_have_count(0)
    page.wait_for_url("**/#/rules?preset=standard")
    page.get_by_role("checkbox", name="Only changed options (0)").uncheck()
    find(page, "target")
    target = option(page, "end.target")
    target.locator("input[type=number]").fill("350")
    target.locator(".reset").click()
    expect(target.locator(".head")).to_be_focused()


@pytest.mark.every_browser
def test_all_changes_are_undone_and_return_with_the_history(
    running: Running, new_page: NewPage
) -> None:
    page = new_page()
    open_editor(page, running.url, "?preset=standard&end.target=250")
    expect(page.locator(".sheet")).to_contain_text("250")
    page.get_by_role("button", name="Undo all changes").click()
    expect(page.locator(".edit")).to_be_focused()
    expect(page.locator(".sheet")).to_contain_text("500")
    page.go_back()
    expect(page.locator(".sheet")).to_contain_text("250")


def test_conflicting_options_are_explained(running: Running, new_page: NewPage) -> None:
    page = new_page()
    open_editor(page, running.url)
    sentence = "“Teams: Pairs” needs “Players: 4 or 6”."
    option(page, "table.players").get_by_role("radio", name="3").check()
    expect(play_button(page)).to_be_disabled()
    expect(page.locator("#verdict")).to_contain_text(sentence)
    expect(option(page, "table.teams")).to_contain_text(sentence)
    expect(option(page, "table.players")).to_contain_text(sentence)
    page.wait_for_url("**table.players=3*")
    page.reload()
    expect(option(page, "table.players")).to_contain_text(sentence)
    option(page, "table.teams").locator("input[value=solo]").check()
    page.get_by_role("button", name="Cards left over").click()
    expect(option(page, "deal.leftover").locator("input").first).to_be_focused()
    option(page, "deal.leftover").locator("input[value=aside]").check()
    expect(play_button(page)).to_be_enabled()


def test_unanswered_check_is_requested_again(running: Running, new_page: NewPage) -> None:
    page = new_page()
    open_editor(page, running.url, "?preset=short")
    page.route("**/api/rules/check", lambda asked: asked.abort())
    find(page, "target")
    option(page, "end.target").locator("input[type=number]").fill("350")
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("isn’t responding")
    page.unroute("**/api/rules/check")
    page.locator(".verdict").get_by_role("button", name="Try again").click()
    expect(verdict).to_have_text("These rules can be played.")
    expect(page.locator(".sheet")).to_contain_text("350")
    expect(page.locator(".verdict .button")).to_have_count(0)


def test_value_out_of_range_is_rejected_in_words(running: Running, new_page: NewPage) -> None:
    page = new_page(lang="de")
    open_editor(page, running.url)
    find(page, "end.target")
    option(page, "end.target").locator("input[type=number]").fill("7")
    expect(option(page, "end.target")).to_contain_text("„Ziel“ kann nicht 7 sein")
    option(page, "end.target").locator("input[type=number]").fill("70.5")
    expect(option(page, "end.target")).to_contain_text("„Ziel“ kann nicht 70.5 sein")
    expect(play_button(page)).to_be_disabled()
    option(page, "end.target").locator("input[type=number]").fill("7")
    expect(option(page, "end.target")).to_contain_text("„Ziel“ kann nicht 7 sein")
    expect(play_button(page)).to_be_disabled()
    option(page, "end.target").locator("input[type=number]").fill("")
    option(page, "end.target").locator("input[type=number]").blur()
    expect(option(page, "end.target").locator("input[type=number]")).to_have_value("7")


@pytest.mark.every_browser
def test_link_and_file_carry_the_rules(running: Running, new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    open_editor(page, running.url, "?preset=whiz&title=Our+rules")
    find(page, "removed")
    option(page, "deck.removed").locator("summary").click()
    for card in ("2 of clubs", "2 of hearts", "2 of diamonds", "2 of spades"):
        page.get_by_role("button", name=card, exact=True).click()
    expect(option(page, "deck.removed").locator("ol > li")).to_have_count(4)
    page.wait_for_url("**deck.removed=C2,H2,D2,S2**")
    link = page.get_by_label("Link to these rules").input_value()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == "our-rules.rules.txt"

    friend = new_page("phone", "de")
    friend.goto(link)
    expect(friend.locator("input[name=title]")).to_have_value("Our rules")
    expect(friend.locator("select[name=preset]")).to_have_value("whiz")

    other = new_page()
    open_editor(other, running.url)
    other.locator("input[type=file]").set_input_files(file)
    expect(other.locator("input[name=title]")).to_have_value("Our rules")
    find(other, "removed")
    expect(option(other, "deck.removed").locator("ol > li")).to_have_count(4)
    assert other.get_by_label("Link to these rules").input_value() == link
    house = tmp_path / "house.toml"
    house.write_text('title.en = "House"\n[end]\ntarget = 300\n')
    other.locator("input[type=file]").set_input_files(house)
    expect(other.locator("input[name=title]")).to_have_value("House")
    other.wait_for_url("**/#/rules?preset=standard&end.target=300&title=House")
    house.write_text("[end]\ntarget = 3\n")
    other.locator("input[type=file]").set_input_files(house)
    expect(other.get_by_role("alert")).to_contain_text("3")
    expect(other.locator("input[name=title]")).to_have_value("House")
    other.locator("input[type=file]").set_input_files(file)
    expect(other.locator("input[name=title]")).to_have_value("Our rules")
    file.write_text("no rules at all")
    other.locator("input[type=file]").set_input_files(file)
    expect(other.get_by_role("alert")).to_contain_text("Couldn’t open these rules")
    expect(option(other, "deck.removed").locator("ol > li")).to_have_count(4)
    assert other.get_by_label("Link to these rules").input_value() == link


def test_broken_link_is_reported(running: Running, new_page: NewPage) -> None:
    page = new_page()
    open_editor(page, running.url, "?preset=nobody")
    expect(page.locator("#verdict")).to_contain_text("Couldn’t open these rules")
    option(page, "table.seating").locator("input[value=random]").check()
    expect(play_button(page)).to_be_enabled()


def test_link_errors_use_titles_and_leave_room_to_fix_them(
    running: Running, new_page: NewPage
) -> None:
    page = new_page("phone")
    wrong = "table.players=5&nil.blind=x&play.take_back=x&scoring.bag_limit=50&table.seating=x"
    open_editor(page, running.url, f"?preset=standard&end.target=7&{wrong}")
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("“Target” cannot be")
    expect(verdict).not_to_contain_text("end.target")
    told = page.locator(".do").bounding_box()
    size = page.viewport_size
    assert told
    assert size
    assert told["height"] < 0.6 * size["height"]


def test_address_keeps_the_shown_rules_if_others_fail_to_open(
    running: Running, new_page: NewPage
) -> None:
    page = new_page()
    open_editor(page, running.url, "?preset=whiz")
    page.evaluate("location.hash = '#/rules?preset=nobody'")
    expect(page.get_by_role("alert")).to_contain_text("Couldn’t open these rules")
    page.wait_for_url("**/#/rules?preset=whiz")


@pytest.mark.every_browser
def test_option_is_changed_with_the_keyboard_alone(running: Running, new_page: NewPage) -> None:
    page = new_page()
    open_editor(page, running.url)
    page.locator("input[name=title]").focus()
    page.keyboard.press("Tab")
    page.keyboard.type("blind nil E5")
    page.keyboard.press("Tab")  # only the changed options
    page.keyboard.press("Tab")  # keys
    page.keyboard.press("Tab")  # the group
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(option(page, "nil.blind")).to_contain_text("changed")


@pytest.mark.parametrize(("size", "lang"), [("desktop", "en"), ("phone", "de")])
def test_rule_editor_text_is_readable(
    running: Running, new_page: NewPage, size: str, lang: str
) -> None:
    page = new_page(size, lang)
    open_editor(page, running.url)
    unfold(page)
    option(page, "table.players").locator("input[value='3']").check()
    expect(play_button(page)).to_be_disabled()
    expect(page.locator(".conflict")).to_have_count(2)
    assert violations(page) == []
    no_overflow(page)
    words = page.locator(".word").all_text_contents()
    assert len(words) > 50
    assert [word for word in words if "_" in word or word.startswith("-")] == []
    option(page, "table.players").locator("input[value='4']").check()
    play_button(page).click()
    page.locator("dialog[open]").wait_for()
    assert violations(page) == []


@pytest.mark.every_browser
def test_only_the_rule_sheet_is_printed(running: Running, new_page: NewPage) -> None:
    page = new_page("phone")
    open_editor(page, running.url)
    page.locator(".toggle").click()
    expect(page.locator(".sheet")).to_be_visible()
    expect(page.locator(".edit")).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.locator(".sheet h2")).to_have_text("Standard")
    for hidden in ("header", ".edit", ".do", ".share", ".sheet button"):
        expect(page.locator(hidden).first).to_be_hidden()


def test_level_labels_fit_their_buttons(running: Running, new_page: NewPage) -> None:
    page = new_page("phone", "de")
    open_editor(page, running.url)
    play_button(page).click()
    outside = page.locator("dialog label:has(.label)").evaluate_all(
        """(keys) => keys.filter((key) => {
          const words = document.createRange();
          words.selectNodeContents(key.querySelector('.label'));
          return words.getBoundingClientRect().width > key.clientWidth - 4;
        }).map((key) => key.textContent)"""
    )
    assert outside == []


def test_N12_standard_deck_is_chosen_by_its_name(running: Running, new_page: NewPage) -> None:
    page = new_page("phone")
    open_editor(page, running.url, "?preset=five-player")
    unfold(page)
    deck = page.locator("select[name=usual-deck]")
    expect(deck.locator("option:checked")).to_have_text(
        "50 cards, without the twos of clubs and diamonds"
    )
    deck.select_option("52+3")
    expect(option(page, "deck.jokers")).to_contain_text("changed")
    expect(option(page, "deck.removed")).to_contain_text("changed")
    expect(play_button(page)).to_be_enabled()
    expect(page.locator(".sheet")).to_contain_text("3 jokers are added")
    option(page, "deck.jokers").locator("input[type=number]").fill("2")
    expect(deck.locator("option:checked")).to_have_text("52 cards and two jokers: 54")
    expect(page.locator("[data-option='deal.leftover']")).to_contain_text(
        "54 cards cannot be dealt"
    )
    no_overflow(page)
