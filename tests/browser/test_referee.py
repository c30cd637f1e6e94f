"""The referee of the score sheet: penalties and redeals (S19)."""

from playwright.sync_api import expect

from support.running import NewPage, Running
from support.scorekeeper import Scorekeeper


def test_R2_revoke_is_charged_and_can_be_undone(running: Running, new_page: NewPage) -> None:
    page = new_page()
    keeper = Scorekeeper(page, running.url)
    keeper.begin("standard", 4)
    keeper.bid(3, 4, 3, 3)
    keeper.press("referee")
    expect(page.locator("dialog [role=status]")).to_have_text(
        "Ada: the side is set. One of their nils fails."
    )
    page.keyboard.press("Escape")
    keeper.call("revoke", "Bea", 5)
    expect(page.get_by_text("Trick 5: Bea did not follow suit.").first).to_be_visible()
    keeper.tricks(6)
    keeper.write_down()
    keeper.expect_scores("−70", "−60")
    for table in ("columns", "shorthand"):
        expect(page.locator(f"table.{table} .note")).to_have_text(
            "Trick 5: Bea did not follow suit."
        )
    keeper.press("undo")
    keeper.expect_scores("0", "0")
    keeper.press("undo")  # the tricks
    keeper.press("undo")
    expect(page.get_by_text("did not follow suit")).to_have_count(0)
    keeper.tricks(6)
    keeper.write_down()
    keeper.expect_scores("−70", "61")


def test_R4_wrong_call_costs_three_tricks(running: Running, new_page: NewPage) -> None:
    keeper = Scorekeeper(new_page(), running.url)
    keeper.begin("standard", 4)
    keeper.bid(3, 4, 3, 3)
    keeper.call("false_call", "Ada", 2)
    keeper.tricks(8)
    keeper.write_down()
    keeper.expect_scores("−70", "−60")


def test_R5_opened_trick_costs_the_agreed_penalty(running: Running, new_page: NewPage) -> None:
    keeper = Scorekeeper(new_page(), running.url)
    keeper.begin("standard", 4, illegal_flip="three_tricks")
    keeper.bid(2, 4, 2, 3)
    keeper.call("illegal_flip", "Dan", 2)
    keeper.tricks(7)
    keeper.write_down()
    keeper.expect_scores("70", "−40")


def test_P18_wrong_claim_sets_the_side_if_agreed(running: Running, new_page: NewPage) -> None:
    keeper = Scorekeeper(new_page(), running.url)
    keeper.begin("standard", 4, false_claim="set")
    keeper.bid(3, 4, 3, 3)
    keeper.call("wrong_claim", "Cem", 11)
    keeper.tricks(7)
    keeper.write_down()
    keeper.expect_scores("−70", "60")


def test_R2_revoke_redeals_with_the_same_dealer_if_agreed(
    running: Running, new_page: NewPage
) -> None:
    page = new_page()
    keeper = Scorekeeper(page, running.url)
    keeper.begin("standard", 4, revoke_penalty="redeal")
    keeper.bid(3, 4, 3, 3)
    keeper.call("revoke", "Bea", 5)
    expect(page.locator("#entry-title")).to_have_text("Round 1")
    expect(page.get_by_text("Ada deals.")).to_be_visible()
    expect(page.locator("table.columns [data-state=void]")).to_have_count(1)


def test_R9_points_are_taken_with_a_reason_and_can_be_undone(
    running: Running, new_page: NewPage
) -> None:
    page = new_page()
    keeper = Scorekeeper(page, running.url)
    keeper.begin("standard", 4)
    keeper.press("adjust")
    dialog = page.locator("dialog")
    dialog.locator("button.primary").click()
    expect(dialog.get_by_role("alert")).to_have_text("Enter a reason.")
    dialog.locator("select[name=side]").select_option(label="Bea & Dan")
    dialog.locator("input[name=reason]").fill("talk across the table")
    dialog.locator("input[name=amount]").fill("many")
    dialog.locator("button.primary").click()
    expect(dialog.get_by_role("alert")).to_have_text("Enter a whole number other than 0.")
    dialog.locator("input[name=amount]").fill("-30")
    dialog.locator("button.primary").click()
    note = "Bea & Dan: −30 points: talk across the table"
    expect(page.locator("ul.judged")).to_have_text(note)
    keeper.press("undo")
    expect(page.locator("ul.judged")).to_have_count(0)
    keeper.press("redo")
    keeper.round((3, 4, 3, 3), 7)
    keeper.expect_scores("70", "30")
    for table in ("columns", "shorthand"):
        expect(page.locator(f"table.{table} .note")).to_have_text(note)


def test_R9_tricks_are_taken_with_a_reason(running: Running, new_page: NewPage) -> None:
    page = new_page()
    keeper = Scorekeeper(page, running.url)
    keeper.begin("standard", 4)
    keeper.press("adjust")
    page.locator("dialog select[name=what]").select_option("tricks")
    expect(page.locator("dialog input[name=amount]")).to_have_value("-3")
    page.locator("dialog input[name=reason]").fill("talk")
    page.locator("dialog button.primary").click()
    keeper.round((3, 4, 3, 3), 8)
    keeper.expect_scores("−70", "−60")


def test_R7_revoke_makes_the_opponents_bid_if_agreed(running: Running, new_page: NewPage) -> None:
    page = new_page()
    keeper = Scorekeeper(page, running.url)
    keeper.begin("standard", 4, revoke_gives="bid", revokes_to_lose="2")
    keeper.bid(3, 4, 3, 3)
    keeper.press("referee")
    status = page.locator("dialog [role=status]")
    expect(status).to_contain_text("The bids of the other sides count as made.")
    expect(status).to_contain_text("A side that revokes 2 times loses the game.")
    page.keyboard.press("Escape")
    keeper.call("revoke", "Bea", 5)
    keeper.tricks(4)
    keeper.write_down()
    keeper.expect_scores("70", "−60")
    expect(page.locator("li[data-side='1']")).to_contain_text("Revokes: 1 of 2")


def test_D8_misdeal_is_redealt_without_a_score(running: Running, new_page: NewPage) -> None:
    page = new_page()
    keeper = Scorekeeper(page, running.url)
    keeper.begin("standard", 4)
    keeper.bid(3)
    keeper.press("misdeal")
    page.locator("dialog button.primary").click()
    expect(page.get_by_text("Ada deals.")).to_be_visible()
    keeper.press("misdeal")
    page.locator("select[name=reason]").select_option("turn")
    page.locator("select[name=right-dealer]").select_option(label="Dan")
    page.locator("dialog button.primary").click()
    expect(page.get_by_text("Dan deals.")).to_be_visible()
    keeper.round((4, 3, 3, 3), 7)
    keeper.expect_scores("70", "60")
    expect(page.get_by_text("Ada deals.")).to_be_visible()
