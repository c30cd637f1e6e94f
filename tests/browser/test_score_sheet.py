"""The score sheet and referee for people around a real table, in the browser (S19)."""

import pytest
from playwright.sync_api import Page, Route, expect

from spadille.locale import LANGUAGES
from support.at_page import switch_language
from support.looks import no_overflow, no_overflow_of_large_letters, resize, violations, whole_words
from support.running import NewPage, Running
from support.scorekeeper import NAMES, Scorekeeper

# Bids from the left of the dealer: first those of Bea, Cem, Dan and Ada, then those of Cem, Dan,
# Ada and Bea, and so on. The tricks and the first score are those of Ada and Cem.
ROUNDS: tuple[tuple[tuple[int | str, ...], tuple[int, ...], tuple[str, str]], ...] = (
    ((3, 4, 3, 3), (8,), ("71", "−60")),
    ((4, 3, 3, 2), (7,), ("141", "−9")),
    ((3, 3, 2, 5), (9,), ("222", "−59")),
    ((5, 2, 4, 2), (9,), ("312", "−19")),
    ((2, 5, 3, 3), (8,), ("392", "31")),
    ((4, 3, 4, 2), (8,), ("472", "81")),
    ((3, 5, 2, 3), (9,), ("553", "31")),
)


def print_to_pdf(page: Page) -> bytes:
    """Return a print version of the page, after checking its contents."""
    page.emulate_media(media="print", color_scheme="dark")
    for hidden in (".entry", "header", ".choice", "[data-action=print]"):
        for element in page.locator(hidden).all():
            expect(element).to_be_hidden()
    for shown in ("table.columns", "table.shorthand", "#sheet-title"):
        expect(page.locator(shown)).to_be_visible()
    for behind in ("html", "body"):
        expect(page.locator(behind)).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    expect(page.locator("table.columns")).to_have_css("color", "rgb(35, 29, 22)")
    return page.pdf(prefer_css_page_size=True)


@pytest.mark.every_browser
@pytest.mark.parametrize(("size", "lang"), [("desktop", "en"), ("phone", "de")])
def test_S19_whole_game_is_saved_and_printed(
    running: Running, new_page: NewPage, size: str, lang: str
) -> None:
    page = new_page(size, lang)
    keeper = Scorekeeper(page, running.url)
    expect(page.locator("input[name^=player-]").first).to_be_visible()
    no_overflow(page)
    no_overflow_of_large_letters(page)
    keeper.begin("standard", 4)
    expect(page.locator("#entry-title")).to_be_in_viewport()
    for bids, tricks, scores in ROUNDS:
        keeper.round(bids, *tricks)
        keeper.expect_scores(*scores)
        no_overflow(page)
    won = "Ada & Cem: won (500 points reached)" if lang == "en" else "Ada & Cem: gewonnen"
    expect(page.locator(".entry .result")).to_contain_text(won)
    expect(page.locator("table.columns tbody tr")).to_have_count(len(ROUNDS))
    assert print_to_pdf(page).startswith(b"%PDF")
    expect(page.locator(".paper .result")).to_contain_text(won)


def test_player_name_corrected_during_a_request_is_on_the_sheet(
    running: Running, new_page: NewPage
) -> None:
    page = new_page()
    Scorekeeper(page, running.url)
    for seat, name in enumerate(NAMES[:4]):
        page.locator(f"input[name=player-{seat}]").fill(name)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/score", hold, times=1)
    begin = page.locator("form button.primary")
    with page.expect_request("**/api/score"):
        begin.click()
    page.locator("input[name=player-0]").fill("Adam")
    held.pop().continue_()
    begin.click()
    expect(page.locator("table.columns")).to_contain_text("Adam")


@pytest.mark.parametrize(
    ("lang", "typed", "told"),
    [
        ("es", "0", "«La partida acaba en» no puede ser 0;"),
        ("de", "", "„Spielende bei“ braucht eine ganze Zahl."),
        ("en", "1.5", "“Game ends at” needs a whole number."),
    ],
)
def test_S13_invalid_target_is_reported_by_its_name(
    running: Running, new_page: NewPage, lang: str, typed: str, told: str
) -> None:
    page = new_page("phone", lang)
    keeper = Scorekeeper(page, running.url)
    target = page.locator("input[name=target]")
    expect(target).to_have_value("500")
    for seat, name in enumerate(NAMES[:4]):
        page.locator(f"input[name=player-{seat}]").fill(name)
    begin = page.locator("form button.primary")
    for value in ("-5", typed):
        target.fill(value)
        begin.click()
    expect(page.get_by_role("alert")).to_contain_text(told)
    expect(target).to_have_value(typed)
    assert violations(page) == []
    target.fill("100")
    begin.click()
    keeper.round((3, 4, 3, 3), 8)
    keeper.round((3, 4, 3, 3), 8)
    expect(page.locator(".entry .result")).to_contain_text("100")


@pytest.mark.parametrize(("size", "lang"), [("phone", "en"), ("desktop", "es")])
def test_S19_full_browser_storage_is_reported_and_the_sheet_works(
    running: Running, new_page: NewPage, size: str, lang: str
) -> None:
    page = new_page(size, lang)
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException(); }")
    keeper = Scorekeeper(page, running.url)
    keeper.begin("standard", 4)
    keeper.round((3, 4, 3, 3), 8)
    keeper.expect_scores("71", "−60")
    told = {
        "en": "This browser can’t save the sheet",
        "es": "Este navegador no puede guardar la hoja",
    }[lang]
    expect(page.get_by_role("alert")).to_contain_text(told)
    no_overflow(page)
    assert violations(page) == []


def test_S19_each_stage_focuses_its_first_key(running: Running, new_page: NewPage) -> None:
    page = new_page()
    keeper = Scorekeeper(page, running.url)
    name = page.locator("input[name=player-2]")
    begin = page.locator("form button.primary")
    keys = page.locator(".keys button")
    write_down = page.locator("[data-action=score]")
    name.wait_for()
    for seat, called in enumerate(("Ada", "Bea", "", "Bea")):
        page.locator(f"input[name=player-{seat}]").fill(called)
    begin.press("Enter")
    expect(name).to_be_focused()
    expect(name).to_have_attribute("aria-invalid", "true")
    assert violations(page) == []
    page.keyboard.type("Cem")
    begin.press("Enter")
    expect(page.locator("input[name=player-3]")).to_be_focused()
    expect(name).not_to_have_attribute("aria-invalid", "true")
    page.keyboard.type("Dan")
    target = page.locator("input[name=target]")
    target.fill("-5")
    begin.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("-5")
    expect(begin).to_be_focused()
    target.fill("500")
    begin.press("Enter")
    expect(keys.first).to_be_focused()
    for rounds in (1, 2):
        for _ in range(4):
            page.locator("[data-sheet-bid='4']").press("Enter")
        expect(page.locator("[data-tricks='0']")).to_be_focused()
        page.locator("[data-tricks='13']").press("Enter")
        expect(write_down).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("table.columns [data-state=scored]")).to_have_count(rounds)
        expect(page.locator("[data-sheet-bid=nil]")).to_be_focused()
    keeper.press("new")
    keeper.press("cancel")  # the sheet is still there
    keeper.press("new")
    page.locator("[data-action=clear]").press("Enter")
    expect(page.locator("select[name=preset]")).to_be_focused()


def test_S19_game_end_focuses_the_result(running: Running, new_page: NewPage) -> None:
    page = new_page()
    keeper = Scorekeeper(page, running.url)
    keeper.begin("standard", 4)
    keeper.round((3, 10, 3, 10), 0)  # which falls below the floor
    keeper.expect_scores("−200", "67")
    expect(page.locator("#entry-title")).to_be_focused()


@pytest.mark.every_browser
def test_S19_columns_of_five_players_fit_a_page(running: Running, new_page: NewPage) -> None:
    page = new_page("phone", "de")
    keeper = Scorekeeper(page, running.url)
    keeper.begin("five-player", 5)
    keeper.round(("nil", 2, 3, 2, "blind-nil"), 2, 0, 4, 2)
    expect(page.locator("table.columns [data-state=scored]")).to_have_count(1)
    landscape = 1009  # CSS pixels between the margins of A4
    resize(page, landscape, 680)
    page.emulate_media(media="print")
    expect(page.locator(".entry")).to_be_hidden()
    for table in ("columns", "shorthand"):
        box = page.locator(f"table.{table}").bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= landscape


@pytest.mark.parametrize(("preset", "players"), [("six-player", 6), ("five-player", 5)])
def test_S19_desktop_shows_the_columns_of_all_sides(
    running: Running, new_page: NewPage, preset: str, players: int
) -> None:
    page = new_page("desktop", "de")
    keeper = Scorekeeper(page, running.url)
    keeper.begin(preset, players)
    keeper.bid(*[2] * (players - 1), "nil")
    sheet = page.locator(".scroll:visible")
    assert sheet.evaluate("(sheet) => sheet.scrollWidth - sheet.clientWidth") == 0
    lines = page.locator("td.bid").evaluate_all("(all) => all.map((one) => one.offsetHeight)")
    assert max(lines) < 40


def test_S19_result_and_total_are_next_to_the_bid(running: Running, new_page: NewPage) -> None:
    page = new_page()
    keeper = Scorekeeper(page, running.url)
    keeper.begin("standard", 4)
    keeper.round((5, "nil", 2, 4), 4, 0)
    keeper.expect_scores("140", "72")
    columns = page.locator("table.columns tbody tr").first.locator("th, td")
    expect(columns).to_have_text(
        ["1", "Ada", "4 + Nil", "4", "+140", "140", "5 + 2", "9", "+72", "72"]
    )


def test_S19_shorthand_shows_the_bid_followed_by_the_bags(
    running: Running, new_page: NewPage
) -> None:
    page = new_page()
    keeper = Scorekeeper(page, running.url)
    keeper.begin("standard", 4)
    keeper.round((3, "nil", 3, 4), 5, 1)
    keeper.expect_scores("−59", "61")
    page.get_by_text("Shorthand (41 = 4 bid, 1 bag)").first.click()
    cells = page.locator("table.shorthand tbody tr").first.locator("td")
    expect(cells.nth(0).locator(".value")).to_have_text("41")
    expect(cells.nth(0).locator(".below")).to_contain_text(["−100 Cem’s nil failed"])
    expect(cells.nth(0).locator(".sum")).to_have_text("−59")
    expect(cells.nth(1).locator(".value")).to_have_text("61")
    keeper.round((3, 6, 3, 1), 5)
    expect(
        page.locator("table.shorthand tbody tr").nth(1).locator("td").nth(0).locator(".value")
    ).to_have_text("−60")


@pytest.mark.every_browser
def test_S19_entries_without_a_connection_are_scored_later(
    running: Running, new_page: NewPage
) -> None:
    page = new_page()
    keeper = Scorekeeper(page, running.url)
    keeper.begin("standard", 4)
    keeper.round((3, 4, 3, 3), 7)
    keeper.expect_scores("70", "60")
    page.context.set_offline(True)
    keeper.round((3, 4, 3, 3), 7)
    keeper.round((3, 4, 3, 3), 8)
    expect(page.get_by_role("status")).to_have_text("2 rounds are waiting for the connection.")
    expect(page.locator("table.columns [data-state=waiting]")).to_have_count(2)
    keeper.expect_scores("70", "60")
    page.context.set_offline(False)
    keeper.expect_scores("202", "−70")
    expect(page.locator("[data-state=waiting]")).to_have_count(0)


def test_S19_killed_server_and_reload_lose_nothing(running: Running, new_page: NewPage) -> None:
    page = new_page()
    keeper = Scorekeeper(page, running.url)
    keeper.begin("standard", 4)
    running.kill()
    keeper.round((3, 4, 3, 3), 7)
    keeper.bid(5)
    expect(page.locator("table.columns [data-state=waiting]")).to_have_count(1)
    running.start()
    page.reload()
    keeper.expect_scores("70", "60")
    keeper.bid(4, 3, 1)
    keeper.tricks(5)
    keeper.write_down()
    keeper.expect_scores("−10", "113")


def test_S19_upright_tablet_shows_every_total(
    running: Running, new_page: NewPage, subtests: pytest.Subtests
) -> None:
    page = new_page()
    keeper = Scorekeeper(page, running.url)
    keeper.begin("standard", 4)
    keeper.round((3, 4, 3, 3), 8)
    keeper.expect_scores("71", "−60")
    sheet = page.locator(".scroll:visible")
    for lang in LANGUAGES:
        resize(page, 1280, 1024)
        switch_language(page, lang)
        page.reload()
        keeper.expect_scores("71", "−60")
        for width in (640, 768, 800, 834):
            with subtests.test(lang=lang, width=width):
                resize(page, width, 1024)
                shown, all_of_it = sheet.evaluate("({ clientWidth: c, scrollWidth: w }) => [c, w]")
                assert all_of_it <= shown
                whole_words(page, "table.columns td")


@pytest.mark.parametrize("lang", ["en", "de", "es"])
def test_S19_phone_keeps_words_and_numbers_of_three_sides_whole(
    running: Running, new_page: NewPage, lang: str
) -> None:
    page = new_page("phone", lang)
    keeper = Scorekeeper(page, running.url)

    def stay_whole(*places: str) -> None:
        for width in (360, 390):
            resize(page, width, 740)
            no_overflow(page)
            for place in places:
                whole_words(page, place)

    keeper.begin("six-player", 6)
    keeper.bid("nil", 3, "blind-nil", 2, 1, 3)
    stay_whole("table.columns", ".entry li button", ".piles button")
    keeper.tricks(1, 1, 2, 2)
    keeper.write_down()
    expect(page.locator("table.columns .loss")).to_have_text(["−230", "−80"])
    stay_whole("table.columns")
    resize(page, 360, 740)
    for measured in (".paper", "table.columns"):
        wide = page.locator(measured).evaluate("({ scrollWidth: w, clientWidth: c }) => [w, c]")
        assert wide[0] <= wide[1], "all sides are seen at once"
    page.locator(".choice label").nth(1).click()
    stay_whole("table.shorthand")


def test_S19_every_number_is_saved_and_undone_one_by_one(
    running: Running, new_page: NewPage
) -> None:
    page = new_page()
    keeper = Scorekeeper(page, running.url)
    keeper.begin("standard", 4)
    keeper.bid(5, "nil", 2, 4)
    counted = page.locator("[data-pile] strong")
    keeper.tricks(7, 0)
    expect(counted).to_have_text(["7", "0", "6"])
    page.reload()
    expect(counted).to_have_text(["7", "0", "6"])
    keeper.press("undo")
    expect(counted).to_have_text(["7", "–", "–"])
    keeper.press("undo")
    expect(counted).to_have_text(["–", "–", "–"])
    keeper.press("undo")
    expect(page.locator("[data-pile]")).to_have_count(0)
    for _ in range(3):
        keeper.press("redo")
    expect(counted).to_have_text(["7", "0", "6"])
    keeper.write_down()
    keeper.press("undo")
    expect(counted).to_have_text(["7", "0", "6"])


def test_S19_undo_and_redo_buttons_keep_the_focus_when_disabled(
    running: Running, new_page: NewPage
) -> None:
    page = new_page()
    keeper = Scorekeeper(page, running.url)
    keeper.begin("standard", 4)
    keeper.bid(5)
    for action in ("undo", "redo"):
        button = page.locator(f"[data-action={action}]")
        button.press("Enter")
        expect(button).to_be_disabled()
        expect(button).to_be_focused()
    assert violations(page) == []


@pytest.mark.parametrize(
    ("preset", "players", "tricks"),
    [("two-player", 2, (6,)), ("three-player", 3, (6, 6)), ("five-player", 5, (2, 2, 2, 2))],
)
def test_N1_other_tables_are_scored_player_by_player(
    running: Running, new_page: NewPage, preset: str, players: int, tricks: tuple[int, ...]
) -> None:
    page = new_page("phone", "de")
    keeper = Scorekeeper(page, running.url)
    keeper.begin(preset, players)
    keeper.round((2,) * players, *tricks)
    expect(page.locator("table.columns [data-state=scored]")).to_have_count(1)
    no_overflow(page)


def test_S19_sheet_is_kept_until_a_new_one_is_requested(
    running: Running, new_page: NewPage
) -> None:
    page = new_page()
    keeper = Scorekeeper(page, running.url)
    keeper.begin("standard", 4)
    keeper.round((3, 4, 3, 3), 7)
    page.goto(running.url + "sheet")
    keeper.expect_scores("70", "60")
    keeper.press("new")
    keeper.press("clear")
    expect(page.locator("input[name=player-1]")).to_have_value("Bea")
    assert keeper.kept()["entries"] == []


@pytest.mark.parametrize(("size", "lang"), [("desktop", "en"), ("phone", "de")])
def test_S19_every_state_is_accessible(
    running: Running, new_page: NewPage, size: str, lang: str
) -> None:
    page = new_page(size, lang)
    keeper = Scorekeeper(page, running.url)
    expect(page.locator("input[name^=player-]").first).to_be_visible()
    assert violations(page) == []
    keeper.begin("standard", 4)
    assert violations(page) == []
    keeper.bid(3, 4, 3, 3)
    assert violations(page) == []
    for dialog in ("referee", "misdeal", "new"):
        keeper.press(dialog)
        expect(page.locator("dialog[open]")).to_be_visible()
        assert violations(page) == [], dialog
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="detached")
    keeper.call("revoke", "Bea", 5)
    keeper.tricks(7)
    keeper.write_down()
    keeper.expect_scores("70", "−60")
    assert violations(page) == []


def test_T4_custom_rules_are_loaded_by_link(running: Running, new_page: NewPage) -> None:
    page = new_page()
    keeper = Scorekeeper(page, running.url)
    keeper.take_house_rules({"scoring.nil_value": 50, "end.target": 200})
    keeper.seat(4)
    expect(page.get_by_text("Ours · to 200")).to_be_visible()
    keeper.round((5, "nil", 2, 4), 4, 0)
    keeper.expect_scores("90", "72")


def test_T4_link_errors_are_reported_by_option_title(running: Running, new_page: NewPage) -> None:
    page = new_page("desktop", "es")
    Scorekeeper(page, running.url)
    page.get_by_text("Reglas propias").click()
    page.locator("input[name=link]").fill(f"{running.url}#/rules?preset=standard&end.target=3")
    page.locator("[data-action=house]").click()
    expect(page.locator("details .wrong")).to_contain_text("«Meta» no puede ser 3;")


def test_V12_first_round_uses_tricks_as_bids(running: Running, new_page: NewPage) -> None:
    page = new_page()
    keeper = Scorekeeper(page, running.url)
    keeper.begin("street", 4)
    expect(page.locator("[data-sheet-bid]")).to_have_count(0)
    keeper.tricks(6)
    keeper.write_down()
    keeper.expect_scores("60", "70")
    expect(page.locator("[data-sheet-bid]").first).to_be_visible()


def test_E14_first_tricks_are_won_as_bid(running: Running, new_page: NewPage) -> None:
    page = new_page()
    keeper = Scorekeeper(page, running.url)
    keeper.take_house_rules({"bidding.opening_tricks": True, "scoring.last_spade_bonus": 10})
    keeper.seat(4)
    keeper.bid(3)
    page.get_by_text("Little Mo").click()
    keeper.bid(4, 3, 3)
    keeper.tricks(7)
    page.locator("select[name=opening]").select_option(label="Cem: Little Mo")
    page.locator("select[name=last]").select_option(label="Ada")
    page.reload()
    expect(page.locator("select[name=last] option:checked")).to_have_text("Ada")
    keeper.write_down()
    keeper.expect_scores("140", "60")


def test_S17_round_is_finished_when_time_is_up(running: Running, new_page: NewPage) -> None:
    page = new_page()
    keeper = Scorekeeper(page, running.url)
    keeper.take_house_rules({"end.minutes": 60})
    keeper.seat(4)
    keeper.round((3, 4, 3, 3), 8)
    keeper.bid(3)
    keeper.press("time-up")
    keeper.bid(4, 3, 3)
    keeper.tricks(6)
    keeper.write_down()
    expect(page.locator(".entry .result")).to_contain_text("Ada & Cem: won")
